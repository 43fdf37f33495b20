// Loops as students write them: "Just prove it" settles them in the browser as it does natively.
import { readFileSync, readdirSync } from "node:fs";
import { extname, join } from "node:path";
import { root } from "./browser.mjs";
import { inWorker, settledInWorker, startWorker } from "./in_worker.mjs";

/** All programs of a folder, each with a verdict that is expected. */
const settles = (folder, verdict) => async ({ page, url, assert }) => {
  await page.goto(url);
  await startWorker(page);
  const all = join(root, "tests/classroom", folder);
  const files = readdirSync(all).sort();
  assert.ok(files.length >= 30, `${files.length}`);
  let slowest = [0];
  for (const file of files) {
    const source = readFileSync(join(all, file), "utf8");
    const begin = performance.now();
    const setup = await settledInWorker(page, { source, language: extname(file).slice(1), engine: "imc", settings: {} });
    assert.ok(setup, `${file} is not settled`);
    const [, said] = await inWorker(page, setup);
    const events = said.flatMap((text) => (({ Events, Paused }) => Events ?? Paused.events)(JSON.parse(text)));
    const found = events.at(-1).changes.map((change) => change.Verdict).find((one) => one);
    assert.deepEqual(Object.keys(found), [verdict], file);
    const took = performance.now() - begin;
    if (took > slowest[0]) slowest = [took, file];
  }
  console.log(`      ${folder}: the slowest is ${slowest[1]}, ${(slowest[0] / 1000).toFixed(1)} s with the run that is opened`);
};

export const tests = {
  "the safe ones are proved": settles("safe", "Safe"),
  "those with a slip fail": settles("unsafe", "Unsafe"),
};
