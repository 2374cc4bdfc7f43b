// A replay that several people look at: one leads, the others follow in the browser, or look around on their own.

import { go, here, line, stop, turnTo, viewerOf } from "./replay.js";
import { codeOf } from "./positions.js";
import { say } from "./site.js";

const viewer = document.getElementById("viewer");
const $ = (id) => document.getElementById(id);
const data = viewer.dataset;
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

const SVG = "http://www.w3.org/2000/svg";
const over_ = viewer.appendChild(document.createElementNS(SVG, "svg"));
over_.classList.add("marks-drawn");
over_.setAttribute("aria-hidden", "true");

const cards = (code) => [...document.querySelectorAll("#felt .card:not(.back)")].filter((card) => card.checkVisibility() && codeOf(card) === code);
const called = (code) => $("mark-card")?.querySelector(`[value="${code}"]`)?.textContent ?? cards(code)[0]?.getAttribute("aria-label") ?? code;

function shape(name, given) {
  const made = over_.appendChild(document.createElementNS(SVG, name));
  for (const [key, value] of Object.entries(given)) made.setAttribute(key, String(value));
}

function draw() {
  const base = viewer.getBoundingClientRect();
  over_.replaceChildren();
  const box = (card) => { const { x, y, width, height } = card.getBoundingClientRect(); return { x: x - base.x, y: y - base.y, width, height }; };
  for (const code of marks.rings) for (const card of cards(code)) { const { x, y, width, height } = box(card); shape("rect", { x: x - 3, y: y - 3, width: width + 6, height: height + 6, rx: 8 }); }
  for (const [start, end] of marks.arrows) {
    const [one, other] = [cards(start)[0], cards(end)[0]];
    if (one && other) arrow(box(one), box(other));
  }
}

/** From the middle of one card to the edge of another. */
function arrow(one, other) {
  const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
  const [[x1, y1], [x2, y2]] = [middle(one), middle(other)];
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [tx, ty] = [x2 - dx * other.width / 3, y2 - dy * other.width / 3];
  const [hx, hy] = [tx - dx * 16, ty - dy * 16];
  shape("line", { x1, y1, x2: hx, y2: hy });
  shape("polygon", { points: `${tx},${ty} ${hx - dy * 9},${hy + dx * 9} ${hx + dy * 9},${hy - dx * 9}` });
}

/** What is marked is said where the move is: only one region speaks. */
function speak() {
  $("where").querySelector(".marked")?.remove();
  const said = [...marks.rings.map(called), ...marks.arrows.map(([one, other]) => data.arrow.replace("{one}", called(one)).replace("{other}", called(other)))];
  if (!said.length) return;
  $("where").append(Object.assign(document.createElement("span"), { className: "vh marked", textContent: `. ${data.marked.replace("{cards}", LIST.format(said))}` }));
}

function mark(on) {
  $("marking").setAttribute("aria-pressed", String(on));
  viewer.classList.toggle("marking", on);
}

/** A ring is there or not; an arrow from one card to another too. */
function change(start, end) {
  const has = ([one, other]) => one === start && other === end;
  if (start === end) marks.rings = marks.rings.includes(start) ? marks.rings.filter((each) => each !== start) : [...marks.rings, start];
  else marks.arrows = marks.arrows.some(has) ? marks.arrows.filter((each) => !has(each)) : [...marks.arrows, [start, end]];
  draw();
  speak();
  send();
}

let from = null;
const at = (x, y) => document.elementFromPoint(x, y)?.closest("#felt .card:not(.back)");

viewer.addEventListener("pointerdown", (event) => {
  const card = viewer.classList.contains("marking") && event.target.closest("#felt .card:not(.back)");
  if (!card) return;
  event.preventDefault();
  from = codeOf(card);
});
viewer.addEventListener("pointerup", (event) => {
  const card = from && at(event.clientX, event.clientY);
  if (card && codeOf(card)) change(from, codeOf(card));
  from = null;
});
viewer.addEventListener("click", (event) => { // a card that is marked is not played in a line
  if (viewer.classList.contains("marking") && event.target.closest("#felt .card")) event.stopPropagation();
}, true);

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

function listen() {
  stream?.close();
  stream = new EventSource(data.stream);
  stream.onopen = () => { opened = true; $("lost").hidden = true; };
  stream.onerror = () => { if (stream.readyState === EventSource.CLOSED && data.mode !== "over") location.reload(); else $("lost").hidden = false; };
  stream.addEventListener("shown", (event) => told(JSON.parse(event.data)));
  stream.addEventListener("people", () => refresh());
  stream.addEventListener("chat", (event) => {
    const line_ = JSON.parse(event.data).last;
    if (!opened || (last !== null && line_ !== last)) document.dispatchEvent(new CustomEvent("chat"));
    [opened, last] = [false, line_];
  });
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
  addEventListener("offline", () => { $("lost").hidden = false; stream.close(); });
  addEventListener("online", () => { if (data.mode !== "over") listen(); });
  addEventListener("pagehide", () => stream.close(), { once: true });
}
if (leads()) send();
