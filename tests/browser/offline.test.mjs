// The service worker: the page works without a network after one visit, and a newer build takes over whole.
import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { root } from "./browser.mjs";

const dist = join(root, "dist");
const types = { html: "text/html", js: "text/javascript", css: "text/css", wasm: "application/wasm" };

/** Serves dist/ with each answer passed through `server.edit(path, text)`, and can be shut for good. */
async function serveEdited() {
  const server = { edit: (_path, bytes) => bytes };
  const http = createServer((request, response) => {
    const path = new URL(request.url, "http://x").pathname.replace(/\/$/, "/index.html").slice(1);
    const file = join(dist, path);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return response.writeHead(404).end();
    const type = types[path.split(".").at(-1)] ?? "application/octet-stream";
    response.writeHead(200, { "content-type": type, "cache-control": "no-cache" });
    response.end(server.edit(path, readFileSync(file)));
  });
  await new Promise((ready) => http.listen(0, "127.0.0.1", ready));
  server.url = `http://127.0.0.1:${http.address().port}/`;
  server.close = () => {
    http.closeAllConnections();
    return new Promise((done) => http.close(done));
  };
  return server;
}

const register = (page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.register("./sw.js");
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((later) => setTimeout(later, 20));
  });

export const tests = {
  "every file of the page is there without a network": async ({ page, assert }) => {
    const server = await serveEdited();
    await page.goto(server.url);
    const title = await page.title();
    await register(page);
    await server.close();
    await page.reload();
    assert.equal(await page.title(), title);
    const files = await page.evaluate(async () => {
      const found = {};
      for (const name of await caches.keys()) {
        for (const { url } of await (await caches.open(name)).keys()) found[url] = (await fetch(url)).status;
      }
      return found;
    });
    assert.ok(Object.keys(files).some((url) => url.endsWith("/worker_bg.wasm")), Object.keys(files).join());
    assert.ok(Object.keys(files).length >= 6);
    assert.deepEqual(new Set(Object.values(files)), new Set([200]));
    await page.goto(`${server.url}?from=a-link#x`);
    assert.equal(await page.title(), title);
    await page.goto(`${server.url}index.html`);
    assert.equal(await page.title(), title);
  },

  "a newer build takes over at a reload": async ({ page, assert }) => {
    const server = await serveEdited();
    try {
      await page.goto(server.url);
      const title = await page.title();
      await register(page);
      server.edit = (path, bytes) => {
        if (path === "index.html") return bytes.toString().replace(/<title>.*?<\/title>/, "<title>newer</title>");
        if (path === "sw.js") return bytes.toString().replace(/const build = ".*?"/, 'const build = "newer"');
        return bytes;
      };
      await page.reload();
      assert.equal(await page.title(), title, "the build that runs is served whole until the newer one is there");
      await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        await registration.update();
        while (!registration.waiting) await new Promise((later) => setTimeout(later, 20));
      });
      await page.reload();
      await page.waitForFunction(() => document.title === "newer");
      assert.deepEqual(await page.evaluate(() => caches.keys()), ["loopglass-newer"]);
    } finally {
      await server.close();
    }
  },
};
