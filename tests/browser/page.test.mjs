// The page of the README's example, as a reader uses it.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { after, before, describe, it } from "node:test";
import { join } from "node:path";
import { close, reachable, standardised, totalEffects, value } from "./algebra.mjs";
import { bregdag, file, json, report, root, shut, user, withStability } from "./browser.mjs";

let path, fit, sizes;
before(() => {
  path = report("nhefs", join(root, "examples/nhefs/nhefs.csv"), withStability);
  fit = json("nhefs.json");
  sizes = standardised(fit).map(Math.abs);
});
after(shut);

const using = user(() => path);

const visibleEdges = (page) => page.locator("#drawing g.edge:not(.off)").count();
const slide = (page, id, to) => page.locator(id).fill(String(to));
const place = (name) => fit.variables.indexOf(name);
const clickNode = (page, name) => page.locator(`#drawing g.node[data-node="${place(name)}"]`).click();

/** A point on the line of an edge where no other edge and no node lies. */
const pointOn = (page, index) => page.evaluate((index) => {
  const line = document.querySelector(`g.edge[data-edge="${index}"] .line`);
  for (let share = 0.05; share < 1; share += 0.01) {
    const at = line.getPointAtLength(line.getTotalLength() * share).matrixTransform(line.getScreenCTM());
    if (document.elementFromPoint(at.x, at.y)?.closest("g.edge") === line.parentNode) return { x: at.x, y: at.y };
  }
  return null;
}, index);

describe("the drawing", () => {
  it("has every edge and every variable", using(async (page) => {
    assert.equal(await visibleEdges(page), fit.edges.length);
    assert.equal(await page.locator("#drawing g.node").count(), fit.variables.length);
    assert.match(await page.locator("h1").innerText(), /22 variables/);
  }));

  it("hides edges below the least weight and says how many are left", using(async (page) => {
    const least = 0.3;
    await slide(page, "#least-weight", least);
    const expected = sizes.filter((size) => size >= least).length;
    assert.ok(expected > 0 && expected < fit.edges.length);
    assert.equal(await visibleEdges(page), expected);
    assert.match(await page.locator("#count").innerText(), new RegExp(`^${expected} of ${fit.edges.length} edges shown`));
    assert.equal(await page.locator("#table tbody tr").count(), expected);
    assert.equal(await page.locator("#heat .cell:not(.off)").count(), expected);
  }));

  it("hides edges below the least frequency, also together with the weight", using(async (page) => {
    const frequent = (k) => fit.edges[k].stability.frequency >= 0.5;
    await slide(page, "#least-frequency", 50);
    assert.equal(await visibleEdges(page), sizes.filter((_, k) => frequent(k)).length);
    await slide(page, "#least-weight", 0.2);
    assert.equal(await visibleEdges(page), sizes.filter((size, k) => frequent(k) && size >= 0.2).length);
    await slide(page, "#least-frequency", 0);
    await slide(page, "#least-weight", 0);
    assert.equal(await visibleEdges(page), fit.edges.length);
  }));

  it("tells about the edge under the pointer", using(async (page) => {
    const index = sizes.indexOf(Math.max(...sizes));
    const edge = fit.edges[index];
    const at = await pointOn(page, index);
    await page.mouse.move(at.x, at.y);
    const words = await page.locator("#tip").innerText();
    assert.ok(words.includes(edge.source) && words.includes(edge.target));
    const [, weight, error, t] = words.match(/weight (\S+) ± (\S+) \(standard error\), t\s(\S+)/);
    assert.ok(close(value(weight), edge.weight) && close(value(error), edge.std_error) && close(value(t), edge.t), words);
    const { frequency, forward, reverse } = edge.stability;
    assert.ok(words.includes(`joined in ${Math.round(frequency * 100)} % of 199 refits`), words);
    assert.ok(words.includes(`this way ${Math.round(forward * 100)} %, reversed ${Math.round(reverse * 100)} %`), words);
    assert.ok(words.includes("positive in 100 %, negative in 0 %"));
    assert.equal(words.includes("may point either way"), edge.directed === false);
    await page.mouse.move(2, 2);
    assert.ok(await page.locator("#tip").isHidden());
  }));

  it("moves and changes its size", using(async (page) => {
    const box = () => page.locator("#drawing svg").getAttribute("viewBox").then((text) => text.split(" ").map(Number));
    const whole = await box();
    await page.locator("#zoom-in").click();
    const [, , width] = await box();
    assert.ok(width < whole[2] * 0.8);
    await page.locator("#drawing").scrollIntoViewIfNeeded();
    const frame = await page.locator("#drawing").boundingBox();
    await page.mouse.move(frame.x + 5, frame.y + 5);
    await page.mouse.down();
    await page.mouse.move(frame.x + 65, frame.y + 45, { steps: 4 });
    await page.mouse.up();
    assert.ok((await box())[0] < whole[0] + (whole[2] - width) / 2, "dragging to the right shows what lies left");
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, -100);
    await page.keyboard.up("Control");
    assert.ok((await box())[2] < width);
    await page.locator("#drawing").focus();
    const [before] = await box();
    await page.keyboard.press("ArrowRight");
    assert.ok((await box())[0] > before);
    await page.keyboard.press("0");
    assert.deepEqual(await box(), whole);
  }));
});

