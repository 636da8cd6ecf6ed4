// Small charts: one curve or a cloud of points each, with as few marks as can be read.

const [CHART_WIDTH, CHART_HEIGHT] = [360, 190];
const INSIDE = { left: 58, right: 350, top: 10, bottom: 158 };

/**
 * A figure. `points` are [x, y]; `curve` joins them, `cloud` are further points without a line, and
 * `marked` is one that stands out. Logarithmic axes leave out what is not positive.
 */
function chart({ caption, points, cloud = [], marked = null, xTitle, logX = false, logY = false }) {
  const fits = ([x, y]) => Number.isFinite(x) && Number.isFinite(y) && (!logX || x > 0) && (!logY || y > 0);
  const [line, dots] = [points.filter(fits), cloud.filter(fits)];
  const all = [...line, ...dots];
  if (all.length < 2) return null;
  const across = axis(all.map((point) => point[0]), logX, INSIDE.left, INSIDE.right);
  const up = axis(all.map((point) => point[1]), logY, INSIDE.bottom, INSIDE.top);
  const picture = shape("svg", { viewBox: `0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`, role: "img", "aria-label": caption });
  picture.append(shape("path", { class: "axis", d: `M${INSIDE.left} ${INSIDE.top}V${INSIDE.bottom}H${INSIDE.right}` }));
  for (const value of up.ticks) {
    const y = up.at(value);
    picture.append(shape("path", { class: "axis", d: `M${INSIDE.left - 4} ${y}h4` }));
    picture.append(shape("text", { x: INSIDE.left - 7, y: y + 4, "text-anchor": "end" }, tickText(value, up.ticks)));
  }
  for (const value of across.ticks) {
    const x = across.at(value);
    picture.append(shape("path", { class: "axis", d: `M${x} ${INSIDE.bottom}v4` }));
    picture.append(shape("text", { x, y: INSIDE.bottom + 16, "text-anchor": "middle" }, tickText(value, across.ticks)));
  }
  picture.append(shape("text", { x: (INSIDE.left + INSIDE.right) / 2, y: CHART_HEIGHT - 3, "text-anchor": "middle" }, xTitle));
  const dot = (kind, radius) => ([x, y]) => shape("circle", { class: kind, r: radius, cx: across.at(x).toFixed(1), cy: up.at(y).toFixed(1) });
  picture.append(...dots.map(dot("dot", 2.4)));
  const path = line.map(([x, y]) => `${across.at(x).toFixed(1)} ${up.at(y).toFixed(1)}`).join("L");
  if (line.length > 1) picture.append(shape("path", { class: "curve", d: `M${path}` }));
  if (marked && fits(marked)) picture.append(dot("dot best", 4)(marked));
  return element("figure", {}, element("figcaption", {}, caption), picture);
}

/** Where values lie between two pixels, and which values are written. */
function axis(values, logarithmic, start, end) {
  let [low, high] = values.reduce(([a, b], value) => [Math.min(a, value), Math.max(b, value)], [Infinity, -Infinity]);
  if (low === high) [low, high] = logarithmic ? [low / 2, high * 2] : [low - 1, high + 1];
  const scale = logarithmic ? Math.log10 : (value) => value;
  const at = (value) => start + ((scale(value) - scale(low)) / (scale(high) - scale(low))) * (end - start);
  const decades = logarithmic && Math.log10(high / low) >= 1;
  return { at, ticks: decades ? powers(low, high) : rounds(low, high) };
}

/** Powers of ten, at most five of them; where there are fewer than three, their double and half too. */
function powers(low, high) {
  const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  const step = Math.max(1, Math.ceil((last - first) / 5));
  const factors = Math.log10(high / low) < 3 ? [1, 2, 5] : [1];
  const found = [];
  for (let exponent = first; exponent <= last; exponent += step) {
    found.push(...factors.map((factor) => Number(`${factor}e${exponent}`)));
  }
  return found.filter((value) => value >= low * 0.999 && value <= high * 1.001);
}

/** Round numbers, three to six of them. */
function rounds(low, high) {
  const rough = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((step) => step >= rough);
  const found = [];
  for (let index = Math.ceil(low / step); index * step <= high + step * 1e-6; index += 1) found.push(index * step);
  return found;
}

/** As many digits as tell the ticks apart. */
function tickText(value, ticks) {
  if (value !== 0 && (Math.abs(value) < 1e-3 || Math.abs(value) >= 1e5)) {
    const text = value.toExponential(Math.abs(Math.log10(Math.abs(value)) % 1) < 1e-9 ? 0 : 3);
    return text.replace(/\.?0+e/, "e").replace("e+", "e").replaceAll("-", MINUS);
  }
  if (Math.abs(ticks.at(-1) / ticks[0]) >= 10 && ticks[0] > 0) return String(Number(value.toPrecision(3)));
  const gap = ticks.length > 1 ? Math.min(...ticks.slice(1).map((tick, index) => Math.abs(tick - ticks[index]))) : 1;
  const digits = Math.max(0, Math.min(6, Math.ceil(-Math.log10(gap) - 1e-9) + (gap.toPrecision(2).includes("25") ? 1 : 0)));
  return value.toFixed(digits).replace("-", MINUS);
}
