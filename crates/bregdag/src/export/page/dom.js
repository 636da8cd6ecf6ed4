// Elements. Text from the data only ever becomes a text node or an attribute, never markup.

const SVG = "http://www.w3.org/2000/svg";

const byId = (id) => document.getElementById(id);

/** An element with its attributes (a function is a listener) and children (strings become text). */
function element(tag, attributes = {}, ...children) {
  return furnished(document.createElement(tag), attributes, children);
}

/** The same in SVG. */
function shape(tag, attributes = {}, ...children) {
  return furnished(document.createElementNS(SVG, tag), attributes, children);
}

function furnished(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") made.addEventListener(name, value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

/** A list with one item per text, under a heading; nothing where there is nothing to say. */
function sentences(heading, texts) {
  if (!texts.length) return [];
  const items = texts.map((text) => element("li", {}, prose(text)));
  return [element("h3", {}, heading), element("ul", {}, items)];
}

/** A sentence, with what stands between backticks as code. */
function prose(text) {
  const parts = text.split("`");
  if (parts.length % 2 === 0) return [text];
  return parts.map((part, index) => (index % 2 ? element("code", {}, part) : part));
}

/** Sets what the style sheet makes the colour of an edge from: its sign, if it has a weight, and its strength. */
function tint(made, weight, strength) {
  made.classList.add(weight === null ? "unsigned" : weight < 0 ? "negative" : "positive");
  made.style.setProperty("--strength", strength.toFixed(3));
}
