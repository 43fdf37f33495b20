// Links: they open the same program, engine, settings, step and tab; hostile ones harm nothing.
import { deflateRawSync } from "node:zlib";
import { everywhere, fragment, idle, open, pick, place, press, text, type } from "./page.mjs";

const packed = (json) => `1=${deflateRawSync(JSON.stringify(json)).toString("base64url")}`;

async function opened(page, url, link) {
  const other = await page.context().browser().newContext();
  const fresh = await other.newPage();
  await open(fresh, url, { fragment: link });
  await idle(fresh);
  return fresh;
}

export const tests = {
  "a link opens the very same step": async ({ page, url, assert }) => {
    await open(page, url);
    await pick(page, "imc-fig1");
    await page.locator(".engine summary").click();
    await page.locator("#max-unrollings").fill("7");
    await page.locator("#max-unrollings").press("Enter");
    await press(page, "next-interpolant");
    await press(page, "next-interpolant");
    await press(page, "step");
    await press(page, "back");
    await page.locator("#tab-interpolants").click();
    const link = await fragment(page);
    assert.match(link, /^1=/);
    const other = await opened(page, url, link);
    const [step] = await place(page);
    assert.deepEqual(await place(other), [step, step]);
    assert.equal(await text(other), await text(page));
    assert.equal(await other.locator("#max-unrollings").inputValue(), "7");
    assert.equal(await other.locator("#tab-interpolants").getAttribute("aria-selected"), "true");
    for (const part of ["#caption", "#pane"]) {
      assert.equal(await other.locator(part).innerText(), await page.locator(part).innerText());
    }
    const [theirs, ours] = [other, page].map((p) => p.evaluate(() => window.loopglass.trace()));
    assert.ok((await ours).startsWith(await theirs));
    await other.context().close();
  },

  "the dialog gives the link and its length": async ({ page, url, assert, shot }) => {
    await open(page, url);
    await press(page, "step");
    await page.locator("#share").click();
    const link = await page.locator("#link").inputValue();
    assert.ok(link.startsWith(`${url}#1=`), link);
    assert.match(await page.locator(".modal").textContent(), new RegExp(`${link.length} characters`));
    await shot("share");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.locator("#copy-link").click();
    await page.getByText("Copied.").waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link);
    await page.keyboard.press("Escape");
    await page.locator(".modal").waitFor({ state: "detached" });
  },

  "a link typed into the address of an open page": everywhere(async ({ page, url, assert }) => {
    await open(page, url);
    await type(page, "// mine\nskip");
    await page.evaluate((link) => (location.hash = link), packed({ s: "x := 1", e: "bmc", u: 5, c: 1000, n: 1 }));
    await idle(page);
    await page.waitForFunction(() => document.querySelector(".cm-content")?.textContent === "x := 1");
    await idle(page);
    assert.deepEqual((await place(page))[0], 1);
    assert.equal(await page.locator("#engine").inputValue(), "bmc");
    const mine = page.locator("#example optgroup[label='Your programs'] option");
    await page.selectOption("#example", await mine.first().getAttribute("value"));
    assert.equal(await text(page), "// mine\nskip", "one's own text was saved before");
  }),

  "hostile and broken links give a message and leave one's text alone": async ({ page, url, assert, shot }) => {
    await open(page, url);
    await type(page, "// mine\nskip");
    await page.getByText("saved", { exact: true }).waitFor();
    const bomb = `1=${deflateRawSync(Buffer.alloc(50_000_000, " ")).toString("base64url")}`;
    const hostile = {
      "<img src=x onerror=alert(1)>": /not a Loopglass link/,
      "1=%%%": /damaged/,
      "1=AAAA": /damaged/,
      "2=abc": /newer page/,
      [packed({ s: 1 })]: /cannot be read/,
      [packed({ s: "skip", e: "<b>no</b>", u: 1, c: 1 })]: /<b>no<\/b>/,
      [packed([])]: /cannot be read/,
      [`1=${"A".repeat(70_000)}`]: /too long/,
      [bomb]: /too long|too much/,
    };
    page.on("dialog", (dialog) => assert.fail(`a dialog: ${dialog.message()}`));
    for (const [link, message] of Object.entries(hostile)) {
      await page.evaluate((text) => (location.hash = text), link);
      await page.locator(".banner.trouble", { hasText: message }).waitFor();
      assert.match(await page.locator(".banner.trouble").textContent(), /as you left it/);
      assert.equal(await text(page), "// mine\nskip", link.slice(0, 40));
      await page.locator(".banner.trouble button").click();
    }
    await page.evaluate(() => (location.hash = "1=%%%%"));
    await page.locator(".banner.trouble").waitFor();
    await shot("broken link");
  },

  "markup in a program stays text": async ({ page, url, assert }) => {
    const source = "// <img src=x onerror=\"document.title='owned'\">\nx := <script>";
    await open(page, url, { fragment: packed({ s: source, e: "imc", u: 5, c: 1000, n: 3 }) });
    await idle(page);
    assert.equal(await text(page), source);
    assert.equal(await page.locator(".editor-host img, .problems img, .problems script").count(), 0);
    assert.notEqual(await page.title(), "owned");
  },

  "settings from a link are kept in bounds": async ({ page, url, assert }) => {
    await open(page, url, { fragment: packed({ s: "skip", e: "imc", u: 1e15, c: 0, n: 9e15, t: "nowhere" }) });
    await idle(page);
    await page.locator(".engine summary").click();
    assert.equal(await page.locator("#max-unrollings").inputValue(), "10000");
    assert.equal(await page.locator("#max-conflicts").inputValue(), "1");
  },
};
