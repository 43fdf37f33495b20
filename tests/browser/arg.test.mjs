// VINTA's reachability graph: how it grows, what refinement changes, finding one's way in it, and saving it as a file.
import { readFileSync } from "node:fs";
import { open, pick, place, press, type } from "./page.mjs";

const begin = async (page, url, { example = "vinta-fig2a", engine = "vinta-box", program } = {}) => {
  await open(page, url);
  if (program) await type(page, program);
  else await pick(page, example);
  await page.selectOption("#engine", engine);
  await page.locator("#tab-interpolants").click();
};

const finish = async (page) => {
  await press(page, "end");
  await page.locator("#tab-interpolants").click();
  await page.locator("#arg .node").first().waitFor();
};

const count = (page, selector) => page.locator(selector).count();

/** Where each node of the picture is, by its name. */
const corners = (page) =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll("#arg .node")].map((node) => [
        node.querySelector(".name").textContent.replace("▶ ", ""),
        node.getAttribute("transform"),
      ]),
    ),
  );

/** Loops one after another: a graph with about three nodes for each. */
const loops = (many) =>
  `// expect: safe\nint x;\nx := 0;\n${"while nondet do\n  x := x + 1\ndone;\n".repeat(many)}assert x >= 0\n`;

/** Steps to the end: nodes that are there stay where they are, until all is laid out anew at the end. */
const growing = (engine) => async ({ page, url, assert, shot }) => {
  await begin(page, url, { engine });
  let before = {};
  let refined = 0;
  let most = 0;
  for (let step = 1; ; step++) {
    assert.ok(step < 90, "no end in sight");
    await press(page, "step");
    const now = await corners(page);
    const isOver = await page.locator("#step").isDisabled();
    for (const [name, corner] of Object.entries(before)) {
      if (!isOver && name !== "ve") assert.equal(now[name], corner, `${name} at step ${step}`);
    }
    assert.ok(Object.keys(now).length >= Object.keys(before).length, "no node goes away");
    assert.equal(await count(page, ".phases .here"), 1);
    assert.match(await page.locator(".wto").textContent(), /^\S+ \(\S+\) \S+$/);
    assert.match(await page.locator("#arg-news").textContent(), /This step \S/);
    const marked = await count(page, "#arg .node.refined");
    if (marked > 0 && refined === 0) {
      await page.locator("#arg .node.refined").first().click();
      assert.ok((await count(page, "#arg-diff ins")) > 0, "what is new is marked");
      assert.match(await page.locator("#arg-diff").textContent(), /difference/);
      assert.match(await page.locator("#arg .node.refined").first().textContent(), /−.*\+/);
      await shot(`refinement ${engine}`);
      await page.locator("#arg-unchoose").click();
    }
    refined += marked;
    before = now;
    most = Math.max(most, Object.keys(now).length);
    if (isOver) break;
  }
  assert.ok(refined > 0, "labels were refined");
  assert.ok(most >= 6);
  assert.match(await page.locator("#ending").textContent(), /Safe/);
  const last = await corners(page);
  for (let step = 0; step < 6; step++) {
    await press(page, "back");
    const now = await corners(page);
    for (const [name, corner] of Object.entries(now)) assert.equal(corner, last[name], "nothing moves on the way back");
  }
  await page.locator("#tab-query").click();
  await page.locator("#tab-interpolants").click();
  assert.equal((await corners(page)).v2a, last.v2a, "nor while one looks elsewhere");
};

