// Long runs: what they take of memory, how quick they are to look through, and what is said when the page's memory ends.
import { idle, open, place, press, text, type } from "./page.mjs";

/** Runs in page or worker: the exports of the program's module there, which has been loaded once and is not loaded again. */
const program = async (url) => (await import(url)).default();
const address = (page) => page.evaluate(() => performance.getEntriesByType("resource").map((one) => one.name).find((name) => /\/app-[0-9a-f]+\.js$/.test(name)));

/** A loop that does not end, so that a search of it does not end before its bound. */
const endless = "bool b;\nwhile true do skip done\n{ b or not b }";

/** A bounded search with this bound. */
async function search(page, source, bound) {
  await type(page, source);
  await page.selectOption("#engine", "bmc");
  await page.locator(".engine summary").click();
  await page.locator("#max-unrollings").fill(String(bound));
  await page.locator("#max-unrollings").press("Enter");
  await page.locator(".engine summary").click();
}

/** Runs in the page: goes to a step by the time line; milliseconds until that has been painted. */
async function seek(step) {
  const slider = document.querySelector("#seek");
  const begin = performance.now();
  slider.value = String(step);
  slider.dispatchEvent(new Event("input", { bubbles: true }));
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  if (document.querySelector("#step-number").textContent !== String(step)) throw new Error(`${step} is not shown`);
  return performance.now() - begin;
}

export const tests = {
  "5000 steps take less than 300 MB, and no frame of looking through them 100 ms": async ({ page, url, assert }) => {
    await open(page, url);
    await search(page, endless, 5000);
    await page.locator("#end").click();
    await idle(page, 110_000);
    const [, steps] = await place(page);
    assert.ok(steps > 5000, `${steps} steps`);
    const script = await address(page);
    const size = async (where) => where.evaluate(`(${program})(${JSON.stringify(script)}).then((exports) => exports.memory.buffer.byteLength)`);
    const [ofPage, ...ofWorkers] = await Promise.all([page, ...page.workers()].map(size));
    const all = ofWorkers.reduce((sum, one) => sum + one, ofPage);
    console.log(`      page ${ofPage >> 20} MB, workers ${ofWorkers.map((one) => one >> 20)} MB`);
    assert.ok(all < 300e6, `the page has ${ofPage >> 20} MB, its workers ${ofWorkers.map((one) => one >> 20)}`);
    const places = Array.from({ length: 25 }, (_, at) => 1 + Math.floor(((at + 1) * (steps - 1)) / 26));
    for (const tab of [null, "#tab-query"]) {
      if (tab) await page.locator(tab).click();
      // Of each place the quickest of several times, since the machine may be busy with something else.
      const best = places.map(() => Infinity);
      for (let round = 0; round < 4; round++) {
        for (const [at, step] of places.entries()) best[at] = Math.min(best[at], await page.evaluate(seek, step));
      }
      console.log(`      ${tab ?? "at first"}: at most ${Math.max(...best).toFixed(0)} ms`);
      assert.ok(Math.max(...best) < 100, `${tab ?? "at first"}: ${best.map(Math.round)} ms`);
    }
  },

  "a long query shows its first and its last conjuncts, and some between on demand": async ({ page, url, assert }) => {
    await open(page, url);
    await search(page, endless, 200);
    await press(page, "end");
    await page.locator("#tab-query").click();
    await page.locator("#seek").fill("151");
    const parts = page.locator(".side .part:visible .name");
    const names = await parts.allTextContents();
    assert.equal(names.length, 12);
    assert.match(names.at(0), /^I/);
    assert.match(names.at(-1), /150|₁₅₀/, "what is asked about");
    await page.locator(".rest summary").click();
    assert.equal(await parts.count(), 72);
    await page.getByText(/and \d+ more, which “Copy” copies too/).waitFor();
  },

  "the end of the page's memory is told, and the program is kept": async ({ page, url, assert, allow }) => {
    allow(".");
    await open(page, url);
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText("\n// mine");
    const typed = await text(page);
    // The memory is taken, but for less than a step needs; what is not written to takes nothing of the machine.
    await page.evaluate(`(${program})(${JSON.stringify(await address(page))}).then((exports) => {
      for (let size = 2 ** 30; size > 64; size /= 2) {
        try {
          while (exports.__wbindgen_malloc(size, 1)) {}
        } catch {}
      }
    })`);
    await page.locator("#end").click();
    const told = page.getByRole("dialog").filter({ hasText: "Loopglass has stopped" });
    await told.waitFor();
    assert.equal((await told.getByRole("textbox").inputValue()).trim(), typed.trim());
    await told.getByRole("button", { name: "Load the page anew" }).click();
    await page.locator("#step").waitFor();
    await page.locator("#step").click();
    await idle(page);
    assert.equal(await page.locator("#ended").count(), 0);
  },
};
