// What the page computes, computed another way.

/** Total effects as W + W² + W³ + …, which ends after as many terms as there are variables. */
export function totalEffects(fit) {
  const n = fit.variables.length;
  const place = new Map(fit.variables.map((name, index) => [name, index]));
  const zeros = () => Array.from({ length: n }, () => new Float64Array(n));
  const W = zeros();
  for (const edge of fit.edges) W[place.get(edge.source)][place.get(edge.target)] = edge.weight;
  let [total, power] = [W.map((row) => row.slice()), W];
  for (let step = 1; step < n; step += 1) {
    const next = zeros();
    for (let i = 0; i < n; i += 1) for (let k = 0; k < n; k += 1) if (power[i][k]) {
      for (let j = 0; j < n; j += 1) next[i][j] += power[i][k] * W[k][j];
    }
    power = next;
    total = total.map((row, i) => row.map((value, j) => value + power[i][j]));
  }
  return total;
}

/** Which nodes a directed path leads to, by asking every edge until nothing changes. */
export function reachable(fit, start, forward) {
  const found = new Set([start]);
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const { source, target } of fit.edges) {
      const [from, to] = forward ? [source, target] : [target, source];
      if (found.has(from)) found.add(to);
    }
  }
  found.delete(start);
  return found;
}

export function standardised(fit) {
  const deviation = new Map(fit.nodes.map((node) => [node.name, Math.sqrt(node.variance)]));
  return fit.edges.map((edge) => (edge.weight * deviation.get(edge.source)) / deviation.get(edge.target));
}

/** A number as the page writes it. */
export const value = (text) => Number(text.replace("\u2212", "-").replace("e\u2212", "e-").replaceAll("\u202f", ""));

/** Three digits are shown: half a unit of the third. */
export const close = (shown, exact) => Math.abs(shown - exact) <= 0.0051 * Math.abs(exact) + 1e-12;
