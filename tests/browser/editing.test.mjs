// Writing programs: squiggles, refused programs, stale runs, saving, two tabs, files.
import { idle, open, openEarly, pick, place, press, text, type } from "./page.mjs";

const broken = "{ x = 0 }\nwhile x < 10 do\n  x = x + 1\ndone\n{ x = 10 }\n";
const fixed = broken.replace("x = x", "x := x");

export const tests = {
  "where the browser keeps nothing it says so, and the text stays": async ({ page, url, assert }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    });
    await open(page, url);
    await type(page, "// mine\nskip");
    await page.locator(".saving", { hasText: "not saved" }).waitFor();
    assert.match(await page.locator(".saving").getAttribute("title"), /denied or full.*as a file/);
    assert.equal(await text(page), "// mine\nskip");
    await press(page, "end");
    await page.locator("#ending").waitFor();
  },

  "a broken program: squiggle, list, refusal, repair": async ({ page, url, assert, shot }) => {
    await open(page, url);
    await type(page, broken);
    await page.locator(".cm-lintRange-error").first().waitFor();
    const problem = page.locator(".problem.error").first();
    assert.match(await problem.textContent(), /3:5/);
    await problem.locator("button").click();
    assert.equal(await page.locator(".cm-content .hl-look").textContent(), "=");
    await page.locator("#restart").click();
    await idle(page);
    assert.match(await page.locator("#caption").textContent(), /1 error/);
    assert.match(await page.locator("#status").textContent(), /refused/);
    await shot("refused");
    await type(page, fixed);
    assert.equal(await page.locator(".cm-lintRange-error").count(), 0);
    assert.equal(await page.locator(".problem").count(), 0);
    await press(page, "end");
    assert.match(await page.locator("#ending").textContent(), /Safe/);
  },

  "an edited example has a name of its own, until the edit is undone": async ({ page, url, assert }) => {
    await open(page, url);
    const name = () => page.locator(".document .name").textContent();
    await pick(page, "imc-fig1");
    const title = await name();
    await page.selectOption("#engine", "imc");
    assert.equal(await name(), title, "with another engine it is the same program");
    await page.locator(".cm-content").press("Control+End");
    await page.keyboard.type(" ");
    await page.waitForFunction((title) => document.querySelector(".document .name").textContent === `${title} (edited)`, title);
    await page.locator(".cm-content").press("Backspace");
    await page.waitForFunction((title) => document.querySelector(".document .name").textContent === title, title);
    await page.keyboard.type(" ");
    await page.locator("#example option", { hasText: `${title} (edited)` }).waitFor({ state: "attached" });
    await pick(page, "imc-fig1");
    assert.equal(await name(), title);
    assert.equal(await page.locator("#example optgroup[label='Your programs'] option").count(), 1);
  },

  "an edit marks the run as stale at once, undoing it as fresh": async ({ page, url, assert, shot }) => {
    await open(page, url);
    await press(page, "step");
    await press(page, "step");
    assert.equal(await page.locator("#stale").count(), 0);
    await page.locator(".cm-content").press("Control+End");
    await page.keyboard.type(" ");
    await page.locator("#stale").waitFor();
    await shot("stale");
    assert.ok(await page.locator("#step").isDisabled());
    await press(page, "back");
    assert.deepEqual(await place(page), [1, 2], "the old steps can be looked at");
    await page.locator(".cm-content").press("Backspace");
    assert.equal(await page.locator("#stale").count(), 0);
    await page.selectOption("#engine", "bmc");
    assert.match(await page.locator("#stale").textContent(), /engine/);
    await page.locator("#stale button").click();
    await idle(page);
    assert.deepEqual(await place(page), [0, 0]);
    assert.equal(await page.locator("#stale").count(), 0);
  },

  "text survives a reload, and nothing runs by itself": async ({ page, url, assert }) => {
    await open(page, url);
    await type(page, fixed);
    await press(page, "step");
    await press(page, "step");
    await page.waitForTimeout(700);
    await page.addInitScript(() => {
      window.posted = 0;
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (...message) {
        if (typeof message[0] === "string") window.posted += 1; // and not the worker's program
        return post.apply(this, message);
      };
    });
    await page.reload();
    await page.locator("#step").waitFor();
    assert.equal(await text(page), fixed);
    assert.match(await page.locator("#status").textContent(), /not started/);
    const posted = () => page.evaluate(() => window.posted);
    await page.waitForTimeout(700);
    assert.equal(await posted(), 0, "the worker in reserve is told nothing");
    await page.locator("#resume button").click();
    await idle(page);
    assert.deepEqual(await place(page), [2, 2]);
    assert.ok((await posted()) > 0);
  },

  "nothing is lost when the page is left right after an edit": async ({ page, url, assert }) => {
    await open(page, url);
    await press(page, "step");
    await page.waitForTimeout(700);
    await type(page, fixed);
    assert.equal(await text(page), fixed, "the editor has it");
    await page.reload();
    await page.locator("#step").waitFor();
    assert.equal(await text(page), fixed);
    assert.equal(await page.locator("#resume").count(), 0, "the step was one of another program");
  },

  "a new visit finds the program saved last": async ({ page, url, assert }) => {
    await open(page, url);
    await type(page, fixed);
    await page.getByText("saved", { exact: true }).waitFor();
    const other = await page.context().newPage();
    await open(other, url);
    assert.equal(await text(other), fixed);
  },

  "opening an example keeps what one wrote": async ({ page, url, assert }) => {
    await open(page, url);
    await type(page, fixed);
    await pick(page, "traffic");
    await page.selectOption("#example", { label: "FiB, Fig. 3 (b): lockstep up to n" });
    const mine = page.locator("#example optgroup[label='Your programs'] option");
    assert.equal(await mine.count(), 1);
    await page.selectOption("#example", await mine.getAttribute("value"));
    assert.equal(await text(page), fixed);
  },

  "two tabs do not overwrite each other": async ({ page, url, assert }) => {
    await open(page, url);
    await type(page, fixed);
    await page.getByText("saved", { exact: true }).waitFor();
    const other = await page.context().newPage();
    await open(other, url);
    await type(other, `// other\n${fixed}`);
    await other.getByText("saved", { exact: true }).waitFor();
    await page.locator(".banner", { hasText: "changed in another tab" }).waitFor();
    await type(page, `// mine\n${fixed}`);
    await page.locator(".banner", { hasText: "Nothing was overwritten" }).waitFor();
    const saved = await page.evaluate(() =>
      Object.keys(localStorage).filter((k) => k.startsWith("loopglass.program.")).map((k) => JSON.parse(localStorage[k]).s),
    );
    assert.deepEqual(saved.map((s) => s.split("\n")[0]).sort(), ["// mine", "// other"]);
  },

  "files: open, rename, save, delete": async ({ page, url, assert }) => {
    await open(page, url);
    await page.locator("#programs").click();
    await page.locator("#open-file").setInputFiles({ name: "counter.imp", mimeType: "text/plain", buffer: Buffer.from(fixed) });
    await page.locator("dialog").waitFor({ state: "detached" });
    assert.equal(await text(page), fixed);
    await page.getByText("saved", { exact: true }).waitFor();
    await page.locator("#programs").click();
    await page.locator("#program-name").fill("Ten rounds");
    await page.locator("#program-name").press("Enter");
    await page.locator(".saved .here", { hasText: "Ten rounds" }).waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#save-file").click()]);
    assert.equal(download.suggestedFilename(), "ten-rounds.imp");
    page.once("dialog", (dialog) => dialog.accept());
    await page.getByRole("button", { name: "Delete “Ten rounds”" }).click();
    await page.locator(".saved .here").waitFor({ state: "detached" });
    await page.locator("#open-file").setInputFiles({ name: "big.imp", mimeType: "text/plain", buffer: Buffer.alloc(300_000, "x") });
    await page.locator(".banner", { hasText: "too large" }).waitFor();
    assert.equal(await text(page), fixed);
  },

  "who writes before the editor has come goes on writing in it": async ({ page, url, assert }) => {
    let come;
    const held = new Promise((resolve) => (come = resolve));
    await page.route(/editor-\w+\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await openEarly(page, url);
    const area = page.locator(".editor-host textarea");
    await area.fill("int x; x := 1; assert x = 2");
    await area.press("End");
    for (let back = 0; back < 5; back++) await area.press("ArrowLeft");
    await page.keyboard.type("3 ");
    come();
    await page.locator(".cm-content").waitFor();
    await page.keyboard.type("+ 0 ");
    assert.equal(await text(page), "int x; x := 1; assert 3 + 0 x = 2");
  },

  "a plain textarea takes over when the rich editor cannot start": async ({ page, url, assert, allow, shot }) => {
    allow(/^uncaught/); // CodeMirror leaves listeners behind when its construction fails halfway
    await page.addInitScript(() => {
      window.kept = window.MutationObserver;
      delete window.MutationObserver;
    });
    await open(page, url);
    await page.evaluate(() => (window.MutationObserver = window.kept)); // the test itself needs it
    const area = page.locator(".editor-host textarea");
    assert.match(await area.inputValue(), /while x != n/);
    await area.fill(broken);
    assert.match(await page.locator(".problem.error").first().textContent(), /3:5/);
    await area.fill(fixed);
    await shot("plain editor");
    await press(page, "end");
    assert.match(await page.locator("#ending").textContent(), /Safe/);
  },
};
