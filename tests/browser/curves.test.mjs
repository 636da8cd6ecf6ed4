// The page of a graph whose effects are curves: a small figure for each edge, average slopes, and no total effects.

import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bregdag, file, json, open, report, root, shut, user } from "./browser.mjs";

const HOSTILE = "<img src=x onerror=alert(1)>";
let path, fit, hostile;

before(() => {
  const table = join(root, "fixtures/reference/data/nonlin_n8_m500.csv");
  const flags = ["--method", "cam"];
  path = report("curves", table, (fit) => fit, flags);
  fit = json("curves.json");
  const [header, ...rows] = readFileSync(table, "utf8").split("\n");
  writeFileSync(file("hostile.csv"), [header.replace("x1", HOSTILE), ...rows].join("\n"));
  bregdag("learn", "hostile.csv", ...flags, "--quiet", "--out", "hostile.json");
  bregdag("report", "hostile.json", "--out", "hostile.html");
  hostile = file("hostile.html");
});
after(shut);

const using = user(() => path);

it("draws a curve with its rows for each edge", using(async (page) => {
  assert.ok(fit.edges.length > 0 && fit.curves.length === fit.edges.length);
  assert.equal(await page.locator("#curves figure").count(), fit.edges.length);
  for (const [index, curve] of fit.curves.entries()) {
    const figure = page.locator(`#curves figure[data-curve="${index}"]`);
    assert.equal(await figure.locator("circle").count(), curve.points.length);
    assert.equal(await figure.locator("path.curve").count(), 1);
    assert.match(await figure.locator("figcaption").innerText(), new RegExp(`${curve.source} → ${curve.target}\\s+average slope`));
  }
  await page.locator('nav a[href="#curves"]').click();
}));

it("needs no script for them", async () => {
  const { page, troubles } = await open(path);
  const markup = await page.content();
  assert.equal(markup.match(/data-curve=/g).length, fit.edges.length);
  assert.equal(readFileSync(path, "utf8").match(/data-curve=/g).length, fit.edges.length);
  assert.deepEqual(troubles, []);
  await page.context().close();
});

it("calls weights what they are", using(async (page) => {
  const heads = await page.locator("#table thead th").allInnerTexts();
  assert.deepEqual(heads.slice(3, 6), ["Average slope", "p", "Freedom"]);
  const label = await page.locator("#drawing g.edge").first().getAttribute("aria-label");
  assert.match(label, /average slope/);
  assert.doesNotMatch(label, /weight/);
  assert.equal(await page.locator("#matrix-title").innerText(), "Matrix of average slopes");
  assert.doesNotMatch(await page.locator("#trust").innerText(), /straight-line sum/);
  assert.match(await page.locator("#assumed").innerText(), /shapes of the curves/);
}));

it("shows sums of functions and no total effects", using(async (page) => {
  const target = fit.variables.indexOf(fit.edges[0].target);
  await page.locator(`#drawing g.node[data-node="${target}"]`).click();
  const words = await page.locator("#panel").innerText();
  assert.match(words, /= f\(.+\).* \+ noise/);
  assert.doesNotMatch(words, /otal effects/);
}));

it("keeps names as text", async () => {
  const { page, troubles } = await open(hostile);
  const captions = await page.locator("#curves figcaption").allInnerTexts();
  assert.ok(captions.some((caption) => caption.includes(HOSTILE)));
  assert.equal(await page.locator("#curves img").count(), 0);
  assert.deepEqual(troubles, []);
  await page.context().close();
});
