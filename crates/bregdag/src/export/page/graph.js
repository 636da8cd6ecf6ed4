// The drawing: what is shown, what is dimmed, and what a pointer or a key does to it.

const frame = byId("drawing");
const svg = frame.querySelector("svg");
/** As it came, for saving: no classes, no listeners, titles in place. */
const pristine = svg?.cloneNode(true);
const drawnEdges = new Map();
const drawnNodes = new Map();

function startDrawing() {
  if (!svg) {
    for (const id of ["legend", "zoom", "save-svg"]) byId(id).hidden = true;
    frame.removeAttribute("tabindex");
    return;
  }
  svg.querySelectorAll("g.edge").forEach(takeEdge);
  svg.querySelectorAll("g.node").forEach(takeNode);
  // The page has its own titles and tooltips; the browser's would come on top of them.
  svg.querySelectorAll("title").forEach((title) => title.remove());
  svg.setAttribute("role", "group");
  svg.setAttribute("aria-label", "The graph");
  svg.setAttribute("preserveAspectRatio", "xMidYMid meet");
  const whole = extent();
  sized(whole);
  const view = movable(frame, svg, whole);
  roving([...drawnNodes.values()], nearest, view);
  roving([...drawnEdges.values()], stepped, view);
  pointed();
  onChange(refresh);
  legend();
}

function takeEdge(group) {
  const edge = edges[Number(group.dataset.edge)];
  drawnEdges.set(edge.index, group);
  tint(group, edge.weight, strength(edge));
  group.setAttribute("role", "img");
  group.setAttribute("aria-label", edgeSentence(edge));
  group.addEventListener("focus", () => showTipAt(edge, group));
  group.addEventListener("blur", hideTip);
}

function takeNode(group) {
  const node = Number(group.dataset.node);
  drawnNodes.set(node, group);
  group.setAttribute("role", "button");
  group.setAttribute("aria-label", names[node]);
  group.addEventListener("click", () => choose(state.chosen === node ? null : node));
  group.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    choose(node);
    byId("panel").focus();
  });
}

/** The drawing without its legend, which the page writes in words of its own. */
function extent() {
  const margin = 14;
  const drawn = [...drawnEdges.values(), ...drawnNodes.values(), ...svg.querySelectorAll(".caption")].map(boxOf);
  const least = (side) => Math.min(...drawn.map(side));
  const most = (side) => Math.max(...drawn.map(side));
  if (!drawn.length) return { x: 0, y: 0, w: 100, h: 100 };
  const [x, y] = [least((box) => box.x) - margin, least((box) => box.y) - margin];
  return {
    x, y,
    w: most((box) => box.x + box.width) + margin - x,
    h: most((box) => box.y + box.height) + margin - y,
  };
}

/** The box of an element in the coordinates of the drawing, whatever groups it lies in. */
function boxOf(part) {
  const { x, y, width, height } = part.getBBox();
  const { e, f } = svg.getScreenCTM().inverse().multiply(part.getScreenCTM());
  return { x: x + e, y: y + f, width, height };
}

/** As high as the drawing wants to be at this width, within the window; small graphs are not blown up. */
function sized(whole) {
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  const fitted = () => {
    // The panel may come and go: the height is that without it.
    const natural = Math.min((frame.closest(".stage").clientWidth * whole.h) / whole.w, whole.h * 1.25);
    // The first window holds all of it, unless letters would get small; then it fills a window.
    const below = innerHeight - (frame.getBoundingClientRect().top + scrollY) - 56;
    const readable = Math.min(whole.h * 0.95, innerHeight - 120);
    const height = Math.round(Math.min(Math.max(natural, 220), Math.max(380, below, readable)));
    frame.style.height = `${height}px`;
    byId("panel").style.maxHeight = `${Math.max(height, 560)}px`;
  };
  fitted();
  addEventListener("resize", fitted);
}

/** Tooltips of edges under the pointer; a click beside everything clears the choice. */
function pointed() {
  svg.addEventListener("pointermove", (event) => {
    const group = event.target.closest("g.edge");
    if (group && !svg.classList.contains("moving")) showTip(edges[Number(group.dataset.edge)], event.clientX, event.clientY);
    else hideTip();
  });
  svg.addEventListener("pointerleave", hideTip);
  svg.addEventListener("click", (event) => {
    const group = event.target.closest("g.edge");
    if (group) showTip(edges[Number(group.dataset.edge)], event.clientX, event.clientY);
    else if (!event.target.closest("g.node")) choose(null);
  });
  // Beside a focused edge the tip stays: the scrolling may be what brought the edge into view.
  addEventListener("scroll", () => {
    if (!document.activeElement.closest("g.edge")) hideTip();
  }, { passive: true });
}

