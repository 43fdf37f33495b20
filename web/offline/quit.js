// The service worker of a development build: it takes the place of a release build's at the same address, empties
// the caches, and goes.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((n) => n.startsWith("loopglass-")).map((n) => caches.delete(n))))
      .then(() => self.registration.unregister()),
  );
});