describe("a chosen variable", () => {
  it("shows its equation", using(async (page) => {
    await clickNode(page, "wt82");
    const words = await page.locator("#panel .equation").innerText();
    const causes = fit.edges.filter((edge) => edge.target === "wt82");
    assert.ok(causes.length > 0 && words.startsWith("wt82 = ") && words.includes("+ noise"));
    for (const { source, weight } of causes) {
      const [, sign, number] = words.match(new RegExp(`([−+=]) ?([0-9.e−]+)·${source}\\b`));
      assert.ok(close(value(number) * (sign === "−" ? -1 : 1), weight), words);
    }
    const { r_squared: explained } = fit.nodes.find((node) => node.name === "wt82");
    assert.ok(words.endsWith(`R²\u00a0${explained.toFixed(2)}`), words);
  }));

  it("marks its ancestors and descendants and dims the others", using(async (page) => {
    for (const name of ["age", "wt82", "smokeyrs"]) {
      await clickNode(page, name);
      const marked = (kind) => page.locator(`#drawing g.node.${kind}`).evaluateAll((nodes) => nodes.map((node) => Number(node.dataset.node)));
      const names = async (kind) => new Set((await marked(kind)).map((index) => fit.variables[index]));
      assert.deepEqual(await names("ancestor"), reachable(fit, name, false));
      assert.deepEqual(await names("descendant"), reachable(fit, name, true));
      const related = 1 + reachable(fit, name, false).size + reachable(fit, name, true).size;
      assert.equal((await names("dim")).size, fit.variables.length - related);
      await page.keyboard.press("Escape");
    }
    assert.equal(await page.locator("#drawing .dim").count(), 0);
    assert.ok(await page.locator("#panel").isHidden());
  }));

  it("has the total effects of all paths", using(async (page) => {
    const total = totalEffects(fit);
    const rows = (relation) => page.locator(`#panel table[data-relation="${relation}"] tbody tr`)
      .evaluateAll((rows) => rows.map((row) => [Number(row.dataset.other), row.cells[1].textContent]));
    for (const name of fit.variables) {
      const node = place(name);
      await page.locator("#find").fill(name);
      await page.keyboard.press("Enter");
      const [from, on] = [await rows("ancestors"), await rows("descendants")];
      assert.equal(from.length, reachable(fit, name, false).size);
      assert.equal(on.length, reachable(fit, name, true).size);
      // Paths may cancel to less than rounding leaves; the page and the sum here round differently.
      const equal = (shown, exact) => close(value(shown), exact) || Math.abs(exact) < 1e-9;
      for (const [other, shown] of from) assert.ok(equal(shown, total[other][node]), `${other} on ${name}`);
      for (const [other, shown] of on) assert.ok(equal(shown, total[node][other]), `${name} on ${other}`);
    }
  }));
});