/** One tab stop for many elements: arrow keys go from one to the next. */
function roving(groups, next, view) {
  groups.forEach((group, index) => {
    group.setAttribute("tabindex", index ? "-1" : "0");
    group.addEventListener("focus", () => {
      groups.forEach((other) => other.setAttribute("tabindex", other === group ? "0" : "-1"));
      view.reveal(boxOf(group));
    });
    group.addEventListener("keydown", (event) => {
      if (!event.key.startsWith("Arrow")) return;
      event.preventDefault();
      next(group, event.key, groups.filter((other) => !other.classList.contains("off")))?.focus();
    });
  });
}

/** The neighbour in the list; the ends meet. */
function stepped(group, key, groups) {
  const step = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1;
  return groups[(groups.indexOf(group) + step + groups.length) % groups.length];
}

/** The closest element that way; what lies aside counts double. */
function nearest(group, key, groups) {
  const centre = (element) => {
    const box = element.getBBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = centre(group);
  const upright = key === "ArrowUp" || key === "ArrowDown";
  const way = key === "ArrowUp" || key === "ArrowLeft" ? -1 : 1;
  let [best, found] = [Infinity, null];
  for (const other of groups) {
    const [dx, dy] = centre(other).map((value, axis) => value - [x, y][axis]);
    const [ahead, aside] = upright ? [dy * way, Math.abs(dx)] : [dx * way, Math.abs(dy)];
    if (ahead > 1 && ahead + 2 * aside < best) [best, found] = [ahead + 2 * aside, other];
  }
  return found;
}

/** Hides what the sliders hide and dims what has nothing to do with the chosen variable. */
function refresh() {
  const chosen = state.chosen;
  const ancestors = chosen === null ? new Map() : effectsOn(chosen);
  const descendants = chosen === null ? new Map() : effectsOf(chosen);
  for (const [node, group] of drawnNodes) {
    const near = node === chosen || ancestors.has(node) || descendants.has(node);
    group.classList.toggle("chosen", node === chosen);
    group.classList.toggle("ancestor", ancestors.has(node));
    group.classList.toggle("descendant", descendants.has(node));
    group.classList.toggle("dim", chosen !== null && !near);
    group.setAttribute("aria-pressed", String(node === chosen));
  }
  const upstream = (node) => node === chosen || ancestors.has(node);
  const downstream = (node) => node === chosen || descendants.has(node);
  for (const [index, group] of drawnEdges) {
    const { source, target } = edges[index];
    const near = (upstream(source) && upstream(target)) || (downstream(source) && downstream(target));
    group.classList.toggle("dim", chosen !== null && !near);
    group.classList.toggle("off", !isShown(edges[index]));
  }
  // A hidden edge cannot be the one that the tab key reaches.
  const open = [...drawnEdges.values()].filter((group) => !group.classList.contains("off"));
  if (open.length && !open.some((group) => group.getAttribute("tabindex") === "0")) open[0].setAttribute("tabindex", "0");
}

function legend() {
  const sample = (attributes, weight = null) => {
    const line = shape("path", { d: "M1 6H41", "stroke-width": 2, ...attributes });
    if (weight !== null) tint(line, weight, 1);
    return shape("svg", { viewBox: "0 0 42 12", "aria-hidden": "true" }, line);
  };
  const item = (words, ...samples) => element("li", {}, samples, words);
  const mostly = curved ? " on average" : "";
  const items = weighted ? [item(`raises${mostly}`, sample({}, 1))] : [];
  if (edges.some((edge) => edge.weight < 0)) items.push(item(`lowers${mostly}`, sample({}, -1)));
  if (strongest > 0) items.push(element("li", {}, `strong colour: up to ${significant(strongest, 2)}${comparable ? " standard deviations" : ""}`));
  if (edges.some((edge) => edge.stability)) {
    items.push(item("in few or in all refits", sample({ "stroke-width": 1 }), sample({ "stroke-width": 3.6 })));
  }
  if (edges.some((edge) => edge.open)) items.push(item(EITHER_WAY, sample({ "stroke-dasharray": "6 4" })));
  byId("legend").replaceChildren(...items);
}
