// Starts what a browser test needs: the page's server, Chromium with a fresh profile, and pages in it.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

/** The repository's top folder. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const elsewhere = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];

/** The browser to use: CHROMIUM if set, else the first found on the PATH. */
export function findChromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const onPath = (process.env.PATH ?? "").split(delimiter).flatMap((dir) => names.map((name) => join(dir, name)));
  const found = [...onPath, ...elsewhere].find((path) => existsSync(path));
  if (!found) throw new Error("no Chromium found: install it, or set CHROMIUM to its path");
  return found;
}

/**
 * The address of the built page. LOOPGLASS_URL names a server that runs already; without it dist/ is served by
 * `cargo xtask serve --no-build` until `close` is called.
 */
export async function servePage() {
  if (process.env.LOOPGLASS_URL) return { url: process.env.LOOPGLASS_URL, close() {} };
  const child = spawn("cargo", ["xtask", "serve", "--no-build"], { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^Loopglass is at (\S+)$/.exec(line)?.[1];
    if (url) return { url, close: () => child.kill() };
  }
  throw new Error("`cargo xtask serve --no-build` ended before it served the page");
}

/** Chromium, headless, with a profile of its own that is thrown away at the end. */
export function launch() {
  return chromium.launch({ executablePath: findChromium(), headless: true, args: flags });
}

/**
 * Collects what goes wrong in a page: uncaught exceptions, console errors, failed requests. Answers of 400 and
 * more show up as console errors.
 */
export function watch(page) {
  const problems = [];
  page.on("pageerror", (error) => problems.push(`uncaught: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText ?? "";
    // A worker that is ended while it loads aborts its own request; that is how cancelling works.
    if (why !== "net::ERR_ABORTED") problems.push(`request: ${request.url()} ${why}`);
  });
  return problems;
}
