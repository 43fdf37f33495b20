// The state space: it is there, follows the steps, asks the worker, is chosen and moved, and saved as a file.
import { readFile } from "node:fs/promises";
import { fragment, idle, open, pick, place, press } from "./page.mjs";

const names = (page) => page.locator("#space .sp-legend text").evaluateAll((all) => all.map((t) => t.textContent).join(" "));
const sentences = (page) => page.locator("#space-text li").evaluateAll((all) => all.map((li) => li.textContent));

async function show(page, url, key) {
  await open(page, url);
  // The first example is open from the start.
  if (key !== "fib-fig3b") await pick(page, key);
  await page.locator("#tab-space").click();
}

export const tests = {
  async "follows the steps, forwards and back"({ page, url, assert, shot }) {
    await show(page, url, "fib-fig3b");
    await press(page, "step");
    await page.locator("#space").waitFor();
    const first = await sentences(page);
    assert.ok(first.some((s) => /initial states.*1 of 121 points: \(0, 0\)/.test(s)), first.join("\n"));
    await press(page, "end");
    await page.locator("#tab-space").click();
    assert.match(await names(page), /Inv/);
    await shot("space invariant");
    await page.locator("#first").click();
    await press(page, "step");
    assert.deepEqual(await sentences(page), first);
  },

  async "asks the worker where a symbol may have any value"({ page, url, assert }) {
    await show(page, url, "imc-fig1");
    await press(page, "step");
    await press(page, "step");
    await page.waitForFunction(() => /A \(.*1 of 121 points: \(2, 1\)/.test(document.querySelector("#space-text").textContent));
    assert.deepEqual(await place(page), [2, 2]);
    // Another step, with the question under way.
    await press(page, "step");
    await idle(page);
    assert.match(await names(page), /¬P/);
  },

  async "axes, values and window are chosen"({ page, url, assert }) {
    await show(page, url, "fib-fig3b");
    await press(page, "step");
    await page.locator("#space-at-n").fill("3");
    await page.waitForFunction(() => /n = 3/.test(document.querySelector("#space-text").textContent));
    await page.selectOption("#space-y", "");
    await page.waitForFunction(() => document.querySelector("#space .sp-axis").textContent.startsWith("x"));
    await page.locator("#space-reset").click();
    await page.locator(".space-plane").focus();
    await page.keyboard.press("-");
    assert.match((await sentences(page))[0], /x from −3 to 9 and y from −3 to 9/);
    await page.keyboard.press("0");
    await page.keyboard.press("Shift+ArrowUp");
    assert.match(await page.locator(".space-point").textContent(), /x = 3, y = 4, n = 5: in/);
  },

  async "what is chosen is in the link, and two fingers pinch the window"({ page, url, assert }) {
    await show(page, url, "fib-fig3b");
    await press(page, "step");
    await page.selectOption("#space-x", "n");
    await page.locator("#space-at-y").fill("3");
    await page.locator(".space-plane").focus();
    await page.keyboard.press("+");
    const first = async (on) => (await sentences(on))[0];
    const seen = await first(page);
    assert.match(seen, /n from .* at y = 3/);
    const link = await fragment(page);
    const other = await page.context().newPage();
    await other.goto(`${url}#${link}`);
    await other.locator("#space").waitFor();
    assert.equal(await first(other), seen);
    await other.reload();
    await other.locator("#step").click();
    await other.locator("#space").waitFor();
    assert.equal(await first(other), seen, "and a reload keeps it");
    await other.close();
    const pinch = (from, to) =>
      page.locator(".space-plane").evaluate((plane, ends) => {
        const { left, top } = plane.getBoundingClientRect();
        const send = (kind, pointerId, x) =>
          plane.dispatchEvent(
            new PointerEvent(kind, { pointerId, pointerType: "touch", isPrimary: pointerId === 7, clientX: left + x, clientY: top + 200, bubbles: true }),
          );
        send("pointerdown", 7, 300 - ends[0]);
        send("pointerdown", 8, 300 + ends[0]);
        send("pointermove", 8, 300 + ends[1]);
        send("pointermove", 7, 300 - ends[1]);
        send("pointerup", 7, 0);
        send("pointerup", 8, 0);
      }, [from, to]);
    const count = async () => {
      const [, low, high] = (await first(page)).replaceAll("−", "-").match(/n from (\S+) to (\S+)/);
      return high - low + 1;
    };
    const before = await count();
    await pinch(50, 100);
    await page.waitForFunction((old) => document.querySelector("#space-text li").textContent !== old, seen);
    assert.equal(await count(), Math.max(3, Math.floor(before / 2)), "twice as far apart, half as much to be seen");
    await pinch(100, 25);
    await page.waitForTimeout(200);
    assert.equal(await count(), 4 * Math.max(3, Math.floor(before / 2)));
  },

  async "the program counter has its pictures beside each other"({ page, url, assert, shot }) {
    await show(page, url, "c-two-loops");
    await press(page, "step");
    const titles = () => page.locator("#space .sp-slice").allTextContents();
    assert.deepEqual(await titles(), ["line 8", "line 11"]);
    await shot("space multiples");
    await page.locator("#space").hover({ position: { x: 560, y: 150 } });
    assert.match(await page.locator(".space-point").textContent(), /, line 11: in/);
    await page.selectOption("#space-at-pc", "2 (line 11)");
    await page.waitForFunction(() => document.querySelectorAll("#space .sp-slice").length === 1);
    assert.match((await sentences(page))[0], /at line 11/);
  },

  async "is saved as a file that stands alone"({ page, url, assert }) {
    await show(page, url, "fib-fig3b");
    await press(page, "step");
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#space-svg").click()]);
    assert.match(download.suggestedFilename(), /state-space\.svg$/);
    const text = await readFile(await download.path(), "utf8");
    assert.match(text, /^<svg xmlns=.*sp-line-i/s);
    assert.ok(!text.includes("foreignObject"));
  },

  async "a step with it shown takes about a frame"({ page, url, assert }) {
    await show(page, url, "imc-fig1-unsafe");
    await press(page, "end");
    await page.locator("#tab-space").click();
    await page.locator("#first").click();
    // The time of the page's own thread, which does not depend on what else the machine does.
    const client = await page.context().newCDPSession(page);
    await client.send("Performance.enable", { timeDomain: "threadTicks" });
    const spent = async () => {
      const { metrics } = await client.send("Performance.getMetrics");
      return 1000 * metrics.find(({ name }) => name === "TaskDuration").value;
    };
    const times = [];
    const [, count] = await place(page);
    assert.ok(count > 12, `${count} steps`);
    for (let i = 0; i < Math.min(count, 40); i += 1) {
      await page.waitForTimeout(60);
      const before = await spent();
      await page.evaluate(async () => {
        document.querySelector("#step").click();
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        document.querySelector("#space").getBoundingClientRect();
      });
      times.push((await spent()) - before);
    }
    assert.equal((await place(page))[0], times.length, "it has moved on");
    times.sort((a, b) => a - b);
    const median = times[Math.floor(times.length / 2)];
    // Wanted are 33 ms. It was 34 to 38 when this was written, and 44 to 49 with a style that looked at all elements.
    assert.ok(median < 42, `median ${median} ms of ${times}`);
    console.log(`      median ${median.toFixed(1)} ms of ${times.length} steps`);
  },
};
