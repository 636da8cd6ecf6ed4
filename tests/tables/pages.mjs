// Opens all pages of a folder in one browser, one after the other. Usage: node pages.mjs FOLDER
// Prints a line per page in which something went wrong.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { open, shut } from "../browser/browser.mjs";

const folder = process.argv[2];
const pages = readdirSync(folder).filter((name) => name.endsWith(".html")).sort();
let bad = 0;
for (const name of pages) {
  const problems = [];
  try {
    const { page, troubles } = await open(join(folder, name));
    const drawn = await page.locator("#drawing g.node").count();
    problems.push(...troubles, ...(drawn > 0 ? [] : ["nothing is drawn"]));
    await page.context().close();
  } catch (error) {
    problems.push(String(error));
  }
  if (problems.length > 0) {
    bad += 1;
    console.error(`${name}: ${problems.join("; ")}`);
  }
}
await shut();
console.log(`${pages.length} pages`);
process.exitCode = bad > 0 || pages.length === 0 ? 1 : 0;
