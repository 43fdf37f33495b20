// The page's service worker: after the first visit everything works offline. It serves one build of the page whole,
// from a cache of its own, so that script, worker and WebAssembly always belong together. build.mjs fills in the
// build's name and its files.
const build = "BUILD";
const files = ["FILES"];
const prefix = "loopglass-";

self.addEventListener("install", (event) => {
  // Past the browser's own cache: files without a hash in their name may be stale there.
  const fresh = files.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(caches.open(prefix + build).then((cache) => cache.addAll(fresh)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(dropOtherBuilds().then(() => self.clients.claim()));
});

async function dropOtherBuilds() {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(prefix) && name !== prefix + build);
  await Promise.all(others.map((name) => caches.delete(name)));
}

// A newer build waits until no page runs on this one. The page can ask for it sooner, and so does a reload.
self.addEventListener("message", (event) => {
  if (event.data === "activate") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(self.registration.scope)) event.respondWith(answer(request));
});

async function answer(request) {
  const { waiting } = self.registration;
  if (request.mode === "navigate" && waiting) {
    const pages = await self.clients.matchAll({ type: "window" });
    if (pages.length < 2) {
      waiting.postMessage("activate");
      // Load again, now from the newer build.
      return new Response('<link rel="icon" href="data:,">', { headers: { "Content-Type": "text/html", Refresh: "0" } });
    }
  }
  const cache = await caches.open(prefix + build);
  const url = request.url === `${self.registration.scope}index.html` ? "./" : request;
  return (await cache.match(url, { ignoreSearch: true })) ?? fetch(request);
}