describe("finding", () => {
  it("lists the names that contain what is typed, and Enter takes the first", using(async (page) => {
    await page.locator("#find").fill("price");
    const shown = await page.locator("#found li").allInnerTexts();
    assert.deepEqual(new Set(shown), new Set(fit.variables.filter((name) => name.includes("price"))));
    assert.equal(await page.locator("#drawing g.node.found").count(), shown.length);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    assert.equal(await page.locator("#panel h3").first().innerText(), shown[1]);
    await page.locator("#find").fill("nothing like it");
    assert.match(await page.locator("#found").innerText(), /No variable/);
  }));
});

describe("the table", () => {
  const column = (page, index) => page.locator(`#table tbody td:nth-child(${index})`).allInnerTexts();

  it("sorts both ways by numbers and by names", using(async (page) => {
    const weight = page.locator("#table th", { hasText: "Weight" });
    for (const [way, sign] of [["descending", -1], ["ascending", 1]]) {
      await weight.getByRole("button").click();
      assert.equal(await weight.getAttribute("aria-sort"), way);
      const shown = (await column(page, 4)).map((text) => Math.abs(value(text)));
      const expected = fit.edges.map((edge) => Math.abs(edge.weight)).sort((a, b) => sign * (a - b));
      shown.forEach((number, k) => assert.ok(close(number, expected[k]), `${number} ${expected[k]}`));
    }
    const cause = page.locator("#table th", { hasText: "Cause" });
    await cause.getByRole("button").press("Enter");
    assert.equal(await cause.getAttribute("aria-sort"), "ascending");
    assert.equal(await weight.getAttribute("aria-sort"), "none");
    const names = await column(page, 1);
    assert.deepEqual(names, [...names].sort());
  }));

  it("filters by name", using(async (page) => {
    await page.locator("#filter").fill("WT8");
    const expected = fit.edges.filter(({ source, target }) => `${source} ${target}`.includes("wt8")).length;
    assert.equal(await page.locator("#table tbody tr").count(), expected);
    assert.match(await page.locator("#filter-count").innerText(), new RegExp(`^${expected} of`));
  }));
});

describe("the matrix", () => {
  it("has causes in rows and effects in columns, in causal order", using(async (page) => {
    const at = async (index) => {
      const cell = page.locator(`#heat .cell[data-edge="${index}"]`);
      return [Number(await cell.getAttribute("x")), Number(await cell.getAttribute("y"))];
    };
    const ranks = new Map(fit.order.map((name, rank) => [name, rank]));
    const [x0, y0] = await at(0);
    const { source, target } = fit.edges[0];
    for (const [index, edge] of fit.edges.entries()) {
      const [x, y] = await at(index);
      assert.equal((x - x0) / 20, ranks.get(edge.target) - ranks.get(target));
      assert.equal((y - y0) / 20, ranks.get(edge.source) - ranks.get(source));
      assert.ok(x > y, "above the diagonal");
    }
  }));

  it("tells about a cell under the pointer or in focus", using(async (page) => {
    const words = page.locator("#matrix-words");
    const { source, target } = fit.edges[3];
    await page.locator('#heat .cell[data-edge="3"]').hover();
    assert.ok((await words.innerText()).includes(source) && (await words.innerText()).includes(target));
    await page.locator("#heat .cell[tabindex='0']").focus();
    const first = await words.innerText();
    await page.keyboard.press("ArrowRight");
    assert.notEqual(await words.innerText(), first);
  }));
});

