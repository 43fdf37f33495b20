// What a query takes with our solver and with Z3, natively and in the page's worker: node solvers.mjs [--engines A,B] [--every N]
// Every Nth program (default 6) of tests/corpus/safe is run by each engine to its verdict with each of the two solvers, natively and in
// Chromium by turns, twice each, and the fastest counts. A time divided by the run's queries includes what is no solving, and with Z3
// our solver's proofs; in the browser also handing over all events, and not the time in which Z3 is fetched and compiled.
// Needs the release build of the page (`cargo xtask build`) and of the command line program with the feature `z3`.
import { readFileSync, readdirSync } from "node:fs";
import { extname, join } from "node:path";
import { launch, root, servePage } from "./browser.mjs";
import { inWorker, startWorker } from "./in_worker.mjs";
import { cli } from "./native.mjs";

const option = (name, otherwise) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? otherwise : process.argv[at + 1];
};
const engines = option("--engines", "imc-i,fib-f,vinta-box").split(",");
const every = Number(option("--every", "6"));
const folder = join(root, "tests/corpus/safe");
const solvers = ["loopglass", "z3"];
const settings = { max_unrollings: 4, max_conflicts: 1000 };

/** All queries of a run, whatever they were for. */
const queries = (costs) => (Array.isArray(costs) ? costs.map(([, spent]) => spent) : Object.values(costs)).reduce((all, spent) => all + spent.queries, 0);

const server = await servePage();
const browser = await launch();
const rows = [];
try {
  const page = await browser.newPage();
  await page.goto(server.url);
  await startWorker(page, { z3: true });
  const names = readdirSync(folder).filter((f) => /\.(imp|c)$/.test(f)).sort();
  for (const name of names.filter((_, place) => place % every === 0)) {
    const source = readFileSync(join(folder, name), "utf8");
    const language = extname(name).slice(1);
    for (const engine of engines) {
      const row = {};
      for (let i = 0; i < 4; i++) {
        const solver = solvers[i % 2];
        const limits = ["--max-unrollings", settings.max_unrollings, "--max-conflicts", settings.max_conflicts].map(String);
        const run = JSON.parse(cli(["verify", join(folder, name), "--engine", engine, "--run-first", "off", "--solver", solver, "--json", ...limits]).stdout);
        const [ms, said] = await inWorker(page, { source, language, engine, settings: { ...settings, solver } });
        const last = said.flatMap((text) => (({ Events, Paused }) => Events ?? Paused.events)(JSON.parse(text))).at(-1);
        const found = { native: [run.time_ms, queries(run.stats.costs)], browser: [ms, queries(last.costs)] };
        for (const [place, [time, asked]] of Object.entries(found)) {
          const before = row[`${solver} ${place}`];
          row[`${solver} ${place}`] = { time: Math.min(time, before?.time ?? Infinity), asked };
        }
      }
      rows.push({ name, engine, ...row });
    }
  }
} finally {
  await browser.close();
  server.close();
}
console.log("| engine | runs | solver | native s | queries | native µs a query | browser s | queries | browser µs a query |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
for (const engine of engines) {
  const own = rows.filter((row) => row.engine === engine);
  for (const solver of solvers) {
    const cells = ["native", "browser"].flatMap((place) => {
      const sum = (key) => own.reduce((all, row) => all + row[`${solver} ${place}`][key], 0);
      return [(sum("time") / 1000).toFixed(2), sum("asked"), Math.round((1000 * sum("time")) / sum("asked"))];
    });
    console.log(`| ${[engine, own.length, solver, ...cells].join(" | ")} |`);
  }
}
