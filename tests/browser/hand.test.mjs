// Running a program by hand.
import { open, pick, press, type } from "./page.mjs";

const begin = async (page, key) => {
  await pick(page, key);
  await page.locator("#tab-execution").click();
  await page.locator("#view-hand").click();
};
const last = (page) => page.locator(".execution tbody tr").last();

export const tests = {
  "initial values, step by step, to the end": async ({ page, url, assert, shot }) => {
    await open(page, url);
    await begin(page, "fib-fig3b-unsafe");
    const inputs = await page.locator(".hand-input").allTextContents();
    assert.ok(inputs.some((text) => text.startsWith("n")), inputs.join());
    await page.locator(".hand-input input").last().fill("many");
    await page.locator("#hand-begin").click();
    assert.match(await page.locator(".hand .trouble").textContent(), /“many” is not a whole number/);
    for (const field of await page.locator(".hand-input").all()) {
      await field.locator("input").fill((await field.textContent()).startsWith("n") ? "2" : "0");
    }
    await page.locator("#hand-begin").click();
    await page.locator("#hand-step").click();
    assert.match(await last(page).textContent(), /assumption holds/);
    await page.locator("#hand-step").click();
    assert.equal(await page.locator(".cm-content .hl-look").count(), 1, "the statement is lit");
    await shot("by hand");
    await page.locator("#hand-run").click();
    await page.locator("#hand-ending").waitFor();
    const rows = await page.locator(".execution tbody tr.executed, .execution tbody tr.failing").count();
    await page.locator("#hand-back").click();
    assert.equal(await page.locator(".execution tbody tr.executed").count(), rows - 1);
    await page.locator("#hand-end").click();
    await page.locator("#hand-random").click();
    await page.locator("#hand-begin").waitFor();
  },

  "an execution by hand that fails, with an answer to every choice": async ({ page, url, assert, shot }) => {
    await open(page, url);
    await begin(page, "c-stumble-unsafe");
    await page.locator("#hand-begin").click();
    await page.locator("#hand-question").waitFor();
    assert.match(await page.locator("#hand-question").textContent(), /nondet\(\) in line \d+/);
    assert.equal(await page.evaluate(() => document.activeElement.id), "hand-answer");
    await page.keyboard.type("3x");
    await page.keyboard.press("Enter");
    assert.match(await page.locator("#hand-question .trouble").textContent(), /not a whole number/);
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Enter");
    assert.match(await last(page).textContent(), /n := 3/);
    await page.locator("#hand-run").click();
    assert.match(await page.locator("#hand-ending").textContent(), /fails/);
    assert.match(await page.locator(".cm-content .hl-fail").textContent(), /y == n/);
    await shot("by hand failing");
    await page.locator("#tab-program").click();
    await page.locator("#view-graph").click();
    assert.match(await page.locator("#graph .node.failing").textContent(), /assert y == n/);
    await page.locator("#row-back").click();
    assert.match(await page.locator("#graph .node.now").textContent(), /x != n/);
  },

  "choices of truth values, and a loop without end": async ({ page, url, assert }) => {
    await open(page, url);
    await begin(page, "vinta-fig5a");
    await page.locator("#hand-begin").click();
    await page.locator("#hand-run").click();
    for (let round = 0; round < 3; round++) {
      await page.locator("#hand-true").click();
      await page.locator("#hand-run").click();
    }
    await page.locator("#hand-any").click();
    await type(page, "while true do x := x + 1 done");
    await page.locator("#hand-begin").waitFor();
    await page.locator("#hand-begin").click();
    await page.locator("#hand-run").click();
    assert.match(await page.locator("#hand-ending").textContent(), /as far as/);
    assert.ok((await page.locator(".execution tbody tr").count()) < 500, "long tables are cut");
    await press(page, "step");
    assert.ok(await page.locator("#hand-ending").isVisible(), "a run of an engine does not disturb it");
  },
};
