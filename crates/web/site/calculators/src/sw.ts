// The service worker: keeps the files of the page, so that it works without a network.

declare const FILES: readonly string[];
declare const VERSION: string;

const worker = self as unknown as ServiceWorkerGlobalScope;
const CACHE = `restrap-calculators-${VERSION}`;

worker.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (event) => {
  const others = caches.keys().then((names) => names.filter((name) => name.startsWith("restrap-calculators-") && name !== CACHE));
  event.waitUntil(
    others.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => worker.clients.claim()),
  );
});

worker.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") {
    const kept = caches.open(CACHE).then((cache) => cache.match(event.request, { ignoreSearch: true }));
    event.respondWith(kept.then((found) => found ?? fetch(event.request)));
  }
});
