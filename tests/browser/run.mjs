// Runs the browser tests: node run.mjs [FILTER]...
//
// Each `NAME.test.mjs` beside this file exports `tests`, an object from a test's name to an async function. It gets
//   page    a fresh page with a storage of its own, 1280 by 800; nothing is loaded yet
//   url     the address of the built page
//   assert  node:assert/strict
//   shot    shot(name) saves a picture of the page in shots/
//   cli     cli(args, stdin) runs the native `loopglass`, giving { code, stdout, stderr }
//   allow   allow(pattern) lets problems that match pass; any other error in the page fails the test
// A test runs when no FILTER is given or "FILE: NAME" contains one of them.
import assert from "node:assert/strict";
import { mkdirSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { launch, servePage, watch } from "./browser.mjs";
import { cli } from "./native.mjs";

const limit = 120_000; // milliseconds for one test
const here = fileURLToPath(new URL(".", import.meta.url));
const shots = fileURLToPath(new URL("shots/", import.meta.url));

async function collect(filters) {
  const found = [];
  for (const file of readdirSync(here).filter((name) => name.endsWith(".test.mjs")).sort()) {
    const { tests } = await import(new URL(file, import.meta.url));
    for (const [name, run] of Object.entries(tests)) {
      const title = `${file.replace(".test.mjs", "")}: ${name}`;
      if (filters.length === 0 || filters.some((f) => title.includes(f))) found.push({ title, run });
    }
  }
  return found;
}

async function runOne(browser, url, { title, run }) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  let timer;
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const problems = watch(page);
    const allowed = [];
    const shot = (name) => page.screenshot({ path: `${shots}${name.replace(/\W+/g, "-")}.png` });
    const allow = (pattern) => allowed.push(new RegExp(pattern));
    const tooLong = new Promise((_, fail) => {
      timer = setTimeout(() => fail(new Error(`not done after ${limit / 1000} s`)), limit);
    });
    try {
      await Promise.race([run({ page, url, assert, shot, cli, allow }), tooLong]);
      assert.deepEqual(problems.filter((p) => !allowed.some((a) => a.test(p))), [], "errors in the page");
    } catch (error) {
      await shot(`failed ${title}`).catch(() => {});
      if (problems.length > 0) error.message += `\n  the page reported:\n    ${problems.join("\n    ")}`;
      throw error;
    }
  } finally {
    clearTimeout(timer);
    await context.close();
  }
}

const chosen = await collect(process.argv.slice(2));
mkdirSync(shots, { recursive: true });
let passed = 0;
let failed = 0;
const server = await servePage();
const browser = await launch();
try {
  console.log(`Chromium ${browser.version()}, ${chosen.length} tests`);
  for (const test of chosen) {
    const start = performance.now();
    const took = () => `${((performance.now() - start) / 1000).toFixed(1)} s`;
    try {
      await runOne(browser, server.url, test);
      passed += 1;
      console.log(`ok    ${test.title} (${took()})`);
    } catch (error) {
      failed += 1;
      console.log(`FAIL  ${test.title} (${took()})\n  ${stripVTControlCharacters(error.stack ?? String(error))}`);
    }
  }
} finally {
  await browser.close();
  server.close();
}
if (chosen.length === 0) console.log("no test matches");
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || chosen.length === 0 ? 1 : 0);
