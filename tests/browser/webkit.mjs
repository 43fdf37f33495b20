// WebKit for the browser tests, by the WebDriver of WebKitGTK (Debian: webkit2gtk-driver, with xvfb for a screen): as much of Playwright's
// pages as the tests that run in it use. Anything else throws, and says what is missing.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";

const nap = (ms) => new Promise((done) => setTimeout(done, ms));

/** What is asked again and again until it is there. */
const every = 50; // milliseconds

/** What a page is given to answer a choice, before the next press: no person is quicker. */
const settling = 150; // milliseconds

/** The keys that WebDriver knows by a private letter (WebDriver, section 17.4.2). */
const keys = {
  Backspace: "\uE003", Tab: "\uE004", Enter: "\uE007", Shift: "\uE008", Control: "\uE009", Alt: "\uE00A", Escape: "\uE00C",
  Space: " ", PageUp: "\uE00E", PageDown: "\uE00F", End: "\uE010", Home: "\uE011", ArrowLeft: "\uE012", ArrowUp: "\uE013",
  ArrowRight: "\uE014", ArrowDown: "\uE015", Delete: "\uE017", Meta: "\uE03D",
};

/** Under which key an answer names an element (WebDriver, section 12). */
const elementKey = "element-6066-11e4-a52e-4f735466cecf";

/** In the page: the elements that a locator's parts lead to. */
function found(parts) {
  const isShown = (e) => {
    const { width, height } = e.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(e).visibility !== "hidden";
  };
  let at = [document];
  for (const part of parts) {
    if (part.css !== undefined) {
      const css = part.css.replaceAll(":visible", "");
      const all = new Set(at.flatMap((e) => [...e.querySelectorAll(css)]));
      at = part.css === css ? [...all] : [...all].filter(isShown);
    } else if (part.text !== undefined) {
      at = at.filter((e) => e.textContent.includes(part.text));
    } else {
      at = at.slice(part.nth, part.nth === -1 ? undefined : part.nth + 1);
    }
  }
  return at;
}

/** A port that nothing listens on. */
function freePort() {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once("error", fail);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

/** Ends a program with this one, however that ends. */
function endsWithUs(child) {
  process.once("exit", () => child.kill());
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));
}

/** A screen of its own where there is none, with what the browser must be told of it. */
async function screen() {
  if (process.env.DISPLAY || process.env.WAYLAND_DISPLAY) return { env: {}, close() {} };
  const child = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  endsWithUs(child);
  const number = await new Promise((done, fail) => {
    child.stdout.once("data", (d) => done(String(d).trim()));
    child.once("error", () => fail(new Error("no Xvfb found: install xvfb")));
    child.once("exit", (code) => fail(new Error(`Xvfb ended with ${code} before it had a screen`)));
    setTimeout(() => fail(new Error("Xvfb has no screen after 20 s")), 20_000).unref();
  });
  return { env: { DISPLAY: `:${number}`, GDK_BACKEND: "x11" }, close: () => child.kill() };
}

/** MiniBrowser, which WebDriver drives, where distributions put it. */
function miniBrowser() {
  const folders = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib", "/usr/libexec", "/usr/lib64"];
  const programs = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).filter((n) => n.startsWith("webkit")).map((n) => `${folder}/${n}/MiniBrowser`));
  const program = programs.find((path) => existsSync(path));
  if (!program) throw new Error("no MiniBrowser found: install WebKitGTK with its driver (Debian: webkit2gtk-driver)");
  return program;
}

/** One element, or several, by how they are found: each time anew, as the page is drawn anew. */
class Locator {
  constructor(page, parts) {
    Object.assign(this, { page, parts });
  }
  locator(css, { hasText } = {}) {
    const within = new Locator(this.page, [...this.parts, { css }]);
    return hasText === undefined ? within : within.filter({ hasText });
  }
  nth(nth) {
    return new Locator(this.page, [...this.parts, { nth }]);
  }
  first() {
    return this.nth(0);
  }
  last() {
    return this.nth(-1);
  }
  filter({ hasText }) {
    if (typeof hasText !== "string") throw new Error("WebKit's tests filter by a text alone");
    return new Locator(this.page, [...this.parts, { text: hasText }]);
  }

