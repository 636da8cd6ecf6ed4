// The matrix of weights as coloured cells. Only edges have a cell, so that it stays small at any size.

const LABEL_LETTERS = 18;

function startMatrix() {
  const n = names.length;
  const cell = n <= 30 ? 20 : n <= 60 ? 14 : n <= 110 ? 9 : Math.max(1.5, 1000 / n);
  const labelled = cell >= 9;
  const longest = Math.max(...names.map((name) => Math.min(Array.from(name).length, LABEL_LETTERS)));
  const margin = labelled ? Math.ceil(longest * 6.6) + 12 : 4;
  const size = n * cell;
  const side = margin + size + 4;
  const picture = shape("svg", { viewBox: `0 0 ${side} ${side}`, width: side, height: side, role: "group", "aria-label": `Matrix of ${WEIGHT}s` });
  const labels = labelled ? axisLabels(cell, margin) : { rows: [], columns: [] };
  const cross = shape("path", { class: "cross" });
  const cells = edges.map((edge) => heatCell(edge, cell, margin));
  const either = edges.filter((edge) => edge.open).map((edge) => eitherMark(edge, cell, margin));
  picture.append(
    shape("rect", { class: "field", x: margin, y: margin, width: size, height: size }),
    cell >= 9 ? gridLines(n, cell, margin) : "",
    shape("path", { class: "diagonal", d: `M${margin} ${margin}l${size} ${size}` }),
    ...labels.rows, ...labels.columns, ...cells, ...either, cross,
  );
  byId("heat").append(picture, colourScale());

  const tell = (row, column) => {
    const [source, target] = [order[row], order[column]];
    const edge = edges.find((edge) => edge.source === source && edge.target === target && isShown(edge));
    byId("matrix-words").replaceChildren(...pairWords(source, target, edge));
    const [x, y] = [margin + column * cell, margin + row * cell];
    cross.setAttribute("d", `M${margin} ${y + cell / 2}H${x}M${x + cell / 2} ${margin}V${y}M${x} ${y}h${cell}v${cell}h${-cell}z`);
    [labels.rows, labels.columns].forEach((side, axis) => {
      side.forEach((label, index) => label.classList.toggle("told", index === (axis ? column : row)));
    });
  };
  picture.addEventListener("pointermove", (event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
    const [column, row] = [point.x, point.y].map((value) => Math.floor((value - margin) / cell));
    if (row >= 0 && column >= 0 && row < n && column < n) tell(row, column);
  });
  cells.forEach((made, index) => {
    made.addEventListener("focus", () => tell(rank.get(edges[index].source), rank.get(edges[index].target)));
    made.addEventListener("click", () => choose(edges[index].target));
  });
  rovingCells(cells);
  const refreshCells = () => cells.forEach((made, index) => {
    made.classList.toggle("off", !isShown(edges[index]));
  });
  onChange(() => {
    refreshCells();
    either.forEach((mark) => mark.classList.toggle("off", !isShown(edges[Number(mark.dataset.edge)])));
  });
}

function heatCell(edge, cell, margin) {
  const [row, column] = [rank.get(edge.source), rank.get(edge.target)];
  const gap = cell >= 9 ? 0.5 : 0;
  const made = shape("rect", {
    class: "cell", "data-edge": edge.index, x: margin + column * cell + gap, y: margin + row * cell + gap,
    width: cell - 2 * gap, height: cell - 2 * gap, role: "img", "aria-label": edgeSentence(edge),
  });
  tint(made, edge.weight, strength(edge));
  return made;
}

/** A hole in the cells of edges that may point either way. */
function eitherMark(edge, cell, margin) {
  const [row, column] = [rank.get(edge.source), rank.get(edge.target)];
  return shape("circle", {
    class: "either", "data-edge": edge.index, r: cell * 0.17, cx: margin + (column + 0.5) * cell, cy: margin + (row + 0.5) * cell,
  });
}

function gridLines(n, cell, margin) {
  const lines = Array.from({ length: n - 1 }, (_, index) => {
    const at = margin + (index + 1) * cell;
    return `M${margin} ${at}h${n * cell}M${at} ${margin}v${n * cell}`;
  });
  return shape("path", { class: "grid", d: lines.join("") });
}

function axisLabels(cell, margin) {
  const size = Math.min(11, cell * 0.95);
  const label = (node, attributes) => {
    const made = shape("text", attributes, shortened(names[node], LABEL_LETTERS));
    made.style.fontSize = `${size}px`;
    return made;
  };
  const rows = order.map((node, index) => label(node, { x: margin - 6, y: margin + (index + 0.5) * cell + size * 0.35, "text-anchor": "end" }));
  const columns = order.map((node, index) => {
    const [x, y] = [margin + (index + 0.5) * cell + size * 0.35, margin - 6];
    return label(node, { transform: `translate(${x} ${y}) rotate(-90)` });
  });
  return { rows, columns };
}

function pairWords(source, target, edge) {
  if (source === target) return [bdi(source), ": nothing acts on itself."];
  if (edge) return [...edgeTitle(edge), `: ${edgeLines(edge).slice(0, 3).join(", ")}.`];
  return [bdi(source), " \u2192 ", bdi(target), ": no edge."];
}

/** One tab stop; arrows go through the edges as they stand in rows. */
function rovingCells(cells) {
  const place = (index) => rank.get(edges[index].source) * names.length + rank.get(edges[index].target);
  const reading = cells.map((_, index) => index).sort((a, b) => place(a) - place(b)).map((index) => cells[index]);
  reading.forEach((made, index) => {
    made.setAttribute("tabindex", index ? "-1" : "0");
    made.addEventListener("keydown", (event) => {
      if (!event.key.startsWith("Arrow")) return;
      event.preventDefault();
      const next = stepped(made, event.key, reading.filter((other) => !other.classList.contains("off")));
      reading.forEach((other) => other.setAttribute("tabindex", other === next ? "0" : "-1"));
      next?.focus();
    });
  });
}

function colourScale() {
  const end = significant(strongest, 2);
  const bar = element("span", { class: "bar", "aria-hidden": "true" });
  const ends = strongest > 0 ? [`${MINUS}${end}`, bar, element("span", {}, `+${end}`)] : [];
  const either = edges.some((edge) => edge.open) ? [element("span", {}, `A hole in a cell: ${EITHER_WAY}.`)] : [];
  return element("p", { class: "scale" }, ...ends, ...either);
}
