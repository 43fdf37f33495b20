// Runs the browser tests: node run.mjs [--everywhere] [FILTER]... in Chromium, or in the browser that LOOPGLASS_BROWSER names (firefox, webkit).
//
// Each `NAME.test.mjs` beside this file exports `tests`, an object from a test's name to an async function. It gets
//   page    a fresh page with a storage of its own, 1280 by 800; nothing is loaded yet
//   url     the address of the built page
//   assert  node:assert/strict
//   shot    shot(name) saves a picture of the page in shots/
//   cli     cli(args, stdin) runs the native `loopglass`, giving { code, stdout, stderr }
//   allow   allow(pattern) lets problems that match pass; any other error in the page fails the test
// A test is such a function, or an object with `run` and
//   serviceWorkers  "allow": else there are none (but in WebKit, whose driver cannot), since they hide from a test what the page fetches
//   only            the browsers that the harness can do this in, and `why`
//   everywhere      whether it is among those that `cargo xtask test` runs in every browser (--everywhere runs these alone)
// A test runs when no FILTER is given or "FILE: NAME" contains one of them.
import assert from "node:assert/strict";
import { mkdirSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { allowQuestions, browserName, launch, servePage, watch } from "./browser.mjs";
import { cli } from "./native.mjs";

const limit = 120_000; // milliseconds for one test
const here = fileURLToPath(new URL(".", import.meta.url));
const shots = fileURLToPath(new URL("shots/", import.meta.url));

async function collect(words) {
  const found = [];
  const filters = words.filter((word) => word !== "--everywhere");
  const isEverywhere = words.includes("--everywhere");
  for (const file of readdirSync(here).filter((name) => name.endsWith(".test.mjs")).sort()) {
    const { tests } = await import(new URL(file, import.meta.url));
    for (const [name, given] of Object.entries(tests)) {
      const title = `${file.replace(".test.mjs", "")}: ${name}`;
      const test = typeof given === "function" ? { run: given } : given;
      if (test.only && !test.only.includes(browserName)) continue;
      if (isEverywhere && !test.everywhere) continue;
      if (filters.length === 0 || filters.some((f) => title.includes(f))) found.push({ title, test });
    }
  }
  return found;
}

async function runOne(browser, url, { title, test }) {
  const { run, serviceWorkers = "block" } = test;
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers });
  let timer;
  try {
    await allowQuestions(context, url);
    const page = await context.newPage();
    page.setDefaultTimeout(20_000); // milliseconds
    const problems = watch(page);
    const allowed = [];
    const shot = (name) => page.screenshot({ path: `${shots}${name.replace(/\W+/g, "-")}.png` });
    const allow = (pattern) => allowed.push(new RegExp(pattern));
    const tooLong = new Promise((_, fail) => {
      timer = setTimeout(() => fail(new Error(`not done after ${limit / 1000} s`)), limit);
    });
    try {
      await Promise.race([run({ page, url, assert, shot, cli, allow }), tooLong]);
      if (browserName === "webkit") problems.push(...(await page.problems()));
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

/** The browser, once it has shown that it can open a page. */
async function starts() {
  const browser = await launch();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.newPage();
  await context.close();
  return browser;
}

const chosen = await collect(process.argv.slice(2));
mkdirSync(shots, { recursive: true });
let passed = 0;
let failed = 0;
const again = [];
const server = await servePage();
// Where a browser beside Chromium is installed but does not start, for want of what the machine lacks, its tests can say nothing of the page.
const isLeftOut = browserName !== "chromium" && process.argv.includes("--everywhere");
const browser = await starts().catch((error) => {
  server.close();
  if (!isLeftOut) throw error;
  console.log(`left out: ${browserName} does not start here: ${error.message}`);
  process.exit(0);
});
try {
  console.log(`${browserName} ${browser.version()}, ${chosen.length} tests`);
  for (const one of chosen) {
    const start = performance.now();
    const took = () => `${((performance.now() - start) / 1000).toFixed(1)} s`;
    // On a busy machine a driver loses a press now and then: a test has two tries, and the last line names those that needed both.
    for (let tries = 2; tries > 0; tries -= 1) {
      try {
        await runOne(browser, server.url, one);
        passed += 1;
        if (tries === 1) again.push(one.title);
        console.log(`ok    ${one.title} (${took()})`);
        break;
      } catch (error) {
        const what = tries > 1 ? "again" : "FAIL ";
        if (tries === 1) failed += 1;
        console.log(`${what} ${one.title} (${took()})\n  ${stripVTControlCharacters(error.stack ?? String(error))}`);
      }
    }
  }
} finally {
  await browser.close();
  server.close();
}
if (chosen.length === 0) console.log("no test matches");
if (again.length > 0) console.log(`passed only when tried again: ${again.join("; ")}`);
console.log(`${passed} passed, ${failed} failed`);
// A few may be the machine's fault; more are the page's.
process.exit(failed > 0 || again.length > 6 || chosen.length === 0 ? 1 : 0);
