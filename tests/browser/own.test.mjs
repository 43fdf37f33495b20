// Formulas of one's own: an invariant with its three conditions, hints and picture; an interpolant with which a run goes on; both in links.
import { open, place, press } from "./page.mjs";

const write = async (page, id, text) => {
  await page.locator(id).fill(text);
  await page.locator(id).press("Enter");
  await page.locator("#own-findings").waitFor();
};
const findings = (page) => page.locator("#own-findings .own-checks li").evaluateAll((all) => all.map((li) => li.className));

/** Opens a link as somebody else would, in a tab that knows nothing. */
const openAnew = async (page, link) => {
  const other = await page.context().newPage();
  await other.goto(link);
  return other;
};

export const tests = {
  "an invariant is judged condition by condition, with hints, and found in the end": async ({ page, url, assert, shot }) => {
    await open(page, url);
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press("7");
    await page.locator("#own-0").waitFor();
    // Nothing is asked before it is wanted.
    assert.deepEqual(await place(page), [0, 0]);
    await write(page, "#own-0", "y <= n and x >= 0");
    assert.deepEqual(await findings(page), ["good", "bad", "bad"]);
    assert.match(await page.locator("#own-findings").textContent(), /One round leads from \(x = .*y ≤ n is false there/);
    assert.equal(await page.locator(".own .sp-path").count(), 1, "the round is drawn");
    assert.match(await page.locator(".own .sp-names").textContent(), /yours/);
    for (let hint = 1; hint <= 3; hint++) {
      await page.locator("#own-hint").click();
      assert.equal(await page.locator(".own-hints li").count(), hint);
    }
    assert.equal(await page.locator("#own-hint").count(), 0, "no further hint");
    await shot("own invariant violated");
    // What was found belongs to what was written.
    await page.locator("#own-0").fill("x = z");
    assert.equal(await page.locator("#own-findings").count(), 0);
    await page.locator("#own-judge").click();
    assert.match(await page.locator(".own .trouble").textContent(), /Column 5: there is no variable z here/);
    await write(page, "#own-0", "x == y && x <= n");
    assert.deepEqual(await findings(page), ["good", "good", "good"]);
    assert.match(await page.locator(".own-proved").textContent(), /inductive invariant/);
    await shot("own invariant proved");
    // The link opens the same, judged.
    await page.locator("#share").click();
    const link = await page.locator("#link").inputValue();
    const other = await openAnew(page, link);
    await other.locator(".own-proved").waitFor();
    assert.equal(await other.locator("#own-0").inputValue(), "x == y && x <= n");
  },

  "a run goes on with an interpolant of one's own, back, and by link": async ({ page, url, assert, shot }) => {
    await open(page, url);
    await page.locator("#tab-query").click();
    await page.locator("#next-interpolant").click();
    await page.locator("#own-interpolant > summary").click();
    await write(page, "#own-text", "x >= 0");
    assert.deepEqual(await findings(page), ["good", "bad", "good"]);
    assert.match(await page.locator("#own-findings").textContent(), /Both B and your formula hold in \(/);
    assert.equal(await page.locator("#own-go-on").count(), 0);
    await write(page, "#own-text", "x = y");
    assert.deepEqual(await findings(page), ["good", "good", "good"]);
    await shot("own interpolant");
    const [step] = await place(page);
    await page.locator("#own-go-on").click();
    await page.locator("#interpolant .origin", { hasText: "written by you" }).waitFor();
    assert.equal((await place(page))[0], step);
    await page.locator("#share").click();
    const link = await page.locator("#link").inputValue();
    await page.keyboard.press("Escape");
    await press(page, "end");
    assert.match(await page.locator("#ending").textContent(), /Safe/);
    const other = await openAnew(page, link);
    await other.locator("#interpolant .origin", { hasText: "written by you" }).waitFor();
    await other.locator("#own-interpolant > summary").click();
    await other.locator("#own-take-back").click();
    await other.locator("#interpolant .origin", { hasText: "from the proof" }).waitFor();
  },
};
