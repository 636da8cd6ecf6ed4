// What the fit says in words: warnings, remarks, stability, assumptions, preparation, provenance.

const ASSUMED = {
  equal: "The noise of all variables was taken to have one variance, so that scale tells directions.",
  free: "The noise was taken to be Gaussian, of each variable with a variance of its own, so that units do not matter.",
  non_gaussian: "The noise was taken not to be Gaussian, so that its shape tells directions.",
  additive: "The noise was taken to be Gaussian and added to curves of the causes, so that the shapes of the curves tell directions; of a straight effect nothing tells the direction.",
  unknown: "Nothing was assumed about the noise.",
};
const CLAIMED = {
  dag: "Every direction is claimed.",
  class: "What is claimed is what all graphs that fit as well have in common.",
  partial: "What is claimed is the edges and their directions one by one, not that one graph without cycles has them all.",
  consensus: "What is claimed is what the refits agree on.",
};
const STARTS = { order: "a given order", graph: "a given graph", weights: "a given matrix" };

function startSections() {
  const open = edges.filter((edge) => edge.open).length;
  const either = open ? `, ${grouped(open)} of which ${EITHER_WAY}` : "";
  byId("summary").textContent = `${count(edges.length, "edge")}${either}, learned from ${count(fit.rows, "row")} by the method ${fit.method}.`;
  byId("warnings").append(...(fit.warnings ?? []).map((words) => element("p", { class: "warning" }, prose(words))));
  // What is said of the refits has its own place.
  const said = new Set(refits?.remarks);
  byId("remarks").append(...remarksSection((fit.remarks ?? []).filter((words) => !said.has(words))));
  byId("stability").append(...stabilitySection());
  byId("assumed").textContent = `${ASSUMED[fit.noise]} ${CLAIMED[fit.claim]}`;
  if (curved) sayCurves();
  byId("provenance").append(...commandLine(), provenance(), ...knowledge(), ...preparation(), options());
}

/** What matters most, and the rest for who asks; all of it where the file does not say what matters. */
function remarksSection(remarks) {
  const most = (fit.foremost ?? []).filter((words) => remarks.includes(words));
  const rest = remarks.filter((words) => !most.includes(words));
  if (!most.length || !rest.length) return sentences("In plain words", remarks);
  const more = element("details", { id: "remarks-rest" }, element("summary", {}, "And the rest"), element("ul", {}, rest.map((words) => element("li", {}, prose(words)))));
  return [...sentences("In plain words", most), more];
}

/** What the page says of straight lines, said of curves. */
function sayCurves() {
  byId("weight-lead").textContent = "An average slope is the change of the effect for one unit of the cause, its other causes held fixed, on average over the rows: the curve may rise and fall where it is zero. In standard deviations, it is multiplied by that of the cause and divided by that of the effect, so that slopes can be compared.";
  byId("matrix-title").textContent = "Matrix of average slopes";
  byId("matrix-unit").textContent = "Average slopes are";
  byId("sum-kind").textContent = "sum of smooth curves of its causes";
  byId("shape-caveat").replaceChildren(element("b", {}, "Sums of curves, no feedback."), " Causes that act together, thresholds, loops and changes over time are not seen.");
  byId("error-caveat").replaceChildren(element("b", {}, "Values of p"), " are those of a regression on the chosen causes. The choice itself is not in them.");
}

function stabilitySection() {
  if (!refits) return [];
  const words = [...(refits.remarks ?? [])];
  const sure = edges.filter((edge) => edge.stability && edge.stability.frequency >= refits.consensus).length;
  words.unshift(`${grouped(sure)} of ${count(edges.length, "edge")} came back in at least ${percent(refits.consensus)} of the refits.`);
  return [...sentences("Would other rows have given the same graph?", words), ...turned(), ...missed()];
}

/** Edges of which most refits that claim a direction claim the other one. */
function turned() {
  const against = edges.filter((edge) => edge.stability && edge.stability.reverse > edge.stability.forward);
  if (!against.length) return [];
  const items = against.slice(0, 12).map((edge) => {
    const { forward, reverse } = edge.stability;
    return element("li", {}, edgeTitle(edge), `: reversed in ${percent(reverse)}, this way in ${percent(forward)}`);
  });
  return [element("h3", {}, "Reversed more often than not"), element("ul", {}, items), ...rest(against.length - 12)];
}

