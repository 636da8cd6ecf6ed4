// Moving about in the drawing: the view is the viewBox, so lines and letters stay sharp.

/** Buttons, keys, ctrl + wheel, dragging and two fingers over one svg element. */
function movable(frame, svg, whole) {
  let view = { ...whole };
  const apply = () => {
    svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`);
    // At full size one finger scrolls the page; in a part of the drawing it moves that part.
    svg.style.touchAction = view.w < whole.w * 0.999 ? "none" : "pan-x pan-y";
  };
  const fit = () => {
    view = { ...whole };
    apply();
  };
  const inside = (low, value, high) => Math.min(Math.max(low, value), high);
  const settle = (x, y, w) => {
    const h = (w * whole.h) / whole.w;
    const [centreX, centreY] = [inside(whole.x, x + w / 2, whole.x + whole.w), inside(whole.y, y + h / 2, whole.y + whole.h)];
    view = { x: centreX - w / 2, y: centreY - h / 2, w, h };
    apply();
  };
  const place = (x, y) => new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
  const zoom = (factor, at) => {
    const w = inside(whole.w / 30, view.w / factor, whole.w * 1.5);
    const point = at ?? { x: view.x + view.w / 2, y: view.y + view.h / 2 };
    const ratio = w / view.w;
    settle(point.x - (point.x - view.x) * ratio, point.y - (point.y - view.y) * ratio, w);
  };
  const move = (dx, dy) => settle(view.x + dx, view.y + dy, view.w);
  /** Brings a box into view, with some space around it. */
  const reveal = (box) => {
    const [right, bottom] = [box.x + box.width, box.y + box.height];
    if (box.x >= view.x && box.y >= view.y && right <= view.x + view.w && bottom <= view.y + view.h) return;
    settle(box.x + box.width / 2 - view.w / 2, box.y + box.height / 2 - view.h / 2, view.w);
  };

  byId("zoom-in").addEventListener("click", () => zoom(1.35));
  byId("zoom-out").addEventListener("click", () => zoom(1 / 1.35));
  byId("zoom-fit").addEventListener("click", fit);
  frame.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoom(Math.exp(-inside(-60, event.deltaY, 60) / 180), place(event.clientX, event.clientY));
  }, { passive: false });
  frame.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key === "+" || event.key === "=") zoom(1.35);
    else if (event.key === "-") zoom(1 / 1.35);
    else if (event.key === "0") fit();
    else if (event.target === frame && Object.hasOwn(arrows, event.key)) {
      const [dx, dy] = arrows[event.key];
      move((dx * view.w) / 10, (dy * view.h) / 10);
    } else return;
    event.preventDefault();
  });
  draggable(svg, place, move, zoom);
  apply();
  return { reveal, fit };
}

/** One pointer moves, two change the size. A drag is not a click. */
function draggable(svg, place, move, zoom) {
  const down = new Map();
  let moved = false;
  svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    if (!down.size) moved = false;
    down.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  svg.addEventListener("pointermove", (event) => {
    const last = down.get(event.pointerId);
    if (!last) return;
    const now = { x: event.clientX, y: event.clientY };
    if (!moved && Math.hypot(now.x - last.x, now.y - last.y) < 4) return;
    if (!moved) svg.setPointerCapture(event.pointerId);
    moved = true;
    svg.classList.add("moving");
    const [from, to] = [place(last.x, last.y), place(now.x, now.y)];
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const distance = (point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
      zoom(distance(now) / distance(last), place((now.x + other.x) / 2, (now.y + other.y) / 2));
    } else move(from.x - to.x, from.y - to.y);
    down.set(event.pointerId, now);
  });
  const up = (event) => {
    down.delete(event.pointerId);
    if (!down.size) svg.classList.remove("moving");
  };
  svg.addEventListener("pointerup", up);
  svg.addEventListener("pointercancel", up);
  svg.addEventListener("click", (event) => {
    if (moved) event.stopPropagation();
    moved = false;
  }, true);
}
