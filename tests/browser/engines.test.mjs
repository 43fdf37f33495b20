// Engines of each kind are stepped from the first question to its verdict and all the way back, and what it alone shows is shown.
import { everywhere, open, pick, place, press } from "./page.mjs";

/** Each engine with an example that it decides, how that ends, and the name of a pseudo-code variable. */
const runs = [
  ["imc", "imc-fig1", /Safe/, "G"],
  ["imc-f", "imc-fig1", /Safe/, "Inv"],
  ["imc-i", "imc-fig1", /Safe/, "Inv"],
  ["fib-f", "fib-fig3a", /Safe/, "t"],
  ["fib-b", "fib-fig3a", /Safe/, "r"],
  ["fib-bi", "imc-fig1", /Safe/, "t"],
  ["bmc", "c-overdraft-unsafe", /Unsafe/, "k"],
  ["vinta-box", "vinta-fig2a", /Safe/, null],
];

const picture = async (page) => [
  await page.locator("#caption").innerText(),
  await page.locator("#pane").innerText(),
  await page.locator(".algorithm").innerText(),
  await page.locator(".pseudo-line.lit .line-number").allTextContents(),
];

const stepThrough = ([engine, example, ending, variable]) => async ({ page, url, assert, shot }) => {
  await open(page, url);
  await pick(page, example);
  await page.selectOption("#engine", engine);
  await page.locator("#tab-interpolants").click();
  const pictures = [];
  for (let step = 1; ; step++) {
    assert.ok(step < 60, "no end in sight");
    await press(page, "step");
    assert.deepEqual(await place(page), [step, step], "one query at a time");
    assert.equal(await page.locator(".pseudo-line.lit").count(), 1, `step ${step} has its line`);
    pictures.push(await picture(page));
    if (await page.locator("#step").isDisabled()) break;
  }
  assert.match(await page.locator("#ending").textContent(), ending);
  const names = await page.locator(".watch dt").allTextContents();
  if (variable !== null) assert.ok(names.includes(variable), `${variable} among ${names}`);
  await shot(`engine ${engine}`);
  for (let step = pictures.length - 1; step >= 1; step--) {
    await press(page, "back");
    assert.deepEqual(await picture(page), pictures[step - 1], `step ${step}, on the way back`);
  }
  await press(page, "back");
  assert.deepEqual((await place(page))[0], 0);
  assert.ok(await page.locator("#back").isDisabled());
};

export const tests = {
  ...Object.fromEntries(runs.map((run) => [`${run[0]}, step by step and back`, everywhere(stepThrough(run))])),

  "the invariant generator on number lines": everywhere(async ({ page, url, assert, shot }) => {
    await open(page, url);
    await pick(page, "imc-fig1");
    await page.selectOption("#engine", "imc-i");
    await page.locator("#tab-interpolants").click();
    await page.locator("#view-intervals").click();
    await page.locator("#step").click();
    await page.locator("#pane", { hasText: "has not been asked yet" }).waitFor();
    await press(page, "end");
    await page.locator("#tab-interpolants").click();
    const rows = page.locator(".interval-visit");
    await rows.first().waitFor();
    assert.ok((await rows.count()) >= 6);
    assert.match(await page.locator(".interval-visit", { hasText: "widened" }).first().textContent(), /\[0, ∞\)/);
    const open_end = await page.locator(".interval .bar.widened").first().getAttribute("d");
    assert.equal(open_end.match(/L/g).length, 4, "an arrow where it goes on for ever");
    const closed = await page.locator(".interval .bar.joined").first().getAttribute("d");
    assert.equal(closed.match(/L/g).length, 3, "straight ends");
    assert.match(await page.locator(".round-end.fixed").last().textContent(), /Proved inductive/);
    await page.locator(".interval-visit .step-link").nth(2).click();
    assert.equal(await page.locator(".interval-visit.here").count() > 0, true, "the row of the step is marked");
    assert.ok((await page.locator(".interval-visit").count()) < (await rows.count()) + 1);
    await shot("intervals");
    await press(page, "first");
    assert.equal(await page.locator(".interval-visit").count(), 0, "nothing before the first step");
  }),

  "interpolants before and after they are strengthened": everywhere(async ({ page, url, assert }) => {
    await open(page, url);
    await pick(page, "imc-fig1");
    await page.locator("#tab-interpolants").click();
    for (const [engine, words] of [["imc-i", /strengthened/], ["imc-f", /only within Inv/], ["imc", null]]) {
      await page.selectOption("#engine", engine);
      await page.locator("#restart").click();
      await press(page, "end");
      await page.locator("#tab-interpolants").click();
      await page.locator(".interpolants .tau-body").first().waitFor();
      const pairs = await page.locator(".pair").allTextContents();
      if (words === null) assert.deepEqual(pairs, []);
      else assert.ok(pairs.length > 0 && pairs.every((text) => words.test(text)), `${engine}: ${pairs}`);
    }
  }),

  "the squeeze closes in and backtracks": everywhere(async ({ page, url, assert, shot }) => {
    await open(page, url);
    await pick(page, "imc-fig1");
    await page.selectOption("#engine", "fib-bi");
    await page.locator("#tab-interpolants").click();
    await press(page, "end");
    await page.locator("#tab-interpolants").click();
    const rows = page.locator("#squeeze tbody tr");
    assert.ok((await rows.count()) >= 3);
    assert.ok((await page.locator("#squeeze .set.abstract, #squeeze .set.dropped").count()) > 0);
    assert.equal(await page.locator("#squeeze tr.backtrack").count(), 1);
    assert.match(await page.locator("#squeeze .found.yes").textContent(), /is inductive/);
    assert.equal(await page.locator("#squeeze tr.here").count(), 1);
    await shot("squeeze");
    const many = await rows.count();
    await page.locator("#squeeze .step-link").first().click();
    assert.ok((await rows.count()) < many, "folding fewer events shows less");
  }),

  "an example opens with what it teaches, and has other presets": everywhere(async ({ page, url, assert }) => {
    await open(page, url);
    await page.selectOption("#example", "fib-fig3b");
    const value = (id) => page.locator(`#${id}`).inputValue();
    assert.deepEqual([await value("engine"), await value("interpolants")], ["fib-f", "proof"]);
    await press(page, "end");
    const slow = Number(await page.locator("#step-count").textContent());
    const names = await page.locator("#engine optgroup").first().locator("option").allTextContents();
    assert.ok(names.length >= 3 && names.some((name) => name.startsWith("Quickest")), `${names}`);
    await page.selectOption("#engine", { label: names.find((name) => name.startsWith("Quickest")) });
    assert.deepEqual([await value("engine"), await value("interpolants")], ["fib-f", "search"]);
    assert.ok(await page.locator("#system").isDisabled(), "no proof is read");
    await page.locator("#restart").click();
    await press(page, "end");
    assert.ok(Number(await page.locator("#step-count").textContent()) < slow);
    await page.locator(".cm-content").click();
    await page.keyboard.type("// mine\n");
    assert.equal(await page.locator("#engine optgroup").count(), 1, "a program of one's own has no presets");
  }),
};
