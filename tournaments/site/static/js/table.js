// A live table. The stream says that something happened (and its number); the board is fetched and morphed in.
// Without this script the same forms and buttons work, by loading the page again.

import { reveal, say } from "./site.js";
import { startClocks, tick } from "./clocks.js";
import { keepFocus } from "./focus.js";
import { carry, hold, startSkipping } from "./frames.js";
import { startKeys } from "./keys.js";
import { loosen, measureRoom, startRoom } from "./room.js";
import { startCoach } from "./coach.js";
import { startAhead } from "./ahead.js";
import { startLookingBack } from "./look-back.js";
import { startPicks } from "./picks.js";
import { startSounds } from "./sounds.js";

const main = document.getElementById("main");
const lost = document.getElementById("lost");
const good = document.getElementById("link-state");
const live = document.getElementById("live");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const RETRY = [500, 1000, 2000, 4000, 8000];

const MOST = 6;

let wanted = 0;
let fetching = false;
let failures = 0;
let source = null;

const board = () => document.getElementById("board");
const seen = () => Number(board().dataset.seq);
let got = seen(); // the last event that was fetched, though it may not be drawn yet
let framed = got;
let waiting = [];
let present = null;
let running = false;

/** Take in an answer: what was decided meanwhile is held, one after the other, and then comes the present. */
function take(html) {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const fresh = parsed.getElementById("board");
  if (!fresh || Number(fresh.dataset.seq) < got) return;
  for (const { content } of parsed.querySelectorAll("template.frame")) {
    const frame = content.getElementById("board");
    if (Number(frame.dataset.seq) > framed) waiting.push(frame);
    framed = Math.max(framed, Number(frame.dataset.seq));
  }
  waiting.splice(0, document.hidden ? waiting.length : Math.max(0, waiting.length - MOST));
  got = framed = Number(fresh.dataset.seq);
  present = { board: fresh, menu: parsed.getElementById("menu-items") };
  if (!running) run();
}

/** Draw what waits until the present is drawn. */
async function run() {
  running = true;
  let skipped = false;
  let undo = () => {};
  let drawn = null;
  while (drawn !== present) {
    const frame = waiting.shift();
    drawn = frame ? null : present;
    await draw(frame ? { board: frame } : drawn, skipped);
    undo();
    undo = () => {};
    skipped = frame !== undefined && (await hold(board(), waiting.length));
    if (skipped) waiting.length = 0;
    else if (frame) undo = await carry(board());
  }
  running = false;
}

/** Put *next* in the board's place, keeping what is the reader's: the chosen card, what is open, the focus. */
async function draw(next, atOnce) {
  const morph = () => {
    if (Number(next.board.dataset.seq) < seen()) return; // a transition waits: something later may have come first
    const chosen = document.querySelector(".hand input:checked")?.id;
    // of a focused place other than a field Idiomorph would keep the contents too
    const ignoreActiveValue = document.activeElement.matches("input, textarea, select");
    loosen(board(), next.board);
    keepFocus(() => Idiomorph.morph(board(), next.board.cloneNode(true), { ignoreActiveValue }));
    if (next.menu) Idiomorph.morph(document.getElementById("menu-items"), next.menu.cloneNode(true));
    document.dispatchEvent(new Event("board"));
    const again = chosen && document.getElementById(chosen);
    if (again) again.checked = true;
    entitle();
    announce();
    tick();
    reveal();
    measureRoom();
  };
  if (atOnce || !document.startViewTransition || calm.matches || document.hidden) return morph();
  const transition = document.startViewTransition(morph);
  transition.ready.catch(() => {}); // the next one came first: the morph is done all the same
  transition.finished.catch(() => {});
  return transition.updateCallbackDone;
}

/** Say the board's prompt where screen readers hear it, once: what is asked, and why, are a sentence each. */
function announce() {
  const prompt = document.querySelector("#prompt > span") ?? document.getElementById("prompt");
  const head = prompt?.firstElementChild;
  const why = [...(prompt?.childNodes ?? [])].filter((each) => each !== head);
  const said = [sentence([head]), sentence(why)].join(" ").trim();
  if (live.textContent !== said) live.textContent = said;
}

