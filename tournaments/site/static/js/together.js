// A replay that several people look at: one leads, the others follow in the browser, or look around on their own.

import { go, here, line, stop, turnTo, viewerOf } from "./replay.js";
import { changed, nameOf, pointOn, surfaceOn } from "./marks.js";
import { say } from "./site.js";

const viewer = document.getElementById("viewer");
const $ = (id) => document.getElementById(id);
const data = viewer.dataset;
const RETRY = [500, 1000, 2000, 4000, 8000];
const SHUT = [401, 403, 404]; // it is not theirs to see any more, which the page says
const LIST = new Intl.ListFormat(document.documentElement.lang, { type: "conjunction" });

let shown = { version: Number(data.version), move: Number(data.shown), eyes: data.shownEyes, ...JSON.parse(data.marks) };
let marks = { rings: shown.rings, arrows: shown.arrows };
let seen = here(); // where the reader is, to know a step from a page that is drawn again

const same = (one, other) => one.move === other.move && one.eyes === other.eyes;
const leads = () => data.mode === "lead";

function turn(mode) {
  data.mode = mode;
  viewer.dispatchEvent(new CustomEvent("turned"));
  if (mode !== "lead" && $("marking")?.getAttribute("aria-pressed") === "true") mark(false);
}

/** Ask who is there; what the leader has chosen from a list stays chosen. */
function refresh() {
  if ($("company")) htmx.trigger($("company"), "changed");
}

let chosen = "";
document.addEventListener("htmx:beforeSwap", ({ detail }) => { if (detail.target.id === "company") chosen = $("hand-to")?.value ?? ""; });
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  const list = detail.target.id === "company" && $("hand-to");
  if (list && [...list.options].some((each) => each.value === chosen)) list.value = chosen;
});

// -- following

/** Show what the one who leads shows; another line is fetched, and no page is loaded. */
async function follow() {
  const at = shown;
  stop();
  marks = { rings: at.rings, arrows: at.arrows };
  if (line(at.eyes) === line(here().eyes)) return go(at.move, at.eyes);
  const found = await viewerOf(`${data.review}?move=${at.move}&${at.eyes}`).catch(() => null); // the next step asks again
  if (found && data.mode === "follow") turnTo(found.page);
}

/** What came by the stream. A lower number is older than what is shown. */
function told(news) {
  if (news.version < shown.version) return;
  const before = shown;
  shown = news;
  if (news.over) return over();
  leader(news.leader);
  if (data.mode === "follow" && (!same(before, news) || !same(here(), news))) follow();
  else if (data.mode === "follow") { marks = { rings: news.rings, arrows: news.arrows }; draw(); speak(); }
}

function over() {
  turn("over");
  clearTimeout(retry);
  stream.close();
  say(data.ended);
}

let leading = data.mode === "lead";

/** Who leads now; a new leader is named once, and shows where they are. */
function leader(user) {
  const mine = Boolean(user) && String(user.id) === data.me;
  for (const name of document.querySelectorAll("[data-leader]")) if (name.dataset.leader !== String(user?.id ?? "")) named(name, user);
  if (mine === leading) return;
  leading = mine;
  turn(mine ? "lead" : "follow");
  say(mine ? data.lead : leads_(user));
  refresh();
  if (mine) send();
}

const leads_ = (user) => (user ? data.leads.replace("{name}", user.name) : data.nobody);

function named(name, user) {
  name.textContent = leads_(user);
  if (user) viewer.querySelector("[data-follow] [data-back]").textContent = data.back.replace("{name}", user.name);
  name.dataset.leader = String(user?.id ?? "");
  refresh();
}

// -- leading: a step at a time is on its way, the last one counts

let sending = false;
let waiting = false;

const body = () => {
  const { move, eyes } = here();
  const given = { move, eyes, rings: marks.rings.join(","), arrows: marks.arrows.map((each) => each.join("-")).join(",") };
  return new URLSearchParams({ ...given, csrfmiddlewaretoken: $("step-form").elements.csrfmiddlewaretoken.value });
};

