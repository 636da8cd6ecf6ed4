// Names are what somebody wrote into a table: they stay text. Large graphs still open.

import assert from "node:assert/strict";
import { statSync, writeFileSync } from "node:fs";
import { after, describe, it } from "node:test";
import { standardised } from "./algebra.mjs";
import { bregdag, file, json, open, report, shut, withStability } from "./browser.mjs";

after(shut);

const NAMES = [
  "<script>window.hacked=1</script>", '"><img src=x onerror=window.hacked=1>', "</script><script>window.hacked=1</script>",
  "__proto__", "constructor", "toString", "hasOwnProperty", "\u202Eright to left", "javascript:window.hacked=1", "{{script}}", "a & b; 'c' -> \"d\"", "<!--", "]]>",
  "\u4f53\u91cd", "x".repeat(300), "${window.hacked=1}", "</svg><style>*{display:none}</style>",
];

/** A chain with noise, so that every name has edges. */
function table(names) {
  let seed = 7;
  const random = () => ((seed = (seed * 48271) % 2147483647) / 2147483647) * 2 - 1;
  const rows = Array.from({ length: 400 }, () => {
    const row = [random()];
    while (row.length < names.length) row.push(0.9 * row.at(-1) + random() + random());
    return row.map((x) => x.toFixed(4)).join(",");
  });
  const quoted = names.map((name) => `"${name.replaceAll('"', '""')}"`);
  return `${quoted.join(",")}\n${rows.join("\n")}\n`;
}

describe("hostile names", () => {
  it("stay text everywhere", async () => {
    writeFileSync(file("hostile.csv"), table(NAMES));
    const path = report("hostile", "hostile.csv", withStability);
    const { page, troubles } = await open(path);
    const fit = json("hostile.json");
    assert.deepEqual(new Set(fit.variables), new Set(NAMES));
    for (const [index, name] of fit.variables.entries()) {
      await page.locator("#find").fill(name);
      await page.keyboard.press("Enter");
      assert.equal(await page.locator("#panel h3 bdi").first().evaluate((made) => made.textContent), name);
      const label = await page.locator(`#drawing g.node[data-node="${index}"]`).getAttribute("aria-label");
      assert.equal(label, name);
      await page.keyboard.press("Escape");
    }
    for (const index of fit.edges.keys()) {
      await page.locator(`#drawing g.edge[data-edge="${index}"]`).focus();
      const words = await page.locator("#tip").evaluate((made) => made.textContent);
      assert.ok(words.includes(fit.edges[index].source));
    }
    // All names at once among the tiers, quoted as the page's own list needs them.
    const quoted = NAMES.map((name) => `"${name.replaceAll('"', '""')}"`);
    await page.locator("#tiers-text").fill(quoted.join("\n"));
    const tiers = await page.locator("#tiers-list li").evaluateAll((made) => made.map((item) => item.textContent));
    assert.deepEqual(tiers, NAMES);
    assert.equal(await page.locator("#tiers-said").innerText(), "");
    const state = await page.evaluate(() => ({
      hacked: window.hacked, images: document.images.length, scripts: document.scripts.length,
      styles: document.querySelectorAll("style").length, polluted: {}.hacked ?? Object.keys(Object.prototype).length,
    }));
    assert.deepEqual(state, { hacked: undefined, images: 0, scripts: 3, styles: 1, polluted: 0 });
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#save-json").click()]);
    assert.ok(await download.path());
    assert.deepEqual(troubles, []);
  });
});

describe("sizes", () => {
  const simulated = (nodes) => {
    bregdag("simulate", "--nodes", String(nodes), "--degree", "2", "--seed", "1", "--out", `n${nodes}.csv`);
    return report(`n${nodes}`, `n${nodes}.csv`, withStability);
  };

  it("50 variables make a file under 1 MB", () => {
    assert.ok(statSync(simulated(50)).size < 1_000_000);
  });

  it("100 variables open within 3 seconds", async () => {
    const { page, troubles, milliseconds } = await open(simulated(100));
    assert.ok(milliseconds < 3000, `${milliseconds} ms`);
    const fit = json("n100.json");
    assert.equal(await page.locator("#heat .cell").count(), fit.edges.length);
    // These columns differ in their units: the weights that are compared are in standard deviations.
    await page.locator("#least-weight").fill("0.5");
    const strong = standardised(fit).filter((size) => Math.abs(size) >= 0.5).length;
    assert.notEqual(strong, fit.edges.filter((edge) => Math.abs(edge.weight) >= 0.5).length);
    assert.equal(await page.locator("#drawing g.edge:not(.off)").count(), strong);
    await page.locator("#find").fill(fit.order.at(-1));
    await page.keyboard.press("Enter");
    assert.ok(await page.locator("#panel").isVisible());
    assert.deepEqual(troubles, []);
  });

  it("400 variables still open", async () => {
    const { page, troubles } = await open(simulated(400));
    const fit = json("n400.json");
    assert.match(await page.locator("#count").innerText(), /edges shown/);
    assert.equal(await page.locator("#heat .cell").count(), fit.edges.length);
    assert.deepEqual(troubles, []);
  });
});