describe("words", () => {
  it("say where the graph comes from and how far to trust it", using(async (page) => {
    // What matters less is folded away until somebody asks.
    await page.locator("#remarks-rest").evaluate((made) => (made.open = true));
    const everything = await page.locator("main").innerText();
    for (const words of [...fit.remarks ?? [], ...fit.warnings, "A remark on stability.", "What this does not prove"]) {
      const plain = (text) => text.replaceAll("`", "").replace(/\s+/g, " ");
      assert.ok(plain(everything).includes(plain(words)), words);
    }
    assert.equal(await page.locator("#command").innerText(), fit.command);
    assert.ok(everything.includes(`bregdag ${fit.bregdag_version}`));
    assert.equal(await page.locator("#provenance > dl dt", { hasText: "Seed" }).locator("+ dd").innerText(), String(fit.options.seed));
  }));

  it("say how many restarts reached the best score", using(async (page) => {
    const { restarts } = fit.whole.course;
    const best = Math.min(...restarts);
    const reached = restarts.filter((score) => score <= best + 1e-9 * Math.abs(best)).length;
    assert.ok(restarts.length > 1);
    const words = await page.locator("#course").innerText();
    assert.ok(words.includes(`reached by ${reached} of ${restarts.length} restarts`), words);
    assert.equal(await page.locator("#course figure .dot").count(), restarts.length);
  }));

  it("say what was assumed and claimed, and of which fit the course is", using(async (page) => {
    const assumed = await page.locator("#assumed").innerText();
    assert.match(assumed, { equal: /one variance/, free: /a variance of its own/ }[fit.noise]);
    assert.match(assumed, /what the refits agree on/);
    const words = await page.locator("#course").innerText();
    const { steps, unit } = fit.whole.course;
    assert.match(words, new RegExp(`after ${steps} ${unit}`));
    assert.match(words, /All this is of the fit of all rows/);
  }));
});

describe("tiers", () => {
  it("are suggested, can be edited and kept as a file", using(async (page) => {
    const area = page.locator("#tiers-text");
    assert.equal(await area.inputValue(), "age\n*\n");
    const shown = () => page.locator("#tiers-list li").allInnerTexts();
    assert.deepEqual(await shown(), ["age", `all others (${fit.variables.length - 1})`]);
    assert.equal(await page.locator("#tiers-said").innerText(), "");
    assert.ok(await page.getByLabel("tiers.txt", { exact: true }).isEditable());
    await area.fill('age,"income" \nnobody, sbp\nage');
    assert.deepEqual(await shown(), ["age, income", "nobody, sbp", "age"]);
    const said = await page.locator("#tiers-said").innerText();
    assert.equal(said, `Not a variable: nobody. In two tiers: age. ${fit.variables.length - 3} variables in no tier: nothing is said of them.`);
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#tiers-save").click()]);
    assert.equal(download.suggestedFilename(), "tiers.txt");
    assert.equal(readFileSync(await download.path(), "utf8"), 'age,"income" \nnobody, sbp\nage\n');
    assert.equal(await page.locator("#tiers-command").innerText(), `${fit.command} --tiers tiers.txt`);
  }));

  it("that the page suggests are read by the command", using(async (page) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#tiers-save").click()]);
    writeFileSync(file("tiers.txt"), readFileSync(await download.path()));
    bregdag("learn", join(root, "examples/nhefs/nhefs.csv"), "--tiers", "tiers.txt", "--quiet", "--out", "tiered.json");
    assert.ok(json("tiered.json").edges.every((edge) => edge.target !== "age"));
    assert.ok(fit.edges.some((edge) => edge.target === "age"));
  }));
});

describe("the keyboard", () => {
  it("reaches variables and edges and comes back", using(async (page) => {
    await page.locator("#drawing").focus();
    await page.keyboard.press("Tab");
    const focused = () => page.evaluate(() => document.activeElement.getAttribute("class") ?? document.activeElement.id);
    assert.match(await focused(), /edge|node/);
    if ((await focused()).includes("edge")) {
      assert.ok(await page.locator("#tip").isVisible());
      await page.keyboard.press("ArrowRight");
      assert.match(await focused(), /edge/);
      await page.keyboard.press("Tab");
    }
    assert.match(await focused(), /node/);
    const label = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
    const visited = new Set([await label()]);
    for (const key of ["ArrowUp", "ArrowRight", "ArrowRight", "ArrowDown"]) {
      await page.keyboard.press(key);
      visited.add(await label());
    }
    assert.ok(visited.size > 2, [...visited].join(" "));
    const name = await label();
    await page.keyboard.press("Enter");
    assert.equal(await page.locator("#panel h3").first().innerText(), name);
    assert.equal(await focused(), "panel");
    await page.keyboard.press("Escape");
    assert.equal(await label(), name);
  }));

  it("starts with a link past the drawing", using(async (page) => {
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.id), "edges");
  }));
});
