// What a verdict does not say: in the editor, in the list below it, in the caption and beside the verdict; and how integers are read.
import { fragment, idle, open, press, type } from "./page.mjs";

const ending = (page) => page.locator("#ending");

export const tests = {
  "a program that asserts nothing is not proved": async ({ page, url, assert, shot }) => {
    await open(page, url);
    await type(page, "x := 0;\nwhile x < 10 do x := x + 1 done");
    await page.locator(".problem.warning").first().waitFor();
    await page.locator(".cm-lintRange-warning").first().waitFor();
    await press(page, "end");
    await ending(page).waitFor();
    assert.match(await ending(page).textContent(), /Nothing to prove/);
    assert.match(await ending(page).textContent(), /1 warning/);
    assert.match(await ending(page).getAttribute("class"), /vacuous/, "not green");
    assert.equal(await page.locator(".mark-safe").count(), 0, "nor on the time line");
    await shot("nothing to prove");
  },

  "what keeps executions from an assertion is said where it stands": async ({ page, url, assert, shot }) => {
    await open(page, url);
    await type(page, "assume n > 0 and n < 0;\nx := 0;\nwhile x < n do x := x + 2 done\n{ x = 77 }");
    await page.locator(".problem").first().waitFor({ state: "detached" }).catch(() => {});
    assert.equal(await page.locator(".problem").count(), 0, "nothing is said before the run has ended");
    await press(page, "end");
    await ending(page).waitFor();
    assert.match(await ending(page).textContent(), /Nothing proved/);
    const list = page.locator(".source .problem.warning");
    assert.equal(await list.count(), 2);
    assert.match(await list.nth(0).textContent(), /1:\d+.*no execution gets past this assumption/);
    assert.ok((await page.locator(".cm-lintRange-warning").count()) >= 2, "in the editor");
    await page.locator("#warnings").waitFor();
    assert.match(await page.locator("#warnings").textContent(), /no execution reaches the postcondition/);
    await shot("nothing tested");
    // One step back they are not known yet.
    await press(page, "back");
    assert.equal(await list.count(), 0);
    // A text that has changed is another program.
    await press(page, "end");
    await page.locator(".source .problem.warning").first().waitFor();
    await type(page, "x := 1;\nassert x = 1");
    await page.locator(".source .problem").first().waitFor({ state: "detached" });
  },

  "how integers are read is seen, chosen and kept": async ({ page, url, assert, shot }) => {
    await open(page, url);
    assert.match(await page.locator(".integers").textContent(), /mathematical/);
    await page.selectOption("#language", "C");
    await type(page, "int main(void) {\n  unsigned x = 0;\n  x--;\n  assert(x > 0);\n  return 0;\n}");
    assert.equal(await page.locator("#integers").inputValue(), "c");
    await page.selectOption("#integers", "mathematical");
    await press(page, "step");
    const link = await fragment(page);
    const other = await page.context().newPage();
    await open(other, url, { fragment: link });
    await idle(other);
    assert.equal(await other.locator("#integers").inputValue(), "mathematical", "in a link");
    await page.selectOption("#integers", "c");
    await page.locator("#stale").waitFor();
    await page.locator(".engine summary").click();
    assert.equal(await page.locator("#overflow").inputValue(), "warn");
    await shot("integers of C");
  },
};
