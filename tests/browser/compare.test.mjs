// Two runs side by side: where they part, what they counted, how both are moved, and their link.
import { fragment, open, openPlain, pick, place } from "./page.mjs";

const idle = (page) => page.waitForFunction(() => document.querySelector("#compare-said") && !document.querySelector(".busy"), null, { timeout: 60_000 });
const said = (page) => page.locator("#compare-said").textContent();

async function compare(page, { engine, source, system }) {
  await page.locator("#tab-verdict").click();
  await page.locator("#view-compare").click();
  if (engine) await page.selectOption("#compare-engine", engine);
  if (source) await page.selectOption("#compare-source", source);
  if (system) await page.selectOption("#compare-system", system);
  await page.locator("#compare-start").click();
  await idle(page);
}

const counts = (page) =>
  page.locator("#compare-counts tbody tr").evaluateAll((rows) =>
    Object.fromEntries(rows.map((row) => [row.cells[0].textContent, [row.cells[1].textContent, row.cells[2].textContent]])),
  );

export const tests = {
  "two systems on one program, from where they part": async ({ page, url, assert, shot }) => {
    await open(page, url);
    await pick(page, "switch");
    await compare(page, { engine: "imc", source: "proof", system: "pudlak" });
    assert.match(await said(page), /^Step 7\. Alike up to step 6, apart from step 7 on\./);
    const [left, right] = await page.locator(".compare-side").allInnerTexts();
    assert.match(left, /McMillan/);
    assert.match(right, /Pudlák/);
    const found = await counts(page);
    assert.deepEqual(found.result, ["safe", "safe"]);
    assert.deepEqual(found.unrollings, ["2", "3"], "as the example's presets say");
    assert.equal(await page.locator(".compare-picture svg").count(), 2);
    await shot("compare");
    await page.locator("#compare-back").click();
    const [before, same] = await page.locator(".compare-caption").allInnerTexts();
    assert.equal(before, same, "alike before");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    assert.match(await said(page), /^Step 8\./);
    await page.keyboard.press("d");
    assert.match(await said(page), /^Step 7\./);
    await page.keyboard.press("End");
    await page.locator(".compare-verdict").nth(1).waitFor();
  },

  "two engines, a link, and on a phone": async ({ page, url, assert, shot }) => {
    await openPlain(page, url);
    await compare(page, { engine: "fib-f" });
    assert.match(await said(page), /They differ from the first step on/);
    await page.locator("#compare-step").click();
    assert.match(await said(page), /^Step 2\./);
    const all = await counts(page);
    const link = await fragment(page);
    const other = await page.context().browser().newContext({ viewport: { width: 390, height: 844 } });
    const phone = await other.newPage();
    await open(phone, url, { fragment: link });
    await idle(phone);
    assert.match(await said(phone), /^Step 2\./);
    assert.deepEqual(await counts(phone), all);
    const [one, two] = [await phone.locator(".compare-side").nth(0).boundingBox(), await phone.locator(".compare-side").nth(1).boundingBox()];
    assert.ok(two.y >= one.y + one.height, "one below the other");
    assert.ok((await phone.evaluate(() => document.documentElement.scrollWidth)) <= 390);
    await phone.screenshot({ path: new URL("shots/compare-phone.png", import.meta.url).pathname });
    await other.close();
    for (const theme of ["dark", "presenter"]) {
      await page.selectOption("#theme", theme);
      await shot(`compare ${theme}`);
    }
  },

  "a comparison ends, and a new run ends it": async ({ page, url, assert }) => {
    await openPlain(page, url);
    assert.ok(await (async () => {
      await page.locator("#tab-verdict").click();
      await page.locator("#view-compare").click();
      await page.selectOption("#compare-engine", "imc");
      return page.locator("#compare-start").isDisabled();
    })(), "the same run is not compared with itself");
    await compare(page, { engine: "bmc" });
    assert.equal(await page.locator(".compare-side").count(), 2);
    await page.locator("#compare-close").click();
    assert.equal(await page.locator(".compare-side").count(), 0);
    await page.locator("#compare-start").click();
    await idle(page);
    await page.keyboard.press("Control+Enter"); // the two runs have the width of the button
    await page.locator(".compare .empty").waitFor();
    assert.deepEqual((await place(page))[0], 0);
  },
};