  /** Runs a function of the elements, and of an argument, in the page. */
  evaluateAll(run, given = null) {
    return this.page.evaluate(`([parts, given]) => (${run})((${found})(parts), given)`, [this.parts, given]);
  }
  /** The same of the first, which is waited for. */
  async evaluate(run, given = null) {
    await this.waitFor({ state: "attached" });
    return this.evaluateAll(`([e], given) => (${run})(e, given)`, given);
  }
  count() {
    return this.evaluateAll((all) => all.length);
  }
  isVisible() {
    return this.evaluateAll((all) => {
      const [e] = all;
      const { width = 0, height = 0 } = e?.getBoundingClientRect() ?? {};
      return width > 0 && height > 0 && getComputedStyle(e).visibility !== "hidden";
    });
  }
  async isHidden() {
    return !(await this.isVisible());
  }
  isDisabled() {
    return this.evaluate((e) => e.matches(":disabled") || e.getAttribute("aria-disabled") === "true");
  }
  isChecked() {
    return this.evaluate((e) => e.checked);
  }
  textContent() {
    return this.evaluate((e) => e.textContent);
  }
  innerText() {
    return this.evaluate((e) => e.innerText);
  }
  innerHTML() {
    return this.evaluate((e) => e.innerHTML);
  }
  inputValue() {
    return this.evaluate((e) => e.value);
  }
  getAttribute(name) {
    return this.evaluate((e, name) => e.getAttribute(name), name);
  }
  allTextContents() {
    return this.evaluateAll((all) => all.map((e) => e.textContent));
  }
  allInnerTexts() {
    return this.evaluateAll((all) => all.map((e) => e.innerText));
  }
  boundingBox() {
    return this.evaluate((e) => {
      const { x, y, width, height } = e.getBoundingClientRect();
      return { x, y, width, height };
    });
  }

  async waitFor({ state = "visible", timeout } = {}) {
    const is = {
      attached: async () => (await this.count()) > 0,
      detached: async () => (await this.count()) === 0,
      visible: () => this.isVisible(),
      hidden: async () => !(await this.isVisible()),
    }[state];
    await this.page.until(is, timeout, () => `${JSON.stringify(this.parts)} is not ${state}`);
  }
  focus() {
    return this.evaluate((e) => e.focus());
  }
  /** The element in the driver's words. */
  async element() {
    await this.waitFor();
    const script = `return (${found})(arguments[0])[0]`;
    return (await this.page.ask("POST", "/execute/sync", { script, args: [this.parts] }))[elementKey];
  }
  async click({ timeout } = {}) {
    await this.page.until(async () => !(await this.isDisabled()), timeout, () => `${JSON.stringify(this.parts)} is disabled`);
    await this.evaluate((e) => e.scrollIntoView({ block: "nearest", inline: "nearest" }));
    let why;
    const clicked = async () => {
      try {
        await this.page.ask("POST", `/element/${await this.element()}/click`, {});
        return true;
      } catch (error) {
        why = error;
        // So the driver says of rows of a table.
        if (!error.message.startsWith("element not interactable")) return false;
        const { x, y, width, height } = await this.boundingBox();
        await this.page.mouse.click(x + width / 2, y + height / 2);
        return true;
      }
    };
    await this.page.until(clicked, timeout, () => `${JSON.stringify(this.parts)} cannot be clicked: ${why?.message}`);
  }
  fill(text) {
    return this.evaluate((e, text) => {
      e.focus();
      e.value = text;
      e.dispatchEvent(new Event("input", { bubbles: true }));
      e.dispatchEvent(new Event("change", { bubbles: true }));
    }, text);
  }
  async press(key) {
    await this.focus();
    await this.page.keyboard.press(key);
  }
  /** By its value or its label, or as `{ label }`. */
  async selectOption(wanted) {
    const choose = (e, wanted) => {
      const is = (o) => (typeof wanted === "string" ? [o.value, o.label].includes(wanted) : o.label === wanted.label);
      const option = [...e.options].find((o) => is(o) && !o.disabled);
      if (!option) return false;
      e.value = option.value;
      e.dispatchEvent(new Event("input", { bubbles: true }));
      e.dispatchEvent(new Event("change", { bubbles: true }));
      return true;
    };
    const what = () => `${JSON.stringify(this.parts)} has no option ${JSON.stringify(wanted)}`;
    await this.page.until(() => this.evaluate(choose, wanted), undefined, what);
    await nap(settling);
  }
}

