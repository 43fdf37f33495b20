// The editor by itself, on an empty page of the same origin: what the page's Rust relies on.
import { readFileSync } from "node:fs";

const bundle = readFileSync(new URL("../../web/js/editor.js", import.meta.url), "utf8");

const blank = `<!doctype html><html lang="en"><title>editor</title>
<style>.tok-keyword { color: rgb(1, 2, 3) } .now { background: rgb(4, 5, 6) }</style>
<button id="before">before</button><div id="host" style="height: 200px"></div><button id="after">after</button>`;

/** Opens an editor with this text; `window.editor` is it, `window.changes` and `window.cursors` what it reported. */
async function open(page, url, text) {
  await page.route("**/editor-alone/**", (route) =>
    route.request().url().endsWith(".js")
      ? route.fulfill({ contentType: "text/javascript", body: bundle })
      : route.fulfill({ contentType: "text/html", body: blank }),
  );
  await page.goto(new URL("editor-alone/", url).href);
  await page.evaluate(async (doc) => {
    const { Editor } = await import("./editor.js");
    window.Editor = Editor;
    window.changes = [];
    window.cursors = [];
    const host = document.querySelector("#host");
    window.editor = new Editor(host, doc, (t) => window.changes.push(t), (from, to) => window.cursors.push([from, to]));
  }, text);
}

const text = (page) => page.evaluate(() => window.editor.text());
const focused = (page) => page.evaluate(() => document.activeElement.id || document.activeElement.className);

