// The page's run is the command line's, event for event; and nothing else is loaded for it.
import { EXAMPLES } from "./examples.mjs";
import { assertSameTrace, nativeTrace, pageTrace } from "./native.mjs";
import { everywhere, open, pick, press, text } from "./page.mjs";

export const tests = {
  "the same trace in the browser and natively": everywhere(async ({ page, url, assert }) => {
    await open(page, url);
    for (const key of EXAMPLES) {
      await page.selectOption("#example", key);
      await press(page, "end");
      const trace = await pageTrace(page);
      assert.ok(trace.length > 0, key);
      // Each example has an engine and settings of its own.
      const value = (id) => page.locator(`#${id}`).inputValue();
      const args = ["interpolants", "system", "max-unrollings"].map(async (id) => [`--${id}`, await value(id)]);
      const engine = await value("engine");
      assertSameTrace(trace, nativeTrace(await text(page), { engine, args: (await Promise.all(args)).flat() }));
    }
  }),

  "the same trace with another engine and system": everywhere(async ({ page, url }) => {
    await open(page, url);
    await pick(page, "fib-fig3b-unsafe");
    await page.selectOption("#engine", "bmc");
    await press(page, "end");
    assertSameTrace(await pageTrace(page), nativeTrace(await text(page), { engine: "bmc", args: ["--interpolants", "search"] }));
  }),

  "the trace can be saved": async ({ page, url, assert }) => {
    await open(page, url);
    await page.locator("#share").click();
    assert.ok(await page.getByRole("button", { name: "Save trace" }).isDisabled());
    await page.keyboard.press("Escape");
    await press(page, "step");
    await page.locator("#share").click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save trace" }).click(),
    ]);
    assert.match(download.suggestedFilename(), /\.trace\.jsonl$/);
  },

  "nothing is loaded from elsewhere": async ({ page, url, assert }) => {
    const elsewhere = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url())) elsewhere.push(request.url());
    });
    await open(page, url);
    await press(page, "end");
    assert.deepEqual(elsewhere, []);
  },
};
