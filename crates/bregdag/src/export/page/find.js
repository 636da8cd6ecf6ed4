// The box that finds variables by a part of their name.

function startFind() {
  const [input, list] = [byId("find"), byId("found")];
  let [matches, active] = [[], -1];

  const mark = () => {
    const marked = new Set(input.value.trim() ? matches : []);
    for (const [node, group] of drawnNodes) group.classList.toggle("found", marked.has(node));
  };
  const close = () => {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const take = (node) => {
    input.value = names[node];
    matches = [node];
    mark();
    close();
    choose(node);
  };
  const point = (index) => {
    active = index;
    [...list.children].forEach((item, place) => {
      item.setAttribute("aria-selected", String(place === active));
      if (place === active) item.scrollIntoView({ block: "nearest" });
    });
    if (list.children[active]?.id) input.setAttribute("aria-activedescendant", list.children[active].id);
  };
  const option = (node, index) => {
    // Before the input loses the focus, which would close the list.
    const pick = (event) => {
      event.preventDefault();
      take(node);
    };
    return element("li", { role: "option", id: `found-${index}`, mousedown: pick }, bdi(node));
  };
  const open = () => {
    const part = input.value.trim().toLowerCase();
    matches = order.filter((node) => names[node].toLowerCase().includes(part));
    matches.sort((a, b) => names[a].toLowerCase().indexOf(part) - names[b].toLowerCase().indexOf(part));
    const none = element("li", { class: "none" }, "No variable has this in its name.");
    list.replaceChildren(...(matches.length ? matches.slice(0, 100).map(option) : [none]));
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    point(part && matches.length ? 0 : -1);
    mark();
  };

  input.addEventListener("input", open);
  input.addEventListener("click", open);
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (Object.hasOwn(steps, event.key)) {
      event.preventDefault();
      if (list.hidden) return open();
      const size = list.children.length;
      point((active + steps[event.key] + size) % size);
    } else if (event.key === "Enter") {
      if (list.hidden) open();
      if (matches[active] !== undefined) take(matches[active]);
    } else if (event.key === "Escape" && !list.hidden) {
      event.stopPropagation();
      close();
    }
  });
}
