// What there is to say about one edge.

const EITHER_WAY = "may point either way";

const bdi = (node) => element("bdi", {}, names[node]);
const sign = (edge) => (edge.open ? " \u2014 " : " \u2192 ");

function edgeTitle(edge) {
  return [bdi(edge.source), sign(edge), bdi(edge.target)];
}

/** Size and standard error of the weight. */
function weightWords(edge) {
  if (!weighted) return "no weight: this graph has no equations";
  const error = edge.error === null ? "" : ` \u00b1 ${significant(edge.error)} (standard error)`;
  const t = edge.t === null ? "" : `, t\u00a0${significant(edge.t)}`;
  const p = edge.curve ? `, p\u00a0${probability(edge.curve.p)}` : "";
  return `${WEIGHT} ${significant(edge.weight)}${error}${t}${p}`;
}

/** Two digits; below 0.0001 it hardly matters how far. */
const probability = (p) => (typeof p === "number" && p < 1e-4 ? "< 0.0001" : significant(p, 2));

/** In how many refits the edge came back, and how. */
function stabilityWords(stability) {
  if (stability.frequency === 0) return [`in none of ${refitsWords()}`];
  const lines = [
    `joined in ${percent(stability.frequency)} of ${refitsWords()}`,
    `this way ${percent(stability.forward)}, reversed ${percent(stability.reverse)}, either way ${percent(stability.open)}`,
  ];
  const spread = typeof stability.deviation === "number" ? ` \u00b1 ${significant(stability.deviation)}` : "";
  if (typeof stability.mean === "number") lines.push(`${WEIGHT} over the refits ${significant(stability.mean)}${spread}`);
  const worth = stability.calibrated?.joined;
  if (typeof worth === "number") lines.push(`of pairs found as often, ${percent(worth)} are true in tables drawn from the equations`);
  lines.push(`positive in ${percent(stability.positive)}, negative in ${percent(stability.negative)}`);
  return lines;
}

function refitsWords() {
  return refits ? count(refits.finished - refits.failed, "refit") : "refits";
}

/** All of it, line by line. */
function edgeLines(edge) {
  const lines = [weightWords(edge)];
  if (comparable && weighted) lines.push(`${significant(edge.standardised)} in standard deviations`);
  if (edge.open) lines.push(EITHER_WAY);
  if (edge.stability) lines.push(...stabilityWords(edge.stability));
  if (edge.foundBy) lines.push(`found by ${edge.foundBy}`);
  return lines;
}

/** The same for those who hear it. */
function edgeSentence(edge) {
  const joint = edge.open ? "and" : "to";
  return `${names[edge.source]} ${joint} ${names[edge.target]}: ${edgeLines(edge).join("; ")}`;
}
