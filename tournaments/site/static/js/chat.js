// The chat beside a table: read when it is open, and marked while it is not. On a club's page of its chat: live.

import { say } from "./site.js";

const narrow = matchMedia("(width < 72rem)"); // what is beside a table stands below it
const beside = () => document.getElementById("chat-beside");
const box = () => document.getElementById("chat");
const mark = (on) => document.querySelectorAll("[data-new]").forEach((each) => each.toggleAttribute("hidden", !on));

function bottom() {
  const lines = document.getElementById("chat-lines");
  if (lines) lines.scrollTop = lines.scrollHeight;
}

document.addEventListener("chat", () => {
  if (!beside()) return;
  if (beside().open) htmx.trigger(box(), "written");
  else mark(true);
  if (!beside().open && narrow.matches) show();
});

/** Show the latest line for a moment. */
async function show() {
  const answer = await fetch(box().getAttribute("hx-get"), { headers: { "HX-Request": "true" } });
  const page = new DOMParser().parseFromString(answer.ok ? await answer.text() : "", "text/html");
  const line = [...page.querySelectorAll("#chat-lines [id^='line-']")].at(-1);
  line?.querySelector("a")?.remove();
  if (line) say(line.textContent.replace(/\s+/g, " ").trim());
}

document.addEventListener("toggle", (event) => {
  if (event.target.id !== "chat-beside" || !event.target.open) return;
  mark(false);
  if (document.getElementById("chat-lines")) htmx.trigger(box(), "written");
}, true);

// Why a line was refused is shown beside the field, whatever its status.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id === "chat" && [403, 409, 422, 429].includes(event.detail.xhr.status)) {
    event.detail.shouldSwap = true;
    event.detail.isError = false;
  }
});

document.addEventListener("htmx:afterRequest", (event) => {
  const form = event.target.closest?.(".chat-form");
  if (form && event.detail.successful) form.reset();
});
document.addEventListener("htmx:afterSwap", (event) => { if (event.detail.target.id === "chat") bottom(); });

// What somebody is writing stays while others' lines come in.
let writing = "";
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id === "chat") writing = event.detail.requestConfig.verb === "get" ? document.getElementById("chat-text")?.value ?? "" : "";
});
document.addEventListener("htmx:afterSwap", (event) => {
  const field = document.getElementById("chat-text");
  if (event.detail.target.id === "chat" && writing && field) field.value = writing;
});

/** Follow a club's chat: each message is the number of a line. The first after an opening may be here already. */
function follow(url) {
  const stream = new EventSource(url);
  let opened = true;
  stream.onopen = () => { opened = true; };
  stream.addEventListener("chat", (event) => {
    const { last } = JSON.parse(event.data);
    if (!opened || (last && !document.getElementById(`line-${last}`))) htmx.trigger(box(), "written");
    opened = false;
  });
  window.addEventListener("pagehide", () => stream.close(), { once: true });
}

if (box()?.dataset.stream) {
  bottom();
  follow(box().dataset.stream);
}
