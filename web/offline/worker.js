// The service worker, with which the page opens and works without a connection. `place.mjs` puts in the files of the build.
//
// Each build keeps its files apart from those of others. A newer build waits until all pages of the one before are closed, or until one of
// them asks it to take over: no page ever gets files of two builds.
const BUILD = "";
const FILES = [];

/** What caches of this place on the server are called: others may keep pages of their own on the same server. */
const OURS = `loopglass ${registration.scope} `;
const CACHE = OURS + BUILD;

/** What may differ under the same name is asked for anew, past the browser's own cache. */
const request = (file) => new Request(file, { cache: /-[0-9a-f]{12,16}[._]/.test(file) ? "default" : "no-cache" });

const keep = async () => (await caches.open(CACHE)).addAll(FILES.map(request));

const forgetOthers = async () => {
  const others = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
  await clients.claim();
};

const answer = async (asked) => {
  const address = new URL(asked.url);
  address.search = address.hash = "";
  if (address.href === `${registration.scope}index.html`) address.href = registration.scope;
  const kept = await (await caches.open(CACHE)).match(address.href);
  return kept ?? fetch(asked);
};

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  // What is not below this place is not ours; Z3, which is large, the page keeps itself once it has been asked for.
  if (method === "GET" && url.startsWith(registration.scope)) event.respondWith(answer(event.request));
});
addEventListener("message", ({ data }) => data === "take over" && skipWaiting());
