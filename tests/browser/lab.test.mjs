// The laboratory: two formulas, their interpolants by strength, one in the plane and over the refutation; errors, limits and links.
import { fragment, open } from "./page.mjs";

async function enter(page, url) {
  await open(page, url);
  await page.locator("#tab-own").click();
  await page.waitForFunction(() => !document.querySelector("#doing.busy"));
  await page.locator("#view-lab").click();
  await page.locator("#lab-start").waitFor();
}

const done = (page) => page.waitForFunction(() => document.querySelector("#lab-said") && !document.querySelector(".lab .busy"), null, { timeout: 60_000 });

async function write(page, a, b) {
  await page.locator("#lab-a").fill(a);
  await page.locator("#lab-b").fill(b);
  await page.locator("#lab-b").press("Enter");
}

export const tests = {
  "a pair is taken with a click, and its interpolants are ordered": async ({ page, url, assert, shot }) => {
    await enter(page, url);
    await shot("laboratory at first");
    await page.locator(".lab-pairs button", { hasText: "A corner" }).click();
    await done(page);
    assert.match(await page.locator("#lab-said").textContent(), /18 ways lead to 3 different interpolants/);
    const texts = await page.locator("#lab-lattice text").allTextContents();
    assert.deepEqual(texts.slice(0, 2), ["¬B", "A"]);
    assert.deepEqual(texts.slice(2).sort(), ["x + y ≤ 0", "x + y ≤ 2", "x ≤ 0 ∧ y ≤ 0"]);
    const below = (text) => page.locator("#lab-lattice g", { hasText: text }).last().boundingBox().then((box) => box.y);
    assert.ok((await below("x ≤ 0 ∧ y ≤ 0")) > (await below("x + y ≤ 0")), "what is stronger stands below");
    assert.ok((await below("x + y ≤ 0")) > (await below("x + y ≤ 2")));
    await page.locator("#lab-space").waitFor();
    const before = await page.locator("#lab-space").innerHTML();
    await page.locator("#lab-lattice .lab-class", { hasText: "x + y ≤ 2" }).click();
    assert.notEqual(await page.locator("#lab-space").innerHTML(), before, "the plane shows the chosen one");
    await page.locator("#proof summary").first().click();
    assert.ok((await page.locator("#proof .partial").count()) > 0, "partial interpolants");
    await shot("laboratory");
    for (const theme of ["dark", "presenter"]) {
      await page.selectOption("#theme", theme);
      await shot(`laboratory ${theme}`);
    }
  },

  "every pair is found out": async ({ page, url, assert }) => {
    await enter(page, url);
    const count = await page.locator("#lab-pair option").count();
    for (let at = 0; at < count - 1; at++) {
      await page.selectOption("#lab-pair", `${at}`);
      await done(page);
      const text = await page.locator("#lab-said").textContent();
      assert.match(text, /lead to|common model/, text);
    }
    assert.match(await page.locator("#lab-said").textContent(), /common model: .*y = /, "the last pair has none");
  },

  "what is wrong is told at its place, and nothing is markup": async ({ page, url, assert }) => {
    await enter(page, url);
    await write(page, "x > 0 and", "x < 0");
    await page.locator(".lab-a .trouble", { hasText: /Line 1, column \d+/ }).waitFor();
    await write(page, "x > 0", "x < 0 and\ny * z > 1");
    await page.locator(".lab-b .trouble", { hasText: /Line 2, column 1: .*product/ }).waitFor();
    await write(page, "x > 0", "<img src=x onerror=document.title=1> < 0");
    await page.locator(".lab-b .trouble").waitFor();
    assert.equal(await page.locator(".lab img").count(), 0);
    await write(page, "x > 0", "x < 9");
    await page.locator("#lab-said", { hasText: "common model" }).waitFor();
  },

  "a link opens the laboratory with its pair; it works on a phone": async ({ page, url, assert }) => {
    await enter(page, url);
    await write(page, "p and x >= 4 or not p and x <= -4", "x > -2 and x < 2");
    await done(page);
    const said = await page.locator("#lab-said").textContent();
    const link = await fragment(page);
    const other = await page.context().browser().newContext({ viewport: { width: 390, height: 844 } });
    const phone = await other.newPage();
    await open(phone, url, { fragment: link });
    await done(phone);
    assert.equal(await phone.locator("#lab-said").textContent(), said);
    assert.equal(await phone.locator("#lab-a").inputValue(), "p and x >= 4 or not p and x <= -4");
    assert.ok((await phone.evaluate(() => document.documentElement.scrollWidth)) <= 390);
    await phone.screenshot({ path: new URL("shots/laboratory-phone.png", import.meta.url).pathname });
    await other.close();
  },
};
