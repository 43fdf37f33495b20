// How the window is shared out: the picture's share of it, bars between the columns, the stage, a pause before the answer.
import { idle, open, openPlain, pick, press } from "./page.mjs";

/** Opens an example with an engine, a number of steps into its run. */
async function run(page, url, key, engine, steps) {
  await open(page, url);
  await pick(page, key);
  await page.selectOption("#engine", engine);
  for (let step = 0; step < steps; step++) await press(page, "step");
}

const box = (page, selector) => page.locator(selector).evaluate((e) => e.getBoundingClientRect().toJSON());

export const tests = {
  "the picture has at least half of the window": async ({ page, url, assert, shot }) => {
    await run(page, url, "vinta-fig2a", "vinta-box", 3);
    await page.locator("#tab-interpolants").click();
    const share = async () => {
      const { width, height } = await box(page, ".canvas");
      return (width * height) / (1280 * 800);
    };
    assert.ok((await share()) >= 0.5, `${await share()}`);
    assert.ok(await page.locator(".pseudo-line.lit").isVisible());
    assert.ok(await page.locator(".cm-content").isVisible());
    await press(page, "end");
    await page.locator("#tab-interpolants").click();
    assert.ok((await share()) >= 0.45, `${await share()} at the end, the verdict above it`);
    await shot("layout");
  },

  "from step to step the picture moves by no more than a line of the caption": async ({ page, url, assert }) => {
    const steps = 8;
    await run(page, url, "vinta-fig2a", "vinta-box", steps);
    await page.locator("#tab-interpolants").click();
    for (const theme of ["light", "dark", "presenter"]) {
      await page.selectOption("#theme", theme);
      const tops = [];
      for (let step = steps; step > 0; step--) {
        tops.push((await box(page, ".tabs")).y);
        await press(page, "back");
      }
      for (let step = 0; step < steps; step++) await press(page, "step");
      const line = await page.locator(".caption h2").evaluate((e) => parseFloat(getComputedStyle(e).lineHeight));
      assert.ok(Math.max(...tops) - Math.min(...tops) <= line + 1, `${theme}: ${tops}, a line of ${line}`);
    }
  },

  "bars between the columns are dragged and remembered": async ({ page, url, assert }) => {
    await run(page, url, "fib-fig3a", "imc", 2);
    const before = await box(page, "main");
    const bar = await box(page, "#split-left");
    await page.mouse.move(bar.x + bar.width / 2, 300);
    await page.mouse.down();
    await page.mouse.move(bar.x + 120, 300, { steps: 4 });
    await page.mouse.up();
    const after = await box(page, "main");
    assert.ok(after.x - before.x > 90, `${before.x} ${after.x}`);
    const upper = await box(page, ".source");
    await page.locator("#split-algorithm").press("ArrowUp");
    await page.locator("#split-algorithm").press("ArrowUp");
    const smaller = await box(page, ".source");
    assert.ok(upper.height - smaller.height > 20, `${upper.height} ${smaller.height}`);
    await page.reload();
    await page.locator("#step").waitFor();
    // A message of the page stands above them now, since the run begins anew.
    assert.equal((await box(page, "main")).x, after.x);
    const part = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--upper"));
    assert.ok(parseFloat(part) < 48, part);
    await page.setViewportSize({ width: 1920, height: 1080 });
    const [source, middle, algorithm] = [await box(page, ".source"), await box(page, "main"), await box(page, ".algorithm")];
    assert.ok(source.right < middle.x && middle.right < algorithm.x, "three columns where there is room");
    await page.locator("#split-algorithm").press("ArrowLeft");
    assert.ok((await box(page, ".algorithm")).width > algorithm.width);
  },

  "on the stage no text is below 3.5 hundredths of the height": async ({ page, url, assert, shot }) => {
    for (const [key, engine, steps, tab] of [
      ["vinta-fig2a", "vinta-box", 12, "interpolants"],
      ["fib-fig3a", "imc", 3, "query"],
      ["fib-fig3b", "fib-f", 2, "interpolants"],
    ]) {
      await run(page, url, key, engine, steps);
      await page.locator(`#tab-${tab}`).click();
      await page.locator("#stage").click();
      for (const [width, height] of [[1280, 800], [1920, 1080]]) {
        await page.setViewportSize({ width, height });
        const small = await page.evaluate((least) => {
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          const found = new Set();
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const parent = node.parentElement;
            const skip = "sub, sup, .hidden, [aria-hidden=true]:not(svg), .name, script, noscript, option";
            if (!node.textContent.trim() || parent.closest(skip) || !parent.checkVisibility()) continue;
            const scale = parent.closest("svg")?.getScreenCTM().a ?? 1;
            const size = parseFloat(getComputedStyle(parent).fontSize) * scale;
            if (size < least) found.add(`${parent.tagName}.${parent.className} ${size} ${node.textContent.slice(0, 20)}`);
          }
          return [...found];
        }, 0.035 * height);
        assert.deepEqual(small, [], `${engine} at ${height}`);
        assert.ok(await page.locator("#caption h2").isVisible());
        assert.ok(!(await page.locator(".algorithm").isVisible()) && !(await page.locator(".top").isVisible()));
        const sticksOut = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
        assert.ok(!sticksOut, `${engine} at ${width}`);
      }
      await shot(`stage ${engine}`);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.keyboard.press("Escape");
      await page.locator(".algorithm").waitFor();
    }
  },

  "a clicker steps on the stage, with a pause before each answer": async ({ page, url, assert, shot }) => {
    await run(page, url, "fib-fig3a", "imc", 0);
    await page.locator("#tab-query").click();
    await page.keyboard.press("s");
    await page.keyboard.press(".");
    const press = async (key) => {
      await page.keyboard.press(key);
      await idle(page);
    };
    await press("PageDown");
    await page.locator("#veil").waitFor();
    assert.equal(await page.locator("#step-number").textContent(), "1");
    assert.equal(await page.locator("#answer").count(), 0, "the answer is hidden");
    assert.match(await page.locator(".query-head h3").textContent(), /\?$/);
    await shot("stage question");
    await press("PageDown");
    assert.equal(await page.locator("#step-number").textContent(), "1");
    assert.equal(await page.locator("#veil").count(), 0);
    assert.ok(await page.locator("#answer").isVisible());
    await press("PageDown");
    assert.equal(await page.locator("#step-number").textContent(), "2");
    assert.ok(await page.locator("#veil").isVisible());
    await press("PageUp");
    assert.equal(await page.locator("#step-number").textContent(), "1");
    assert.equal(await page.locator("#veil").count(), 0, "what was seen once is not asked again on the way back");
    await press("b");
    await press("PageDown");
    assert.equal(await page.locator("#veil").count(), 0);
  },

  "on a phone caption and interpolant come first": async ({ page, url, assert, shot }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openPlain(page, url);
    assert.ok(await page.locator(".cm-content").isVisible(), "what there is to prove");
    await page.keyboard.press("PageDown");
    await page.keyboard.press("PageDown");
    await page.keyboard.press("PageDown");
    await idle(page);
    assert.ok(!(await page.locator(".cm-content").isVisible()), "the text has made room");
    const [caption, formula] = [await box(page, "#caption"), await box(page, ".spotlight")];
    assert.ok(caption.y < 130 && formula.bottom < 320, `${caption.y} ${formula.bottom}`);
    assert.match(await page.locator(".spotlight").textContent(), /τ/);
    await shot("phone step");
    const link = await page.evaluate(() => new Promise((done) => setTimeout(() => done(location.href), 600)));
    const other = await page.context().newPage();
    await other.setViewportSize({ width: 390, height: 844 });
    await other.goto(link);
    await other.locator(".spotlight .watch").first().waitFor();
    assert.ok(!(await other.locator(".cm-content").isVisible()), "a link opens on the step");
  },

  "the text is as large as the browser's user wants it": async ({ page, url, assert, shot }) => {
    const client = await page.context().newCDPSession(page);
    const sizes = [];
    await run(page, url, "fib-fig3a", "imc", 3);
    for (const standard of [16, 24, 32]) {
      await client.send("Page.setFontSizes", { fontSizes: { standard, fixed: standard } });
      await page.reload();
      await press(page, "step");
      sizes.push(await page.locator("#caption h2").evaluate((e) => parseFloat(getComputedStyle(e).fontSize)));
      for (const tab of ["space", "query", "interpolants"]) {
        await page.locator(`#tab-${tab}`).click();
        const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(over <= 0, `${tab} sticks out by ${over} at ${standard}`);
      }
      assert.ok(await page.locator("#step").isVisible());
      await shot(`text ${standard}`);
    }
    assert.ok(Math.abs(sizes[1] / sizes[0] - 1.5) < 0.02 && Math.abs(sizes[2] / sizes[0] - 2) < 0.02, `${sizes}`);
  },

  "on the stage a long question leaves the picture its room": async ({ page, url, assert, shot }) => {
    await open(page, url);
    await page.selectOption("#engine", "fib-f");
    for (let step = 0; step < 3; step++) await press(page, "step");
    await page.locator("#tab-space").click();
    await page.locator("#stage").click();
    const plane = await box(page, "#space .sp-plane");
    assert.ok(plane.height >= 240, `${plane.height} of 800 pixels`);
    await shot("stage long question");
    // Nothing that is written above, below or beside it touches anything else that is.
    const boxes = await page.locator("#space :is(.sp-number, .sp-axis, .sp-slice)").evaluateAll((all) => all.map((t) => [t.textContent, t.getBoundingClientRect().toJSON()]));
    for (const [i, [name, a]] of boxes.entries()) {
      for (const [other, b] of boxes.slice(i + 1)) {
        const apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top + 4 || b.bottom <= a.top + 4;
        assert.ok(apart, `${name} and ${other}`);
      }
    }
  },

  "on the stage a long execution is at the row that fails, and steps without one have the picture": async ({ page, url, assert, shot }) => {
    await open(page, url);
    await pick(page, "imc-fig1-unsafe");
    await page.selectOption("#engine", "imc");
    await press(page, "end");
    await page.locator("#stage").click();
    await page.locator("#tab-execution").evaluate((tab) => tab.click());
    const isSeen = () => {
      const [pane, row] = ["#pane", ".execution .failing"].map((s) => document.querySelector(s)?.getBoundingClientRect());
      return row && row.top >= pane.top && row.bottom <= pane.bottom + 1;
    };
    await page.waitForFunction(isSeen);
    await shot("stage execution");
    for (const id of ["back", "back", "back"]) await press(page, id);
    await page.locator("#space .sp-plane").first().waitFor();
    assert.equal(await page.locator(".execution").count(), 0);
    await page.locator("#tab-interpolants").evaluate((tab) => tab.click());
    const newest = () => {
      const pane = document.querySelector("#pane").getBoundingClientRect();
      const links = [...document.querySelectorAll("#pane .step-link")].map((link) => [Number(link.textContent.slice(5)), link.getBoundingClientRect()]);
      const [, last] = links.sort(([a], [b]) => b - a)[0];
      return last.top >= pane.top && last.bottom <= pane.bottom;
    };
    await page.waitForFunction(newest);
  },

  "the stage on a telephone shows caption and picture at once": async ({ page, url, assert, shot }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await run(page, url, "fib-fig3a", "fib-f", 2);
    await page.locator("#tab-space").click();
    await page.locator("#stage").click();
    const [picture, controls] = [await box(page, ".space-host"), await box(page, ".timeline")];
    assert.ok(picture.top < 400 && picture.left >= 0 && picture.right <= 390 && picture.height > 400, JSON.stringify(picture));
    assert.ok(controls.bottom <= 845 && controls.height < 170, JSON.stringify(controls));
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(over <= 0, `sticks out by ${over}`);
    await shot("stage phone");
  },

  "on a phone the page stays where it is while one steps": async ({ page, url, assert }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, url);
    await page.locator("#tab-space").click();
    await press(page, "step");
    await page.evaluate(() => scrollTo(0, 120));
    for (let step = 1; step < 5; step++) {
      // By the mouse itself: the driver's own click scrolls to what it presses.
      const button = await box(page, "#step");
      await page.mouse.click((button.left + button.right) / 2, (button.top + button.bottom) / 2);
      await idle(page);
      assert.equal(await page.evaluate(() => scrollY), 120, `after step ${step + 1}`);
    }
  },

  "a term opens the glossary at its entry": async ({ page, url, assert, shot }) => {
    await run(page, url, "vinta-fig2a", "vinta-box", 4);
    const term = page.locator(".caption button.term", { hasText: "covered" });
    const word = (await term.textContent()).toLowerCase();
    await term.click();
    const first = page.locator(".glossary > div").first();
    assert.ok(word.startsWith((await first.locator("dt").textContent()).slice(0, 8)), word);
    assert.ok(await first.locator("svg").isVisible());
    await shot("glossary");
    await page.keyboard.press("Escape");
    await page.locator(".glossary").waitFor({ state: "detached" });
    await page.locator("#help").click();
    await page.locator("#glossary").click();
    assert.ok((await page.locator(".glossary > div").count()) >= 12);
  },

  "what is known of the loop stands between the program's lines": async ({ page, url, assert }) => {
    await run(page, url, "fib-fig3a", "imc", 4);
    const ghost = page.locator(".cm-content .ghost");
    assert.match(await ghost.textContent(), /^G: .*x = y/);
    await press(page, "first");
    assert.equal(await ghost.count(), 0, "it follows the time line");
    await press(page, "end");
    assert.match(await ghost.textContent(), /^✓ invariant: x = y$/);
    assert.match(await page.locator(".cm-line", { hasText: "while" }).textContent(), /^while x != 100 do$/, "the text is as it was");
    await page.locator(".cm-content").click();
    await page.keyboard.type("//");
    assert.equal(await ghost.count(), 0, "nothing is known of another text");
  },
};
