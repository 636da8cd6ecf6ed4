// The chosen variable: its equation, its relatives, and what it does in total.

const panel = byId("panel");

function startPanel() {
  onChange(showPanel);
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || state.chosen === null) return;
    const back = panel.contains(document.activeElement) ? drawnNodes.get(state.chosen) : null;
    choose(null);
    back?.focus();
  });
}

let shownNode = null;

function showPanel() {
  if (state.chosen === shownNode) return;
  shownNode = state.chosen;
  panel.parentElement.classList.toggle("open", shownNode !== null);
  if (shownNode === null) return panel.replaceChildren();
  const node = shownNode;
  const close = element("button", { type: "button", click: () => choose(null), "aria-label": "Close", title: "Close (Escape)" }, "\u00d7");
  const [from, on] = weighted && !curved ? [effectsOn(node), effectsOf(node)] : [new Map(), new Map()];
  panel.replaceChildren(
    element("header", {}, element("h3", {}, bdi(node)), close),
    weighted ? equation(node) : "",
    facts(node),
    ...relatives("Direct causes", incoming[node], (edge) => edge.source, "Nothing in the table acts on it in this graph."),
    ...relatives("Direct effects", outgoing[node], (edge) => edge.target, "It acts on nothing in this graph."),
    ...totals("Total effects on it", from, (other) => [other, node], "Ancestors"),
    ...totals("Its total effects", on, (other) => [node, other], "Descendants"),
    ...caveat([...from.values(), ...on.values()]),
  );
  panel.scrollTop = 0;
}

/** y = 0.86·x − 0.12·z + noise, or y = f(x) + f(z) + noise where effects are curves. */
function equation(node) {
  const parts = [bdi(node), " = "];
  incoming[node].forEach((edge, index) => {
    if (curved) return parts.push(index ? " + f(" : "f(", bdi(edge.source), ")");
    const joint = edge.weight < 0 ? (index ? ` ${MINUS} ` : MINUS) : index ? " + " : "";
    parts.push(joint, significant(Math.abs(edge.weight)), "\u00b7", bdi(edge.source));
  });
  parts.push(incoming[node].length ? " + noise" : "noise");
  const explained = nodes[node].r_squared;
  if (typeof explained === "number") parts.push(`, R\u00b2\u00a0${explained.toFixed(2)}`);
  return element("p", { class: "equation" }, parts);
}

function facts(node) {
  const { variance, noise_variance: noise } = nodes[node];
  const said = [];
  if (typeof variance === "number") said.push(`standard deviation ${significant(Math.sqrt(variance))}`);
  if (typeof noise === "number") said.push(`that of the noise ${significant(Math.sqrt(noise))}`);
  const words = "Each variable is meant as its distance from its mean.";
  return element("p", { class: "lead" }, `${words} ${said.length ? `Here: ${said.join(", ")}.` : ""}`);
}

function relatives(heading, list, other, none) {
  const title = element("h3", {}, heading);
  if (!list.length) return [title, element("p", { class: "lead" }, none)];
  const item = (edge) => {
    const either = edge.open ? ` (${EITHER_WAY})` : "";
    const weight = weighted ? ` ${significant(edge.weight)}` : "";
    return element("li", {}, link(other(edge)), `${weight}${either}`);
  };
  return [title, element("ul", { class: "names" }, list.map(item))];
}

/** A table of sums over all paths, the largest first. `pair` gives cause and effect. */
function totals(heading, effects, pair, relation) {
  if (!effects.size) return [];
  const rows = [...effects].map(([other, { effect, unsure }]) => {
    return { other, effect, unsure, size: inDeviations(effect, ...pair(other)) };
  });
  rows.sort((a, b) => Math.abs(b.size) - Math.abs(a.size));
  const cell = (content) => element("td", { class: "number" }, content);
  const head = (content) => element("th", { class: "number", scope: "col" }, content);
  const body = rows.map((row) =>
    element("tr", { "data-other": row.other },
      element("td", {}, link(row.other), row.unsure ? " *" : null),
      cell(significant(row.effect)), comparable ? cell(significant(row.size)) : null));
  return [
    element("h3", {}, `${heading}`),
    element("table", { "data-relation": relation.toLowerCase() },
      element("thead", {}, element("tr", {}, element("th", { scope: "col" }, relation), head("per unit"), comparable ? head("in std dev") : null)),
      element("tbody", {}, body)),
  ];
}

function caveat(effects) {
  if (!effects.length) return [];
  const words = ["Sums over all directed paths of the products of their weights; all edges count, also those that the sliders hide."];
  if (effects.some((total) => total.unsure)) {
    words.push(`* A path takes an edge that ${EITHER_WAY}; it is followed as the fit has it, and the other way would give another effect.`);
  }
  return words.map((word) => element("p", { class: "lead" }, word));
}
