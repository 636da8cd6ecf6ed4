// The small box that follows the pointer or the focus.

const tip = byId("tip");

function showTip(edge, x, y) {
  const lines = edgeLines(edge).map((line, index) => element("p", { class: index > 1 ? "soft" : null }, line));
  tip.replaceChildren(element("p", {}, edgeTitle(edge)), ...lines);
  tip.hidden = false;
  const [width, height] = [tip.offsetWidth, tip.offsetHeight];
  const left = x + 16 + width > innerWidth - 8 ? x - width - 12 : x + 16;
  const top = y + 18 + height > innerHeight - 8 ? y - height - 12 : y + 18;
  tip.style.left = `${Math.max(8, left)}px`;
  tip.style.top = `${Math.max(8, top)}px`;
}

/** Beside an element that has the focus. */
function showTipAt(edge, anchor) {
  const box = anchor.getBoundingClientRect();
  showTip(edge, box.left + box.width / 2, box.top + box.height / 2);
}

function hideTip() {
  tip.hidden = true;
}
