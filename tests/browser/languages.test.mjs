// IMP and C: the switch, the files, the colours, the diagnostics, and C through every engine.
import { fragment, idle, open, openPlain, pick, press, settings, text, type } from "./page.mjs";
import { assertSameTrace, nativeTrace, pageTrace } from "./native.mjs";

const language = (page) => page.locator("#language").inputValue();

const loop = `int main(void) {
  int x = 0, y = 0;
  while (x < 5) {
    x++;
    y += 2;
  }
  assert(y == 2 * x);
  return 0;
}`;

export const tests = {
  "an example is opened in the other language, a text of one's own is read anew": async ({ page, url, assert }) => {
    await open(page, url);
    await pick(page, "imc-fig1");
    assert.equal(await language(page), "IMP");
    await page.selectOption("#language", "C");
    await page.waitForFunction(() => /int main/.test(document.querySelector(".cm-content").textContent));
    assert.equal(await language(page), "C");
    await page.selectOption("#language", "IMP");
    await page.waitForFunction(() => /x := x/.test(document.querySelector(".cm-content").textContent));
    await type(page, loop);
    await page.locator(".problem.error").first().waitFor();
    await page.selectOption("#language", "C");
    await page.locator(".problem.error").first().waitFor({ state: "detached" });
    assert.equal(await text(page), loop, "nothing was replaced");
  },

  "what C says about a program while it is typed": async ({ page, url, assert, shot }) => {
    await open(page, url);
    await page.selectOption("#language", "C");
    await type(page, "int main(void) {\n  int a; goto there;\n  return 0;\n}");
    await page.locator(".problem.error").first().waitFor();
    assert.match(await page.locator(".problems").textContent(), /2:\d+.*there/);
    await page.locator(".cm-lintRange-error").first().waitFor();
    assert.ok((await page.locator(".cm-content .tok-type").count()) >= 2, "C is coloured");
    await shot("C with an error");
  },

  "the language is remembered by links, by reloads and by files": async ({ page, url, assert }) => {
    await open(page, url);
    await pick(page, "c-two-loops");
    await press(page, "step");
    const link = await fragment(page);
    await page.reload();
    await page.locator("#step").waitFor();
    assert.equal(await language(page), "C", "after a reload");
    const other = await page.context().newPage();
    await open(other, url, { fragment: link });
    await idle(other);
    assert.equal(await language(other), "C", "in a link");
    assert.equal(await text(other), await text(page));
    await page.locator("#programs").click();
    await page.locator("#open-file").setInputFiles({ name: "mine.imp", mimeType: "text/plain", buffer: Buffer.from("x := 1") });
    await page.waitForFunction(() => document.querySelector(".cm-content").textContent === "x := 1");
    assert.equal(await language(page), "IMP", "from the ending of a file");
    await page.locator("#programs").click();
    await page.locator("#open-file").setInputFiles({ name: "mine.c", mimeType: "text/plain", buffer: Buffer.from(loop) });
    await page.waitForFunction(() => /int main/.test(document.querySelector(".cm-content").textContent));
    assert.equal(await language(page), "C", "from the ending of a file");
    await page.locator("#programs").click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#save-file").click()]);
    assert.match(download.suggestedFilename(), /\.c$/);
  },

  "one assertion alone, and statement by statement": async ({ page, url, assert, shot }) => {
    await open(page, url);
    await page.locator(".engine summary").click();
    assert.equal(await page.locator("#assertion").count(), 0, "a single assertion leaves no choice");
    await page.selectOption("#language", "C");
    const program = "int main(void) {\n  int x = 0;\n  while (x < 5) {\n    x++;\n    assert(x != 3);\n  }\n  assert(x == 5);\n  return 0;\n}";
    await type(page, program);
    const options = await page.locator("#assertion option").allTextContents();
    assert.deepEqual(options, ["all", "line 5: assert(x != 3)", "line 7: assert(x == 5)"]);
    // No execution comes to the second one: all fail the first, which ends them.
    for (const [value, ending] of [["2", /Nothing proved/], ["1", /Unsafe/], ["", /Unsafe/]]) {
      await settings(page);
      await page.selectOption("#assertion", value);
      await page.locator("#restart").click();
      await press(page, "end");
      assert.match(await page.locator("#ending").textContent(), ending, value);
    }
    await settings(page);
    await page.selectOption("#assertion", "2");
    await page.selectOption("#encoding", "statement");
    await page.locator("#restart").click();
    await press(page, "end");
    assert.match(await page.locator("#ending").textContent(), /Nothing proved/);
    await page.locator("#tab-program").click();
    await page.locator("#view-formulas").click();
    assert.ok((await page.locator("#locations tr").count()) >= 3);
    assert.match(await page.locator("#locations").textContent(), /pc = 2.*line \d+/);
    await shot("statement by statement");
    const link = await fragment(page);
    const other = await page.context().newPage();
    await open(other, url, { fragment: link });
    await idle(other);
    await other.locator(".engine summary").click();
    assert.equal(await other.locator("#assertion").inputValue(), "2");
    assert.equal(await other.locator("#encoding").inputValue(), "statement");
  },

  "menus show what is there, also after they were used": async ({ page, url, assert }) => {
    await open(page, url);
    await page.selectOption("#language", "C");
    await page.selectOption("#language", "IMP");
    await page.selectOption("#example", "c-two-loops");
    await page.waitForFunction(() => /int main/.test(document.querySelector(".cm-content").textContent));
    assert.equal(await language(page), "C");
    await page.selectOption("#engine", "bmc");
    await page.selectOption("#example", "imc-fig1");
    await page.selectOption("#example", "vinta-fig2a");
    await page.waitForFunction(() => document.querySelector("#engine").value !== "bmc");
    assert.equal(await language(page), "IMP");
  },

  "a C program through every engine, as on the command line": async ({ page, url, assert }) => {
    await openPlain(page, url);
    await page.selectOption("#language", "C");
    const short = loop.replace("x < 5", "x < 3"); // ar-allsat refines state by state
    await type(page, short);
    const engines = await page.locator("#engine option").evaluateAll((all) => all.map((o) => o.value));
    assert.ok(engines.length >= 7);
    for (const engine of engines) {
      await page.selectOption("#engine", engine);
      await page.locator("#restart").click();
      await press(page, "end");
      assert.match(await page.locator("#ending").textContent(), /^(bmc|kind)$/.test(engine) ? /Unknown|Safe/ : /Safe/, engine);
      assertSameTrace(await pageTrace(page), nativeTrace(short, { engine, language: "c" }));
    }
  },
};
