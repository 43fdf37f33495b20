// Starts what a browser test needs: the page's server, a browser with a fresh profile, and pages in it.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
// Later versions ask of Firefox what Debian's does not know yet, and this one calls the standard protocol experimental.
import ofFirefox from "playwright-core-for-firefox";
import { launch as webkit } from "./webkit.mjs";

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

/** Each browser: the variable that names its program, what programs of it are called, and where else one may be. */
const browsers = {
  chromium: {
    variable: "CHROMIUM",
    names: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    elsewhere: ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"],
    launch: (executablePath) => chromium.launch({ executablePath, headless: true, args: flags }),
  },
  firefox: {
    variable: "FIREFOX",
    names: ["firefox-esr", "firefox"],
    elsewhere: ["/Applications/Firefox.app/Contents/MacOS/firefox"],
    launch: (executablePath) =>
      ofFirefox._bidiFirefox.launch({
        channel: "moz-firefox", // an ordinary one, not Playwright's own build of it
        executablePath,
        headless: true,
      }),
  },
  webkit: { variable: "WEBKIT_DRIVER", names: ["WebKitWebDriver"], elsewhere: [], launch: webkit },
};

/** Which browser is tested: LOOPGLASS_BROWSER, or else Chromium. */
export const browserName = process.env.LOOPGLASS_BROWSER ?? "chromium";

/** The program of a browser: what its variable names, else the first found on the PATH. */
export function find(name) {
  if (!(name in browsers)) throw new Error(`there is no browser ${name}: ${Object.keys(browsers).join(", ")}`);
  const { variable, names, elsewhere } = browsers[name];
  if (process.env[variable]) return process.env[variable];
  const onPath = (process.env.PATH ?? "").split(delimiter).flatMap((dir) => names.map((one) => join(dir, one)));
  const found = [...onPath, ...elsewhere].find((path) => existsSync(path));
  if (!found) throw new Error(`no ${name} found: install it, or set ${variable} to its path`);
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

/** The browser, headless, with a profile of its own that is thrown away at the end. */
export function launch(name = browserName) {
  return browsers[name].launch(find(name));
}

/** In Firefox what a test asks the page goes through `eval`, which the page's own policy forbids: there it is tested without one. */
export async function allowQuestions(context, url) {
  if (browserName !== "firefox") return;
  const policy = /<meta http-equiv="Content-Security-Policy"[^>]*>/;
  const isPage = (address) => address.origin + address.pathname === url;
  await context.route(isPage, async (route) => {
    const body = (await (await fetch(url)).text()).replace(policy, "");
    await route.fulfill({ contentType: "text/html; charset=utf-8", body });
  });
}

/**
 * Collects what goes wrong in a page: uncaught exceptions, console errors, failed requests. Answers of 400 and
 * more show up as console errors.
 */
export function watch(page) {
  const problems = [];
  if (browserName === "webkit") return problems; // asked for at the end
  page.on("pageerror", (error) => problems.push(`uncaught: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText ?? "";
    // A worker that is ended while it loads aborts its own request; that is how cancelling works.
    if (!["net::ERR_ABORTED", "NS_BINDING_ABORTED"].includes(why)) problems.push(`request: ${request.url()} ${why}`);
  });
  return problems;
}
