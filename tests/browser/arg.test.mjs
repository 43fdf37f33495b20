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

/** The pane's scroll position, and whether the strip of phases is wholly in sight. */
const top = (page) =>
  page.evaluate(() => {
    const [pane, strip] = ["#pane", ".phases"].map((s) => document.querySelector(s).getBoundingClientRect());
    const isSeen = strip.top >= pane.top && strip.bottom <= pane.bottom && strip.right <= pane.right + 1;
    return [document.querySelector("#pane").scrollTop, isSeen];
  });

/** Of the nodes in sight: how many, the least height of a name in pixels, and how many overlap. */
const sight = (page) =>
  page.evaluate(() => {
    const frame = document.querySelector(".canvas").getBoundingClientRect();
    const isIn = (r) => r.left >= frame.left - 1 && r.right <= frame.right + 1 && r.top >= frame.top - 1 && r.bottom <= frame.bottom + 1;
    const nodes = [...document.querySelectorAll("#arg .node")].filter((node) => isIn(node.getBoundingClientRect()));
    const boxes = nodes.map((node) => node.querySelector(".box").getBoundingClientRect());
    const scale = document.querySelector("#arg").getScreenCTM().a;
    const size = (node) => parseFloat(getComputedStyle(node.querySelector(".name")).fontSize) * scale;
    const isApart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
    const overlaps = boxes.filter((a, i) => boxes.slice(i + 1).some((b) => !isApart(a, b))).length;
    const long = nodes.filter((node, i) => node.querySelector(".name").getBoundingClientRect().right > boxes[i].right).length;
    return { nodes: nodes.length, name: Math.min(...nodes.map(size)), overlaps, long, hasPlace: nodes.some((n) => n.matches(".now")) };
  });

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
      // A long new label has both rows of the box, a short one leaves room for the old one.
      assert.match(await page.locator("#arg .node.refined").first().textContent(), /(−.*)?\+.*[≤≥=]/);
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

  "the graph comes up below its phases, and keeps the pane where it is": async ({ page, url, assert }) => {
    await begin(page, url);
    await finish(page);
    for (const theme of ["light", "dark", "presenter"]) {
      await page.selectOption("#theme", theme);
      for (const [width, height] of [[1280, 800], [1920, 1080]]) {
        await page.setViewportSize({ width, height });
        for (const before of ["query", "verdict"]) {
          await page.locator(`#tab-${before}`).click();
          await page.locator("#pane").evaluate((pane) => pane.scrollTo(0, 9999));
          await page.locator("#tab-interpolants").click();
          await page.waitForTimeout(150);
          assert.deepEqual(await top(page), [0, true], `${theme} ${width}, after ${before}`);
        }
        const [canvas, pane] = await page.evaluate(() => [".canvas", "#pane"].map((s) => document.querySelector(s).getBoundingClientRect().bottom));
        assert.ok(canvas <= pane + 1 || height < 900, `${theme} ${width}: the picture ends at ${canvas}, the pane at ${pane}`);
        await page.locator("#pane").evaluate((pane) => pane.scrollTo(0, 300));
        const [there] = await top(page);
        assert.ok(there > 60);
        await press(page, "back");
        await press(page, "back");
        assert.ok(Math.abs((await top(page))[0] - there) <= 1, "a step leaves the pane where the reader has it");
        await press(page, "end");
      }
    }
    await page.locator("#tab-program").click();
    await page.locator("#view-cutpoints").click();
    await page.waitForTimeout(150);
    assert.equal(await page.locator("#pane").evaluate((pane) => pane.scrollTop), 0);
  },

  "a long graph is seen as a whole in columns": async ({ page, url, assert, shot }) => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await begin(page, url, { program: loops(66) });
    await finish(page);
    for (const theme of ["light", "presenter"]) {
      await page.selectOption("#theme", theme);
      await page.locator("#arg-large").click();
      assert.ok(!(await page.locator(".algorithm").isVisible()));
      await page.locator("#arg-fit").click();
      await page.waitForFunction(() => document.querySelectorAll("#arg .node").length > 200);
      const seen = await sight(page);
      assert.equal(seen.nodes, await count(page, "#arg .node"), "all are in sight");
      assert.ok(seen.name > 9.5, `names are ${seen.name} pixels high`);
      assert.deepEqual([seen.overlaps, seen.long], [0, 0]);
      await shot(`columns ${theme}`);
      await page.locator("#arg .node", { hasText: "v31b" }).click();
      assert.equal(await page.locator("#arg-chosen .arg-name").textContent(), "v31b");
      await page.locator("#arg-size").click();
      assert.equal(await count(page, "#arg .fold"), 0);
      await page.keyboard.press("Escape");
      assert.ok(await page.locator(".algorithm").isVisible(), "Escape gives the window back");
      await page.locator(".canvas").focus();
      await page.keyboard.press("f");
      await page.locator(".algorithm").waitFor({ state: "hidden" });
      await page.keyboard.press("Escape");
      await page.locator(".algorithm").waitFor();
    }
  },

  "of a thousand nodes as many are seen as can be read": async ({ page, url, assert, shot }) => {
    const up = "while x < 1000 do\n  x := x + 1\ndone;\n";
    const program = `// expect: safe\nint x;\nx := 0;\n${`${up}x := 0;\n`.repeat(9)}${up}assert x = 1000\n`;
    await begin(page, url, { program });
    await page.waitForTimeout(600); // the text is read a moment after typing, and the settings are drawn anew
    await page.locator(".engine-row summary").click();
    await page.locator("#widen-every").fill("100");
    await page.locator("#widen-every").press("Enter");
    await page.locator("#tab-interpolants").click();
    await finish(page);
    await page.locator("#arg-search").fill("v");
    const found = await page.locator("#arg-found").textContent();
    assert.ok(parseInt(found) >= 1000, found);
    await page.locator("#arg-search").fill("");
    await page.locator("#arg-fit").click();
    await page.waitForFunction(() => document.querySelectorAll("#arg .fold").length > 3);
    const seen = await sight(page);
    assert.ok(seen.name > 9.5, `names are ${seen.name} pixels high`);
    assert.ok(seen.nodes > 30, `${seen.nodes} nodes`);
    assert.deepEqual([seen.overlaps, seen.long, seen.hasPlace], [0, 0, true]);
    await shot("a thousand nodes");
    const start = performance.now();
    await press(page, "back");
    assert.ok(performance.now() - start < 2000);
    for (let i = 0; i < 12; i++) await page.locator("#arg-out").click();
    const width = await page.locator("#arg").evaluate((e) => e.getScreenCTM().a * 232);
    assert.ok(width > 8, "boxes can still be seen");
    await shot("a thousand nodes, small");
  },

  "pinched and dragged with fingers": async ({ page, url, assert }) => {
    const context = await page.context().browser().newContext({ viewport: { width: 1280, height: 800 }, hasTouch: true });
    try {
      const page = await context.newPage();
      await begin(page, url);
      await finish(page);
      const session = await context.newCDPSession(page);
      const touch = async (type, ...points) => {
        const touchPoints = points.map(([x, y], id) => ({ x, y, id }));
        await session.send("Input.dispatchTouchEvent", { type, touchPoints });
        await page.waitForTimeout(20);
      };
      const look = () =>
        page.evaluate(() => {
          const [arg, frame] = ["#arg", ".canvas"].map((s) => document.querySelector(s).getBoundingClientRect());
          return { arg: arg.toJSON(), frame: frame.toJSON(), zoom: visualViewport.scale };
        });
      const before = await look();
      const [x, y] = [before.frame.x + before.frame.width / 2, before.frame.y + before.frame.height / 2];
      await touch("touchStart", [x - 40, y]);
      await touch("touchStart", [x - 40, y], [x + 40, y]);
      for (let i = 1; i <= 10; i++) await touch("touchMove", [x - 40 - 4 * i, y], [x + 40 + 4 * i, y]);
      await touch("touchEnd");
      await page.waitForTimeout(100);
      const larger = await look();
      assert.ok(Math.abs(larger.arg.width / before.arg.width - 2) < 0.02, `${larger.arg.width / before.arg.width} times as large`);
      assert.equal(larger.zoom, 1, "the page itself keeps its size");
      const under = ({ arg }) => [(x - arg.x) / arg.width, (y - arg.y) / arg.height];
      for (const i of [0, 1]) assert.ok(Math.abs(under(larger)[i] - under(before)[i]) < 0.01, "what is between the fingers stays there");
      // Both fingers move: so does the picture.
      await touch("touchStart", [x - 40, y], [x + 40, y]);
      for (let i = 1; i <= 10; i++) await touch("touchMove", [x - 40 + 5 * i, y], [x + 40 + 5 * i, y]);
      await touch("touchEnd");
      const moved = await look();
      assert.ok(Math.abs(moved.arg.x - larger.arg.x - 50) < 8, `${moved.arg.x - larger.arg.x} pixels`);
      assert.ok(Math.abs(moved.arg.width / larger.arg.width - 1) < 0.05);
      await touch("touchStart", [x, y]);
      for (let i = 1; i <= 10; i++) await touch("touchMove", [x, y + 6 * i]);
      await touch("touchEnd");
      const dragged = await look();
      assert.ok(dragged.arg.y - moved.arg.y > 50, "one finger drags");
      assert.equal(await count(page, "#arg .node.selected"), 0);
      await page.locator("#arg-size").tap();
      await page.locator("#arg .node.unexplored").last().tap();
      assert.equal(await count(page, "#arg .node.selected"), 1, "a tap chooses");
    } finally {
      await context.close();
    }
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
    await page.waitForFunction(() => document.querySelectorAll("#arg .node").length >= 100);
    await page.locator("#arg-size").click();
    // What is far away is not drawn.
    await page.waitForFunction(() => document.querySelectorAll("#arg .node").length < 100);
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
