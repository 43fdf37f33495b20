// Themes, sizes, keyboard, help, and what a screen reader hears.
import { idle, open, openPlain, pick, place, press } from "./page.mjs";

/** The elements that stick out of the window to the right. */
const overflowing = (page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const inScroller = (e) => e.closest(".scroll, .cm-scroller, .pane, .hidden, .skip, .algorithm, dialog");
    const out = [...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > width + 1 && !inScroller(e));
    const page = document.documentElement.scrollWidth > width ? ["the page itself"] : [];
    return [...page, ...out.map((e) => `${e.tagName}.${e.className}`)];
  });

/** The panes whose content is wider than they are. */
const wide = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".pane, .algorithm, .source, .caption, .timeline")]
      .filter((e) => e.scrollWidth > e.clientWidth + 1)
      .map((e) => e.className),
  );

export const tests = {
  "the theme is switched, and remembered": async ({ page, url, assert }) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await open(page, url);
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    const background = () => page.evaluate(() => getComputedStyle(document.querySelector("main")).backgroundColor);
    assert.equal(await theme(), "dark", "as the system prefers");
    const dark = await background();
    await page.selectOption("#theme", "light");
    assert.equal(await theme(), "light");
    assert.notEqual(await background(), dark);
    await page.selectOption("#theme", "presenter");
    const size = await page.evaluate(() => parseFloat(getComputedStyle(document.body).fontSize));
    assert.ok(size >= 20, `${size}`);
    await page.reload();
    await page.locator("#step").waitFor();
    assert.equal(await theme(), "presenter");
  },

  "no text is too small, in any theme": async ({ page, url, assert }) => {
    await open(page, url);
    await press(page, "end");
    for (const [theme, least] of [["light", 14], ["dark", 14], ["presenter", 19.9]]) {
      await page.selectOption("#theme", theme);
      for (const tab of ["query", "interpolants", "program", "verdict"]) {
        await page.locator(`#tab-${tab}`).click();
        const small = await page.evaluate((least) => {
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          const found = new Set();
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const parent = node.parentElement;
            const skip = "sub, sup, .hidden, [aria-hidden=true], .cm-editor, script, noscript, option, optgroup";
            if (!node.textContent.trim() || parent.closest(skip) || !parent.checkVisibility()) continue;
            // A picture has pixels of its own; the smallest ones are drawn at four fifths of their size.
            const svg = parent.closest("svg");
            const scale = svg ? svg.getScreenCTM().a / 0.79 : 1;
            const size = parseFloat(getComputedStyle(parent).fontSize) * scale;
            if (size < least) found.add(`${parent.tagName}.${parent.className} ${size}`);
          }
          return [...found];
        }, least);
        assert.deepEqual(small, [], `${theme}, ${tab}`);
      }
    }
  },

  "nothing sticks out at any usual size": async ({ page, url, assert, shot }) => {
    const sizes = [[1280, 800], [1920, 1080], [1024, 768], [390, 844]];
    await open(page, url);
    await pick(page, "fib-fig3b-unsafe");
    await press(page, "end");
    for (const theme of ["light", "presenter"]) {
      await page.selectOption("#theme", theme);
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        for (const tab of ["query", "interpolants", "program", "execution", "verdict"]) {
          await page.locator(`#tab-${tab}`).click();
          assert.deepEqual(await overflowing(page), [], `${theme} ${width}, ${tab}`);
          assert.deepEqual(await wide(page), [], `${theme} ${width}, ${tab}`);
        }
      }
    }
    await page.selectOption("#theme", "light");
    await page.locator("#tab-query").click();
    await shot("phone");
  },

  "the line of the algorithm stays in sight, and every control in its column": async ({ page, url, assert }) => {
    const isSeen = (inner, outer) =>
      page.evaluate(([inner, outer]) => {
        const [a, b] = [inner, outer].map((s) => document.querySelector(s).getBoundingClientRect());
        return a.top >= b.top - 1 && a.bottom <= b.bottom + 1 && a.left >= b.left - 1 && a.right <= b.right + 1;
      }, [inner, outer]);
    await open(page, url);
    for (const engine of ["imc-f", "fib-bi", "vinta-box"]) {
      await page.selectOption("#theme", "light");
      await page.selectOption("#engine", engine);
      await page.locator("#restart").click();
      await press(page, "end");
      for (const theme of ["light", "dark", "presenter"]) {
        await page.selectOption("#theme", theme);
        assert.ok(await isSeen(".pseudo-line.lit", ".algorithm-code"), `${engine}, ${theme}`);
        await page.locator(".engine-row summary").click();
        assert.ok(await isSeen("#restart", ".source"), `${theme}: the button below the settings`);
        assert.ok(await isSeen("#engine", ".source"));
        await page.locator(".engine-row summary").click();
      }
      await press(page, "back");
      assert.ok(await isSeen(".pseudo-line.lit", ".algorithm-code"), `${engine}, a step back`);
    }
    // A banner leaves less room.
    await page.selectOption("#engine", "imc");
    await page.locator(".banner.stale").waitFor();
    await page.locator(".engine-row summary").click();
    assert.ok(await isSeen("#restart", ".source"), "below a banner");
  },

  "the keyboard alone suffices": async ({ page, url, assert }) => {
    await openPlain(page, url);
    const key = async (name) => {
      await page.keyboard.press(name);
      await idle(page);
    };
    await key("ArrowRight");
    assert.deepEqual(await place(page), [1, 1]);
    await key("PageDown");
    await key("l");
    assert.deepEqual(await place(page), [3, 3]);
    await key("PageUp");
    await key("h");
    await key("ArrowLeft");
    assert.deepEqual(await place(page), [0, 3]);
    await key("i");
    assert.ok(await page.locator("#interpolant").isVisible());
    await key("End");
    const [end] = await place(page);
    assert.ok(await page.locator("#ending").isVisible());
    await key("Shift+I");
    assert.ok((await place(page))[0] < end);
    await key("Home");
    assert.deepEqual(await place(page), [0, end]);
    await key("3");
    assert.equal(await page.locator("#tab-interpolants").getAttribute("aria-selected"), "true");
    await page.locator("#tab-interpolants").focus();
    await key("ArrowRight");
    assert.equal(await page.locator("#tab-program").getAttribute("aria-selected"), "true");
    assert.equal(await page.evaluate(() => document.activeElement.id), "tab-program");
    assert.deepEqual(await place(page), [0, end], "arrows move the tabs there, not the run");
    await key("?");
    await page.locator(".modal").waitFor();
    await key("ArrowRight");
    assert.deepEqual(await place(page), [0, end], "the dialog keeps its keys");
    await key("Escape");
    await page.locator(".modal").waitFor({ state: "detached" });
    await key("e");
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("// hl?");
    assert.deepEqual(await place(page), [0, end], "the editor keeps its keys");
    await key("Control+Enter");
    assert.deepEqual(await place(page), [0, 0], "started anew");
  },

  "every control is reached by Tab, has a name, and shows the focus": async ({ page, url, assert }) => {
    await open(page, url);
    await page.keyboard.press("ArrowRight");
    await idle(page);
    await page.keyboard.press("Tab");
    assert.match(await page.evaluate(() => document.activeElement.textContent), /Skip to the step/);
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.id), "main");
    const seen = new Set();
    for (let i = 0; i < 80; i++) {
      await page.keyboard.press("Tab");
      const [id, name, outline] = await page.evaluate(() => {
        const e = document.activeElement;
        const name = e.getAttribute("aria-label") ?? e.labels?.[0]?.textContent ?? e.textContent;
        if (e === document.body) return ["the browser"];
        return [e.id || e.className, (name ?? "").trim(), getComputedStyle(e).outlineStyle];
      });
      if (id === "the browser") break;
      seen.add(id);
      assert.notEqual(name, "", `${id} has a name`);
      assert.ok(outline !== "none" || id.includes("cm-"), `${id} shows the focus`);
    }
    for (const id of ["step", "back", "end", "seek", "tab-space", "pane"]) assert.ok(seen.has(id), `${id} in ${[...seen]}`);
  },

  "buttons say what they do": async ({ page, url, assert }) => {
    await open(page, url);
    const silent = await page.locator("button").evaluateAll((all) =>
      all.filter((b) => !b.title && !b.closest(".cm-editor")).map((b) => b.outerHTML.slice(0, 80)),
    );
    assert.deepEqual(silent, []);
  },

  "each step is announced": async ({ page, url, assert }) => {
    await open(page, url);
    await press(page, "step");
    const said = page.locator("#announcement[aria-live=polite]");
    assert.match(await said.textContent(), /^Step 1 of 1, line \d+\. .*Answer: /);
    await press(page, "next-interpolant");
    assert.match(await said.textContent(), /interpolant /);
    await press(page, "end");
    await press(page, "first");
    assert.match(await said.textContent(), /Start/);
  },

  "the editor and the algorithm make room": async ({ page, url, assert }) => {
    await open(page, url);
    const width = () => page.locator("main").evaluate((e) => e.clientWidth);
    const height = () => page.locator(".algorithm").evaluate((e) => e.clientHeight);
    const [before, lines] = [await width(), await height()];
    await page.getByRole("button", { name: "Editor" }).click();
    assert.ok((await height()) > lines + 200, "the algorithm has the whole column");
    await page.getByRole("button", { name: "Algorithm" }).click();
    assert.ok((await width()) > before + 200, "no column is left");
    await page.getByRole("button", { name: "Editor" }).click();
    assert.ok(await page.locator(".cm-content").isVisible());
  },
};
