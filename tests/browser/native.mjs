// The command line program, run beside the page, to compare what both say.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./browser.mjs";

function program() {
  if (process.env.LOOPGLASS_CLI) return process.env.LOOPGLASS_CLI;
  const path = join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "release", "loopglass");
  if (!existsSync(path)) throw new Error(`${path} is missing: cargo build --release -p loopglass`);
  return path;
}

/** Runs `loopglass` with these arguments; gives its exit code and what it wrote. */
export function cli(args, stdin = "") {
  const run = spawnSync(program(), args, { cwd: root, input: stdin, encoding: "utf8", maxBuffer: 1 << 30 });
  if (run.error) throw run.error;
  return { code: run.status, stdout: run.stdout, stderr: run.stderr };
}

/** The trace that the command line program records for a program text, one JSON object per line. */
export function nativeTrace(text, { engine = "imc", language = "imp", args = [] } = {}) {
  const dir = mkdtempSync(join(tmpdir(), "loopglass-"));
  try {
    const file = join(dir, `program.${language}`);
    writeFileSync(file, text);
    const run = cli(["verify", file, "--engine", engine, "--run-first", "off", "--steps", "--json", ...args]);
    assert.notEqual(run.stdout, "", `no trace from the command line; it said: ${run.stderr}`);
    return lines(run.stdout);
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** The trace of the run that the page shows. */
export async function pageTrace(page) {
  return lines(await page.evaluate(() => window.loopglass.trace()));
}

/** Fails at the first line in which two traces differ. */
export function assertSameTrace(page, native) {
  const at = page.findIndex((line, i) => line !== native[i]);
  if (at >= 0) assert.equal(page[at], native[at] ?? "(no such line)", `line ${at + 1} differs between page and command line`);
  assert.equal(page.length, native.length, "the command line's trace is longer");
}

const lines = (text) => text.split("\n").filter((line) => line !== "");
