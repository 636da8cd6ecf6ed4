// Pages made by the command, and a browser that reports everything it should not do.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const folder = mkdtempSync(join(tmpdir(), "bregdag-browser-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

export function bregdag(...args) {
  if (!process.env.BREGDAG) throw new Error("set BREGDAG to the command, or use tests/browser/run");
  return execFileSync(process.env.BREGDAG, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
}

export const file = (name) => join(folder, name);
export const json = (name) => JSON.parse(readFileSync(file(name), "utf8"));

/** Learns from a table, lets `edit` change the fit, and makes its page. */
export function report(name, table, edit = (fit) => fit, flags = []) {
  bregdag("learn", table, ...flags, "--quiet", "--out", `${name}.json`);
  return reportOf(name, edit(json(`${name}.json`)));
}

/** As if refits agreed on the same graph, with shares that are easy to check: edge k of K came back in (k + 1) / K. */
export function withStability(fit) {
  const share = (k) => (k + 1) / fit.edges.length;
  const stability = (k) => ({
    frequency: share(k), forward: share(k) * 0.5, reverse: share(k) * 0.25, open: share(k) * 0.25,
    mean: fit.edges[k].weight, deviation: 0.0125, positive: 1, negative: 0, calibrated: { joined: 0.9, forward: null },
  });
  fit.whole = { claim: fit.claim, edges: fit.edges, course: fit.course };
  fit.edges = fit.edges.map((edge, k) => ({ ...edge, found_by: null, stability: stability(k) }));
  Object.assign(fit, { claim: "consensus", course: null });
  fit.stability = {
    kind: "bootstrap", wanted: 200, finished: 200, failed: 1, unit: "rows", units: fit.rows, consensus: 0.5, seed: 1,
    pairs: fit.edges.map(({ source, target }, k) => ({ source, target, ...stability(k) })), tables: 0, remarks: ["A remark on stability."],
  };
  return fit;
}

/** The fit of all rows that lies beside a consensus. */
export const wholeOf = (fit) => ({ ...fit, ...fit.whole, stability: null, whole: null });

/** Makes the page of a fit that is at hand. */
export function reportOf(name, fit) {
  writeFileSync(file(`${name}.json`), JSON.stringify(fit));
  bregdag("report", `${name}.json`, "--out", `${name}.html`);
  return file(`${name}.html`);
}

const ARGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

let browser = null;

/** Opens a page and waits until it is ready; `troubles` collects errors, dialogs and anything that is asked of a network. */
export async function open(path, { ready = "html[data-ready]", ...options } = {}) {
  const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/snap/bin/chromium"].find(existsSync);
  browser ??= await chromium.launch({ executablePath, args: ARGS });
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  const troubles = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) troubles.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => troubles.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  const address = pathToFileURL(path).href;
  await page.route("**/*", (route) => {
    if (route.request().url() === address) return route.continue();
    troubles.push(`request: ${route.request().url()}`);
    return route.abort();
  });
  const start = performance.now();
  await page.goto(address);
  await page.waitForSelector(ready, { timeout: 20_000 });
  return { page, troubles, milliseconds: performance.now() - start };
}

export async function shut() {
  await browser?.close();
  browser = null;
}

/** Opens the page at `path()`, does something, and asks that nothing went wrong on the way. */
export const user = (path) => (act, options) => async () => {
  const { page, troubles } = await open(path(), options);
  await act(page);
  assert.deepEqual(troubles, []);
  await page.context().close();
};
