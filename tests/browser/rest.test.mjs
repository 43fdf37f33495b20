// The rest of the program: the page begins without it, and says what is missing where it cannot be fetched.
import { everywhereInPage, fragment, open, openEarly, pick, place, press, text } from "./page.mjs";

const REST = /app-[0-9a-f]{16}_rest\.wasm$/;
const language = (page) => page.locator("#language").inputValue();
const ending = (page) => page.locator("#ending").textContent();

/** Has the page hand its workers what `given` makes of the rest. */
const handing = (page, given) =>
  page.addInitScript((given) => {
    const post = Worker.prototype.postMessage;
    window.handed = [];
    Worker.prototype.postMessage = function (message, ...more) {
      if (message.rest) {
        window.handed.push(typeof message.rest);
        if (given === "no module" && typeof message.rest !== "string") throw new DOMException("no", "DataCloneError");
        if (given === "nothing") message = { rest: new URL("nothing_rest.wasm", document.baseURI).href };
      }
      return post.call(this, message, ...more);
    };
  }, given);

/** Chooses a program in C while the rest is held up; gives what lets it come. */
async function chooseEarly(page, url) {
  let go;
  const wait = new Promise((resolve) => (go = resolve));
  await page.route(REST, async (route) => {
    await wait;
    await route.continue();
  });
  await openEarly(page, url);
  await page.selectOption("#example", "c-two-loops");
  await page.getByText("What reads C is being fetched").waitFor();
  return go;
}

