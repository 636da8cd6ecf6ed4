// What comes first: tiers to edit and to keep as a file, for the next run.

function startTiers() {
  const area = byId("tiers-text");
  area.value = extra.tiers;
  area.rows = Math.min(12, Math.max(4, extra.tiers.split("\n").length + 1));
  area.addEventListener("input", showTiers);
  byId("tiers-save").addEventListener("click", () => save("tiers.txt", "text/plain", tiersFile()));
  byId("tiers-copy").addEventListener("click", () => copied(byId("tiers-copy"), tiersFile(), () => area.select()));
  byId("tiers-next").append(...tiersCommand());
  showTiers();
}

/** The text as a file: its last line ends too. */
function tiersFile() {
  const text = byId("tiers-text").value;
  return text.endsWith("\n") ? text : `${text}\n`;
}

/** The names of one line: separated by commas, in double quotes, right after the comma, where a name has one in it. */
function tierNames(line) {
  const fields = line.match(/("(?:[^"]|"")*"|)[^,]*(?:,|$)/g) ?? [];
  const plain = (field) => field.replace(/,$/, "").trimEnd();
  const unquoted = (field) => (/^"[^]*"$/.test(field) ? field.slice(1, -1).replaceAll('""', '"') : field.trim());
  return fields.map(plain).filter((field) => field.trim() !== "").map(unquoted);
}

/** Shows what the text says of the variables, and what in it is none. */
function showTiers() {
  const lines = byId("tiers-text").value.split(/\r?\n/).map(tierNames).filter((list) => list.length);
  const exact = lines.flat().filter((name) => position.has(name));
  const others = names.filter((name) => !exact.includes(name));
  const unknown = lines.flat().filter((name) => !position.has(name) && !/[*?]/.test(name));
  const twice = exact.filter((name, index) => exact.indexOf(name) !== index);
  const item = (name) => (name === "*" && !position.has(name) ? `all others (${grouped(others.length)})` : element("bdi", {}, name));
  const joined = (list) => list.flatMap((name, index) => (index ? [", ", item(name)] : [item(name)]));
  byId("tiers-list").replaceChildren(...lines.map((list) => element("li", {}, joined(list))));
  const said = [];
  if (unknown.length) said.push(`Not a variable: ${unknown.join(", ")}.`);
  if (twice.length) said.push(`In two tiers: ${[...new Set(twice)].join(", ")}.`);
  const stars = lines.flat().some((name) => !position.has(name) && /[*?]/.test(name));
  if (!stars && others.length) said.push(`${count(others.length, "variable")} in no tier: nothing is said of ${others.length === 1 ? "it" : "them"}.`);
  byId("tiers-said").textContent = said.join(" ");
}

/** The command that learns again with this file, if a command made the fit. */
function tiersCommand() {
  if (!fit.command) return [];
  const given = fit.knowledge?.tiers?.length;
  const command = given ? fit.command : `${fit.command} --tiers tiers.txt`;
  const words = given ? "Tiers were given before: keep this file in their place, and run again" : "Save it beside the data, and run";
  const code = element("code", { id: "tiers-command" }, command);
  const copy = element("button", { type: "button" }, "Copy");
  copy.addEventListener("click", () => copied(copy, command, () => getSelection().selectAllChildren(code)));
  return [element("p", { class: "lead" }, `${words}:`), element("div", { class: "command" }, code, copy)];
}

/** Copies a text, and says on the button whether that was possible. */
async function copied(button, words, select) {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(words);
    button.textContent = "Copied";
  } catch {
    // Where scripts may not write to the clipboard, the reader's own keys can.
    select();
    button.textContent = "Press Ctrl+C";
  }
  setTimeout(() => (button.textContent = before), 2500);
}
