// What the tests of the page share: opening it, waiting for it, reading where it stands.

/** A test that `cargo xtask test` runs in every browser. */
export const everywhere = (run) => ({ run, everywhere: true });

/** Opens the page, perhaps with a fragment (without `#`) and a theme; waits until the first step can be taken. */
export async function openEarly(page, url, { fragment = "", theme } = {}) {
  if (theme) await page.addInitScript((name) => localStorage.setItem("loopglass.theme", name), theme);
  await page.goto(fragment ? `${url}#${fragment}` : url);
  await page.locator("#step").waitFor();
}

/** Opens the page likewise, and waits until all of it is there. */
export async function open(page, url, how = {}) {
  await openEarly(page, url, how);
  const isThere = () => restLoader.isThere() && Boolean(window.LoopglassEditor || window.editorIsMissing);
  while (!(await page.evaluate(isThere))) await page.waitForTimeout(20);
}

/** Opens the page with the first example as plain IMC proves it, with settings as usual, and looks at the queries. */
export async function openPlain(page, url) {
  await open(page, url);
  await page.locator(".engine summary").click();
  await page.selectOption("#interpolants", "rotation");
  await page.locator(".engine summary").click();
  await page.selectOption("#engine", "imc");
  await page.locator("#tab-query").click();
  await page.evaluate(() => document.activeElement?.blur()); // keys are the page's, as on a visit
}

/** Waits until nothing is computed any more. */
export async function idle(page, timeout = 60_000) {
  const isIdle = () => !document.querySelector("#doing.busy");
  await page.waitForFunction(isIdle, null, { timeout });
  await page.waitForTimeout(20); // what was pressed last may be shown only with the next frame
  await page.waitForFunction(isIdle, null, { timeout });
}

/** Opens the settings, which close when something else is pressed. */
export async function settings(page) {
  if (!(await page.locator(".engine-row details[open]").count())) await page.locator(".engine summary").click();
}

/** Opens an example by its key. */
export async function pick(page, key) {
  const before = await page.locator(".document .name").textContent();
  await page.selectOption("#example", key);
  await page.waitForFunction((name) => document.querySelector(".document .name").textContent !== name, before);
}

/** Presses a button of the time line and waits until its work is done. */
export async function press(page, id) {
  await page.locator(`#${id}`).click();
  await idle(page);
}

/** The step on show, and how many are on record. */
export async function place(page) {
  const number = async (id) => Number(await page.locator(id).textContent());
  return [await number("#step-number"), await number("#step-count")];
}

/** The program in the editor. */
export const text = (page) =>
  page.evaluate(() => {
    const plain = document.querySelector(".editor-host textarea");
    const lines = [...document.querySelectorAll(".cm-line")].map((line) => line.textContent);
    return plain ? plain.value : lines.join("\n");
  });

/** Replaces the program by typing. */
export async function type(page, program) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(program);
}

/** The fragment of the address once it says this step. */
export async function fragment(page) {
  let last = "";
  for (let stable = 0; stable < 3; ) {
    await page.waitForTimeout(150);
    const now = await page.evaluate(() => location.hash.slice(1));
    stable = now === last ? stable + 1 : 0;
    last = now;
  }
  return last;
}

/** Uses everything of the page that is there from the beginning: views and dialogs, keys, the engine's settings, what is shown and hidden. */
export async function everywhereInPage(page) {
  for (const tab of await page.getByRole("tab").all()) await tab.click();
  await page.locator("#tab-space").click();
  for (const name of ["Lessons", "Gallery", "Share", "Help"]) {
    await page.getByRole("button", { name, exact: true }).click();
    await page.waitForTimeout(200);
    await page.keyboard.press("Escape");
  }
  await page.evaluate(() => document.activeElement?.blur());
  for (const key of ["l", "i", "u", "Shift+U", "Shift+I", "h", "Home", "l", "s", "l", "s", ".", "l", "l", ".", "?", "Escape", "End"]) {
    await page.keyboard.press(key);
    await page.waitForTimeout(150);
  }
  await idle(page);
  await page.locator(".engine summary").click();
  await page.selectOption("#interpolants", "search");
  await page.locator(".engine summary").click();
  for (const name of ["Editor", "Algorithm", "Editor", "Algorithm"]) await page.getByRole("button", { name, exact: true }).click();
  await page.locator("#restart").click();
  await press(page, "step");
  await page.selectOption("#example", "imc-fig1");
  await press(page, "step");
  await page.selectOption("#theme", "presenter");
  await page.waitForTimeout(300);
}
