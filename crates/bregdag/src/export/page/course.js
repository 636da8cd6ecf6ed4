// How the graph was found: stages, restarts, the steps, and the choice of an option.

/** Of the graph that is shown; of a consensus, which was counted, that of the fit of all rows. */
const course = fit.course ?? fit.whole.course;
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
  const words = [`${ended} after ${count(course.steps, course.unit)} in ${duration(fit.seconds)}.`];
  const restarts = restartScores();
  if (restarts.length) words.push(restartWords(restarts));
  if (fit.whole) words.push("All this is of the fit of all rows; the graph above is what the refits agree on, and may differ from it.");
  return words;
}

function restartScores() {
  return course.restarts.filter(Number.isFinite);
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

/** What is drawn of a trace that has it. `span` takes a logarithm where nothing is zero or less. */
const CURVES = [
  { column: "objective", caption: "Objective", span: true },
  { column: "penalty", caption: "Penalty on cycles", span: true },
  { column: "support", caption: "Weights that are not zero", span: false },
];

/** The first column counts the steps. */
function traceCharts() {
  const { columns, rows } = course.trace;
  const step = Math.ceil(rows.length / MOST_POINTS);
  const kept = rows.filter((_, index) => index % step === 0 || index === rows.length - 1);
  return CURVES.map(({ column, caption, span }) => {
    const place = columns.indexOf(column);
    const points = kept.map((row) => [row[0], row[place]]).filter((point) => point.every(Number.isFinite));
    return chart({ caption, points, xTitle: columns[0], logY: span && points.every(([, y]) => y > 0) });
  });
}

function selectionChart() {
  if (!course.selection) return null;
  const { criterion, parameter, path, chosen } = course.selection;
  const points = path.map((point) => [point.value, point.criterion]);
  const by = criterion === "cv" ? "cross-validated loss" : "extended BIC";
  const caption = `Choice of ${parameter} by the ${by} (lower is better; the point is the chosen one)`;
  return chart({ caption, points, marked: points[chosen], xTitle: parameter, logX: true });
}

function stagesTable() {
  if (!course.stages.length) return [];
  const cell = (content) => element("td", { class: "number" }, content);
  const head = (content, kind) => element("th", { scope: "col", class: kind }, content);
  const rows = course.stages.map((stage) =>
    element("tr", {}, element("td", {}, stage.name), cell(significant(stage.score, 7)), cell(grouped(stage.edges))));
  return [
    element("h3", {}, "Stages"),
    element("table", {}, element("thead", {}, element("tr", {}, head("Stage", null), head("Score (lower is better)", "number"), head("Edges", "number"))),
      element("tbody", {}, rows)),
  ];
}
