// Opens a .cyjs file with Cytoscape.js and compares it with the fit: check_cytoscape.js FIT.json FIT.cyjs
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import cytoscape from "cytoscape";

const [fit, network] = process.argv.slice(2).map((path) => JSON.parse(readFileSync(path, "utf8")));
const graph = cytoscape({ headless: true, elements: network.elements });

assert.deepEqual(graph.nodes().map((node) => node.data("name")), fit.variables);
fit.nodes.forEach((node, k) => {
  const found = graph.getElementById(`n${k}`);
  for (const name of ["variance", "noise_variance", "r_squared"]) {
    assert.equal(found.data(name), node[name] ?? undefined);
  }
});
assert.equal(graph.edges().length, fit.edges.length);
fit.edges.forEach((edge, k) => {
  const found = graph.edges()[k];
  assert.equal(found.source().data("name"), edge.source);
  assert.equal(found.target().data("name"), edge.target);
  assert.equal(found.data("directed"), edge.directed);
  assert.equal(found.hasClass("open"), !edge.directed);
  for (const name of ["weight", "std_error", "t"]) {
    assert.equal(found.data(name), edge[name] ?? undefined);
  }
  for (const name of ["frequency", "forward", "reverse", "open"]) {
    assert.equal(found.data(name), edge.stability?.[name]);
  }
});
console.log(`${basename(process.argv[2])}: cyjs (Cytoscape.js): as in the fit`);
