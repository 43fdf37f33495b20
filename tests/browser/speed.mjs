// How much slower WebAssembly is than native code on the same runs: node speed.mjs [FOLDER] [--engines A,B] [--least MS]
// Every program of FOLDER (default tests/corpus/safe) is run by each engine to its verdict, natively and in the page's
// worker in Chromium, alternately, three times each, and the fastest counts; in the browser that includes handing over all
// events, and not the time in which a fresh worker's code is compiled. Runs that take less than MS milliseconds natively (default 5) say nothing and are left out.
// Needs the release build of page (`cargo xtask build`) and command line program.
import { readFileSync, readdirSync } from "node:fs";
import { extname, join, resolve } from "node:path";
import { launch, root, servePage } from "./browser.mjs";
import { inWorker, startWorker } from "./in_worker.mjs";
import { cli } from "./native.mjs";

const option = (name, otherwise) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? otherwise : process.argv.splice(at, 2)[1];
};
const engines = option("--engines", "imc,fib-b,bmc").split(",");
const least = Number(option("--least", "5"));
const folder = resolve(process.argv[2] ?? join(root, "tests/corpus/safe"));
const repeats = 3;
// Runs are cut off where the conflicts of a query, which are counted, get this many.
const settings = { max_unrollings: 12, max_conflicts: 2000 };

const server = await servePage();
const browser = await launch();
const rows = [];
try {
  const page = await browser.newPage();
  await page.goto(server.url);
  await startWorker(page);
  for (const name of readdirSync(folder).filter((f) => /\.(imp|c)$/.test(f)).sort()) {
    const source = readFileSync(join(folder, name), "utf8");
    const language = extname(name).slice(1);
    for (const engine of engines) {
      const times = { native: Infinity, browser: Infinity };
      for (let i = 0; i < repeats; i++) {
        const limits = ["--max-unrollings", settings.max_unrollings, "--max-conflicts", settings.max_conflicts];
        const run = cli(["verify", join(folder, name), "--engine", engine, "--run-first", "off", "--json", ...limits.map(String)]);
        times.native = Math.min(times.native, JSON.parse(run.stdout).time_ms);
        if (times.native < least) break;
        const [ms] = await inWorker(page, { source, language, engine, settings });
        times.browser = Math.min(times.browser, ms);
      }
      if (times.native < least || times.browser === Infinity) continue;
      rows.push({ name, engine, ...times, ratio: times.browser / times.native });
      const { native, browser: wasm, ratio } = rows.at(-1);
      console.log(`${name.padEnd(40)} ${engine.padEnd(8)} ${native.toFixed(1).padStart(9)} ms ${wasm.toFixed(1).padStart(9)} ms  ${ratio.toFixed(2)}`);
    }
  }
} finally {
  await browser.close();
  server.close();
}
const ratios = rows.map((row) => row.ratio).sort((a, b) => a - b);
const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
console.log(`${rows.length} runs; browser / native: median ${ratios[Math.floor(ratios.length / 2)]?.toFixed(2)}, of the sums ${(sum("browser") / sum("native")).toFixed(2)}`);
