// Opens all pages of a folder in one browser. Usage: node pages.mjs FOLDER
// Prints a line for every page in which something went wrong.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { open, shut } from "../browser/browser.mjs";

const AT_A_TIME = 2;
const folder = process.argv[2];
const pages = readdirSync(folder).filter((name) => name.endsWith(".html")).sort();
const waiting = [...pages];
let bad = 0;

/** What is wrong with a page. */
async function problems(name) {
  try {
    const { page, troubles } = await open(join(folder, name));
    const drawn = await page.locator("#drawing g.node").count();
    await page.context().close();
    return drawn > 0 ? troubles : [...troubles, "nothing is drawn"];
  } catch (error) {
    return [String(error)];
  }
}

async function work() {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const found = await problems(name);
    if (found.length > 0) {
      bad += 1;
      console.error(`${name}: ${found.join("; ")}`);
    }
  }
}

// The first starts the browser that all share.
if (pages.length > 0) await problems(pages[0]);
await Promise.all(Array.from({ length: AT_A_TIME }, work));
await shut();
console.log(`${pages.length} pages opened, ${bad} with errors`);
process.exitCode = bad > 0 || pages.length === 0 ? 1 : 0;
