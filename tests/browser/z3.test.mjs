// Z3 in the page: the engines of the papers on the papers' programs with Z3 to the end, step by step and back, by link, from a folder of
// a server that knows nothing of isolation headers; broken and damaged downloads; both solvers asked.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { root } from "./browser.mjs";
import { fragment, idle, open, openPlain, pick, place, press } from "./page.mjs";

const file = /\/z3-[0-9a-f]{16}\.wasm$/;

async function choose(page, { solver, both }) {
  await page.locator(".engine summary").click();
  if (solver) await page.selectOption("#solver", solver);
  if (both) await page.locator("#ask-both").check();
  await page.locator(".engine summary").click();
}

/** How often Z3 was asked in each worker that has it, if its exports are changed by `counting`. */
const checks = (page) =>
  Promise.all(page.workers().map((worker) => worker.evaluate(() => globalThis.z3Checks ?? null).catch(() => null)))
    .then((counts) => counts.filter((count) => count !== null));

/** Changes the exports of Z3 before the worker sees them: `change` gets the exports and gives others in their place. */
async function change(page, change) {
  // Z3 may have been started before this script is there.
  const trap = `const changed = (exports) => exports && { ...exports, ...(${change})(exports) };
    let z3 = changed(globalThis.z3);
    Object.defineProperty(globalThis, "z3", { configurable: true, get: () => z3, set: (exports) => { z3 = changed(exports); } });`;
  await page.route(/\/app-[0-9a-f]+\.js$/, async (route) => {
    const body = await (await route.fetch()).text();
    await route.fulfill({ contentType: "text/javascript", body: `${trap}\n${body}` });
  });
}

const counting = `(z3) => ({
  Z3_solver_check_assumptions: (...a) => {
    globalThis.z3Checks = (globalThis.z3Checks ?? 0) + 1;
    return z3.Z3_solver_check_assumptions(...a);
  } })`;

/** What the page shows at a step. */
const picture = async (page) => [
  await page.locator("#caption").innerText(),
  await page.locator("#pane").innerText(),
  await page.locator(".algorithm").innerText(),
];

/** Steps to the end, then back; opens the last step by link in the end. */
const through = (engine, example, ending) => async ({ page, url, assert, shot }) => {
  await change(page, counting);
  await open(page, url);
  await pick(page, example);
  await page.selectOption("#engine", engine);
  await choose(page, { solver: "z3" });
  // The query and its answer; the state space asks the worker further, and is complete a moment later.
  await page.locator("#tab-query").click();
  const pictures = [];
  for (let step = 1; ; step++) {
    assert.ok(step < 60, "no end in sight");
    await press(page, "step");
    assert.deepEqual(await place(page), [step, step], "one query at a time");
    pictures.push(await picture(page));
    if (await page.locator("#step").isDisabled()) break;
  }
  assert.match(await page.locator("#ending").textContent(), ending);
  assert.equal(await page.locator("#z3-missing").count(), 0);
  const [asked] = await checks(page);
  assert.ok(asked >= pictures.length / 2, `Z3 was asked ${asked} times`);
  const link = await fragment(page);
  await shot(`z3 ${engine}`);
  for (let step = pictures.length - 1; step >= 1; step--) {
    await press(page, "back");
    assert.deepEqual(await picture(page), pictures[step - 1], `step ${step}, on the way back`);
  }
  const other = await page.context().newPage(); // a tab that knows nothing of the run
  await open(other, url, { fragment: link });
  await idle(other);
  await other.locator("#ending").waitFor();
  assert.deepEqual(await place(other), [pictures.length, pictures.length]);
  assert.deepEqual((await picture(other))[0], pictures.at(-1)[0], "the same run by link");
  assert.equal(await other.evaluate(() => document.querySelector("#solver").value), "z3");
};

/** A server for dist/ under a folder, with the least that a server says of files. */
async function plainServer(folder) {
  const kinds = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml" };
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
    const name = path.startsWith(folder) ? path.slice(folder.length) || "index.html" : null;
    const body = name === null ? null : await readFile(join(root, "dist", name)).catch(() => null);
    response.writeHead(body ? 200 : 404, { "Content-Type": kinds[extname(name ?? "")] ?? "text/plain" });
    response.end(body ?? "");
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { url: `http://127.0.0.1:${server.address().port}${folder}`, close: () => server.close() };
}

