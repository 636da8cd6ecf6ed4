// Files made of what the page holds.

function startSaving() {
  const base = "bregdag-graph";
  byId("save-svg").addEventListener("click", () => save(`${base}.svg`, "image/svg+xml", drawingFile()));
  byId("save-json").addEventListener("click", () => save(`${base}.json`, "application/json", text));
  byId("save-dot").addEventListener("click", () => save(`${base}.dot`, "text/vnd.graphviz", extra.dot));
}

function save(name, type, content) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const anchor = element("a", { href: address, download: name });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** The drawing as it came, without the edges that the sliders hide and with the others dimmed alike. */
function drawingFile() {
  const copy = pristine.cloneNode(true);
  copy.setAttribute("xmlns", SVG);
  const match = (drawn, selector, key) => copy.querySelectorAll(selector).forEach((group) => {
    const classes = drawn.get(Number(group.dataset[key])).classList;
    if (classes.contains("off")) group.remove();
    else if (classes.contains("dim")) group.setAttribute("opacity", "0.18");
  });
  match(drawnEdges, "g.edge", "edge");
  match(drawnNodes, "g.node", "node");
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`;
}
