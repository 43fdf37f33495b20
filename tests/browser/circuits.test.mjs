// Circuits in AIGER's format: opened from files of both kinds, shown as tables and as a graph, run to the end.
import { readFile } from "node:fs/promises";
import { everywhere, idle, open, press, text } from "./page.mjs";

const ring = await readFile(new URL("../../static/examples/ring.aag", import.meta.url), "utf8");

/** The same circuit in the binary format, for gates that are numbered in order, after inputs and latches. */
function binary(circuit) {
  const lines = circuit.split("\n");
  const [, most, inputs, latches, outputs, gates, bad] = lines[0].split(" ");
  const from = 1 + Number(inputs);
  const states = lines.slice(from, from + Number(latches)).map((line) => line.split(" ").slice(1).join(" "));
  const claims = lines.slice(from + states.length, from + states.length + Number(bad));
  const rest = from + states.length + claims.length;
  const header = [`aig ${most} ${inputs} ${latches} ${outputs} ${gates} ${bad}`, ...states, ...claims, ""].join("\n");
  const number = (n) => (n < 128 ? [n] : [(n & 127) | 128, ...number(n >> 7)]);
  const bytes = lines.slice(rest, rest + Number(gates)).flatMap((line) => {
    const [gate, left, right] = line.split(" ").map(Number);
    return [...number(gate - left), ...number(left - right)];
  });
  const names = lines.slice(rest + Number(gates)).join("\n");
  return Buffer.concat([Buffer.from(header), Buffer.from(bytes), Buffer.from(names)]);
}

/** Drops a file on an element of the page, as a hand would: it is held over it, then let go. */
const drop = (page, selector, name, content) =>
  page.evaluate(
    ([selector, name, bytes]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
      const held = { dataTransfer, bubbles: true, cancelable: true };
      const element = document.querySelector(selector);
      const is_taken = !element.dispatchEvent(new DragEvent("dragover", held));
      const shown = document.documentElement.dataset.drop;
      element.dispatchEvent(new DragEvent("drop", held));
      return [is_taken, shown];
    },
    [selector, name, [...Buffer.from(content)]],
  );

const language = (page) => page.locator("#language").inputValue();

export const tests = {
  "a circuit as a file, in both formats, chosen and dropped": async ({ page, url, assert }) => {
    await open(page, url);
    await page.locator("#programs").click();
    const chosen = { name: "ring.aig", mimeType: "application/octet-stream", buffer: binary(ring) };
    await page.locator("#open-file").setInputFiles(chosen);
    await page.waitForFunction(() => /^aag 18 1 3 0 14 1/.test(document.querySelector(".cm-content").textContent));
    assert.equal(await language(page), "AIGER");
    await press(page, "end");
    assert.match(await page.locator("#ending").textContent(), /Safe: no input sequence reaches a bad state/);
    assert.deepEqual(await drop(page, "#main", "ring.aag", ring), [true, "here"]);
    await page.waitForFunction(() => document.documentElement.dataset.drop === "");
    await page.locator("#status", { hasText: "not started" }).waitFor();
    assert.deepEqual(await drop(page, ".cm-content", "broken.aig", binary(ring).subarray(0, 50)), [true, "here"]);
    await page.locator(".banner.trouble", { hasText: "broken.aig" }).first().waitFor();
    assert.equal(await text(page), ring, "nothing was replaced");
    assert.equal(await language(page), "AIGER");
    await drop(page, ".cm-content", "loop.imp", "int x;\nx := 0;\nassert x = 0\n");
    await page.waitForFunction(() => document.querySelector(".cm-content").textContent.startsWith("int x;"));
    assert.equal(await text(page), "int x;\nx := 0;\nassert x = 0\n", "only once, and whole");
    assert.equal(await language(page), "IMP");
  },

  "latches as a table and as a graph": everywhere(async ({ page, url, assert, shot }) => {
    await open(page, url);
    assert.equal(await page.locator("#view-circuit").count(), 0, "a program has none");
    await page.selectOption("#example", "aiger-counter-unsafe");
    await page.locator("#tab-program").click();
    await page.locator("#view-circuit").click();
    const rows = await page.locator("#circuit-latches tbody tr").allTextContents();
    assert.deepEqual(rows.map((row) => row.replace(/\s+/g, " ").trim()), [
      "bit0falsebit0 ⊕ tick",
      "bit1false(bit0 ∧ tick) ⊕ bit1",
      "bit2false(bit0 ∧ tick ∧ bit1) ⊕ bit2",
    ]);
    assert.match(await page.locator("#circuit-bad").textContent(), /five.*bit1/);
    assert.equal(await page.locator(".canvas svg .node, .canvas svg [data-node]").count() > 0, true);
    await page.locator("#circuit-latches button", { hasText: "bit1" }).click();
    assert.equal(await page.locator(".cm-content .hl-look").first().textContent(), "6 22");
    await press(page, "end");
    await idle(page);
    await page.locator("#tab-program").click();
    await page.locator("#view-circuit").click();
    const now = await page.locator("#circuit-latches td.value").allTextContents();
    assert.deepEqual(now, ["true", "false", "true"], "five, in the state that must not be");
    await shot("latches");
  }),
};