export const tests = {
  "reports the user's edits, not the page's": async ({ page, url, assert }) => {
    await open(page, url, "skip");
    await page.evaluate(() => window.editor.setText("x := 1"));
    assert.deepEqual(await page.evaluate(() => window.changes), []);
    await page.locator(".cm-content").press("Control+End");
    await page.keyboard.type("2");
    assert.equal(await text(page), "x := 12");
    assert.deepEqual(await page.evaluate(() => window.changes), ["x := 12"]);
    assert.deepEqual(await page.evaluate(() => window.cursors.at(-1)), [7, 7]);
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    assert.equal(await text(page), "skip", "undo goes back past setText");
    assert.equal(await page.evaluate(() => window.changes.at(-1)), "skip");
  },

  "Tab passes through": async ({ page, url, assert }) => {
    await open(page, url, "skip");
    await page.locator("#before").focus();
    await page.keyboard.press("Tab");
    assert.match(await focused(page), /cm-content/);
    await page.keyboard.press("Tab");
    assert.equal(await focused(page), "after");
    assert.equal(await text(page), "skip");
    await page.keyboard.press("Shift+Tab");
    assert.match(await focused(page), /cm-content/);
  },

  "says what it is to a screen reader": async ({ page, url, assert }) => {
    await open(page, url, "skip");
    const box = page.getByRole("textbox", { name: "Program text" });
    assert.equal(await box.getAttribute("aria-readonly"), "false");
    await page.evaluate(() => window.editor.setReadOnly(true));
    assert.equal(await box.getAttribute("aria-readonly"), "true");
    await box.focus();
    await page.keyboard.type("abc");
    assert.equal(await text(page), "skip");
    await page.evaluate(() => window.editor.setReadOnly(false));
    await page.keyboard.type("abc");
    assert.equal(await text(page), "abcskip");
  },

  "colours IMP and C": async ({ page, url, assert }) => {
    const classes = () =>
      page.evaluate(() =>
        [...document.querySelectorAll(".cm-line span[class*=tok-]")].map((s) => `${s.textContent} ${s.className}`),
      );
    await open(page, url, "{ x >= 0 }\nwhile nondet do /* a\nb */ x := x % 12; assert true done // end");
    assert.deepEqual(await classes(), [
      "{ tok-punctuation tok-annotation",
      "x tok-name tok-annotation",
      ">= tok-operator tok-annotation",
      "0 tok-number tok-annotation",
      "} tok-punctuation tok-annotation",
      "while tok-keyword",
      "nondet tok-keyword",
      "do tok-keyword",
      "/* a tok-comment",
      "b */ tok-comment",
      "x tok-name",
      ":= tok-operator",
      "x tok-name",
      "% tok-operator",
      "12 tok-number",
      "; tok-punctuation",
      "assert tok-check",
      "true tok-bool",
      "done tok-keyword",
      "// end tok-comment",
    ]);
    const colour = await page.locator(".tok-keyword").first().evaluate((e) => getComputedStyle(e).color);
    assert.equal(colour, "rgb(1, 2, 3)", "the style sheet gives the colour");
    await page.evaluate(() => {
      window.editor.setLanguage("c");
      window.editor.setText('#define N 0x1F\nint main() { ERROR: __VERIFIER_assert("a"); }');
    });
    const found = await classes();
    for (const expected of [
      "#define tok-directive",
      "0x1F tok-number",
      "int tok-type",
      "ERROR tok-label",
      "__VERIFIER_assert tok-check",
      '"a" tok-string',
    ]) {
      assert.ok(found.includes(expected), `${expected} in ${found.join("; ")}`);
    }
  },

  "indents what is typed": async ({ page, url, assert }) => {
    await open(page, url, "");
    await page.locator(".cm-content").focus();
    for (const line of ["while x < n do", "if nondet then", "x := 1", "else", "x := 2", "end", "done"]) {
      await page.keyboard.type(line);
      await page.keyboard.press("Enter");
    }
    const expected = "while x < n do\n  if nondet then\n    x := 1\n  else\n    x := 2\n  end\ndone\n";
    assert.equal(await text(page), expected);
    await page.evaluate(() => {
      window.editor.setLanguage("c");
      window.editor.setText("");
    });
    for (const line of ["while (1) {", "x++;", "}"]) {
      await page.keyboard.type(line);
      await page.keyboard.press("Enter");
    }
    assert.equal(await text(page), "while (1) {\n  x++;\n}\n");
  },

  "marks problems, and F8 goes to them": async ({ page, url, assert, shot }) => {
    await open(page, url, "x := 𝑥 y;\nskip\nz := ");
    await page.evaluate(() =>
      window.editor.setDiagnostics([
        { from: 8, to: 9, severity: "error", message: "expected an operator" }, // `y`: 𝑥 takes two units
        { from: 21, to: 900, severity: "warning", message: "ends too early" },
      ]),
    );
    assert.deepEqual(await page.locator(".cm-lintRange-error").allInnerTexts(), ["y"]);
    assert.equal(await page.locator(".cm-lint-marker-error").count(), 1);
    assert.equal(await page.locator(".cm-lint-marker-warning").count(), 1);
    await page.locator(".cm-content").focus();
    await page.keyboard.press("F8");
    assert.deepEqual(await page.evaluate(() => window.cursors.at(-1)), [8, 9]);
    await page.locator(".cm-tooltip", { hasText: "expected an operator" }).waitFor();
    await shot("editor problems");
    await page.evaluate(() => window.editor.setDiagnostics([]));
    assert.equal(await page.locator(".cm-lintRange-error").count(), 0);
  },

  "lights up spans and lines": async ({ page, url, assert }) => {
    await open(page, url, "skip;\nx := 1;\ny := 2");
    await page.evaluate(() => {
      window.editor.highlight(6, 7, "now");
      window.editor.highlight(14, 14, "now line");
      window.editor.highlight(500, 900, "out-of-range");
    });
    assert.deepEqual(await page.locator("span.now").allInnerTexts(), ["x"]);
    assert.deepEqual(await page.locator(".cm-line.now.line").allInnerTexts(), ["y := 2"]);
    await page.locator(".cm-content").press("Control+Home");
    await page.keyboard.type("ab");
    assert.deepEqual(await page.locator("span.now").allInnerTexts(), ["x"], "it moves with the text");
    await page.evaluate(() => window.editor.clearHighlight());
    assert.equal(await page.locator(".now").count(), 0);
  },

  "scrolls to a span": async ({ page, url, assert }) => {
    const long = Array.from({ length: 300 }, (_, i) => `x := ${i}`).join("\n");
    await open(page, url, long);
    assert.equal(await page.getByText("x := 250").count(), 0);
    await page.evaluate((at) => window.editor.reveal(at, at + 3), long.indexOf("x := 250"));
    await page.getByText("x := 250").waitFor();
  },

  "falls back to a textarea": async ({ page, url, assert, allow }) => {
    allow(/^uncaught/); // CodeMirror leaves listeners behind when its construction fails halfway
    await page.addInitScript(() => delete window.MutationObserver);
    await open(page, url, "skip");
    assert.equal(await page.evaluate(() => window.Editor.failed()), true);
    const box = page.getByRole("textbox", { name: "Program text" });
    await box.fill("x := 1");
    assert.equal(await text(page), "x := 1");
    assert.deepEqual(await page.evaluate(() => window.changes), ["x := 1"]);
    await page.evaluate(() => {
      window.editor.setText("y := 2");
      window.editor.setLanguage("c");
      window.editor.setTheme("dark");
      window.editor.setDiagnostics([{ from: 0, to: 1, severity: "error", message: "no" }]);
      window.editor.highlight(0, 1, "now");
      window.editor.clearHighlight();
      window.editor.reveal(0, 1);
      window.editor.setReadOnly(true);
      window.editor.focus(0, 0);
    });
    assert.equal(await box.inputValue(), "y := 2");
    assert.equal(await box.getAttribute("aria-invalid"), "true");
  },
};
