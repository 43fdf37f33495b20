// The control-flow graph and the cutpoint graph, linked with the text both ways, and an execution walking through them.
import { open, openPlain, pick, press, type } from "./page.mjs";

const show = async (page, key, view = "graph") => {
  await pick(page, key);
  await page.locator("#tab-program").click();
  await page.locator(`#view-${view}`).click();
  await page.locator("#graph .node").first().waitFor();
};

const texts = (page, selector) => page.locator(selector).allTextContents();

export const tests = {
  "nodes, edges and loop heads, before anything has run": async ({ page, url, assert, shot }) => {
    await open(page, url);
    await show(page, "c-two-loops");
    assert.equal(await page.locator("#graph .node-head").count(), 2);
    assert.equal(await page.locator("#graph .node-error").count(), 1);
    assert.match((await texts(page, "#graph .node-entry")).join(), /7up = 07down = 0/);
    assert.deepEqual((await texts(page, "#graph .edge-true text")).sort(), ["holds", "true", "true"]);
    await shot("graph");
    await page.locator("#view-cutpoints").click();
    assert.equal(await page.locator("#graph .node").count(), 5);
    assert.equal(await page.locator(".regions li").count(), 6);
    assert.match((await texts(page, ".regions li")).join(), /\[down < up\]down\+\+/);
    await shot("cutpoints");
    await type(page, "int main(void) { return 0 }");
    await page.locator(".problem.error").first().waitFor();
    assert.match(await page.locator("#pane").textContent(), /has errors/);
  },

  "no node lies on another, and all labels are inside the picture": async ({ page, url, assert }) => {
    await open(page, url);
    const keys = await page.locator("#example option").evaluateAll((all) => all.map((o) => o.value).filter((v) => v !== ""));
    for (const key of keys) {
      await page.selectOption("#example", key);
      await page.locator("#tab-program").click();
      for (const view of ["graph", "cutpoints"]) {
        await page.locator(`#view-${view}`).click();
        await page.locator("#graph .node").first().waitFor();
        const bad = await page.evaluate(() => {
          const rect = (e) => e.getBoundingClientRect();
          const boxes = [...document.querySelectorAll("#graph .node .box")].map(rect);
          const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
          const over = boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => !apart(a, b)));
          const all = rect(document.querySelector("#graph"));
          const out = [...document.querySelectorAll("#graph text")].filter((t) => rect(t).left < all.left - 1 || rect(t).right > all.right + 1);
          const wide = [...document.querySelectorAll("#graph .node")].filter((n) =>
            [...n.querySelectorAll("text")].some((t) => rect(t).right > rect(n.querySelector(".box")).right + 1));
          return [over.length, out.map((t) => t.textContent), wide.map((n) => n.textContent)];
        });
        assert.deepEqual(bad, [0, [], []], `${key} ${view}`);
      }
    }
  },

  "pointing at the graph lights up the text, pointing at the text lights up the graph": async ({ page, url, assert }) => {
    await open(page, url);
    await show(page, "imc-fig1");
    await page.locator("#graph .row", { hasText: "x := x + 2" }).hover();
    await page.locator(".cm-content .hl-point", { hasText: "x := x + 2" }).waitFor();
    await page.mouse.move(5, 5);
    await page.locator(".cm-content .hl-point").waitFor({ state: "detached" });
    await page.locator(".cm-line", { hasText: "i := i + 1" }).locator("span", { hasText: "i" }).first().hover();
    assert.deepEqual(await texts(page, "#graph .row.lit text:last-child"), ["i := i + 1"]);
    await page.mouse.move(5, 5);
    await page.locator("#graph .row.lit").waitFor({ state: "detached" });
    await page.locator(".cm-line", { hasText: "i := 0" }).last().click();
    await page.mouse.move(5, 5);
    assert.equal(await page.locator("#graph .node.lit").count(), 1, "the cursor does it, too");
    await page.locator("#graph .row", { hasText: "i = 3 ?" }).click();
    assert.equal(await page.locator(".cm-content .hl-look").textContent(), "i = 3");
    await page.locator(".graph").focus();
    await page.keyboard.press("ArrowDown");
    assert.notEqual(await page.locator(".cm-content .hl-look").textContent(), "i = 3", "arrow keys go on");
    await page.locator("#view-cutpoints").click();
    await page.locator(".cm-line", { hasText: "x := x + 2" }).locator("span").nth(1).hover();
    assert.equal(await page.locator("#graph .edge.lit").count(), 1, "a statement in a region");
  },

  "a conjunct of a query and its place in the program light up together": async ({ page, url, assert }) => {
    await openPlain(page, url);
    await pick(page, "imc-fig1");
    await press(page, "next-interpolant");
    await page.locator(".part", { hasText: "T(s" }).first().locator(".part-name").hover();
    const lit = (await texts(page, ".cm-content .hl-point")).join(" ");
    assert.match(lit, /x := x \+ 2/);
    assert.doesNotMatch(lit, /assert/);
    await page.locator(".part", { hasText: "¬P" }).first().locator(".part-name").hover();
    assert.match((await texts(page, ".cm-content .hl-point")).join(" "), /assert/);
    await page.locator(".cm-line", { hasText: "i := i + 1" }).locator("span", { hasText: "i" }).first().hover();
    assert.deepEqual(await texts(page, ".cm-content .hl-point"), []);
    const names = await page.locator(".part.lit .name").allTextContents();
    assert.ok(names.length > 0 && names.every((name) => name.includes("T(")), names.join());
  },

  "a counterexample walks through the graph": async ({ page, url, assert, shot }) => {
    await open(page, url);
    await show(page, "c-overdraft-unsafe");
    await press(page, "end");
    await page.locator("#tab-program").click();
    assert.match((await texts(page, "#graph .node.failing")).join(), /assert balance >= 0/);
    assert.match(await page.locator(".cm-content .hl-fail").textContent(), /balance >= 0/);
    assert.ok((await page.locator("#graph .edge.walked").count()) >= 4);
    const seen = new Set();
    while (await page.locator("#row-back").isEnabled()) {
      await page.locator("#row-back").click();
      for (const text of await texts(page, "#graph .row.now text:last-child")) seen.add(text);
    }
    for (const text of ["day++", "day < 3 ?", "balance -= pay(100)", "day = 0"]) assert.ok(seen.has(text), text);
    assert.equal(await page.locator("#graph .edge.walked").count(), 0, "at the start nothing is walked");
    await page.locator("#row-on").click();
    await page.locator("#row-on").click();
    await page.locator("#row-on").click();
    assert.equal(await page.locator("#graph .node.now").count(), 1);
    await shot("counterexample in the graph");
  },

  "the program as a single loop, linked with its text": async ({ page, url, assert, shot }) => {
    await open(page, url);
    await show(page, "c-two-loops");
    await page.locator("#view-single-loop").click();
    const code = page.locator(".single-loop-text");
    assert.match(await code.textContent(), /pc/);
    assert.equal(await code.locator(".tok-keyword", { hasText: "while" }).count(), 1, "one loop");
    await code.locator("span", { hasText: "up" }).last().hover();
    assert.ok((await page.locator(".cm-content .hl-point").count()) > 0);
    await page.locator(".cm-line", { hasText: "down++" }).locator("span", { hasText: "down" }).first().hover();
    assert.match((await texts(page, ".single-loop-text .lit")).join(""), /down := down \+ 1/);
    await shot("single loop");
    await page.locator("#open-single-loop").click();
    await page.waitForFunction(() => /pc/.test(document.querySelector(".cm-content").textContent));
    await press(page, "end");
    assert.match(await page.locator("#ending").textContent(), /Safe/, "it is a program, and as safe");
  },

  "the graph can be read without seeing it": async ({ page, url, assert }) => {
    await open(page, url);
    await show(page, "fib-fig3a");
    await page.locator(".outline summary").click();
    const list = (await texts(page, ".graph-list li")).join("\n");
    assert.match(list, /loop head 1 \(line \d+\).*x != 100.*true: to line \d+, false: to line \d+/);
    await page.locator(".graph-list button", { hasText: /^loop head/ }).click();
    assert.equal(await page.locator(".cm-content .hl-look").textContent(), "x != 100");
  },
};
