// Methods side by side: a page without scripts.

import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bregdag, file, root, shut, user } from "./browser.mjs";

const METHODS = ["search", "pc", "ges", "empty"];
const READY = { ready: "figure svg.graph" };
let compared;

before(() => {
  const table = join(root, "examples/nhefs/nhefs.csv");
  const printed = bregdag("compare", table, "--methods", METHODS.join(","), "--quiet", "--json", "--report", "compare.html");
  compared = JSON.parse(printed);
});
after(shut);

const using = user(() => file("compare.html"));

it("has a row, a column and a drawing for each method", using(async (page) => {
  assert.deepEqual(await page.locator("figure h3").allInnerTexts(), METHODS);
  const rows = page.locator(".numbers tbody tr");
  assert.equal(await rows.count(), METHODS.length);
  for (const [k, method] of compared.methods.entries()) {
    const cells = await rows.nth(k).locator("td").allInnerTexts();
    assert.equal(cells[1], method.method);
    assert.equal(cells[2], String(method.edges));
    assert.equal(await page.locator("figure").nth(k).locator("g.edge").count(), method.edges);
    const heads = await page.locator("figure").nth(k).locator("g.edge .head").count();
    assert.equal(heads, method.directed.length);
  }
}, READY));

it("draws every variable at the same place", using(async (page) => {
  const places = (k) => page.locator("figure").nth(k).locator("g.node rect").evaluateAll(
    (boxes) => boxes.map((box) => [box.getAttribute("x"), box.getAttribute("y")].join()));
  const first = await places(0);
  assert.equal(first.length, compared.variables.length);
  for (let k = 1; k < METHODS.length; k++) assert.deepEqual(await places(k), first);
}, READY));

it("shows what differs in colour", using(async (page) => {
  const grey = (k) => page.locator("figure").nth(k).locator('g.edge .line[stroke="#9a9a96"]').count();
  const alike = await page.locator(".pairs tbody tr.alike").count();
  // What all methods with edges find is grey in each of them; the last method has none.
  assert.ok(alike > 0);
  for (const k of [0, 1, 2]) assert.equal(await grey(k), alike);
  const gaps = (k) => page.locator("figure").nth(k).locator("path.gap").count();
  assert.ok(await gaps(3) >= alike);
  const colours = await page.locator("figure").nth(2).locator("g.edge .line").evaluateAll(
    (lines) => new Set(lines.map((line) => line.getAttribute("stroke"))).size);
  assert.ok(colours > 1);
}, READY));

it("runs no script and fits a narrow screen", using(async (page) => {
  assert.equal(await page.locator("script").count(), 0);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  assert.equal(wide, false);
  assert.match(readFileSync(file("compare.html"), "utf8"), /default-src 'none'/);
}, { ...READY, viewport: { width: 400, height: 800 } }));
