// What passing events from worker to page costs as JSON text and as objects (`serde-wasm-bindgen`): node messages.mjs
// Runs are recorded by the command line program. In Chromium every reply is made in WebAssembly, copied as `postMessage` copies it
// (`structuredClone`), and read again in WebAssembly, in both ways alternately, once to warm up and then three times; medians count.
// Needs the release build of the command line program, and the example of the worker's package:
//   cargo build --profile wasm-release --target wasm32-unknown-unknown -p loopglass-worker --example messages
//   wasm-bindgen --target no-modules --out-dir target/messages target/wasm32-unknown-unknown/wasm-release/examples/messages.wasm
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { launch, root, servePage } from "./browser.mjs";
import { cli } from "./native.mjs";

const engines = ["imc-i", "fib-bi", "vinta-box"];
const folder = join(root, "tests/corpus/safe");
const built = process.env.CARGO_TARGET_DIR ?? join(root, "target");

/** Runs in the page: the medians of each part in milliseconds, for all replies. */
function measure(lines, batch) {
  const m = globalThis.wasm_bindgen;
  const number = m.take(lines, batch);
  for (let i = 0; i < number; i++) if (!m.agree(i)) throw new Error(`reply ${i} does not come back as it was`);
  const ways = { text: [m.text, m.read_text], object: [m.object, m.read_object] };
  const rounds = { text: [], object: [] };
  for (let round = 0; round < 4; round++) {
    for (const [way, [make, read]] of Object.entries(ways)) {
      const all = { make: 0, copy: 0, read: 0 };
      const timed = (part, work) => {
        const begin = performance.now();
        const result = work();
        all[part] += performance.now() - begin;
        return result;
      };
      const made = timed("make", () => Array.from({ length: number }, (_, i) => make(i)));
      const copies = timed("copy", () => made.map((one) => structuredClone(one)));
      const good = timed("read", () => copies.every((one) => read(one)));
      if (!good) throw new Error(`${way} cannot be read`);
      if (round > 0) rounds[way].push(all);
    }
  }
  const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];
  const medians = (some) => Object.fromEntries(["make", "copy", "read"].map((part) => [part, median(some.map((r) => r[part]))]));
  return { number, text: medians(rounds.text), object: medians(rounds.object) };
}

const server = await servePage();
const browser = await launch();
try {
  const page = await browser.newPage();
  await page.goto(server.url);
  await page.evaluate(readFileSync(join(built, "messages/messages.js"), "utf8") + "\nglobalThis.wasm_bindgen = wasm_bindgen;");
  await page.evaluate(`globalThis.measure = ${measure}`);
  const wasm = readFileSync(join(built, "messages/messages_bg.wasm")).toString("base64");
  await page.evaluate(async (base64) => {
    await globalThis.wasm_bindgen({ module_or_path: Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)).buffer });
  }, wasm);
  const lines = [];
  for (const name of readdirSync(folder).filter((f) => f.endsWith(".imp")).sort()) {
    for (const engine of engines) {
      const limits = ["--max-unrollings", "6", "--max-conflicts", "2000"];
      lines.push(cli(["verify", join(folder, name), "--engine", engine, "--run-first", "off", "--steps", "--json", ...limits]).stdout);
    }
  }
  const size = lines.reduce((all, text) => all + text.length, 0);
  console.log(`${lines.length} runs, ${Math.round(size / 1000)} KB of text`);
  for (const batch of [1, 32]) {
    const total = { number: 0, text: { make: 0, copy: 0, read: 0 }, object: { make: 0, copy: 0, read: 0 } };
    for (const run of lines) {
      const found = await page.evaluate(([text, events]) => globalThis.measure(text, events), [run, batch]);
      total.number += found.number;
      for (const way of ["text", "object"]) for (const part of ["make", "copy", "read"]) total[way][part] += found[way][part];
    }
    const sum = ({ make, copy, read }) => make + copy + read;
    const shown = (way) => `make ${way.make.toFixed(0)}, copy ${way.copy.toFixed(0)}, read ${way.read.toFixed(0)}, together ${sum(way).toFixed(0)} ms`;
    const ratio = (sum(total.object) / sum(total.text)).toFixed(2);
    console.log(`${total.number} replies of at most ${batch} events: text ${shown(total.text)}; objects ${shown(total.object)}; objects / text ${ratio}`);
  }
} finally {
  await browser.close();
  server.close();
}
