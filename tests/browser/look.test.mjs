// Light and dark, narrow and on paper, and the files that the page saves.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { join } from "node:path";
import { bregdag, file, json, open, report, reportOf, root, shut, user, wholeOf, withStability } from "./browser.mjs";

let path, fit;
before(() => {
  path = report("look", join(root, "examples/nhefs/nhefs.csv"), withStability);
  fit = json("look.json");
});
after(shut);

const using = user(() => path);

/** Contrast of two colours by the formula of the WCAG, as the browser computes them. */
const contrasts = (page, selectors) => page.evaluate((selectors) => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const channels = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = (colour) => {
    const [r, g, b] = channels(colour).slice(0, 3).map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (channels(colour)[3] === 255) return colour;
    }
    return "white";
  };
  return selectors.map((selector) => {
    const element = document.querySelector(selector);
    const [a, b] = [luminance(getComputedStyle(element).color), luminance(behind(element))];
    return [selector, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)];
  });
}, selectors);

const TEXTS = ["h1", "#summary", ".lead", "nav a", "#count", "#table button.link", "#table th", "ul.legend li", ".box p", "summary", "#course figcaption", "dt", ".warning, #remarks li"];

describe("colours", () => {
  for (const colorScheme of ["light", "dark"]) {
    it(`can be read when ${colorScheme}`, using(async (page) => {
      for (const [selector, ratio] of await contrasts(page, TEXTS)) assert.ok(ratio >= 4.5, `${selector}: ${ratio.toFixed(2)}`);
    }, { colorScheme }));
  }

  it("follow the button", using(async (page) => {
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const line = () => page.evaluate(() => getComputedStyle(document.querySelector("#drawing g.edge .line")).stroke);
    const [paperBefore, lineBefore] = [await paper(), await line()];
    await page.locator("#theme").click();
    assert.notEqual(await paper(), paperBefore);
    assert.notEqual(await line(), lineBefore);
    assert.equal(await page.locator("#theme").getAttribute("aria-pressed"), "true");
    await page.locator("#theme").click();
    assert.equal(await paper(), paperBefore);
  }));
});

describe("sizes", () => {
  for (const width of [360, 768, 1920]) {
    it(`fit a window of ${width} pixels`, using(async (page) => {
      const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(await wide() <= width);
      await page.locator("#drawing g.node").first().click();
      assert.ok(await wide() <= width);
    }, { viewport: { width, height: 740 } }));
  }

  it("go on paper", using(async (page) => {
    await page.locator("#least-weight").fill("0.2");
    const pdf = await page.pdf({ format: "A4" });
    assert.equal(pdf.subarray(0, 5).toString(), "%PDF-");
    assert.ok(pdf.length > 20_000);
    await page.emulateMedia({ media: "print" });
    assert.ok(await page.locator("#least-weight").isHidden());
    assert.equal(await page.locator("#least-weight-value").innerText(), "0.20");
    assert.ok(await page.locator("#count").isVisible());
    // A4 without its margins.
    await page.setViewportSize({ width: 688, height: 1000 });
    const table = await page.locator("#table table").boundingBox();
    assert.ok(table.x + table.width <= 688, `the table ends at ${table.x + table.width}`);
    assert.ok(await page.locator("#provenance details dl").isVisible(), "what is folded opens");
  }));
});

describe("saving", () => {
  const saved = async (page, button) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator(button).click()]);
    return readFileSync(await download.path(), "utf8");
  };
  const tool = (name, args) => spawnSync(name, args).error === undefined;

  it("gives the document as JSON", using(async (page) => {
    assert.deepEqual(JSON.parse(await saved(page, "#save-json")), fit);
  }));

  it("gives the graph as DOT", using(async (page) => {
    const dot = await saved(page, "#save-dot");
    assert.equal((dot.match(/ -> /g) ?? []).length, fit.edges.length);
    if (tool("dot", ["-V"])) {
      const plain = execFileSync("dot", ["-Tplain"], { input: dot, encoding: "utf8" });
      assert.equal((plain.match(/^edge /gm) ?? []).length, fit.edges.length);
      assert.equal((plain.match(/^node /gm) ?? []).length, fit.variables.length);
    }
  }));

  it("gives the drawing as it is shown", using(async (page) => {
    await page.locator("#least-weight").fill("0.3");
    const shown = await page.locator("#drawing g.edge:not(.off)").count();
    const svg = await saved(page, "#save-svg");
    const problem = await page.evaluate((svg) => {
      const read = new DOMParser().parseFromString(svg, "image/svg+xml");
      return read.querySelector("parsererror")?.textContent ?? [read.documentElement.namespaceURI, read.querySelectorAll("g.edge").length];
    }, svg);
    assert.deepEqual(problem, ["http://www.w3.org/2000/svg", shown]);
    assert.ok(/class="line"[^>]*stroke="#/.test(svg), "colours are in the file");
    assert.ok(svg.includes("<title>") && !svg.includes("<script"));
    if (tool("xmllint", ["--version"])) {
      writeFileSync(file("saved.svg"), svg);
      execFileSync("xmllint", ["--noout", file("saved.svg")]);
    }
  }));
});

