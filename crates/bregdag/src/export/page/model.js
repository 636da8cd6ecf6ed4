// The document as a graph of positions. Names are data: they are looked up in Maps and shown as text.

const text = byId("document").textContent;
const fit = JSON.parse(text);
const extra = JSON.parse(byId("extra").textContent);

const names = fit.variables;
const position = new Map(names.map((name, index) => [name, index]));
const order = fit.order.map((name) => position.get(name));
const rank = new Map(order.map((node, place) => [node, place]));
const nodes = names.map((name) => ({ name, ...fit.nodes.find((node) => node.name === name) }));

/** Standard deviations; without them, weights are shown in their own units. */
const deviations = nodes.map((node) => (node.variance > 0 ? Math.sqrt(node.variance) : null));
const comparable = deviations.every((deviation) => deviation !== null);

const refits = fit.stability ?? null;
/** What is known of an edge that no refit has. */
const NEVER = refits ? { frequency: 0, forward: 0, reverse: 0, open: 0, mean: null, deviation: null, positive: 0, negative: 0 } : null;

/** Whether the graph has equations; one that belongs to no DAG has none. */
const weighted = fit.edges.every((edge) => typeof edge.weight === "number");

/** Whether effects are curves: then a weight is an average slope, and there are no total effects. */
const curved = fit.noise === "additive";
const WEIGHT = curved ? "average slope" : "weight";

const edges = fit.edges.map((edge, index) => {
  const [source, target] = [position.get(edge.source), position.get(edge.target)];
  const scale = comparable ? deviations[source] / deviations[target] : 1;
  return {
    index, source, target,
    open: edge.directed === false,
    weight: edge.weight,
    standardised: weighted ? edge.weight * scale : 0,
    // A curve may go far and have no slope on average.
    size: curved ? fit.curves[index].deviation / (comparable ? deviations[target] : 1) : Math.abs(weighted ? edge.weight * scale : 0),
    error: edge.std_error ?? null,
    t: edge.t ?? null,
    curve: fit.curves?.[index] ?? null,
    foundBy: edge.found_by ?? null,
    stability: edge.stability ?? NEVER,
  };
});
const strongest = Math.max(0, ...edges.map((edge) => edge.size));

const incoming = names.map(() => []);
const outgoing = names.map(() => []);
for (const edge of edges) {
  incoming[edge.target].push(edge);
  outgoing[edge.source].push(edge);
}
for (const list of [...incoming, ...outgoing]) {
  list.sort((a, b) => b.size - a.size);
}

/** How strong the colour of an edge is, from 0 to 1. */
function strength(edge) {
  return strongest > 0 ? edge.size / strongest : 0;
}

/**
 * Total effects of one node on others: sums over paths of the products of their weights. `unsure`
 * are those of which a path takes an edge that may point either way.
 */
function effectsOf(start) {
  return along(start, order, (node) => incoming[node], (edge) => edge.source);
}

/** Total effects of others on one node. */
function effectsOn(end) {
  return along(end, [...order].reverse(), (node) => outgoing[node], (edge) => edge.target);
}

/** Walks all nodes behind `start` in the given order; `before` is the end of an edge already walked. */
function along(start, walk, edgesTo, before) {
  const total = new Map([[start, { effect: 1, unsure: false }]]);
  for (const node of walk) {
    if (node === start) continue;
    const reached = edgesTo(node).filter((edge) => total.has(before(edge)));
    if (!reached.length) continue;
    let [effect, unsure] = [0, false];
    for (const edge of reached) {
      const known = total.get(before(edge));
      effect += known.effect * edge.weight;
      unsure ||= known.unsure || edge.open;
    }
    total.set(node, { effect, unsure });
  }
  total.delete(start);
  return total;
}

/** The effect of one standard deviation of `source` in standard deviations of `target`. */
function inDeviations(effect, source, target) {
  return comparable ? (effect * deviations[source]) / deviations[target] : effect;
}