/** A page: a session of the driver has one. */
class Page {
  constructor(call, session) {
    this.call = call;
    this.session = session;
    this.timeout = 20_000;
    this.keyboard = {
      press: (key) => this.type([key]),
      type: (text) => this.type([...text]),
      insertText: (text) => this.evaluate((text) => document.execCommand("insertText", false, text), text),
    };
    const to = (x, y) => ({ type: "pointerMove", duration: 0, x: Math.round(x), y: Math.round(y) });
    const button = (type) => ({ type, button: 0 });
    this.mouse = {
      move: (x, y) => this.point([to(x, y)]),
      click: (x, y) => this.point([to(x, y), button("pointerDown"), button("pointerUp")]),
    };
  }
  ask(method, path, body) {
    return this.call(method, `/session/${this.session}${path}`, body);
  }
  setDefaultTimeout(timeout) {
    this.timeout = timeout;
  }
  locator(css, options) {
    return new Locator(this, []).locator(css, options);
  }
  getByText(text) {
    return new Locator(this, [{ css: "body *" }, { text }, { nth: -1 }]);
  }
  selectOption(css, value) {
    return this.locator(css).selectOption(value);
  }
  textContent(css) {
    return this.locator(css).textContent();
  }
  waitForTimeout(ms) {
    return nap(ms);
  }
  async until(is, timeout = this.timeout, what) {
    const end = Date.now() + timeout;
    while (!(await is())) {
      if (Date.now() > end) throw new Error(`after ${timeout / 1000} s: ${what()}`);
      await nap(every);
    }
  }
  async evaluate(run, given = null) {
    const script = `const [given, done] = arguments;
      new Promise((told) => told((${run})(given))).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const { value, error } = await this.ask("POST", "/execute/async", { script, args: [given] });
    if (error) throw new Error(error);
    return value;
  }
  async waitForFunction(run, given = null, { timeout } = {}) {
    await this.until(async () => !!(await this.evaluate(run, given)), timeout, () => `never true: ${run}`);
  }
  async goto(url) {
    const there = await this.ask("GET", "/url");
    const [page] = url.split("#");
    await this.ask("POST", "/url", { url });
    if (there.split("#")[0] !== page || !url.includes("#")) await this.listen();
  }
  async reload() {
    await this.ask("POST", "/refresh", {});
    await this.listen();
  }
  /** Errors of the page are noted in it from here on: this driver tells of none. */
  listen() {
    return this.evaluate(() => {
      const problems = (window.problemsOfTheTest ??= []);
      addEventListener("error", (e) => problems.push(`uncaught: ${e.message}`));
      addEventListener("unhandledrejection", (e) => problems.push(`uncaught: ${e.reason}`));
      const { error } = console;
      console.error = (...what) => {
        problems.push(`console: ${what.join(" ")}`);
        error.apply(console, what);
      };
    });
  }
  problems() {
    return this.evaluate(() => window.problemsOfTheTest ?? []);
  }
  url() {
    return this.ask("GET", "/url");
  }
  title() {
    return this.ask("GET", "/title");
  }
  async type(all) {
    const actions = [];
    for (const key of all) {
      const parts = key === "+" ? ["+"] : key.split("+");
      const codes = parts.map((part) => keys[part] ?? part);
      actions.push(...codes.map((value) => ({ type: "keyDown", value })));
      actions.push(...codes.reverse().map((value) => ({ type: "keyUp", value })));
    }
    await this.ask("POST", "/actions", { actions: [{ type: "key", id: "keys", actions }] });
  }
  point(actions) {
    return this.ask("POST", "/actions", {
      actions: [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }],
    });
  }
  /** The size of what the page has, not of the window around it. */
  async setViewportSize({ width, height }) {
    const has = await this.evaluate(() => [innerWidth, innerHeight]);
    const outer = await this.ask("GET", "/window/rect");
    await this.ask("POST", "/window/rect", {
      width: outer.width + width - has[0],
      height: outer.height + height - has[1],
    });
  }
  async screenshot({ path } = {}) {
    const picture = Buffer.from(await this.ask("GET", "/screenshot"), "base64");
    if (path) writeFileSync(path, picture);
    return picture;
  }
  on(what) {
    throw new Error(`WebKit's driver does not tell of ${what}`);
  }
}

for (const name of ["route", "addInitScript", "waitForEvent", "getByRole", "workers", "emulateMedia", "context"]) {
  Page.prototype[name] = () => {
    throw new Error(`page.${name} is not there in WebKit's tests`);
  };
}

/** The driver, and a MiniBrowser without a history for each context. */
export async function launch(driver) {
  const browserOptions = { binary: miniBrowser(), args: ["--automation"] };
  const port = await freePort();
  const { env, close } = await screen();
  const child = spawn(driver, [`--port=${port}`], { env: { ...process.env, ...env }, stdio: "ignore" });
  endsWithUs(child);
  let ended = false;
  child.once("error", () => (ended = true));
  child.once("exit", () => (ended = true));
  const call = async (method, path, body) => {
    const headers = { "content-type": "application/json" };
    const signal = AbortSignal.timeout(120_000); // milliseconds: as long as a whole test may take
    const what = { method, headers, signal, body: body && JSON.stringify(body) };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, what);
    const { value } = await answer.json();
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  for (let tries = 100; ; tries -= 1) {
    try {
      await call("GET", "/status");
      break;
    } catch (error) {
      if (tries === 0 || ended) {
        child.kill();
        close();
        throw ended ? new Error(`${driver} ended at once`) : error;
      }
      await nap(100);
    }
  }
  let version = "";
  return {
    version: () => version,
    async newContext({ viewport }) {
      const capabilities = { alwaysMatch: { browserName: "MiniBrowser", "webkitgtk:browserOptions": browserOptions } };
      const session = await call("POST", "/session", { capabilities });
      version = session.capabilities.browserVersion;
      const page = new Page(call, session.sessionId);
      return {
        async newPage() {
          await page.setViewportSize(viewport);
          return page;
        },
        close: () => call("DELETE", `/session/${session.sessionId}`),
      };
    },
    async close() {
      child.kill();
      close();
    },
  };
}
