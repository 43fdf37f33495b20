// What is given to others: recordings, the offline file, the code, the page within a page, the gallery.
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { idle, open, openPlain, pick, place, press, text } from "./page.mjs";

async function download(page, selector) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator(selector).click()]);
  const path = join(tmpdir(), file.suggestedFilename());
  await file.saveAs(path);
  return { path, name: file.suggestedFilename(), text: readFileSync(path, "utf8") };
}

const openFile = async (page, name, content) => {
  await page.locator("#programs").click();
  await page.locator("#open-file").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(content) });
};

const drop = (page, name, content) =>
  page.evaluate(
    ([name, content]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], name));
      const held = { dataTransfer, bubbles: true, cancelable: true };
      document.querySelector("#main").dispatchEvent(new DragEvent("dragover", held));
      document.querySelector("#main").dispatchEvent(new DragEvent("drop", held));
    },
    [name, content],
  );

async function saveTrace(page) {
  await page.locator("#share").click();
  const saved = await download(page, "#share-trace");
  await page.keyboard.press("Escape");
  await page.locator(".modal").waitFor({ state: "detached" });
  return saved;
}

/** A page of somebody else's with a frame in it. */
async function frameOf(page, url, html) {
  const host = `${url}elsewhere.html`;
  await page.route(host, (route) => route.fulfill({ contentType: "text/html", body: `<!doctype html><body style="margin:0">${html}` }));
  await page.goto(host);
  const frame = page.frameLocator("iframe");
  await frame.locator("#step").waitFor();
  return frame;
}

