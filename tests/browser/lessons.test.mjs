// Lessons: chosen from the list, answered right and wrong, left and taken up again, opened by link, from a file, and broken.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { everywhere, fragment, idle, open, pick, place, press, text } from "./page.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const broken = async (page, rules = {}) => {
  const { violations } = await page.evaluate((rules) => window.axe.run(document, { resultTypes: ["violations"], rules }), rules);
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}: ${node.html.slice(0, 100)}`));
};

const OWN = `title: <b>Mine</b>
program: imp
  int x;
  x := 0;
  while nondet do
    x := x + 2
  done;
  assert x != 7
engine: imc
interpolants: proof
stop: start
tab: query
Up by twos, <img src=x onerror=alert(1)> and \`x\`.
stop: the first interpolant
ask: Has the query a model?
answer sat: No.
answer unsat: Yes.
`;

/** Chooses a lesson from the list. */
async function choose(page, title) {
  await page.locator("#lessons").click();
  await page.locator(".lesson-list button", { hasText: title }).click();
  await page.locator("#lesson").waitFor();
  await arrived(page);
}

/** Waits until the run is at the stop. */
async function arrived(page) {
  await idle(page);
  await page.waitForFunction(() => !document.querySelector(".lesson-body > p[role=status] button"));
}

const stop = (page) => page.locator("#lesson-body").getAttribute("aria-label");
const answer = (page, words) => page.locator(".lesson-answers button", { hasText: words });
const file = (name, content) => ({ name, mimeType: "text/plain", buffer: Buffer.from(content) });

