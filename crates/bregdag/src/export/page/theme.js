// Light or dark: as the system has it, until the reader decides.

function startTheme() {
  const button = byId("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  let wanted = null;
  const apply = () => {
    const dark = wanted ?? system.matches;
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    button.setAttribute("aria-pressed", String(dark));
  };
  button.addEventListener("click", () => {
    wanted = document.documentElement.dataset.theme !== "dark";
    apply();
  });
  system.addEventListener("change", apply);
  apply();
}

/** On paper everything is open and the drawing and the table are whole. */
function startPrinting() {
  addEventListener("beforeprint", () => {
    document.querySelectorAll("details").forEach((details) => (details.open = true));
    byId("zoom-fit").click();
    byId("all-rows").click();
  });
}
