// What the reader has set. Every part of the page that depends on it listens.

const state = { leastWeight: 0, leastFrequency: 0, chosen: null };
const listeners = [];

function onChange(listener) {
  listeners.push(listener);
}

function change(settings) {
  Object.assign(state, settings);
  for (const listener of listeners) listener();
}

/** Whether the sliders let an edge through. An edge without frequencies is not judged by them. */
function isShown(edge) {
  if (edge.size < state.leastWeight) return false;
  return edge.stability === null || edge.stability.frequency >= state.leastFrequency - 1e-9;
}

/** Shows one variable everywhere, or none. */
function choose(node) {
  change({ chosen: node });
}

/** A button that goes to a variable. */
function link(node) {
  const go = () => {
    choose(node);
    byId("graph").scrollIntoView({ block: "nearest" });
  };
  return element("button", { type: "button", class: "link", click: go }, element("bdi", {}, names[node]));
}