async function send() {
  waiting = sending;
  if (sending) return;
  sending = true;
  try {
    const answer = await fetch($("step-form").action, { method: "POST", headers: { "X-Step": "1" }, body: body() });
    if (answer.status === 429) { waiting = true; await new Promise((resume) => { setTimeout(resume, 1000); }); }
    else if (!answer.ok) say(await answer.text());
  } catch {
    waiting = leads(); // without a connection it is sent once there is one
    await new Promise((resume) => { setTimeout(resume, 2000); });
  }
  sending = false;
  if (waiting && leads()) send();
}

// -- the reader's own steps

function stepped() {
  const now = here();
  if (leads()) {
    if (!same(now, seen)) { marks = { rings: [], arrows: [] }; send(); }
  } else if (data.mode === "follow" && !same(now, shown) && !same(now, seen)) {
    turn("alone");
  }
  seen = now;
  if (data.mode === "alone" || data.mode === "out") marks = same(now, shown) ? { rings: shown.rings, arrows: shown.arrows } : { rings: [], arrows: [] };
  draw();
  speak();
}

// -- marks on cards

const surface = surfaceOn(viewer);
const draw = () => surface(marks);

/** What is marked is said where the move is: only one region speaks. */
function speak() {
  $("where").querySelector(".marked")?.remove();
  const said = [...marks.rings.map(nameOf), ...marks.arrows.map(([one, other]) => data.arrow.replace("{one}", nameOf(one)).replace("{other}", nameOf(other)))];
  if (!said.length) return;
  $("where").append(Object.assign(document.createElement("span"), { className: "vh marked", textContent: `. ${data.marked.replace("{cards}", LIST.format(said))}` }));
}

function mark(on) {
  $("marking").setAttribute("aria-pressed", String(on));
  viewer.classList.toggle("marking", on);
}

function change(start, end) {
  marks = changed(marks, start, end);
  draw();
  speak();
  send();
}

pointOn(viewer, change);

// -- what is pressed

document.addEventListener("click", (event) => {
  if (event.target.closest("#marking") && leads()) mark($("marking").getAttribute("aria-pressed") !== "true");
  if (!event.target.closest("[data-follow]") || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  turn("follow");
  follow();
});
document.addEventListener("submit", (event) => {
  if (event.target.id !== "mark-form" || !leads()) return;
  event.preventDefault();
  const { card, to } = event.target.elements;
  if (event.submitter?.name === "clear") { marks = { rings: [], arrows: [] }; draw(); speak(); send(); }
  else change(card.value, to.value || card.value);
});

// -- the stream: its first message after each opening is how it stands now

let stream = null;
let last = null; // the line of the chat that was told of
let opened = true;
let failures = 0;
let retry = 0;

function listen() {
  clearTimeout(retry);
  stream?.close();
  stream = new EventSource(data.stream);
  stream.onopen = () => { opened = true; failures = 0; $("lost").hidden = true; };
  stream.onerror = () => {
    $("lost").hidden = false;
    if (stream.readyState === EventSource.CLOSED) retry = setTimeout(again, RETRY[Math.min(failures++, RETRY.length - 1)]);
  };
  stream.addEventListener("shown", (event) => told(JSON.parse(event.data)));
  stream.addEventListener("people", () => refresh());
  stream.addEventListener("chat", (event) => {
    const line_ = JSON.parse(event.data).last;
    if (!opened || (last !== null && line_ !== last)) document.dispatchEvent(new CustomEvent("chat"));
    [opened, last] = [false, line_];
  });
}

/** A stream that was refused does not say why: it is asked for again, and listened to unless it is shut. */
async function again() {
  const asked = new AbortController();
  const status = await fetch(data.stream, { signal: asked.signal }).then((answer) => answer.status, () => 0);
  asked.abort();
  if (data.mode === "over") return;
  if (SHUT.includes(status)) location.reload();
  else listen();
}

viewer.addEventListener("shown", stepped);
addEventListener("resize", draw);
document.addEventListener("scroll", draw, true);
if ($("marking")) $("marking").hidden = false;
if (!same(here(), shown)) marks = { rings: [], arrows: [] };
draw();
speak();
if (data.stream) {
  listen();
  addEventListener("offline", () => { clearTimeout(retry); $("lost").hidden = false; stream.close(); });
  addEventListener("online", () => { if (data.mode !== "over") listen(); });
  addEventListener("pagehide", () => stream.close(), { once: true });
}
if (leads()) send();