export const tests = {
  "IMC with Z3, step by step, back, and by link": through("imc", "imc-fig1", /Safe/),
  "FiB with Z3, step by step, back, and by link": through("fib-bi", "imc-fig1", /Safe/),
  "VINTA with Z3, step by step, back, and by link": through("vinta-box", "vinta-fig2a", /Safe/),

  "Z3 is fetched once, only when it is chosen, with a bar, and kept": async ({ page, url, assert, shot }) => {
    let fetched = 0;
    await page.route(file, async (route) => {
      fetched += 1;
      await new Promise((go) => setTimeout(go, 400));
      await route.continue();
    });
    await open(page, url);
    await press(page, "end");
    assert.equal(fetched, 0, "our solver needs none of it");
    await choose(page, { solver: "z3" });
    await page.locator("#restart").click();
    await page.locator("#z3-loading").waitFor();
    assert.equal(await page.locator("#z3-loading progress").count(), 1);
    await shot("z3 loading");
    await idle(page);
    await press(page, "end");
    assert.match(await page.locator("#ending").textContent(), /Safe/);
    await page.reload();
    await page.unroute(file);
    await page.route(file, (route) => route.abort());
    await page.locator("#step").waitFor();
    await page.locator("#restart").click();
    await idle(page);
    await press(page, "end");
    assert.match(await page.locator("#ending").textContent(), /Safe/);
    assert.equal(await page.locator("#z3-missing").count(), 0, "kept since the first visit");
    assert.equal(fetched, 1);
  },

  "from a folder of a server without any headers": async ({ page, assert }) => {
    const server = await plainServer("/teaching/loops/");
    try {
      await change(page, counting);
      await open(page, server.url);
      assert.equal(await page.evaluate(() => crossOriginIsolated), false);
      await choose(page, { solver: "z3" });
      await press(page, "end");
      assert.match(await page.locator("#ending").textContent(), /Safe/);
      assert.ok((await checks(page))[0] > 0);
    } finally {
      server.close();
    }
  },

  "a download that is cut off, damaged or refused is told, and our solver goes on": async ({ page, url, assert, shot, allow }) => {
    allow("z3-|ERR_|404");
    const body = async (route) => (await route.fetch()).body();
    const answers = [
      ["is cut off", /download ended after \d+ of \d+ bytes/, async (route) => {
        const whole = await body(route);
        await route.fulfill({ contentType: "application/wasm", body: whole.subarray(0, whole.length / 2) });
      }],
      ["is damaged", /damaged/, async (route) => {
        const whole = await body(route);
        whole[whole.length >> 1] ^= 1;
        await route.fulfill({ contentType: "application/wasm", body: whole });
      }],
      ["is not there", /answers 404/, (route) => route.fulfill({ status: 404, body: "" })],
      ["is refused", /cannot be had/, (route) => route.abort()],
    ];
    await open(page, url);
    await choose(page, { solver: "z3" });
    for (const [what, words, answer] of answers) {
      await page.route(file, answer);
      await page.locator("#restart").click();
      await page.locator("#z3-missing", { hasText: words }).waitFor();
      assert.match(await page.locator("#z3-missing").textContent(), words, what);
      await press(page, "end");
      assert.match(await page.locator("#ending").textContent(), /Safe/, what);
      await shot(`z3 ${what}`);
      await page.unroute(file);
    }
    await page.locator("#z3-missing button").click();
    await idle(page);
    assert.equal(await page.locator("#z3-missing").count(), 0, "the next try succeeds");
    await press(page, "end");
    assert.match(await page.locator("#ending").textContent(), /Safe/);
  },

  "cancelling ends the download, and a run of Z3's": async ({ page, url, assert }) => {
    let go;
    const wait = new Promise((resolve) => (go = resolve));
    await page.route(file, async (route) => {
      await wait;
      await route.continue().catch(() => {});
    });
    await open(page, url);
    await pick(page, "far");
    await choose(page, { solver: "z3" });
    await page.locator("#end").click();
    await page.locator("#z3-loading").waitFor();
    await page.locator("#cancel").click();
    assert.match(await page.locator("#doing").textContent(), /cancelled/);
    go();
    await page.unroute(file);
    await page.locator("#end").click();
    await page.waitForFunction(() => Number(document.querySelector("#step-count")?.textContent) >= 3, null, { timeout: 60_000 });
    await page.locator("#cancel").click();
    await page.locator("#doing", { hasText: "cancelled" }).waitFor();
    const [, known] = await place(page);
    await page.waitForTimeout(300);
    assert.deepEqual((await place(page))[1], known);
    assert.deepEqual(await checks(page), [], "no worker with Z3 is left");
  },

  "both solvers asked, agreement is a mark at each query": async ({ page, url, assert, shot }) => {
    await open(page, url);
    await pick(page, "imc-fig1");
    await choose(page, { both: true });
    await press(page, "step");
    assert.match(await page.locator(".agreed").textContent(), /✓ both solvers: \d+$/);
    await press(page, "end");
    assert.match(await page.locator("#ending").textContent(), /Safe/);
    const trace = (await page.evaluate(() => window.loopglass.trace())).trim().split("\n").map(JSON.parse);
    assert.ok(trace.at(-1).counters.agreed > 20, JSON.stringify(trace.at(-1).counters));
    await press(page, "back");
    await shot("both solvers agree");
  },

  "beside an interpolant, Z3's own for the same query, with its checks": async ({ page, url, assert, shot }) => {
    await openPlain(page, url);
    await press(page, "next-interpolant");
    assert.equal(await page.locator("#beside").count(), 0, "our solver alone");
    await choose(page, { both: true });
    await page.locator("#restart").click();
    await idle(page);
    await press(page, "next-interpolant");
    assert.match(await page.locator("#beside h5").textContent(), /from Z3/);
    assert.notEqual((await page.locator("#beside .formula").textContent()).trim(), "");
    assert.equal(await page.locator("#beside .checks .good").count(), 3);
    assert.equal(await page.locator("#interpolant .checks .bad").count(), 0);
    await page.locator("#beside").scrollIntoViewIfNeeded();
    await shot("beside an interpolant");
  },

  "a contradiction between the solvers stops the run": async ({ page, url, assert, shot }) => {
    // A Z3 that says unsat whenever there is a model.
    await change(page, `(z3) => ({ Z3_solver_check_assumptions: (...a) => -Math.abs(z3.Z3_solver_check_assumptions(...a)) })`);
    await open(page, url);
    await pick(page, "imc-fig1");
    await choose(page, { both: true });
    await press(page, "end");
    assert.match(await page.locator("#ending").textContent(), /contradict each other/);
    const script = await page.locator("#contradiction pre").textContent();
    assert.match(script, /; loopglass answers sat, z3 answers unsat\./);
    assert.match(script, /\(declare-const [^]*\(assert [^]*\(check-sat\)/);
    await shot("solvers contradict");
  },
};
