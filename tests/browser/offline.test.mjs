// The page without a connection: the service worker that a build makes, and what a newer build says.
import { createServer } from "node:http";
import { idle, open, pick, place, press } from "./page.mjs";

/** Serves what another server serves, and `sw.js` of another build once it is told to. */
async function before(url) {
  const state = { isNewer: false };
  const server = createServer(async (request, response) => {
    const found = await fetch(new URL(`.${request.url}`, url));
    let body = Buffer.from(await found.arrayBuffer());
    if (request.url === "/sw.js" && state.isNewer) body = String(body).replace(/BUILD = "(\w+)"/, 'BUILD = "newer $1"');
    response.writeHead(found.status, { "Content-Type": found.headers.get("content-type"), "Cache-Control": "no-cache" });
    response.end(body);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${server.address().port}/`, state, close: () => server.close() };
}

/** Waits until all files of the page are kept. */
const kept = (page) => page.evaluate(async () => void (await navigator.serviceWorker.ready));

const worker = async (url) => (await fetch(new URL("sw.js", url))).ok;

export const tests = {
  "without a connection everything goes on: runs, other languages, lessons": {
    serviceWorkers: "allow",
    async run({ page, url, assert, shot }) {
      assert.ok(await worker(url), "the build has made no service worker");
      await open(page, url);
      await kept(page);
      await page.context().setOffline(true);
      await page.reload();
      await page.locator("#step").waitFor();
      for (const key of ["imc-fig1-unsafe", "c-imc-fig1"]) {
        await pick(page, key);
        await press(page, "step");
        await press(page, "end");
        await page.locator("#ending").waitFor();
      }
      await page.locator("#restart").click();
      await idle(page);
      await press(page, "step");
      assert.deepEqual((await place(page))[0], 1, "a second new run");
      await page.locator("#lessons").click();
      await page.locator(".lessons button").first().click();
      await page.locator(".lesson").waitFor();
      await shot("offline");
    },
  },

  "a newer build is told, and used when the user says so": {
    serviceWorkers: "allow",
    async run({ page, url, assert, shot }) {
      const server = await before(url);
      try {
        await open(page, server.url);
        await kept(page);
        await page.reload();
        await page.locator("#step").waitFor();
        assert.equal(await page.locator("#update").count(), 0);
        server.state.isNewer = true;
        await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
        await page.locator("#update").waitFor();
        await shot("update");
        const names = () => page.evaluate(async () => (await caches.keys()).filter((name) => name.includes("newer")).length);
        assert.equal(await names(), 1);
        await page.locator("#update button").first().click();
        await page.waitForFunction(async () => (await caches.keys()).length === 1);
        await page.locator("#step").waitFor();
        assert.equal(await names(), 1, "what the older one kept is gone");
        assert.equal(await page.locator("#update").count(), 0);
      } finally {
        server.close();
      }
    },
  },
};