describe("a consensus of refits", () => {
  it("has its page too", async () => {
    const table = join(root, "examples/nhefs/nhefs.csv");
    bregdag("stability", table, "--subsample", "10", "--quiet", "--out", "stable.json", "--out", "stable.html");
    const stable = json("stable.json");
    const { page, troubles } = await open(file("stable.html"));
    const words = await page.locator("#stability").innerText();
    for (const remark of stable.stability.remarks) assert.ok(words.includes(remark.replaceAll("`", "")), remark);
    await page.locator("#least-frequency").fill("80");
    const frequent = stable.edges.filter((edge) => edge.stability.frequency >= 0.8).length;
    assert.equal(await page.locator("#drawing g.edge:not(.off)").count(), frequent);
    assert.deepEqual(troubles, []);
  });
});

describe("what a fit may lack", () => {
  const opened = async (name, fit) => open(reportOf(name, fit));

  it("is said or left out", async () => {
    const poor = { ...wholeOf(fit), command: null, warnings: [], remarks: [], preparation: null, diagnostics: null };
    poor.edges = poor.edges.map((edge) => ({ ...edge, std_error: null, t: null }));
    poor.course = { ...poor.course, restarts: [], stages: [], trace: { columns: [], rows: [] } };
    const { page, troubles } = await opened("poor", poor);
    assert.equal(await page.locator("#least-frequency").count(), 0);
    assert.match(await page.locator("#frequency-control").innerText(), /bregdag stability/);
    assert.equal(await page.locator("#course figure").count(), 0);
    assert.doesNotMatch(await page.locator("#course").innerText(), /fit of all rows/);
    assert.deepEqual(troubles, []);
  });

  it("may be an edge in all refits", async () => {
    const rare = { ...fit, edges: fit.edges.map((edge, k) => (k ? edge : { ...edge, stability: null })) };
    const { page, troubles } = await opened("rare", rare);
    assert.match(await page.locator('#drawing g.edge[data-edge="0"]').getAttribute("aria-label"), /in none of 199 refits/);
    await page.locator("#least-frequency").fill("1");
    assert.equal(await page.locator("#drawing g.edge:not(.off)").count(), fit.edges.length - 1);
    assert.deepEqual(troubles, []);
  });

  it("may be all edges, or all but one variable", async () => {
    for (const [name, keep] of [["lonely", 1], ["edgeless", 5]]) {
      const kept = new Set(fit.variables.slice(0, keep));
      const bare = {
        ...wholeOf(fit), edges: [], variables: [...kept], order: fit.order.filter((name) => kept.has(name)),
        nodes: fit.nodes.filter((node) => kept.has(node.name)), diagnostics: null,
      };
      const { page, troubles } = await opened(name, bare);
      assert.match(await page.locator("#count").innerText(), /^0 of 0 edges/);
      assert.deepEqual(troubles, []);
    }
  });

  it("may be the weight of an edge that was required", async () => {
    const without = (lacks) => ({ ...fit, edges: fit.edges.map((edge, k) => (lacks(k) ? { ...edge, weight: 0, t: 0 } : edge)) });
    const one = await opened("zero", without((k) => k === 0));
    assert.equal(await one.page.locator("#drawing g.edge:not(.off)").count(), fit.edges.length);
    await one.page.locator("#least-weight").fill("0.01");
    assert.ok(await one.page.locator('#drawing g.edge[data-edge="0"]').evaluate((group) => group.classList.contains("off")));
    const all = await opened("zeros", without(() => true));
    assert.equal(await all.page.locator("#drawing g.edge:not(.off)").count(), fit.edges.length);
    assert.ok(await all.page.locator("#least-weight").isDisabled());
    await all.page.locator("#drawing g.node").first().click();
    assert.doesNotMatch(await all.page.locator("body").innerText(), /NaN|Infinity|undefined|\u22120\b/);
    assert.deepEqual([...one.troubles, ...all.troubles], []);
  });
});

describe("the steps of a method", () => {
  const traced = async (name, trace) => {
    const found = wholeOf(fit);
    const { page, troubles } = await open(reportOf(name, { ...found, course: { ...found.course, unit: "round", restarts: [], selection: null, trace } }));
    assert.match(await page.locator("#course").innerText(), /after .* rounds? in/);
    assert.deepEqual(troubles, []);
    return page;
  };
  const captions = (page) => page.locator("#course figcaption").allInnerTexts();

  it("are drawn where there are such numbers", async () => {
    const columns = ["round", "ridge", "support", "penalty", "objective"];
    const rows = [[0, null, 3, 2, 90], [1, 0.5, 9, 0.02, 70], [2, 0.4, 8, 0, null], [3, 0.3, 8, 0, 60]];
    const page = await traced("steps", { columns, rows });
    assert.deepEqual(await captions(page), ["Objective", "Penalty on cycles", "Weights that are not zero"]);
    const points = await page.locator("#course .curve").evaluateAll((curves) => curves.map((curve) => curve.getAttribute("d").split("L").length));
    assert.deepEqual(points, [3, 4, 4], "no point where there is no number");
    assert.match(await page.locator("#course figure").first().innerText(), /round/);
  });

  it("are left out where there are none", async () => {
    const page = await traced("silent", { columns: ["round", "sweeps"], rows: [[0, 1], [1, 2]] });
    assert.deepEqual(await captions(page), []);
    const one = await traced("one", { columns: ["round", "objective"], rows: [[0, 1]] });
    assert.deepEqual(await captions(one), []);
  });
});