/** The words of *nodes* with a full stop behind them. */
function sentence(nodes) {
  const words = nodes.map((each) => each?.textContent ?? "").join("").replace(/\s+/g, " ").trim();
  return words && !/[.!?…]$/.test(words) ? `${words}.` : words;
}

function entitle() {
  document.title = board().dataset.title;
}

/** Fetch the board until it shows event *wanted*. */
async function catchUp() {
  if (fetching) return;
  fetching = true;
  try {
    while (wanted > got) {
      const answer = await fetch(`${main.dataset.board}?seq=${wanted}&since=${got}`, { headers: { "X-Board": "1" } });
      if (!answer.ok) throw new Error(String(answer.status));
      const html = await answer.text();
      const before = got;
      take(html);
      if (got === before) await new Promise((done) => setTimeout(done, 300));
    }
  } catch {
    setTimeout(catchUp, 1500);
  } finally {
    fetching = false;
  }
}

function connected(yes) {
  lost.hidden = yes;
  good.hidden = !yes;
}

function listen() {
  source?.close();
  source = new EventSource(main.dataset.stream);
  source.onopen = () => {
    failures = 0;
    connected(true);
  };
  source.onmessage = (event) => {
    wanted = Math.max(wanted, Number(event.lastEventId) || JSON.parse(event.data).seq);
    catchUp();
  };
  source.addEventListener("presence", (event) => {
    document.dispatchEvent(new CustomEvent("presence", { detail: JSON.parse(event.data) }));
  });
  source.addEventListener("watching", (event) => {
    document.dispatchEvent(new CustomEvent("watching", { detail: JSON.parse(event.data).watching }));
  });
  source.addEventListener("chat", () => document.dispatchEvent(new Event("chat")));
  source.onerror = () => {
    connected(false);
    if (source.readyState !== EventSource.CLOSED) return; // the browser tries again, from the last id
    setTimeout(listen, RETRY[Math.min(failures++, RETRY.length - 1)]);
  };
}

/** Send a form's button by fetch: the answer is the new board, or the present one and the reason why not. */
async function send(form, button) {
  const body = new FormData(form, button);
  main.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Board": "1" } });
    const note = answer.headers.get("X-Note");
    if (note) say(new DOMParser().parseFromString(note, "text/html").body.textContent);
    if ([200, 403, 409, 422].includes(answer.status) && answer.headers.get("X-Seq")) take(await answer.text());
    else if (!note) say(lost.dataset.failed);
  } catch {
    connected(false);
    say(lost.dataset.failed);
  } finally {
    main.setAttribute("aria-busy", "false");
  }
}

/** What a bot advises: the present board, with that marked. */
document.addEventListener("click", async (event) => {
  const asked = event.target.closest("[data-hint]");
  if (!asked) return;
  event.preventDefault();
  const answer = await fetch(`${main.dataset.board}?hint=1`, { headers: { "X-Board": "1" } }).catch(() => null);
  if (answer?.ok) take(await answer.text());
  else say(lost.dataset.failed);
});

document.getElementById("move-form").addEventListener("submit", (event) => {
  event.preventDefault();
  if (main.getAttribute("aria-busy") !== "true") send(event.target, event.submitter);
});

// The stream may have opened just then, and nothing would tell that it is dead. It is tried again: a network without
// the rest of the world may have this service.
addEventListener("offline", () => { connected(false); listen(); });
addEventListener("online", listen);
addEventListener("pageshow", (event) => { if (event.persisted) listen(); });

// What is asked of a guest at the end of a table is asked once.
const keep = document.querySelector("[data-once]");
if (keep && localStorage.getItem("asked-to-keep")) keep.remove();
else if (keep) addEventListener("pagehide", () => { if (keep.checkVisibility()) localStorage.setItem("asked-to-keep", "yes"); });

startClocks();
startCoach(main);
startSkipping();
startKeys();
startPicks();
startLookingBack();
startAhead(main);
startRoom();
startSounds(main);
entitle();
listen();
