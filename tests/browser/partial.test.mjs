// The page of a graph that belongs to no DAG: edges and directions, no equations.

import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { join } from "node:path";
import { json, report, root, shut, user } from "./browser.mjs";

let path, fit;

/** The same edges without equations, and one more that closes a cycle. */
function withoutEquations(fit) {
  const bare = { weight: null, std_error: null, t: null, found_by: null };
  fit.edges = fit.edges.map((edge) => ({ ...edge, ...bare }));
  const joined = (a, b) => fit.edges.some(({ source, target }) => (source === a && target === b) || (source === b && target === a));
  const paths = fit.edges.flatMap((first) => fit.edges.filter((second) => second.source === first.target).map((second) => [first, second]));
  const [first, second] = paths.find(([first, second]) => first.directed && second.directed && !joined(first.source, second.target));
  fit.edges.push({ ...first, source: second.target, target: first.source });
  fit.nodes = fit.nodes.map((node) => ({ ...node, noise_variance: null, r_squared: null }));
  return Object.assign(fit, { claim: "partial" });
}

before(() => {
  path = report("partial", join(root, "examples/nhefs/nhefs.csv"), withoutEquations);
  fit = json("partial.json");
});
after(shut);

const using = user(() => path);

it("draws every edge, the one that closes a cycle too", using(async (page) => {
  assert.equal(await page.locator("#drawing g.edge").count(), fit.edges.length);
  assert.equal(await page.locator("#drawing g.edge.unsigned").count(), fit.edges.length);
  const directed = fit.edges.filter((edge) => edge.directed).length;
  assert.equal(await page.locator("#drawing g.edge .head").count(), directed);
  assert.doesNotMatch(await page.locator("#legend").innerText(), /raises|lowers|strong colour/);
}));

it("says that there are no weights, and none of them", using(async (page) => {
  const label = await page.locator("#drawing g.edge").first().getAttribute("aria-label");
  assert.match(label, /no weight: this graph has no equations/);
  const heads = await page.locator("#table thead th").allInnerTexts();
  assert.deepEqual(heads, ["Cause", "Direction", "Effect"]);
  assert.equal(await page.locator("#table tbody tr").count(), fit.edges.length);
  assert.equal(await page.locator("#heat .cell").count(), fit.edges.length);
  assert.match(await page.locator("#assumed").innerText(), /one by one/);
}));

it("shows relatives of a variable and no effects", using(async (page) => {
  await page.locator('#drawing g.node[data-node="0"]').click();
  const words = await page.locator("#panel").innerText();
  assert.match(words, /Direct causes/);
  assert.doesNotMatch(words, /noise|Total effects|total effects|\b0\b/);
}));
