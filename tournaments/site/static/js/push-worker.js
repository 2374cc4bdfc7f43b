// Shows what is pushed, and leads to it. Served from the root of the site, as a worker for all of it has to be.

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
