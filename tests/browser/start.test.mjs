// How the page starts: what is fetched, what there is to see meanwhile, and what is said when something is missing.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./browser.mjs";
import { open, pick, press } from "./page.mjs";

export const tests = {
  "the module is fetched and compiled once, for the page and all workers": async ({ page, url, assert }) => {
    const fetched = [];
    page.on("request", (request) => {
      if (request.url().endsWith("_bg.wasm")) fetched.push(request.url());
    });
    await page.addInitScript(() => {
      window.handed = [];
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (...message) {
        if (typeof message[0] !== "string" && !message[0].rest) window.handed.push(message[0] instanceof WebAssembly.Module);
        return post.apply(this, message);
      };
    });
    await open(page, url);
    await press(page, "end");
    await pick(page, "imc-fig1");
    await press(page, "end");
    await page.waitForFunction(() => window.handed.length > 2);
    assert.ok((await page.evaluate(() => window.handed)).every(Boolean));
    assert.equal(fetched.length, 1, fetched.join());
    assert.match(fetched[0], /app-[0-9a-f]{8,16}_bg\.wasm$/, "its name has a hash");
  },

  "a worker that is handed no module fetches it": async ({ page, url, assert }) => {
    await page.addInitScript(() => {
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (...message) {
        if (message[0] instanceof WebAssembly.Module) throw new DOMException("no", "DataCloneError");
        return post.apply(this, message);
      };
    });
    await open(page, url);
    await page.locator("#step").click();
    await page.waitForFunction(() => document.querySelector("#step-count")?.textContent === "1");
  },

  "without the editor's file there is a plain editor": async ({ page, url, assert, allow }) => {
    allow("editor-");
    await page.route(/\/editor-[0-9a-f]+\.js$/, (route) => route.abort());
    await open(page, url);
    await page.getByRole("textbox", { name: "Program text" }).fill("{ x = 0 } x := x + 1 { x = 1 }");
    await press(page, "end");
    await page.locator(".ending", { hasText: "Safe" }).waitFor();
    await page.getByText("this is a plain one").waitFor();
  },

  "what hinders the page from starting is told": async ({ page, url, assert, allow }) => {
    allow(".");
    const told = page.locator("#loading");
    await page.route(/_bg\.wasm$/, (route) => route.abort());
    await page.goto(url);
    await page.getByText("Loopglass cannot start here").waitFor();
    await page.unroute(/_bg\.wasm$/);
    await page.route(/\/app-[0-9a-f]+\.js$/, (route) => route.abort());
    await page.goto("about:blank");
    await page.goto(url);
    await page.getByText("Loopglass cannot start here: its program could not be loaded").waitFor();
    assert.equal(await told.count(), 1);
    await page.unrouteAll();
    await page.addInitScript(() => delete window.WebAssembly);
    await page.goto("about:blank");
    await page.goto(url);
    await page.getByText("Loopglass cannot start here: this browser has no WebAssembly").waitFor();
  },

  "opened from a disk, the page says why it cannot start": async ({ page, assert, allow }) => {
    allow(".");
    await page.goto(pathToFileURL(join(root, "dist/index.html")).href);
    await page.getByText("Loopglass cannot start here: browsers load no program from a disk").waitFor();
    assert.equal(await page.locator("#loading").count(), 1);
  },

  "there is something to read before the program comes, and nothing moves when it does": async ({ page, url, assert }) => {
    let go;
    const wait = new Promise((resolve) => (go = resolve));
    await page.route(/_bg\.wasm$/, async (route) => {
      await wait;
      await route.continue();
    });
    await page.goto(url);
    await page.getByText("inductive invariant").first().waitFor();
    const boxes = () =>
      page.evaluate(() =>
        Object.fromEntries(
          [".top", ".top h1", ".tagline", ".source", "main", ".algorithm", ".timeline"].map((part) => {
            const { x, y, width, height } = document.querySelector(part).getBoundingClientRect();
            return [part, [x, y, width, height].map(Math.round).join(" ")];
          }),
        ),
      );
    const before = await boxes();
    go();
    await page.locator("#step").waitFor();
    assert.deepEqual(await boxes(), before);
  },
};
