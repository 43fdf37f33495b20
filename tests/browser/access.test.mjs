// Every view in every theme against the rules of axe-core: names, roles, contrast, what scrolls can be reached by keyboard.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { idle, open, press } from "./page.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rules that the page breaks as it stands, with where. */
async function broken(page) {
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}: ${node.html.slice(0, 100)}`));
}

/** Looks at every view there is now. */
async function everyView(page, check) {
  for (const tab of await page.locator("[role=tab]").evaluateAll((all) => all.map((one) => one.id))) {
    await page.locator(`#${tab}`).click();
    await check(tab);
    for (const view of await page.locator(".views button").evaluateAll((all) => all.map((one) => one.id))) {
      await page.locator(`#${view}`).click();
      await check(view);
    }
  }
}

const inTheme = (theme) => async ({ page, url, assert }) => {
  await open(page, url, { theme });
  await page.evaluate(axe);
  const found = [];
  const check = async (where) => {
    await idle(page);
    found.push(...(await broken(page)).map((what) => `${where}: ${what}`));
  };
  await check("at first");
  await press(page, "next-interpolant");
  await everyView(page, check);
  await press(page, "end");
  await check("the verdict");
  await page.locator("#tab-own").click();
  await page.locator("#view-own").click();
  await page.locator("#own-0").fill("x >= 0");
  await page.locator("#own-0").press("Enter");
  await page.locator("#own-hint").click();
  await check("what was judged");
  for (const [button, what] of [["#share", "the link"], ["#help", "help"]]) {
    await page.locator(button).click();
    await page.locator(".modal").waitFor();
    await check(what);
    await page.keyboard.press("Escape");
    await page.locator(".modal").waitFor({ state: "detached" });
  }
  await page.selectOption("#engine", "vinta-box");
  await page.locator("#restart").click();
  await press(page, "end");
  await page.locator("#tab-interpolants").click();
  await check("the reachability graph");
  assert.deepEqual(found, []);
};

const focused = (page) => page.evaluate(() => document.activeElement.id);

export const tests = {
  "the focus stays with the button that is pressed, and comes back from a dialog": async ({ page, url, assert }) => {
    await open(page, url);
    await page.locator("#step").focus();
    for (let step = 1; step <= 3; step++) {
      await page.keyboard.press("Enter");
      await page.waitForFunction((n) => document.querySelector("#step-number").textContent === String(n), step);
      await idle(page);
      assert.equal(await focused(page), "step", `after step ${step}`);
    }
    // Where nothing is left to be computed it goes to what can be pressed.
    await page.locator("#end").focus();
    await page.keyboard.press("Enter");
    await page.locator("#ending").waitFor();
    await idle(page);
    assert.equal(await focused(page), "back");
    for (const close of [() => page.keyboard.press("Escape"), () => page.locator(".modal-head button").click()]) {
      await page.locator("#share").focus();
      await page.keyboard.press("Enter");
      await page.locator(".modal").waitFor();
      await close();
      await page.locator(".modal").waitFor({ state: "detached" });
      assert.equal(await focused(page), "share");
    }
  },

  "where the system chooses the colours, what is pressed and chosen is still seen": async ({ page, url, assert, shot }) => {
    await page.emulateMedia({ forcedColors: "active" });
    await open(page, url);
    const outlined = (selector) => page.locator(selector).evaluateAll((all) => all.map((one) => getComputedStyle(one).outlineStyle));
    assert.deepEqual(await outlined("[role=tab][aria-selected=true]"), ["solid"]);
    assert.ok((await outlined("[role=tab][aria-selected=false]")).every((style) => style !== "solid"));
    const pressed = await outlined("button[aria-pressed=true]");
    assert.ok(pressed.length > 0 && pressed.every((style) => style === "solid"));
    await shot("forced colours");
  },

  "no rule of axe is broken in the light theme": inTheme("light"),
  "no rule of axe is broken in the dark theme": inTheme("dark"),
  "no rule of axe is broken in the presenter's theme": inTheme("presenter"),
};
