// All edges in a table that sorts by any column.

const MOST_ROWS = 1000;

/** Heading, how to sort by it, and what its cells hold. The numbers start with their largest. */
function tableColumns() {
  const name = (heading, node) => ({
    heading, key: (edge) => names[node(edge)].toLowerCase(), cell: (edge) => link(node(edge)),
  });
  const number = (heading, value, shown = significant, title = null) => ({
    heading, title, number: true, key: value, cell: (edge) => shown(value(edge)),
  });
  const share = (heading, field, title) => number(heading, (edge) => edge.stability?.[field] ?? null, percent, title);
  const columns = [
    name("Cause", (edge) => edge.source),
    { heading: "Direction", key: (edge) => (edge.open ? 1 : 0), cell: (edge) => (edge.open ? `\u2014 ${EITHER_WAY}` : "\u2192"), way: true },
    name("Effect", (edge) => edge.target),
  ];
  if (curved) {
    columns.push(
      number("Average slope", (edge) => edge.weight),
      number("p", (edge) => edge.curve?.p ?? null, probability, "That a curve that is zero differs as much from zero; conditional on the chosen causes"),
      number("Freedom", (edge) => edge.curve?.freedom ?? null, significant, "Effective degrees of freedom: 1 is a straight line"),
    );
  } else if (weighted) {
    columns.push(number("Weight", (edge) => edge.weight), number("Std error", (edge) => edge.error), number("t", (edge) => edge.t));
  }
  if (comparable && weighted) columns.push(number("In std dev", (edge) => edge.standardised));
  if (edges.some((edge) => edge.stability)) {
    columns.push(
      share("Joined", "frequency", "Share of refits that join the two"),
      share("This way", "forward", "Share of refits with this direction"),
      share("Reversed", "reverse", "Share of refits with the other direction"),
    );
  }
  return columns;
}

function startTable() {
  const columns = tableColumns();
  const byStrength = { heading: "", number: true, key: (edge) => edge.standardised };
  let [sorted, falling, all] = [byStrength, true, false];

  const heads = columns.map((column) => {
    const sort = () => {
      falling = sorted === column ? !falling : Boolean(column.number);
      sorted = column;
      draw();
    };
    const button = element("button", { type: "button", click: sort, title: column.title }, column.heading);
    return element("th", { scope: "col", class: column.number ? "number" : null, "aria-sort": "none" }, button);
  });
  const body = element("tbody");
  const caption = element("caption", { class: "unseen" }, "Edges; the headings sort");
  byId("table").append(element("table", {}, caption, element("thead", {}, element("tr", {}, heads)), body));
  const more = element("button", { type: "button", id: "all-rows", hidden: true, click: () => {
    all = true;
    draw();
  } }, "Show all rows");
  byId("table").append(more);

  const row = (edge) => {
    const tell = (told) => () => drawnEdges.get(edge.index)?.classList.toggle("told", told);
    const listening = { mouseenter: tell(true), focusin: tell(true), mouseleave: tell(false), focusout: tell(false) };
    return element("tr", { "data-edge": edge.index, ...listening }, columns.map((column) => {
      const kind = column.number ? "number" : column.way ? "way" : null;
      return element("td", { class: kind }, column.cell(edge));
    }));
  };
  const draw = () => {
    heads.forEach((head, index) => {
      const way = falling ? "descending" : "ascending";
      head.setAttribute("aria-sort", columns[index] === sorted ? way : "none");
    });
    const wanted = filtered().sort(by(sorted, falling));
    const rows = all ? wanted : wanted.slice(0, MOST_ROWS);
    body.replaceChildren(...rows.map(row));
    more.hidden = rows.length === wanted.length;
    byId("filter-count").textContent = `${grouped(wanted.length)} of ${count(edges.length, "edge")}`;
  };
  byId("filter").addEventListener("input", draw);
  onChange(thresholdsChanged(draw));
  draw();
}

/** Edges that pass the sliders and whose names contain what was typed. */
function filtered() {
  const part = byId("filter").value.trim().toLowerCase();
  const has = (node) => names[node].toLowerCase().includes(part);
  return edges.filter((edge) => isShown(edge) && (has(edge.source) || has(edge.target)));
}

/** Numbers by their size, since a strong negative weight is strong; what is unknown comes last. */
function by(column, falling) {
  const value = (edge) => {
    const key = column.key(edge);
    return typeof key === "number" ? Math.abs(key) : key;
  };
  return (a, b) => {
    const [left, right] = [value(a), value(b)];
    if (left === null || right === null) return (left === null) - (right === null);
    const sign = left < right ? -1 : left > right ? 1 : 0;
    return (falling ? -sign : sign) || a.index - b.index;
  };
}

/** Calls only when a slider moved: choosing a variable leaves the table as it is. */
function thresholdsChanged(draw) {
  let last = "0 0";
  return () => {
    const now = `${state.leastWeight} ${state.leastFrequency}`;
    if (now !== last) draw();
    last = now;
  };
}
