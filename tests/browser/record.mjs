// Records which functions of the program are called while the page opens and takes its first steps: node record.mjs FILE
// `cargo xtask record` has marked the module in dist/ before, and afterwards writes web/rest/first.txt from the numbers in FILE. What is
// recorded here is what works without the rest, and at once: opening, plain or by a link, the first steps, forth and back, a look at what the
// mouse is over, a window of another size, another theme, typing, and what the page says where the rest cannot be had.
import { writeFileSync } from "node:fs";
import { launch, servePage, watch } from "./browser.mjs";
import { everywhereInPage, fragment, open, openEarly, pick, press } from "./page.mjs";

const server = await servePage();
const browser = await launch();
const called = new Set();

/** Notes what this page and its workers have called. */
async function note(page) {
  const read = () => Array.from(globalThis.marks?.() ?? [], (mark, at) => (mark ? at : -1)).filter((at) => at >= 0);
  for (const place of [page, ...page.workers()]) (await place.evaluate(read)).forEach((at) => called.add(at));
}

/** Has one visitor do something; what goes wrong otherwise than `may` allows ends the recording. */
async function visit(viewport, acts, may = null) {
  const page = await (await browser.newContext({ viewport })).newPage();
  const problems = watch(page);
  await acts(page);
  await page.waitForTimeout(2500); // the program is noted, workers are warm
  await note(page);
  const wrong = problems.filter((problem) => !may?.test(problem));
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
  console.log(`${called.size} functions`);
  await page.context().close();
}

const small = { width: 1280, height: 800 };
try {
  let link = "";
  await visit(small, async (page) => {
    await open(page, server.url);
    await page.waitForTimeout(1500);
    for (let step = 0; step < 4; step++) await press(page, "step");
    await page.mouse.move(700, 400);
    await press(page, "back");
    await page.keyboard.press("ArrowRight");
    await page.setViewportSize({ width: 1000, height: 700 });
    link = await fragment(page);
  });
  await visit({ width: 390, height: 844 }, async (page) => {
    await open(page, server.url, { fragment: link });
    await press(page, "step");
  });
  await visit(small, async (page) => {
    await open(page, server.url, { theme: "dark" });
    await page.locator(".cm-content").click();
    await page.keyboard.press("End");
    for (const text of [" skip;", " x := ", "{", "#", " 1"]) {
      await page.keyboard.type(text); // what is no program has problems to show
      await page.waitForTimeout(600);
    }
    await page.keyboard.press("Control+z");
    await page.waitForTimeout(1000);
    await page.selectOption("#example", "imc-fig1");
    await press(page, "step");
  });
  await visit({ width: 1920, height: 1080 }, async (page) => {
    await open(page, server.url, { theme: "presenter" });
    await press(page, "step");
    await press(page, "next-interpolant");
  });
  await visit(small, async (page) => {
    await page.route(/_rest\.wasm$/, (route) => route.abort());
    await openEarly(page, server.url);
    await everywhereInPage(page);
  }, /_rest|ERR_FAILED/);
  await visit(small, async (page) => {
    await page.route(/editor-\w+\.js$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 2500));
      await route.continue();
    });
    await openEarly(page, server.url);
    await page.locator(".editor-host textarea").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("x // not yet a program ");
    await page.locator(".cm-content").waitFor();
    await page.keyboard.type("but");
  });
  // Only what is called after the reload counts: the page has begun anew.
  await visit(small, async (page) => {
    await open(page, server.url);
    await pick(page, "c-two-loops");
    await page.locator(".cm-content").press("Control+End");
    await page.keyboard.type("// mine");
    await page.waitForTimeout(1500); // until the program is saved
    await page.route(/_rest\.wasm$/, (route) => route.abort());
    await page.reload();
    await page.getByText(/is kept, and opens from the menu/).waitFor();
    await page.selectOption("#language", "C");
    await page.getByText(/C cannot be read/).waitFor();
    await page.getByRole("tab", { name: "Query" }).click();
    await page.locator("#step").click();
  }, /_rest/);
  await visit(small, async (page) => {
    await page.addInitScript(() => {
      window.workers = [];
      window.Worker = new Proxy(Worker, {
        construct: (made, words) => {
          window.workers.push(Reflect.construct(made, words));
          return window.workers.at(-1);
        },
      });
    });
    await open(page, server.url);
    await press(page, "step");
    const failing = () => window.workers.forEach((worker) => worker.dispatchEvent(new ErrorEvent("error", { message: "a part is missing" })));
    await page.evaluate(failing);
    await page.locator("#crashed").waitFor();
  });
  writeFileSync(process.argv[2], [...called].sort((a, b) => a - b).join("\n"));
} finally {
  await browser.close();
  server.close();
}
