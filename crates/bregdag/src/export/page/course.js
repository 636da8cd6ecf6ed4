// How the graph was found: stages, restarts, the descent, and the choice of an option.

/** More points than pixels draw the same picture. */
const MOST_POINTS = 600;

function startCourse() {
  const charts = [...traceCharts(), restartChart(), selectionChart()].filter(Boolean);
  byId("course").append(
    ...courseWords().map((words) => element("p", { class: "lead" }, words)),
    ...(charts.length ? [element("div", { class: "charts" }, charts)] : []),
    ...stagesTable(),
  );
}

function courseWords() {
  const ended = fit.status === "converged" ? "It converged" : `It stopped early (${String(fit.status).replaceAll("_", " ")})`;
  const steps = fit.relaxation ? "iteration" : "move";
  const words = [`${ended} after ${count(fit.iterations, steps)} in ${duration(fit.seconds)}.`];
  const restarts = restartScores();
  if (restarts.length) words.push(restartWords(restarts));
  if (refits) words.push("All this is of the fit of all rows; the graph above is what the refits agree on, and may differ from it.");
  return words;
}

function restartScores() {
  return (fit.restarts ?? []).filter((score) => typeof score === "number" && Number.isFinite(score));
}

/** Restarts whose scores differ by rounding only found the same graph. */
function bestOf(scores) {
  const best = scores.reduce((least, score) => Math.min(least, score), Infinity);
  const slack = 1e-9 * Math.max(1, Math.abs(best));
  return { best, reached: scores.filter((score) => score <= best + slack).length };
}

function restartWords(scores) {
  const { best, reached } = bestOf(scores);
  const seldom = reached === 1 && scores.length > 3 ? " More restarts may find a better graph." : "";
  return `Best score ${significant(best, 7)}, reached by ${grouped(reached)} of ${count(scores.length, "restart")}.${seldom}`;
}

/** Each restart as a point, the best so far as a line, both above the best of all. */
function restartChart() {
  const scores = restartScores();
  if (scores.length < 2) return null;
  const { best } = bestOf(scores);
  const cloud = scores.map((score, index) => [index + 1, score - best]);
  const points = [];
  let least = Infinity;
  for (const [x, y] of cloud) {
    if (y >= least && x < cloud.length) continue;
    if (points.length) points.push([x, least]);
    least = Math.min(least, y);
    points.push([x, least]);
  }
  const step = Math.ceil(cloud.length / MOST_POINTS);
  const caption = "Score of each restart above the best, and the best so far (line)";
  return chart({ caption, points, cloud: cloud.filter((_, index) => index % step === 0), xTitle: "restart" });
}

function traceCharts() {
  const trace = fit.trace ?? [];
  if (trace.length < 2) return [];
  const step = Math.ceil(trace.length / MOST_POINTS);
  const kept = trace.filter((_, index) => index % step === 0 || index === trace.length - 1);
  const curve = (field) => kept.map((point) => [point.iteration, point[field]]);
  const spans = (field) => kept.every((point) => point[field] > 0);
  return [
    chart({ caption: "Objective", points: curve("objective"), xTitle: "iteration", logY: spans("objective") }),
    chart({ caption: "Penalty on cycles", points: curve("penalty"), xTitle: "iteration", logY: spans("penalty") }),
    chart({ caption: "Weights that are not zero", points: curve("support"), xTitle: "iteration" }),
  ];
}

function selectionChart() {
  const path = fit.selection?.path ?? [];
  const points = path.map((point) => [point.value, point.criterion]);
  if (points.length < 2) return null;
  const by = fit.selection.criterion === "cv" ? "cross-validated loss" : "extended BIC";
  const caption = `Choice of ${fit.selection.parameter} by the ${by} (lower is better; the point is the chosen one)`;
  return chart({ caption, points, marked: points[fit.selection.chosen], xTitle: fit.selection.parameter, logX: true });
}

function stagesTable() {
  const stages = fit.stages ?? [];
  if (!stages.length) return [];
  const cell = (content) => element("td", { class: "number" }, content);
  const head = (content, kind) => element("th", { scope: "col", class: kind }, content);
  const rows = stages.map((stage) =>
    element("tr", {}, element("td", {}, stage.name), cell(significant(stage.score, 7)), cell(grouped(stage.edges))));
  return [
    element("h3", {}, "Stages"),
    element("table", {}, element("thead", {}, element("tr", {}, head("Stage", null), head("Score (lower is better)", "number"), head("Edges", "number"))),
      element("tbody", {}, rows)),
  ];
}