export const tests = {
  "it grows step by step, with vinta-box": growing("vinta-box"),
  "it grows step by step, with ufo-box": growing("ufo-box"),

  "covered, refuted, unexplored": async ({ page, url, assert, shot }) => {
    await begin(page, url);
    await press(page, "step");
    assert.ok((await count(page, "#arg .node.unexplored")) > 0);
    const dashes = await page.locator("#arg .node.unexplored .box").first().evaluate((e) => getComputedStyle(e).strokeDasharray);
    assert.notEqual(dashes, "none");
    assert.equal(await page.locator("#arg .node.now .name").textContent(), await page.locator("#arg .name", { hasText: "▶" }).textContent());
    await finish(page);
    assert.ok((await count(page, "#arg .covering")) > 0);
    assert.ok((await page.locator("#arg .edge.refuted text").allTextContents()).every((text) => "⊥✗".includes(text)));
    assert.ok((await count(page, "#arg .edge.refuted")) > 0);
    await page.locator("#arg .node.covered").last().click();
    assert.match(await page.locator("#arg-chosen").textContent(), /covered by v2/);
    const name = await page.locator("#arg-chosen .arg-name").textContent();
    await page.locator("#arg-chosen p", { hasText: "covered by" }).locator("button").first().click();
    assert.notEqual(await page.locator("#arg-chosen .arg-name").textContent(), name, "one gets to the node that covers it");
    await shot("reachability graph");
    const boxes = await page.locator("#arg .node .box").evaluateAll((all) => all.map((e) => e.getBoundingClientRect().toJSON()));
    for (const [i, a] of boxes.entries()) {
      for (const b of boxes.slice(i + 1)) {
        assert.ok(a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1);
      }
    }
    const texts = await page.locator("#arg .node").evaluateAll((all) =>
      all.filter((node) => {
        const box = node.querySelector(".box").getBoundingClientRect();
        return [...node.querySelectorAll("text")].some((t) => t.getBoundingClientRect().right > box.right + 1);
      }).map((node) => node.textContent));
    assert.deepEqual(texts, [], "labels stay inside their nodes");
  },

  "node and program light up together": async ({ page, url, assert }) => {
    await begin(page, url);
    await finish(page);
    await page.locator("#arg .node", { hasText: "v2a" }).hover();
    await page.locator(".cm-content .hl-point").waitFor();
    await page.locator("#arg .node", { hasText: "v2a" }).click();
    await page.locator(".cm-content .hl-look").waitFor();
    assert.equal(await count(page, "#arg .node.selected"), 1);
    await page.mouse.move(5, 5);
    const head = await page.locator(".cm-content .hl-look").textContent();
    await page.locator(".cm-content .hl-look").first().hover();
    await page.locator("#arg .node.lit").first().waitFor();
    const lit = await page.locator("#arg .node.lit .name").allTextContents();
    assert.ok(lit.length > 1 && lit.every((name) => name.includes("v2")), `${lit} for ${head}`);
    await page.locator(".wto-point", { hasText: "2" }).hover();
    await page.locator(".cm-content .hl-point").waitFor();
  },

  "search, with the node brought into sight": async ({ page, url, assert }) => {
    await begin(page, url, { program: loops(12) });
    await finish(page);
    const search = page.locator("#arg-search");
    const found = () => page.locator("#arg-found").textContent();
    await search.fill("v13");
    const hits = Number((await found()).split(" ")[0]);
    assert.ok(hits >= 2, `${hits}`);
    await search.press("Enter");
    assert.equal(await found(), `1 of ${hits}`);
    await page.locator("#arg-next").click();
    assert.equal(await found(), `2 of ${hits}`);
    await search.press("Shift+Enter");
    await search.press("Shift+Enter");
    assert.equal(await found(), `${hits} of ${hits}`, "from the first back to the last");
    await page.waitForTimeout(100);
    const isSeen = await page.evaluate(() => {
      const [a, b] = ["#arg .node.selected", ".canvas"].map((s) => document.querySelector(s).getBoundingClientRect());
      return a.top >= b.top - 1 && a.bottom <= b.bottom + 1 && a.left >= b.left - 1 && a.right <= b.right + 1;
    });
    assert.ok(isSeen);
    await search.fill("line 7");
    assert.match(await found(), /found|of/);
    await search.fill("x >= 2");
    assert.doesNotMatch(await found(), /^0 /, "labels are searched as they are typed");
    await search.fill("nowhere");
    assert.equal(await found(), "0 found");
    assert.ok(await page.locator("#arg-next").isDisabled());
  },

  "chains are collapsed and opened": async ({ page, url, assert, shot }) => {
    const program = "// expect: safe\nint x;\nx := 0;\nwhile x < 40 do\n  x := x + 1\ndone;\nassert x = 40\n";
    await open(page, url);
    await type(page, program);
    await page.selectOption("#engine", "vinta-box");
    await page.locator(".engine-row summary").click();
    await page.locator("#widen-every").fill("30");
    await page.locator("#widen-every").press("Enter");
    await page.locator("#tab-interpolants").click();
    await finish(page);
    const all = await count(page, "#arg .node");
    await page.locator("#arg-collapse").click();
    const chains = await count(page, "#arg .node.chain");
    assert.ok(chains > 0, "there is a chain");
    const few = await count(page, "#arg .node");
    assert.ok(few < all);
    assert.match(await page.locator("#arg .node.chain").first().textContent(), /… v2\w+chain of \d+/);
    await shot("collapsed");
    await page.locator("#arg .node.chain").first().click();
    assert.ok((await count(page, "#arg .node")) > few, "a chain is opened");
    await page.locator("#arg-collapse").click();
    assert.equal(await count(page, "#arg .node.chain"), 0);
  },

  "only the failing execution": async ({ page, url, assert, shot }) => {
    await begin(page, url, { example: "imc-fig1-unsafe" });
    await press(page, "step");
    assert.ok(await page.locator("#arg-path").isDisabled());
    await finish(page);
    const failing = await page.locator("#arg .node.failing .name").allTextContents();
    assert.ok(failing.length >= 3, failing.join());
    await page.locator("#arg-path").click();
    assert.deepEqual((await page.locator("#arg .node .name").allTextContents()).sort(), failing.sort());
    assert.equal(await count(page, "#arg .edge"), failing.length - 1);
    assert.equal(await count(page, "#arg .edge.walked"), failing.length - 1);
    await shot("error path");
    await page.locator("#arg-path").click();
    assert.ok((await count(page, "#arg .node")) > failing.length);
  },

  "larger, smaller, moved": async ({ page, url, assert }) => {
    await begin(page, url, { program: loops(12) });
    await finish(page);
    const width = () => page.locator("#arg").evaluate((e) => e.getBoundingClientRect().width);
    const before = await width();
    await page.locator("#arg-in").click();
    assert.ok((await width()) > before * 1.2);
    await page.locator("#arg-size").click();
    const natural = await width();
    await page.locator("#arg-fit").click();
    const [picture, frame] = await page.evaluate(() => ["#arg", ".canvas"].map((s) => document.querySelector(s).getBoundingClientRect().toJSON()));
    assert.ok(picture.width <= frame.width + 2 && picture.height <= frame.height + 2, "all of it is seen");
    assert.ok(await page.locator("#arg.far").isVisible(), "names are written larger");
    await page.locator(".canvas").focus();
    await page.keyboard.press("+");
    assert.ok((await width()) > picture.width * 1.2);
    await page.keyboard.press("0");
    assert.ok(Math.abs((await width()) - picture.width) < 2);
    const [x, y] = [frame.x + frame.width / 2, frame.y + frame.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, -300);
    await page.waitForFunction((w) => document.querySelector("#arg").getBoundingClientRect().width > w * 1.3, picture.width);
    await page.locator("#arg-size").click();
    assert.ok(Math.abs((await width()) - natural) < 2);
    const top = () => page.locator(".canvas").evaluate((e) => [e.scrollLeft, e.scrollTop]);
    await page.locator(".canvas").evaluate((e) => e.scrollTo(0, 0));
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 40, y - 120, { steps: 6 });
    await page.mouse.up();
    assert.ok((await top())[1] > 60, `${await top()}`);
    assert.equal(await count(page, "#arg .node.selected"), 0, "dragging chooses nothing");
  },

  "saved as SVG and PNG": async ({ page, url, assert }) => {
    await begin(page, url);
    await finish(page);
    const save = async (id) => {
      const [download] = await Promise.all([page.waitForEvent("download"), page.locator(id).click()]);
      return [download.suggestedFilename(), readFileSync(await download.path())];
    };
    const [name, svg] = await save("#arg-svg");
    assert.match(name, /^vinta.*-arg-\d+\.svg$/);
    const parsed = await page.evaluate((text) => {
      const file = new DOMParser().parseFromString(text, "image/svg+xml");
      const node = (g) => g.querySelector(".name").textContent.replace("▶ ", "");
      return [file.querySelector("parsererror")?.textContent ?? "", [...file.querySelectorAll("g.node")].map(node), file.querySelectorAll("foreignObject").length];
    }, svg.toString());
    assert.deepEqual([parsed[0], parsed[1].sort(), parsed[2]], ["", Object.keys(await corners(page)).sort(), 0]);
    const [pngName, png] = await save("#arg-png");
    assert.match(pngName, /\.png$/);
    assert.equal(png.subarray(0, 8).toString("hex"), "89504e470d0a1a0a");
    const [, width, height] = /viewBox="\S+ \S+ (\d+) (\d+)"/.exec(svg.toString());
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [2 * width, 2 * height], "twice the size");
    await page.locator("#tab-program").click();
    await page.locator("#view-cutpoints").click();
    const [graphName, graph] = await save("#graph-svg");
    assert.match(graphName, /-graph\.svg$/);
    assert.match(graph.toString(), /loop head 1/);
  },

  "the keyboard goes along the edges": async ({ page, url, assert }) => {
    await begin(page, url);
    await finish(page);
    const [step] = await place(page);
    await page.locator(".canvas").focus();
    const cursor = async () => (await page.locator("#arg .node.cursor .name").textContent()).replace("▶ ", "");
    for (let i = 0; i < 12; i++) await page.keyboard.press("ArrowUp");
    assert.equal(await cursor(), "v1", "up to the entry");
    await page.keyboard.press("ArrowDown");
    assert.equal(await cursor(), "v2a");
    assert.match(await page.locator(".arg .hidden[aria-live]").textContent(), /^v2a: /);
    await page.keyboard.press("Enter");
    assert.equal(await page.locator("#arg-chosen .arg-name").textContent(), "v2a");
    await page.locator(".cm-content .hl-look").waitFor();
    await page.keyboard.press("ArrowRight");
    assert.deepEqual(await place(page), [step, step], "the run stays where it is");
  },

  "the graph can be read without seeing it": async ({ page, url, assert }) => {
    await begin(page, url);
    await finish(page);
    await page.locator("#arg-list").click();
    const entries = await page.locator(".arg-list [role=treeitem]").allTextContents();
    assert.equal(entries.length, await count(page, "#arg .node"), "each node is listed once");
    assert.match(entries[0], /^v1: .*leads to v2a/);
    assert.match(entries.join("\n"), /covered by v2/);
    await page.locator(".arg-list").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    const active = await page.locator(".arg-list").getAttribute("aria-activedescendant");
    assert.match(await page.locator(`#${active}`).textContent(), /^v2a/);
    await page.keyboard.press("Enter");
    assert.equal(await page.locator(`#${active}`).getAttribute("aria-selected"), "true");
    assert.ok(Number(await page.locator(".arg-list [role=treeitem]").last().getAttribute("aria-level")) >= 1);
  },

  "two hundred nodes, step by step": async ({ page, url, assert, shot }) => {
    await begin(page, url, { program: loops(66) });
    await finish(page);
    const frame = await page.locator("#arg").getAttribute("viewBox");
    await page.locator("#arg-fit").click();
    await page.waitForFunction(() => document.querySelectorAll("#arg .node").length >= 200);
    await page.locator("#arg-size").click();
    // What is far away is not drawn.
    await page.waitForFunction(() => document.querySelectorAll("#arg .node").length < 200);
    await shot("two hundred nodes");
    const times = await page.evaluate(async () => {
      const times = [];
      for (let i = 0; i < 12; i++) {
        const start = performance.now();
        document.querySelector("#back").click();
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        times.push(performance.now() - start);
      }
      return times.sort((a, b) => a - b);
    });
    assert.ok(times[6] < 250, `a step takes ${times[6]} ms`);
    assert.equal(await page.locator("#arg").getAttribute("viewBox"), frame, "nothing moves");
  },
};