export const tests = {
  "a saved trace is opened again, without a worker": async ({ page, url, assert, shot }) => {
    await open(page, url);
    await pick(page, "imc-fig1");
    await press(page, "end");
    for (let n = 0; n < 3; n++) await press(page, "back");
    const ended = await place(page);
    const [caption, trace, program] = [await page.locator("#caption").innerText(), await page.evaluate(() => window.loopglass.trace()), await text(page)];
    const saved = await saveTrace(page);
    assert.match(saved.name, /\.trace\.jsonl$/);
    await page.locator("#programs").click();
    await page.locator("#new-program").click();
    await page.waitForFunction(() => document.querySelector(".document .name").textContent === "Untitled");
    await openFile(page, saved.name, saved.text);
    await page.locator("#doing", { hasText: "from a file" }).waitFor();
    assert.deepEqual(await place(page), ended);
    assert.equal(await page.locator("#caption").innerText(), caption);
    assert.equal(await page.evaluate(() => window.loopglass.trace()), trace);
    assert.equal(await text(page), program);
    await press(page, "end");
    assert.match(await page.locator("#ending").textContent(), /Safe/);
    await press(page, "first");
    await press(page, "step");
    assert.deepEqual(await place(page), [1, ended[1]]);
    await page.locator("#tab-space").click();
    await page.locator("#space").waitFor();
    await shot("a run from a file");
    const again = await saveTrace(page);
    assert.equal(again.text.split("\n").slice(1).join("\n"), saved.text.split("\n").slice(1).join("\n"), "it is saved as it came");
  },

  "a trace that was saved midway goes on where it stands": async ({ page, url, assert }) => {
    await openPlain(page, url);
    for (let n = 0; n < 3; n++) await press(page, "step");
    const saved = await saveTrace(page);
    await drop(page, saved.name, saved.text);
    await page.locator("#doing", { hasText: "from a file" }).waitFor();
    assert.deepEqual(await place(page), [3, 3]);
    await press(page, "step");
    assert.deepEqual(await place(page), [4, 4]);
    await press(page, "end");
    assert.match(await page.locator("#ending").textContent(), /Safe/);
  },

  "broken and hostile traces give a message and leave one's text alone": async ({ page, url, assert }) => {
    await openPlain(page, url);
    await press(page, "end");
    const { text: good } = await saveTrace(page);
    const before = await text(page);
    const lines = good.split("\n");
    const hostile = {
      "no JSON": [/its first line does not tell/, "hello"],
      "events alone": [/without the program/, lines.slice(2).join("\n")],
      "newer": [/newer page/, good.replace('"trace":1', '"trace":9')],
      "a step is missing": [/skipped from step 2 to step 3/, [...lines.slice(0, 3), ...lines.slice(4)].join("\n")],
      "a formula is missing": [/there is no formula 4000000/, good.replace(/"formula":\d+/, '"formula":4000000')],
      "cut off": [/line \d+: /, good.slice(0, good.length / 2)],
      "deep": [/line 3: .*nested too deeply/, [...lines.slice(0, 2), "[".repeat(100_000)].join("\n")],
    };
    page.on("dialog", (dialog) => assert.fail(`a dialog: ${dialog.message()}`));
    for (const [name, [message, content]] of Object.entries(hostile)) {
      await drop(page, `${name}.trace.jsonl`, content);
      await page.locator(".banner.trouble", { hasText: message }).waitFor();
      assert.equal(await text(page), before, name);
      await page.locator(".banner.trouble button").click();
    }
    const markup = good.replace(/"purpose":"/g, '"purpose":"<img src=x onerror=document.title=1>');
    await drop(page, "markup.trace.jsonl", markup);
    await page.locator("#doing", { hasText: "from a file" }).waitFor();
    assert.equal(await page.locator("#caption img").count(), 0);
    assert.match(await page.locator("#caption").textContent(), /<img src=x/);
  },

  "a run as one HTML file, from a disk and without a network": async ({ page, url, assert, shot }) => {
    await open(page, url);
    await pick(page, "vinta-fig2a");
    await press(page, "end");
    const [, count] = await place(page);
    await page.locator("#share").click();
    const saved = await download(page, "#save-offline");
    assert.match(saved.name, /\.html$/);
    assert.ok(saved.text.length < 13 * 1024 * 1024, `${saved.text.length}`);
    const other = await page.context().browser().newContext({ offline: true, viewport: { width: 1280, height: 800 } });
    const file = await other.newPage();
    const asked = [];
    file.on("request", (request) => asked.push(request.url()));
    file.on("pageerror", (error) => assert.fail(error.message));
    await file.goto(`file://${saved.path}`);
    assert.equal(asked.length, 1, `${asked}`);
    const shown = () => file.locator(".o-step:visible");
    const at = () => file.locator("#at").textContent();
    assert.equal(await at(), `Step 0 of ${count}`);
    await file.keyboard.press("ArrowRight");
    await file.keyboard.press("PageDown");
    assert.equal(await at(), `Step 2 of ${count}`);
    assert.equal(await shown().count(), 1);
    assert.ok((await shown().locator("figure svg").count()) >= 2, "state space and reachability graph");
    await file.locator("#end").click();
    assert.match(await shown().textContent(), /Safe: no execution fails/);
    await file.screenshot({ path: new URL("shots/offline-file.png", import.meta.url).pathname });
    for (let step = count; step > 0; step--) {
      await file.keyboard.press("ArrowLeft");
      assert.ok((await shown().locator("figure svg").count()) >= 1, `step ${step - 1} has its pictures`);
    }
    await file.setViewportSize({ width: 390, height: 844 });
    const wide = await file.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${wide}`);
    await other.close();
    await shot("the dialog after the file");
  },

  "nothing of a program is markup in the HTML file": async ({ page, url, assert }) => {
    await open(page, url);
    const hostile = "// </script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">\nx := 1;\nassert x = 1";
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(hostile);
    await press(page, "end");
    await page.locator("#share").click();
    const saved = await download(page, "#save-offline");
    const file = await page.context().newPage();
    await file.goto(`file://${saved.path}`);
    assert.ok((await file.locator(".o-program").textContent()).includes("<img src=x"));
    assert.equal(await file.locator("img").count(), 0);
    assert.doesNotMatch(await file.title(), /owned/);
    await file.close();
  },

  "the code of a link, and a link too long for one": async ({ page, url, assert, shot }) => {
    await open(page, url);
    await press(page, "step");
    await page.locator("#share").click();
    await page.locator("#share-code summary").click();
    await page.locator("#code").waitFor();
    const box = await page.locator("#code").boundingBox();
    assert.ok(box.width > 500 && box.height > 500 && box.y + box.height <= 800, JSON.stringify(box));
    await shot("code");
    await page.keyboard.press("Escape");
    await page.locator(".modal").waitFor({ state: "detached" });
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+a");
    const noise = Array.from({ length: 900 }, (_, n) => ((n * 7919 + 17) * 104729) % 99991).join(" ");
    await page.keyboard.insertText(`// ${noise}\nx := 1`);
    await page.locator("#share").click();
    await page.locator("#share-code summary").click();
    await page.locator("#share-code .trouble", { hasText: "too long for a code" }).waitFor();
  },

  "a page within a page, sandboxed with scripts alone": async ({ page, url, assert, shot, allow }) => {
    allow("localStorage|sessionStorage|sandboxed");
    await open(page, url);
    await pick(page, "imc-fig1");
    await press(page, "next-interpolant");
    await page.locator("#tab-space").click();
    const step = (await place(page))[0];
    await page.locator("#share").click();
    await page.locator("#share-embed summary").click();
    const html = await page.locator("#frame").inputValue();
    assert.match(html, /^<iframe src="[^"]+\?embed#1=[^"]+" title="IMC, Fig. 1: x stays even, in Loopglass"/);
    const frame = await frameOf(page, url, html.replace(/sandbox="[^"]*"/, 'sandbox="allow-scripts"'));
    await frame.locator("#step-number", { hasText: `${step}` }).waitFor();
    await frame.locator("#space").waitFor();
    assert.equal(await frame.locator("header, .source, .algorithm, [role=tablist]:visible").count(), 0, "no bars");
    await shot("embedded");
    await frame.locator("#step").click();
    await frame.locator("#step-number", { hasText: `${step + 1}` }).waitFor();
    await frame.locator("#end").click();
    await frame.locator("#ending", { hasText: "Safe" }).waitFor();
    assert.ok(await frame.locator("#space").isVisible(), "the picture stays");
    await shot("embedded at the end");
    const whole = await frame.locator("#whole").getAttribute("href");
    assert.ok(whole.startsWith(`${url}#1=`), whole);
    await open(page, whole.split("#")[0], { fragment: whole.split("#")[1] });
    await idle(page);
    assert.match(await page.locator("#ending").textContent(), /Safe/);
  },

  "a page within a page keeps nothing and takes a theme": async ({ page, url, assert }) => {
    const frame = await frameOf(page, url, `<iframe src="${url}?embed=dark" width="390" height="600"></iframe>`);
    await frame.locator("#step").click();
    await frame.locator("#step-number", { hasText: "1" }).waitFor();
    const inner = page.frames().find((one) => one.url().includes("embed"));
    assert.equal(await inner.evaluate(() => document.documentElement.dataset.theme), "dark");
    await page.waitForTimeout(900);
    assert.deepEqual(await inner.evaluate(() => [localStorage.length, Object.keys(sessionStorage).length]), [0, 0]);
    assert.ok((await inner.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  },

  "the gallery opens each example at its step": async ({ page, url, assert, shot }) => {
    await open(page, url);
    await page.locator("#gallery").click();
    await page.locator(".gallery img").first().waitFor();
    const cards = page.locator(".gallery button");
    assert.equal(await cards.count(), await page.locator("#example option:not([value=''])").count(), "every example");
    await shot("gallery");
    await page.locator(".gallery button[data-key=vinta-fig2a]").click();
    await page.locator(".modal").waitFor({ state: "detached" });
    await idle(page);
    assert.match(await page.locator(".document .name").textContent(), /VINTA, Fig. 2/);
    await page.locator("#step-number", { hasText: "4" }).waitFor();
    assert.match(await page.locator("#caption").textContent(), /v2c covered/);
    await page.locator("#gallery").click();
    await page.locator(".gallery button[data-key=chc-nested]").click();
    await idle(page);
    await page.locator("#step-number", { hasText: "5" }).waitFor();
    const broken = await page.evaluate(() => [...document.images].filter((image) => image.complete && image.naturalWidth === 0).length);
    assert.equal(broken, 0);
  },

  "a picture looks the same outside the page": async ({ page, url, assert }) => {
    await open(page, url, { theme: "dark" });
    await press(page, "end");
    await page.locator("#tab-space").click();
    const svg = await download(page, "#space-svg");
    assert.match(svg.text, /<style>/);
    assert.doesNotMatch(svg.text, /foreignObject|var\(|href="http|<script/);
    const file = await page.context().newPage();
    await file.goto(`file://${svg.path}`);
    const looks = await file.evaluate(() => {
      const line = document.querySelector("[class^=sp-line]");
      const style = getComputedStyle(line);
      return [style.fill, style.stroke !== "none", document.querySelectorAll("text").length > 3];
    });
    assert.deepEqual(looks, ["none", true, true]);
    await file.close();
    const [png] = await Promise.all([page.waitForEvent("download"), page.locator("#space-png").click()]);
    const bytes = readFileSync(await png.path());
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1920, 1200], "twice the size");
    writeFileSync(new URL("shots/space.png", import.meta.url), bytes);
  },

  "what a tab shows is saved as a picture, drawn or not": async ({ page, url, assert }) => {
    await open(page, url, { theme: "dark" });
    await pick(page, "imc-fig1");
    await page.selectOption("#engine", "imc-f");
    await press(page, "end");
    const views = [
      ["#tab-interpolants", "#view-intervals", "widened"],
      ["#tab-interpolants", "#view-interpolants", "Fixed"],
      ["#tab-query", null, "shared"],
      ["#tab-program", "#view-formulas", "T"],
      ["#tab-verdict", "#view-verdict", "Invariant"],
    ];
    for (const [tab, view, word] of views) {
      await page.locator(tab).click();
      // At the end nothing is asked any more; where an interpolant was found, there are two sides.
      if (tab === "#tab-query") for (const id of ["back", "back"]) await press(page, id);
      if (tab === "#tab-verdict") await press(page, "end");
      if (view) await page.locator(view).click();
      await page.locator("#pane", { hasText: word }).waitFor();
      // However far it is scrolled, and there it stays.
      const scroll = () => page.evaluate(() => [...document.querySelectorAll("#pane, #pane *")].map((e) => [e.scrollLeft, e.scrollTop]));
      await page.evaluate(() => document.querySelectorAll("#pane, #pane .scroll").forEach((e) => e.scrollTo(40, 40)));
      const before = await scroll();
      const seen = (await page.locator("#pane").innerText()).split(/\s+/).filter((one) => /^\w{4,}$/.test(one));
      await page.locator("#share").click();
      const svg = await download(page, "#view-svg");
      assert.doesNotMatch(svg.text, /foreignObject|var\(|class=|href=|<script|<style/, tab);
      assert.deepEqual(await scroll(), before, tab);
      const file = await page.context().newPage();
      await file.goto(`file://${svg.path}`);
      assert.equal(await file.locator("parsererror").count(), 0, tab);
      const texts = await file.locator("text").allTextContents();
      const text = texts.join(" ");
      assert.ok(text.includes(word), `${tab}: ${text}`);
      const missing = seen.filter((one) => !text.includes(one));
      assert.ok(missing.length <= seen.length / 5, `${tab} lacks ${missing.join(" ")}`);
      const cut = await file.evaluate(() => {
        const whole = document.documentElement.getBoundingClientRect();
        const boxes = [...document.querySelectorAll("text")].map((text) => [text.textContent, text.getBoundingClientRect()]);
        const isIn = (b) => b.left >= whole.left && b.top >= whole.top && b.right <= whole.right && b.bottom <= whole.bottom;
        return boxes.filter(([, box]) => !isIn(box)).map(([text]) => text);
      });
      assert.deepEqual(cut, [], tab);
      await file.screenshot({ path: new URL(`shots/picture${(view ?? tab).slice(1)}.png`, import.meta.url).pathname });
      await file.close();
      await page.keyboard.press("Escape");
      await page.locator(".modal").waitFor({ state: "detached" });
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark", "the page keeps its theme");
    }
    // Where there is a drawing, it is what its own button saves.
    await page.locator("#tab-space").click();
    const own = await download(page, "#space-svg");
    await page.locator("#share").click();
    assert.equal((await download(page, "#view-svg")).text, own.text);
  },
};