export const tests = {
  "a lesson is chosen, answered wrong and right, and taken to its end": async ({ page, url, assert, shot }) => {
    await open(page, url);
    await choose(page, "Why IMC restarts");
    assert.equal(await stop(page), "Stop 1 of 7");
    assert.match(await text(page), /x := x \+ 2/);
    await page.locator("#lesson-next").click();
    await arrived(page);
    assert.deepEqual(await place(page), [3, 3]);
    assert.equal(await page.locator("#veil").count(), 1, "the answer of the step is hidden");
    await answer(page, "x = 3, i = 1").click();
    assert.match(await page.locator(".lesson-answers .wrong").textContent(), /wrong: .*excludes all that fail/);
    assert.equal(await page.locator("#veil").count(), 1);
    await shot("lesson wrong answer");
    await answer(page, "x = 4, i = 3").click();
    assert.equal(await page.locator(".lesson-answers .right").count(), 2, "every right answer is shown");
    assert.equal(await page.locator("#veil").count(), 0);
    assert.match(await page.locator("#interpolant").textContent(), /x.* mod 2 = 0/);
    await shot("lesson right answer");
    await page.locator("#lesson-back").click();
    await arrived(page);
    await page.locator("#lesson-next").click();
    await arrived(page);
    assert.equal(await page.locator(".lesson-answers .wrong, .lesson-answers .right").count(), 3, "what was answered stays");
    // With the keyboard to the end: an unanswered question is shown first.
    await page.locator("#lesson-body").focus();
    for (let press = 0; press < 20 && !(await page.locator("#lesson-more").count()); press++) {
      await page.keyboard.press(press % 2 ? "n" : "PageDown");
      await arrived(page);
    }
    assert.equal(await stop(page), "Stop 7 of 7");
    await page.locator("#ending").waitFor();
    await page.locator("#lesson-more").click();
    assert.match(await page.locator(".lesson-list button", { hasText: "Why IMC restarts" }).textContent(), /done/);
  },

  "the time line is free, and there is a way back to the lesson": async ({ page, url, assert }) => {
    await open(page, url, { fragment: "lesson=deep/3" });
    await page.locator("#lesson").waitFor();
    await arrived(page);
    assert.deepEqual(await place(page), [5, 5]);
    await page.locator("#back").click();
    await page.locator("#lesson-return").click();
    await arrived(page);
    assert.deepEqual(await place(page), [5, 5]);
    await page.locator("#lesson-back").click();
    await arrived(page);
    assert.equal(await stop(page), "Stop 2 of 7");
    await page.locator("#lesson-close").click();
    assert.equal(await page.locator("#lesson").count(), 0);
    assert.match(await fragment(page), /^1=/);
  },

  "a reload keeps the stop and the answers, and so does another visit": async ({ page, url, assert }) => {
    await open(page, url);
    await choose(page, "A bug deep in a loop");
    await page.locator("#lesson-next").click();
    await arrived(page);
    await answer(page, "interpolant").click();
    assert.equal(await page.locator(".lesson-answers .right").count(), 1);
    assert.equal(await fragment(page), "lesson=deep/2");
    await page.reload();
    await page.locator("#lesson").waitFor();
    await arrived(page);
    assert.equal(await stop(page), "Stop 2 of 7");
    assert.equal(await page.locator(".lesson-answers .right").count(), 1, "the answer is remembered");
    const other = await page.context().newPage();
    await open(other, url);
    await other.locator("#lessons").click();
    assert.match(await other.locator(".lesson-list button", { hasText: "A bug deep" }).textContent(), /stop 2 of 7/);
    await other.locator(".lesson-list button", { hasText: "A bug deep" }).click();
    await other.locator("#lesson").waitFor();
    await arrived(other);
    assert.equal(await stop(other), "Stop 2 of 7");
  },

  "where nothing can be stored a lesson works all the same": async ({ page, url, assert }) => {
    await page.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage"]) {
        Object.defineProperty(window, name, { get: () => { throw new DOMException("denied", "SecurityError"); } });
      }
    });
    await open(page, url);
    await choose(page, "A bug deep in a loop");
    await page.locator("#lesson-next").click();
    await arrived(page);
    await answer(page, "sat").first().click();
    assert.equal(await page.locator(".lesson-answers .wrong").count(), 1);
  },

  "an invariant that a lesson asks for is judged": async ({ page, url, assert, shot }) => {
    await open(page, url, { fragment: "lesson=restarts/7" });
    await page.locator("#own-0").waitFor();
    await arrived(page);
    const write = async (formula) => {
      await page.locator("#own-0").fill(formula);
      await page.locator("#own-0").press("Enter");
      await page.locator("#own-findings").waitFor();
    };
    assert.equal(await page.locator("#ending").count(), 0, "the run's own is not shown to who is to write one");
    await write("x % 2 = 0");
    assert.match(await page.locator(".lesson-reply").textContent(), /still not inductive/);
    assert.equal(await page.locator("#lesson-show").count(), 1);
    await write("i <= 1 and x % 2 = 0");
    assert.match(await page.locator(".lesson-reply.good").textContent(), /Every condition holds/);
    await page.locator("#lesson-more").waitFor();
    await page.locator("#ending").waitFor();
    await shot("lesson own invariant");
  },

  "a lesson of one's own from a file, dropped too, and its link": async ({ page, url, assert }) => {
    await open(page, url);
    await page.locator("#lessons").click();
    await page.locator("#open-lesson").setInputFiles(file("mine.lesson", OWN));
    await page.locator("#lesson").waitFor();
    await arrived(page);
    assert.equal(await page.locator("#lesson-title").textContent(), "<b>Mine</b>", "text, never markup");
    assert.equal(await page.locator("#lesson img, #lesson b").count(), 0);
    await page.locator("#lesson-next").click();
    await arrived(page);
    await page.locator("#share").click();
    const link = await page.locator("#link").inputValue();
    assert.match(link, /#lesson=~[\w-]+\/2$/);
    const context = await page.context().browser().newContext();
    try {
      const visitor = await context.newPage();
      await visitor.goto(link);
      await visitor.locator("#lesson").waitFor();
      await arrived(visitor);
      assert.equal(await stop(visitor), "Stop 2 of 2");
      assert.deepEqual(await place(visitor), [3, 3]);
      assert.match(await visitor.locator("#lesson-body").textContent(), /Has the query a model/);
    } finally {
      await context.close();
    }
    await page.keyboard.press("Escape");
    await pick(page, "traffic");
    assert.equal(await page.locator("#lesson").count(), 0, "another program ends the lesson");
    await page.evaluate((content) => {
      const held = { bubbles: true, cancelable: true, dataTransfer: new DataTransfer() };
      held.dataTransfer.items.add(new File([content], "mine.lesson"));
      document.querySelector("#main").dispatchEvent(new DragEvent("dragover", held));
      document.querySelector("#main").dispatchEvent(new DragEvent("drop", held));
    }, OWN);
    await page.locator("#lesson").waitFor();
  },

  "a broken lesson says where, and can be mended": async ({ page, url, assert, shot, allow }) => {
    allow("404");
    await open(page, url);
    const before = await text(page);
    await page.locator("#lessons").click();
    await page.locator("#open-lesson").setInputFiles(file("mine.lesson", OWN.replace("answer sat", "answer perhaps")));
    await page.locator("#lesson-broken").waitFor();
    assert.match(await page.locator("#lesson-broken .trouble").textContent(), /^line 16, column 8: no answer is perhaps/);
    assert.equal(await text(page), before, "the program is as it was");
    await shot("lesson broken");
    const kept = await page.locator("#lesson-text").inputValue();
    await page.locator("#lesson-text").fill(kept.replace("answer perhaps", "answer sat"));
    await page.locator("#lesson-again").click();
    await page.locator("#lesson").waitFor();
    await page.goto(`${url}#lesson=~nonsense/1`);
    await page.getByText(/This link cannot be opened/).waitFor();
    await page.goto(`${url}#lesson=nothing/1`);
    await page.getByText(/The lesson “nothing” cannot be had: the server answers 404/).waitFor();
  },

  "after a fault that ends the page a lesson does not begin by itself": async ({ page, url, assert, allow }) => {
    allow(".");
    await open(page, `${url}#lesson=refutation/3`);
    await arrived(page);
    // The editor has the lesson's program a moment after the run has begun.
    await page.waitForFunction(() => document.querySelector(".cm-content").textContent.includes("int x, y"));
    const typed = await text(page);
    // As the browser tells of a trap in the page's program.
    await page.evaluate(() => dispatchEvent(new ErrorEvent("error", { message: "trap", error: new WebAssembly.RuntimeError("trap") })));
    const told = page.getByRole("dialog").filter({ hasText: "Loopglass has stopped" });
    await told.waitFor();
    await Promise.all([page.waitForEvent("load"), told.getByRole("button").click()]);
    await page.locator("#step").waitFor();
    assert.equal(await page.locator("#lesson").count(), 0);
    await page.getByText("not started", { exact: true }).waitFor();
    assert.equal((await text(page)).trim(), typed.trim(), "the program is there");
  },

  "older links open as ever, beside a lesson": everywhere(async ({ page, url, assert }) => {
    await open(page, url);
    await press(page, "step");
    const old = await fragment(page);
    assert.match(old, /^1=/);
    await page.goto("about:blank");
    await open(page, url, { fragment: "lesson=deep/2" });
    await page.locator("#lesson").waitFor();
    await arrived(page);
    await page.evaluate((link) => (location.hash = link), old);
    await page.locator("#lesson").waitFor({ state: "detached" });
    await idle(page);
    assert.deepEqual(await place(page), [1, 1]);
    assert.match(await text(page), /while x != n do/);
  }),

  "axe-core finds nothing in any theme, on the stage and on a telephone": async ({ page, url, assert, shot }) => {
    const found = [];
    for (const theme of ["light", "dark", "presenter"]) {
      await open(page, url, { fragment: "lesson=restarts/2" });
      await page.selectOption("#theme", theme);
      await page.locator("#lesson").waitFor();
      await arrived(page);
      await page.evaluate(axe);
      const check = async (where, rules) => found.push(...(await broken(page, rules)).map((what) => `${theme}, ${where}: ${what}`));
      await check("question");
      await answer(page, "x = 3, i = 1").click();
      await answer(page, "x = 2, i = 1").click();
      await check("answered");
      await shot(`lesson ${theme}`);
      await page.locator("#lessons").click();
      await page.locator(".lesson-list li").first().waitFor();
      await check("list");
      await page.locator("#open-lesson").setInputFiles(file("mine.lesson", "stop: start"));
      await page.locator("#lesson-broken").waitFor();
      await check("broken");
      await page.keyboard.press("Escape");
      await page.locator("#stage").click();
      await check("stage", { "page-has-heading-one": { enabled: false } }); // the stage has no top bar
      await shot(`lesson stage ${theme}`);
      await page.locator("#leave-stage").click();
      await page.setViewportSize({ width: 390, height: 844 });
      await check("telephone");
      await shot(`lesson telephone ${theme}`);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.evaluate(() => localStorage.removeItem("loopglass.lesson.restarts"));
      await page.goto("about:blank");
    }
    assert.deepEqual(found, []);
  },
};
