// Shows what is pushed, and leads to it; without a connection, says so. Served from the root of the site, as a worker for
// all of it has to be. Browsers have it that are pushed to, or where the site is installed.

const OFFLINE = "/offline";

self.addEventListener("install", (event) => event.waitUntil(keep()));

/** The page that says that there is no connection, with its styles. */
async function keep() {
  const page = await fetch(OFFLINE);
  const styles = [...(await page.clone().text()).matchAll(/href="([^"]+\.css)"/g)].map((found) => found[1]);
  const cache = await caches.open("offline");
  await Promise.all([cache.put(OFFLINE, page), cache.addAll(styles)]);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const kept = request.mode === "navigate" ? OFFLINE : request.destination === "style" && request;
  if (kept && request.method === "GET") event.respondWith(fetch(request).catch(async () => (await caches.match(kept)) ?? Response.error()));
});

self.addEventListener("push", (event) => {
  const { text, path, tag } = event.data.json();
  event.waitUntil(self.registration.showNotification("Cardroom", { body: text, tag, data: { path }, icon: "/static/icon.svg" }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});

async function open(path) {
  const pages = await self.clients.matchAll({ type: "window" });
  const here = pages.find((page) => new URL(page.url).pathname === path);
  return here ? here.focus() : self.clients.openWindow(path);
}