/** Pairs that refits often join and this graph does not. */
function missed() {
  const joined = new Set(edges.flatMap((edge) => [`${edge.source} ${edge.target}`, `${edge.target} ${edge.source}`]));
  const pairs = (refits.pairs ?? [])
    .map((pair) => ({ ...pair, ends: [position.get(pair.source), position.get(pair.target)] }))
    .filter((pair) => pair.frequency >= refits.consensus && !joined.has(pair.ends.join(" ")))
    .sort((a, b) => b.frequency - a.frequency);
  if (!pairs.length) return [];
  const items = pairs.slice(0, 12).map(({ ends, frequency }) => element("li", {}, bdi(ends[0]), " and ", bdi(ends[1]), `: ${percent(frequency)}`));
  return [element("h3", {}, "Often joined in refits, but not in this graph"), element("ul", {}, items), ...rest(pairs.length - 12)];
}

function rest(more) {
  return more > 0 ? [element("p", { class: "lead" }, `And ${grouped(more)} more, which are in the JSON.`)] : [];
}

function commandLine() {
  if (!fit.command) return [];
  const code = element("code", { id: "command" }, fit.command);
  const copy = element("button", { type: "button", id: "copy" }, "Copy");
  copy.addEventListener("click", () => copied(copy, fit.command, () => getSelection().selectAllChildren(code)));
  return [element("div", { class: "command" }, code, copy)];
}

function pairsList(pairs) {
  return element("dl", {}, pairs.flatMap(([term, words]) => [element("dt", {}, term), element("dd", {}, words)]));
}

function provenance() {
  const pairs = [
    ["Method", fit.method],
    ["Rows", grouped(fit.rows)],
    ["Variables", grouped(names.length)],
    ["Ended", `${String(fit.status).replaceAll("_", " ")} after ${duration(fit.seconds)}`],
  ];
  const seed = extra.options.find(([name]) => name === "seed");
  if (seed) pairs.push(["Seed", seed[1]]);
  if (fit.started_from) pairs.push(["Started from", STARTS[fit.started_from]]);
  pairs.push(["Version", `bregdag ${fit.bregdag_version}, file format ${fit.schema_version}`]);
  return pairsList(pairs);
}

function options() {
  return element("details", {}, element("summary", {}, "All options"), pairsList(extra.options));
}

function preparation() {
  const done = fit.preparation;
  if (!done) return [];
  const words = [`${count(done.rows_read, "row")} read${done.rows_dropped ? `, ${grouped(done.rows_dropped)} left out because a value was missing` : ""}.`];
  const missing = (done.missing_cells ?? []).map((gap) => `${gap.column} (${grouped(gap.cells)})`);
  if (missing.length) words.push(`Missing values, treated by \u201c${done.missing}\u201d: ${missing.join(", ")}.`);
  if (done.weights) words.push(`Rows were weighted by ${done.weights}.`);
  if (done.groups) words.push(`Rows with the same ${done.groups} belong together.`);
  for (const { transform, columns } of done.transforms ?? []) words.push(`${transform} of ${columns.join(", ")}.`);
  words.push(done.scale === "standardize" ? "Columns were scaled to variance one." : "Columns were centred and kept their units.");
  for (const { column, reason } of done.left_out ?? []) words.push(`${column} was left out: ${reason}.`);
  if (done.collinear?.length) words.push(`Exact sums among the columns: ${done.collinear.join("; ")}.`);
  return sentences("What was done to the data", words);
}

function knowledge() {
  const known = fit.knowledge;
  if (!known) return [];
  const arrows = (list) => list.map(([cause, effect]) => `${cause} \u2192 ${effect}`).join(", ");
  const words = [];
  if (known.required_edges?.length) words.push(`Required: ${arrows(known.required_edges)}.`);
  if (known.forbidden_edges?.length) words.push(`Forbidden: ${arrows(known.forbidden_edges)}.`);
  if (known.tiers?.length) words.push(`Tiers, the earliest first: ${known.tiers.map((tier) => tier.join(", ")).join(" | ")}.`);
  return sentences("What was known before", words);
}
