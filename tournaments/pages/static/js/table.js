// A live table. The stream says that something happened (and its number); the board is fetched and morphed in.
// Without this script the same forms and buttons work, by loading the page again.

import { reveal, say } from "./site.js";
import { startClocks, tick } from "./clocks.js";
import { startKeys } from "./keys.js";
import { startCoach } from "./coach.js";

const main = document.getElementById("main");
const lost = document.getElementById("lost");
const good = document.getElementById("link-state");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const RETRY = [500, 1000, 2000, 4000, 8000];

let wanted = 0;
let fetching = false;
let failures = 0;
let source = null;

const board = () => document.getElementById("board");
const seen = () => Number(board().dataset.seq);

/** Put *html* in the board's place, keeping what is the reader's: the chosen card, what is open, the focus. */
async function show(html) {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const fresh = parsed.getElementById("board");
  if (!fresh) return;
  const morph = () => {
    if (Number(fresh.dataset.seq) < seen()) return; // a transition waits: something later may have come first
    const chosen = document.querySelector(".hand input:checked")?.id;
    Idiomorph.morph(board(), fresh);
    Idiomorph.morph(document.getElementById("menu-items"), parsed.getElementById("menu-items"));
    const again = chosen && document.getElementById(chosen);
    if (again) again.checked = true;
    entitle();
    tick();
    reveal();
    main.setAttribute("aria-busy", "false");
  };
  if (!document.startViewTransition || calm.matches || document.hidden) return morph();
  const transition = document.startViewTransition(morph);
  transition.ready.catch(() => {}); // the next one came first: the morph is done all the same
  transition.finished.catch(() => {});
  return transition.updateCallbackDone;
}

function entitle() {
  document.title = board().dataset.title;
}

/** Fetch the board until it shows event *wanted*. */
async function catchUp() {
  if (fetching) return;
  fetching = true;
  try {
    while (wanted > seen()) {
      const answer = await fetch(`${main.dataset.board}?seq=${wanted}`, { headers: { "X-Board": "1" } });
      if (!answer.ok) throw new Error(String(answer.status));
      const html = await answer.text();
      const before = seen();
      await show(html);
      if (seen() === before) await new Promise((done) => setTimeout(done, 300));
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
    if ([200, 403, 409, 422].includes(answer.status) && answer.headers.get("X-Seq")) await show(await answer.text());
    else if (!note) say(lost.dataset.failed);
  } catch {
    connected(false);
    say(lost.dataset.failed);
  } finally {
    main.setAttribute("aria-busy", "false");
  }
}

document.getElementById("move-form").addEventListener("submit", (event) => {
  event.preventDefault();
  if (main.getAttribute("aria-busy") !== "true") send(event.target, event.submitter);
});

addEventListener("offline", () => connected(false));
addEventListener("online", listen);
addEventListener("pageshow", (event) => { if (event.persisted) listen(); });

startClocks();
startCoach(main);
startKeys();
entitle();
listen();
