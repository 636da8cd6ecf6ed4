// The two thresholds and the count of what passes them.

function startSliders() {
  const weight = byId("least-weight");
  // Rounded up, so that the right end hides all but the strongest.
  const largest = Math.ceil(strongest * 100) / 100;
  weight.max = String(largest);
  weight.step = String(largest > 2 ? largest / 200 : 0.01);
  weight.disabled = strongest === 0;
  weight.addEventListener("input", () => change({ leastWeight: Number(weight.value) }));
  weight.labels[0].firstChild.textContent = `Least size of the ${WEIGHT}${comparable ? ", in standard deviations" : ""} `;

  const control = byId("frequency-control");
  if (edges.some((edge) => edge.stability)) {
    const frequency = byId("least-frequency");
    frequency.addEventListener("input", () => change({ leastFrequency: Number(frequency.value) / 100 }));
  } else {
    const words = "How often an edge comes back in refits is not known here: ";
    control.replaceChildren(element("p", {}, words, element("code", {}, "bregdag stability"), " gives frequencies."));
  }
  onChange(counted);
}

function counted() {
  const shown = edges.filter(isShown);
  const open = shown.filter((edge) => edge.open).length;
  const either = open ? `, ${grouped(open)} of them ${EITHER_WAY}` : "";
  byId("count").textContent = `${grouped(shown.length)} of ${count(edges.length, "edge")} shown${either}`;
  const [weight, frequency] = [byId("least-weight-value"), byId("least-frequency-value")];
  weight.textContent = state.leastWeight.toFixed(2);
  if (frequency) frequency.textContent = percent(state.leastFrequency);
}
