// Numbers and words, as the page writes them.

const MINUS = "\u2212";
const NONE = "\u2013";

/** Digits that matter, with a real minus; powers of ten where zeros would pile up. */
function significant(x, digits = 3) {
  if (typeof x !== "number" || !Number.isFinite(x)) return NONE;
  const size = Math.abs(x);
  let text;
  if (size === 0) text = "0";
  else if (size < 1e-3 || size >= 1e6) {
    const [mantissa, exponent] = size.toExponential(digits - 1).split("e");
    text = `${mantissa}e${exponent.replace("+", "").replace("-", MINUS)}`;
  } else if (size >= 10 ** (digits - 1)) text = grouped(Math.round(size));
  else {
    const [whole, decimals] = size.toPrecision(digits).split(".");
    text = decimals ? `${grouped(whole)}.${decimals}` : grouped(whole);
  }
  return x < 0 ? MINUS + text : text;
}

/** A whole number with thin spaces between thousands. */
function grouped(count) {
  return String(count).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** A share as a whole percentage; only nothing is 0 % and only everything is 100 %. */
function percent(share) {
  if (typeof share !== "number" || !Number.isFinite(share)) return NONE;
  if (share > 0 && share < 0.005) return "< 1 %";
  if (share < 1 && share > 0.995) return "> 99 %";
  return `${Math.round(share * 100)} %`;
}

function count(number, what, many = `${what}s`) {
  return `${grouped(number)} ${number === 1 ? what : many}`;
}

function duration(seconds) {
  if (typeof seconds !== "number") return NONE;
  return seconds < 1 ? `${significant(seconds * 1000, 2)} ms` : `${significant(seconds, 3)} s`;
}

/** A long name, its middle left out. */
function shortened(name, length) {
  const letters = Array.from(name);
  if (letters.length <= length) return name;
  const head = Math.ceil((length - 1) / 2);
  return `${letters.slice(0, head).join("")}\u2026${letters.slice(letters.length - (length - 1 - head)).join("")}`;
}
