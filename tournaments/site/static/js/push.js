// Pushes to this browser: switched on here, and subscribed again when the service has another key.

import { say } from "./site.js";

const part = document.getElementById("push");
const form = document.getElementById("push-form");
const able = part && "serviceWorker" in navigator && "PushManager" in window && window.Notification;

const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

async function send(path, fields) {
  const body = new URLSearchParams({ csrfmiddlewaretoken: form.querySelector("[name=csrfmiddlewaretoken]").value, ...fields });
  return fetch(path, { method: "POST", headers: { "X-Script": "yes" }, body });
}

async function subscribe(registration) {
  const key = bytes(part.dataset.key);
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  return send(part.dataset.subscribe, { endpoint, p256dh: keys.p256dh, auth: keys.auth });
}

/** What was subscribed under a former key hears nothing any more: again, under the present one. */
async function renew() {
  const registration = await navigator.serviceWorker.getRegistration("/");
  const old = await registration?.pushManager.getSubscription();
  if (!old) return false;
  if (text(old.options.applicationServerKey) === part.dataset.key) return true;
  await old.unsubscribe();
  await subscribe(registration);
  return true;
}

async function switchOn(event) {
  event.preventDefault();
  if ((await Notification.requestPermission()) !== "granted") return say(part.dataset.blocked);
  const registration = await navigator.serviceWorker.register(part.dataset.worker, { scope: "/" });
  await navigator.serviceWorker.ready;
  const answer = await subscribe(registration);
  if (answer.ok) location.reload();
  else say(await answer.text());
}

if (able) {
  const button = form.querySelector("button");
  form.addEventListener("submit", (event) => switchOn(event).catch((error) => say(error.message)));
  renew().then((on) => { button.hidden = on; }, () => { button.hidden = false; });
}
