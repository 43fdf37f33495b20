// Whole runs in a worker like the page's, for measurements: no page is drawn meanwhile.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./browser.mjs";

/** Runs in the page: starts a worker as the page does, with Z3 if it is wanted, but lets it fetch its module itself. */
async function start([rest, first, hasZ3]) {
  const own = document.querySelector("link[rel=modulepreload][href*='app-']").href;
  const z3 = hasZ3 ? await globalThis.z3Loader.load(() => {}) : undefined;
  const text = `${z3?.start ?? ""}\n${rest}\n${first.replace("(ADDRESS)", `(${JSON.stringify(own)})`)}`;
  return new Promise((done, failed) => {
    globalThis.worker = new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
    worker.onerror = (event) => failed(new Error(event.message));
    worker.onmessage = ({ data }) => (data === "ready" ? done() : failed(new Error(data)));
    restLoader.hand(worker);
    worker.postMessage([own.replace(/[.]js$/, "_bg.wasm"), z3?.module]);
  });
}

/** Runs in the page: the worker there computes a whole run; its milliseconds and its last messages. */
function run(setup) {
  return new Promise((done, failed) => {
    const begin = performance.now();
    let before;
    worker.onerror = (event) => failed(new Error(event.message));
    worker.onmessage = ({ data }) => {
      if (data.startsWith('{"Rejected"')) failed(new Error(data));
      if (data.startsWith('{"Paused"')) done([performance.now() - begin, before === undefined ? [data] : [before, data]]);
      before = data.startsWith('{"Events"') ? data : before;
    };
    worker.postMessage(JSON.stringify({ Open: setup }));
    worker.postMessage(JSON.stringify({ Advance: 1_000_000 }));
  });
}

/** Runs in the page: engines take turns in the worker there; the setup of the run that settles the program, if one does. */
function settle(setup) {
  return new Promise((done, failed) => {
    worker.onerror = (event) => failed(new Error(event.message));
    worker.onmessage = ({ data }) => {
      const said = JSON.parse(data);
      if (said.Rejected) failed(new Error(data));
      if (said.Settled) done(said.Settled.setup);
    };
    worker.postMessage(JSON.stringify({ Prove: setup }));
  });
}

/** Starts a worker in an opened page. */
export const startWorker = (page, { z3 = false } = {}) =>
  page.evaluate(start, [...["web/rest/load.js", "web/src/worker.js"].map((file) => readFileSync(join(root, file), "utf8")), z3]);

/** Computes a whole run in the page's worker: the milliseconds it took, and the last messages that it sent. */
export const inWorker = (page, setup) => page.evaluate(run, setup);

/** Has engines take turns on a program in the page's worker; the setup of the run that settled it, or null. */
export const settledInWorker = (page, setup) => page.evaluate(settle, setup);
