// Time frames: an unrolled query as columns of states and transitions.
import { open, pick, press } from "./page.mjs";

const columns = (page) => page.locator("#frames .moments > th").allTextContents();
const words = (text) => text.replace(/\s+/g, " ").trim();

export const tests = {
  "a query along its path: what each variable becomes, and the line between A and B": async ({ page, url, assert, shot }) => {
    await open(page, url);
    await pick(page, "imc-fig1");
    await page.selectOption("#engine", "imc");
    await page.locator("#tab-query").click();
    for (let i = 0; i < 3; i++) await press(page, "step");
    assert.deepEqual(await columns(page), ["state s₀", "→from state s₀ to the next", "state s₁"]);
    const round = page.locator("#frames .transition .block");
    assert.match(words(await round.textContent()), /x := x \+ 3 if i = 3x := x \+ 2 otherwise/);
    const at = (selector) => page.locator(selector).evaluate((e) => e.getBoundingClientRect().x);
    assert.ok((await at("#frames .transition .block")) < (await at("#frames .cut")), "A before the line");
    assert.ok((await at("#frames .cut")) < (await at("#frames .block.side-b")), "and B after it");
    assert.match(words(await page.locator("#frames .cut").textContent()), /shared: x.*The interpolant: .*x1 mod 2 = 0/);
    assert.match(await page.locator(".side-legend").textContent(), /nondet#1: the free choice in line 6/);
    await shot("time frames");
    await press(page, "step"); // about a single state
    assert.equal(await page.locator("#frames").count(), 0);
    await press(page, "step");
    const values = (await page.locator("#frames .values > td").allTextContents()).map(words);
    assert.deepEqual(values, ["x = −4i = 3", "nondet#1 = true", "x = −1i = 4nondet#1 = false"]);
    await page.getByRole("button", { name: "Formula", exact: true }).click();
    assert.equal(await page.locator("#frames").count(), 0);
    assert.equal(await page.locator(".side-a .side-letter").count(), 1);
  },

  "equal rounds are folded, and pointing lights up the program": async ({ page, url, assert }) => {
    await open(page, url);
    await pick(page, "imc-fig1-unsafe");
    await page.selectOption("#engine", "bmc");
    await page.locator("#tab-query").click();
    for (let i = 0; i < 4; i++) await press(page, "step");
    assert.equal((await columns(page)).length, 7);
    assert.equal(await page.locator("#frames .again").count(), 2);
    await page.locator("#frames .again summary").first().click();
    assert.match(words(await page.locator("#frames .again").first().textContent()), /x := x \+ 3 if i = 3/);
    await page.locator("#frames .block", { hasText: "¬P" }).hover();
    await page.locator(".cm-content .hl-hover, .cm-content [class*='hl-']").first().waitFor();
    const wide = await page.locator("#frames").evaluate((e) => e.closest(".scroll").scrollWidth - e.closest(".scroll").clientWidth);
    assert.ok(wide <= 1, "all of it fits a window of usual size");
  },

  "the line between A and B stays in view on a path that is wider than the stage": async ({ page, url, assert, shot }) => {
    await open(page, url);
    await pick(page, "vinta-fig2a");
    await page.locator("#tab-query").click();
    for (let i = 0; i < 12; i++) await press(page, "step");
    await page.keyboard.press("s");
    await page.locator("#leave-stage").waitFor();
    const host = page.locator(".frames-scroll");
    const { over, width, left } = await host.evaluate((e) => ({ over: e.scrollWidth - e.clientWidth, width: e.clientWidth, left: e.getBoundingClientRect().left }));
    assert.ok(over > 100, `${over}: there is something to scroll`);
    for (const part of [0, 0.5, 1]) {
      await host.evaluate((e, x) => (e.scrollLeft = x), over * part);
      const cut = await page.locator("#frames .cut").boundingBox();
      assert.ok(cut.x >= left - 1 && cut.x + cut.width <= left + width + 1, `${part}: ${cut.x} ${cut.width}`);
    }
    // Its interpolant is whole: no row is wider than its box, no comparison is torn apart.
    const rows = await page.locator("#frames .between .formula-row").evaluateAll((all) => all.map((e) => [e.scrollWidth - e.clientWidth, e.textContent.trim()]));
    assert.ok(rows.length > 1 && rows.every(([more]) => more <= 1), JSON.stringify(rows));
    assert.equal(await page.locator(".spotlight:visible").count(), 0, "it is not said twice");
    await shot("stage frames");
  },
};
