// Going through a run: step by step, back, by jumps, by the time line.
import { everywhere, idle, open, openPlain, pick, place, press } from "./page.mjs";

const line = (page) => page.locator(".pseudo-line.lit .line-number").textContent();

export const tests = {
  "marks do not collide, and a legend has those that are there": async ({ page, url, assert }) => {
    await open(page, url);
    await pick(page, "far");
    await page.selectOption("#engine", "bmc");
    await press(page, "end");
    const marked = (await page.evaluate(() => window.loopglass.trace())).split("\n").filter((line) => line.includes("BoundRaised"));
    assert.ok(marked.length > 60, `${marked.length} marks`);
    for (const width of [1280, 900, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await press(page, "back");
      const boxes = await page.locator(".marks .mark").evaluateAll((marks) =>
        marks.map((mark) => mark.getBoundingClientRect()).map(({ left, right }) => [left, right]),
      );
      boxes.slice(1).forEach(([left], i) => assert.ok(left >= boxes[i][1] - 0.5, `marks ${i} and ${i + 1} of ${boxes.length} at ${width}`));
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    const signs = new Set(await page.locator(".marks .mark").allTextContents());
    await page.locator("#signs").click();
    const legend = page.locator("#signs-legend");
    await legend.waitFor();
    const known = await legend.locator(".mark").allTextContents();
    assert.ok([...signs].every((sign) => known.includes(sign)), `${[...signs]} in ${known}`);
    assert.ok(!known.includes("⊑"), "only what is there");
    await page.keyboard.press("Escape");
    await legend.waitFor({ state: "hidden" });
  },

  "a sequence of interpolants is folded once another source is tried": async ({ page, url, assert }) => {
    await open(page, url);
    await pick(page, "imc-fig1");
    await page.locator(".engine summary").click();
    await page.selectOption("#interpolants", "rotation");
    await page.locator(".engine summary").click();
    await page.selectOption("#engine", "imc");
    await press(page, "end");
    await page.locator("#tab-interpolants").click();
    const folded = page.locator(".retries").first();
    assert.match(await folded.locator("summary").first().textContent(), /k = 1: no fixed point with interpolants by search/);
    assert.ok(await folded.locator(".round").first().isHidden());
    assert.ok(await page.locator(".round-end.fixed").isVisible());
    await folded.locator("summary").first().click();
    assert.match(await folded.locator(".round-end").first().textContent(), /another source of interpolants is tried/);
  },

  "an example, step by step to a checked invariant": async ({ page, url, assert, shot }) => {
    await openPlain(page, url);
    await pick(page, "fib-fig3a-unsafe");
    await pick(page, "fib-fig3b");
    assert.match(await page.locator(".cm-content").textContent(), /while x != n do/);
    await page.selectOption("#engine", "imc");
    await press(page, "step");
    assert.deepEqual(await place(page), [1, 1]);
    let interpolants = 0;
    for (let step = 1; !(await page.locator("#ending").isVisible()); step++) {
      assert.ok(step < 40, "no end in sight");
      assert.deepEqual(await place(page), [step, step], "one query at a time");
      assert.equal(await page.locator(".pseudo-line.lit").count(), 1);
      interpolants += await page.locator("#interpolant").count();
      if (interpolants === 1) await shot("an interpolant");
      await press(page, "step");
    }
    assert.ok(interpolants >= 2);
    assert.match(await page.locator("#ending").textContent(), /Safe.*x = y/);
    assert.equal(await line(page), "22");
    assert.ok(await page.locator("#step").isDisabled());
    await page.locator("#ending button").click();
    assert.match(await page.locator("#invariant").textContent(), /x = y/);
    assert.ok((await page.locator(".obligations tr").count()) >= 3);
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#certificate").click()]);
    assert.match(download.suggestedFilename(), /\.smt2$/);
  },

  "the query: two sides, shared symbols, an interpolant with its checks, SMT-LIB 2": async ({ page, url, assert }) => {
    await openPlain(page, url);
    await press(page, "next-interpolant");
    await page.getByRole("button", { name: "Formula", exact: true }).click();
    assert.match(await page.locator(".side-a .side-letter").textContent(), /A/);
    assert.match(await page.locator(".side-b .side-letter").textContent(), /B/);
    assert.ok((await page.locator(".side-a .f-a").count()) > 0);
    assert.ok((await page.locator(".side-a .f-shared").count()) > 0);
    assert.ok((await page.locator(".side-b .f-shared").count()) > 0);
    assert.equal(await page.locator(".side-a .f-b, .side-b .f-a").count(), 0);
    assert.equal(await page.locator("#interpolant .checks .good").count(), 3);
    await page.getByRole("button", { name: "SMT-LIB 2" }).click();
    assert.match(await page.locator(".side-a .smt").first().textContent(), /^\(/);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.locator("#copy-query").click();
    await page.getByText("Copied").waitFor();
    const script = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(script, /^\(set-logic QF_LIA\)\n\(declare-const \|/);
    assert.match(script, /; A: [^\n]*\n\(assert /);
    assert.match(script, /\(check-sat\) ; unsatisfiable/);
  },

  "the proof tree: clauses, multipliers, partial interpolants": everywhere(async ({ page, url, assert, shot }) => {
    await openPlain(page, url);
    await press(page, "next-interpolant");
    await page.locator("#proof > summary").click();
    const rows = page.locator(".proof-row");
    assert.match(await rows.first().textContent(), /⊥ contradiction.*partial interpolant/);
    assert.ok((await rows.count()) >= 3);
    const lemma = page.locator(".lemma").first();
    await lemma.locator("summary").click();
    assert.ok((await lemma.locator(".factor").count()) >= 2);
    assert.match(await lemma.locator(".total").textContent(), /false|no integers/);
    await shot("proof tree");
  }),

  "back is folding less: the same picture as on the way": everywhere(async ({ page, url, assert }) => {
    await open(page, url);
    await page.locator("#tab-query").click(); // the state space is complete only when the worker has answered
    const pictures = [];
    const picture = async () => [
      await page.locator("#caption").innerText(),
      await page.locator("#pane").innerText(),
      await line(page),
      await page.locator(".watches").innerText(),
    ];
    for (let step = 1; step <= 5; step++) {
      await press(page, "step");
      pictures.push(await picture());
    }
    for (let step = 4; step >= 1; step--) {
      await press(page, "back");
      assert.deepEqual(await place(page), [step, 5]);
      assert.deepEqual(await picture(), pictures[step - 1], `step ${step}`);
    }
    await press(page, "first");
    assert.deepEqual(await place(page), [0, 5]);
    assert.ok(await page.locator("#back").isDisabled());
  }),

  "jumps and the time line": everywhere(async ({ page, url, assert, shot }) => {
    await open(page, url);
    await pick(page, "imc-fig1");
    await page.selectOption("#engine", "imc");
    await page.locator("#tab-query").click();
    await press(page, "next-interpolant");
    const [first] = await place(page);
    assert.ok(await page.locator("#interpolant").isVisible());
    await press(page, "next-unrolling");
    const [second] = await place(page);
    assert.ok(second > first);
    assert.match(await page.locator("#status").textContent(), /k = 1 → 2/);
    await press(page, "end");
    const [end, known] = await place(page);
    assert.equal(end, known);
    await shot("time line");
    await page.locator(".mark-interpolant").first().click();
    assert.deepEqual(await place(page), [first, known]);
    await page.locator("#seek").fill("1");
    assert.deepEqual(await place(page), [1, known]);
    await page.locator(".marks .mark-safe").click();
    assert.deepEqual(await place(page), [known, known]);
  }),

  "a failing execution, its rows lighting up in the program": everywhere(async ({ page, url, assert, shot }) => {
    await open(page, url);
    await pick(page, "imc-fig1-unsafe");
    await press(page, "end");
    assert.match(await page.locator("#ending").textContent(), /Unsafe/);
    assert.equal(await page.locator("#tab-execution").getAttribute("aria-selected"), "true");
    assert.match(await page.locator(".execution .failing .note").textContent(), /✗/);
    assert.match(await page.locator(".cm-content .hl-fail").textContent(), /x % 2 = 0/);
    await shot("counterexample");
    const changed = page.locator(".execution td.changed");
    assert.ok((await changed.count()) > 3);
    assert.match(await changed.first().textContent(), /changed to/);
    await page.locator(".execution tbody tr.executed", { hasText: "x := x + 2" }).first().click();
    assert.equal(await page.locator(".cm-content .hl-look").textContent(), "x := x + 2");
    await page.locator(".execution").press("ArrowDown");
    assert.match(await page.locator(".cm-content .hl-look").textContent(), /i = 3/);
  }),

  "all examples end as they say, except the one that is there to be cancelled": async ({ page, url, assert }) => {
    await open(page, url);
    const keys = await page.locator("#example option").evaluateAll((all) => all.map((o) => o.value).filter((v) => v !== ""));
    assert.ok(keys.length >= 8);
    for (const key of keys.filter((key) => key !== "far")) {
      await page.selectOption("#example", key);
      await press(page, "end");
      const [, expected] = /expect: (safe|unsafe)/.exec(await page.locator(".cm-content").textContent());
      const ending = await page.locator("#ending").textContent();
      assert.match(ending, expected === "safe" ? /Safe/ : /Unsafe/, key);
      await idle(page);
    }
  },
};