export const tests = {
  "without it the page opens, reads what is typed, and takes the first steps": async ({ page, url, assert, allow }) => {
    allow("_rest");
    const asked = { fetch: 0, xhr: 0 };
    await page.route(REST, (route) => {
      asked[route.request().resourceType()] += 1;
      return route.abort();
    });
    await openEarly(page, url);
    for (let step = 0; step < 3; step++) await press(page, "step");
    await press(page, "back");
    assert.deepEqual(await place(page), [2, 3]);
    assert.ok((await page.locator(".space svg *").count()) > 50, "the picture is drawn");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" skip;");
    await page.waitForTimeout(3000); // workers warm up
    assert.ok(asked.fetch > 0, "the page has a rest, and has asked for it");
    assert.equal(asked.xhr, 0, "neither page nor worker needed it at once; if so, `cargo xtask record`");
  },

  "where it cannot be had, every view and dialog says so, and the page goes on": async ({ page, url, assert, allow }) => {
    allow("_rest|ERR_FAILED");
    const asked = { fetch: 0, xhr: 0 };
    await page.route(REST, (route) => {
      asked[route.request().resourceType()] += 1;
      return route.abort();
    });
    await openEarly(page, url);
    await everywhereInPage(page);
    assert.ok(asked.fetch > 1, "it is asked for again");
    assert.equal(asked.xhr, 0, "the page never stood still for it; if so, `cargo xtask record`");
    assert.equal(await page.locator("#ended").count(), 0);
    assert.equal(await page.locator("#step-number").textContent(), "1");
    await page.locator("#tab-query").click();
    await page.getByText("This is not there yet: a part of Loopglass is missing").waitFor();
    await page.unroute(REST);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator(".query-head").waitFor();
  },

  "a worker that needs it before it has come gets it at once": async ({ page, url, assert }) => {
    const held = [];
    await page.route(REST, (route) => (route.request().resourceType() === "fetch" ? held.push(route) : route.continue()));
    await openEarly(page, url);
    const got = page.waitForResponse((response) => REST.test(response.url()));
    await page.selectOption("#engine", "vinta-box");
    await press(page, "end");
    assert.match(await ending(page), /Safe/);
    assert.equal((await got).request().resourceType(), "xhr");
    await Promise.all(held.map((route) => route.continue()));
  },

  "a worker tells that its rest is of another version": async ({ page, url, assert, allow }) => {
    allow("_rest");
    const nothing = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
    await page.route(REST, (route) => route.fulfill({ contentType: "application/wasm", body: nothing }));
    await openEarly(page, url);
    await page.selectOption("#engine", "ar");
    await page.locator("#step").click();
    await page.getByText(/has stopped: a part of Loopglass is missing, and its file is of another version/).waitFor();
    assert.doesNotMatch(await page.locator("#crashed").textContent(), /fault in Loopglass/);
    assert.match(await text(page), /while x != n do/);
  },

  "with it a program in C is read and run, and it is fetched once": async ({ page, url, assert }) => {
    await handing(page, "all");
    const fetched = [];
    page.on("request", (request) => REST.test(request.url()) && fetched.push(request.url()));
    await open(page, url);
    await pick(page, "c-two-loops");
    await press(page, "end");
    assert.match(await ending(page), /Safe/);
    assert.equal(fetched.length, 1);
    assert.ok((await page.evaluate(() => window.handed)).includes("object"), "workers are handed the module");
  },

  "who chooses C before it has come is told to wait, and gets C": async ({ page, url, assert }) => {
    const go = await chooseEarly(page, url);
    assert.equal(await language(page), "IMP");
    go();
    await page.waitForFunction(() => /int main/.test(document.querySelector(".cm-content")?.textContent ?? ""));
    assert.equal(await language(page), "C");
    assert.equal(await page.getByText("What reads C is being fetched").count(), 0);
  },

  "who goes on meanwhile no longer waits for it": async ({ page, url, assert }) => {
    const go = await chooseEarly(page, url);
    await page.locator("#step").click();
    await page.getByText("What reads C is being fetched").waitFor({ state: "detached" });
    go();
    await page.waitForFunction(() => restLoader.isThere());
    await page.waitForTimeout(200);
    assert.match(await page.locator(".cm-content").textContent(), /while x != n do/);
    assert.equal(await language(page), "IMP");
  },

  "a rest of another version is refused, and the page goes on": async ({ page, url, assert, allow }) => {
    allow("_rest");
    const nothing = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]); // a module without anything
    await page.route(REST, (route) => route.fulfill({ contentType: "application/wasm", body: nothing }));
    await openEarly(page, url);
    await page.selectOption("#language", "C");
    await page.getByText(/C cannot be read: .*another version/).waitFor();
    assert.equal(await language(page), "IMP");
    await page.locator("#step").click();
    await page.locator(".caption .at").waitFor();
  },

  "where it cannot be fetched the page says so, keeps the text, and tries again": async ({ page, url, assert, allow }) => {
    allow("_rest");
    await page.route(REST, (route) => route.abort());
    await openEarly(page, url);
    const before = await text(page);
    await page.selectOption("#language", "C");
    await page.getByText("C cannot be read: a part of Loopglass is missing, and its file cannot be fetched").waitFor();
    assert.equal(await language(page), "IMP");
    assert.equal(await text(page), before);
    await press(page, "step");
    await page.unroute(REST);
    await page.selectOption("#language", "C");
    await page.waitForFunction(() => /int main/.test(document.querySelector(".cm-content")?.textContent ?? ""));
    assert.equal(await language(page), "C");
  },

  "where the page itself needs it and cannot have it, it asks again, and shows the user's text in the end": async ({ page, url, assert, allow }) => {
    allow("_rest|ERR_FAILED");
    const questions = [];
    await page.route(REST, (route) => (questions.length < 2 ? route.abort() : route.continue()));
    page.on("dialog", (dialog) => {
      questions.push(dialog.message());
      return questions.length < 3 ? dialog.accept() : dialog.dismiss();
    });
    await openEarly(page, url);
    const program = await text(page);
    // What is fetched at last does not fit to a program without any exports.
    const said = await page.evaluate(() => {
      try {
        return restLoader.place({});
      } catch (error) {
        return error.message;
      }
    });
    assert.match(said, /of another version/);
    assert.deepEqual(questions.map((question) => /cannot be fetched|another version/.exec(question)?.[0]), ["cannot be fetched", "cannot be fetched", "another version"]);
    assert.match(await page.locator("#ended").textContent(), /A part of Loopglass is missing, and its file is of another version/);
    assert.equal(await page.locator("#ended textarea").inputValue(), program);
  },

  "a page that begins with C waits for it": async ({ page, url, assert }) => {
    await open(page, url);
    await pick(page, "c-two-loops");
    const [program, link] = [await text(page), await fragment(page)];
    await page.waitForTimeout(700); // until the program is noted
    await page.reload();
    await page.locator("#step").waitFor();
    assert.equal(await text(page), program);
    assert.equal(await fragment(page), link);
  },

  "where it cannot be had, a page with a program in C begins with an example, and keeps the program": async ({ page, url, assert, allow }) => {
    allow(".");
    await open(page, url);
    await pick(page, "c-two-loops");
    await page.locator(".cm-content").press("Control+End");
    await page.keyboard.type("// mine");
    const program = await text(page);
    await page.waitForTimeout(1500); // until the program is saved
    await page.route(REST, (route) => route.fulfill({ status: 404, body: "" }));
    await page.reload();
    await page.getByText(/C cannot be read: .*404.*is kept, and opens from the menu/).waitFor();
    assert.equal(await language(page), "IMP");
    assert.notEqual(await text(page), program);
    await page.reload();
    await page.getByText(/is kept, and opens from the menu/).waitFor();
    await press(page, "step");
    assert.equal(await page.locator("#step-count").textContent(), "1", "the example runs");
    await page.unroute(REST);
    const saved = page.locator("#example option", { hasText: "(edited)" });
    assert.equal(await saved.count(), 1, "kept once");
    await page.selectOption("#example", await saved.getAttribute("value"));
    await page.waitForFunction(() => /mine/.test(document.querySelector(".cm-content")?.textContent ?? ""));
    assert.equal(await text(page), program);
    assert.equal(await language(page), "C");
  },

  "a reload with it brings back what could not be read": async ({ page, url, assert, allow }) => {
    allow(".");
    await open(page, url);
    await pick(page, "c-two-loops");
    const program = await text(page);
    await page.waitForTimeout(1500);
    await page.route(REST, (route) => route.abort());
    await page.reload();
    await page.getByText(/is kept, and opens from the menu/).waitFor();
    await page.unroute(REST);
    await page.reload();
    await page.locator("#step").waitFor();
    assert.equal(await text(page), program);
  },

  "a link to a program in C is kept where it cannot be read": async ({ page, url, assert }) => {
    await open(page, url);
    await pick(page, "c-two-loops");
    const [program, link] = [await text(page), await fragment(page)];
    const context = await page.context().browser().newContext();
    const visitor = await context.newPage();
    try {
      await visitor.route(REST, (route) => route.abort());
      await visitor.goto(`${url}#${link}`);
      await visitor.getByText(/“From a link” is kept/).waitFor();
      await visitor.unroute(REST);
      await visitor.selectOption("#example", { label: "From a link" });
      await visitor.waitForFunction(() => /int main/.test(document.querySelector(".cm-content")?.textContent ?? ""));
      assert.equal(await text(visitor), program);
    } finally {
      await context.close();
    }
  },

  "a worker that is handed no module fetches it": async ({ page, url, assert }) => {
    await handing(page, "no module");
    await open(page, url);
    await pick(page, "c-two-loops");
    await press(page, "end");
    assert.match(await ending(page), /Safe/);
  },

  "a worker that cannot fetch it says what is missing": async ({ page, url, assert, allow }) => {
    allow("nothing_rest|missing");
    await handing(page, "nothing");
    await open(page, url);
    await pick(page, "c-two-loops");
    const program = await text(page);
    await page.locator("#step").click();
    await page.locator("#crashed").waitFor();
    assert.match(await page.locator("#crashed").textContent(), /a part of Loopglass is missing, and the server answers 404/);
    assert.equal(await text(page), program);
  },
};
