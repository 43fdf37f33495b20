// Long runs: cancelling ends the worker for good, what is there stays, and going on replays it.
import { idle, open, pick, place, press } from "./page.mjs";

const computing = (page, steps) =>
  page.waitForFunction((n) => Number(document.querySelector("#step-count")?.textContent) >= n, steps);

/** The JavaScript of page and workers. */
const program = /\/app-[0-9a-f]+\.js$/;

/** Answers in this way when workers ask for their program; the page, which asks first, gets it. */
async function routeWorkers(page, answer) {
  let asked = 0;
  await page.route(program, (route) => (asked++ === 0 ? route.continue() : answer(route)));
}

export const tests = {
  "cancel a long run, look around, go on": async ({ page, url, assert, shot }) => {
    await open(page, url);
    await pick(page, "far");
    await page.locator("#end").click();
    await computing(page, 10);
    const worker = page.workers()[0];
    const ended = new Promise((done) => worker.once("close", done));
    await page.locator("#cancel").click();
    await ended;
    assert.ok(!page.workers().includes(worker), "the worker is gone, not only ignored");
    assert.match(await page.locator("#doing").textContent(), /cancelled/);
    await shot("cancelled");
    const [, known] = await place(page);
    const before = await page.evaluate(() => window.loopglass.trace());
    await page.waitForTimeout(300);
    assert.deepEqual((await place(page))[1], known, "nothing comes in any more");
    await press(page, "first");
    await press(page, "step");
    assert.deepEqual(await place(page), [1, known]);
    await page.locator("#seek").fill(String(known));
    await page.locator("#step").click();
    await idle(page, 100_000);
    assert.deepEqual(await place(page), [known + 1, known + 1]);
    const after = await page.evaluate(() => window.loopglass.trace());
    assert.ok(after.startsWith(before), "the same events as before, and one more");
  },

  "Escape cancels, and the page answers while it computes": async ({ page, url, assert }) => {
    await open(page, url);
    await pick(page, "far");
    await page.locator("#end").click();
    await computing(page, 5);
    await page.locator("#tab-interpolants").click();
    await page.locator(".round:visible").first().waitFor();
    await page.locator("#back").click();
    // The press may come between two answers: only when the last step is left behind has it been seen to.
    await page.waitForFunction(() => {
      const number = (id) => Number(document.getElementById(id)?.textContent);
      return number("step-number") < number("step-count");
    });
    const [step, known] = await place(page);
    await computing(page, known + 7);
    assert.deepEqual((await place(page))[0], step, "looking back is not disturbed");
    await page.keyboard.press("Escape");
    await page.locator("#doing", { hasText: "cancelled" }).waitFor();
  },

  "another program ends the run of the one before": async ({ page, url, assert }) => {
    await open(page, url);
    await pick(page, "far");
    await page.locator("#end").click();
    await computing(page, 5);
    const worker = page.workers()[0];
    const ended = new Promise((done) => worker.once("close", done));
    await pick(page, "fib-fig3b");
    await ended;
    assert.match(await page.locator("#status").textContent(), /not started/);
    await press(page, "step");
    assert.deepEqual(await place(page), [1, 1]);
    assert.ok(!page.workers().includes(worker));
  },

  "a worker starts before it is needed, and another after it": async ({ page, url, assert }) => {
    await open(page, url);
    const workers = async (count) => {
      while (page.workers().length < count) await page.waitForEvent("worker");
      return page.workers();
    };
    const [first] = await workers(1);
    await press(page, "step");
    const [now, next] = await workers(2);
    assert.equal(now, first, "the run has the one that was there");
    const ended = new Promise((done) => first.once("close", done));
    await pick(page, "imc-fig1");
    await press(page, "step");
    await ended;
    assert.equal(page.workers()[0], next, "so has the next run");
    assert.deepEqual(await place(page), [1, 1]);
  },

  "a worker that cannot start is told, and the page survives": async ({ page, url, assert, allow, shot }) => {
    allow("app-|404|dynamically imported|could not be loaded");
    await routeWorkers(page, (route) => route.fulfill({ status: 404, body: "" }));
    await open(page, url);
    await page.locator("#step").click();
    await page.locator("#crashed").waitFor();
    assert.match(await page.locator("#crashed").textContent(), /worker has stopped/);
    await shot("no worker");
    await page.unroute(program);
    await page.locator("#crashed button").click();
    await press(page, "step");
    assert.deepEqual(await place(page), [1, 1]);
  },

  "a worker that dies in the middle leaves the steps so far": async ({ page, url, assert, allow }) => {
    allow("out of order");
    await routeWorkers(page, async (route) => {
      const body = await (await route.fetch()).text();
      const trap = "self.addEventListener('message', (e) => { if (/Advance.*7/.test(e.data)) { throw new Error('out of order'); } });";
      await route.fulfill({ contentType: "text/javascript", body: `${trap}\n${body}` });
    });
    await open(page, url);
    await press(page, "step");
    await press(page, "step");
    await page.evaluate(() => {
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (text) {
        return post.call(this, text.replace?.('{"Advance":1}', '{"Advance":7}') ?? text);
      };
    });
    await page.locator("#step").click();
    await page.locator("#crashed").waitFor();
    assert.match(await page.locator("#crashed").textContent(), /out of order/);
    assert.deepEqual(await place(page), [2, 2]);
    await page.locator("#back").click();
    assert.deepEqual(await place(page), [1, 2]);
  },

  "a number that is being typed outlives steps": async ({ page, url, assert }) => {
    await open(page, url);
    await page.locator(".engine summary").click();
    const field = page.locator("#max-unrollings");
    await field.selectText();
    await page.keyboard.type("7");
    await page.evaluate(() => document.querySelector("#step").click()); // this leaves the keyboard where it is
    await idle(page);
    await page.waitForFunction(() => document.querySelector("#step-count")?.textContent === "1");
    await page.keyboard.type("5");
    await page.keyboard.press("Enter");
    assert.equal(await field.inputValue(), "75");
  },
};
