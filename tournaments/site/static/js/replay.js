// A replay stepped through. All positions are fetched once, so a step asks for nothing; links and slider work without this.

import { codeOf, feltAt, load, patch } from "./positions.js";
import { reveal, say as tell } from "./site.js";

const PACE = 1200; // ms at speed 1
const LONGEST = 8000; // the most that "as it was played" waits
const viewer = document.getElementById("viewer");
const $ = (id) => document.getElementById(id);

let move, last, eyes, game; // game: what the server calls Positions, once it is here
let through = null; // the eyes that game is for
let timer = null;
let looped = null; // [first, last] of what is played again and again

/** Say which move is shown, and *words* to those who do not see it. */
function say(words = "") {
  const { blind, said } = viewer.dataset;
  const text = blind === undefined ? said : said.replace(/\s*\S*\s*\{last\}/, "");
  const where = text.replace("{n}", String(move)).replace("{last}", String(last));
  $("where").textContent = where;
  $("where").dataset.short = blind === undefined ? `${move}/${last}` : String(move);
  $("scrub").setAttribute("aria-valuetext", words ? `${where}. ${words}` : where);
  if (words) $("where").append(Object.assign(document.createElement("span"), { className: "vh", textContent: `. ${words}` }));
}

let noted = null;

/** The address names the moment; a browser lets it be changed some three times a second. Who follows has none. */
function note() {
  const { mode, replay } = viewer.dataset;
  const url = mode && mode !== "alone" ? location.pathname : `?move=${move}&${eyes}`;
  $("share").value = new URL(`${replay ?? ""}?move=${move}&${eyes}`, location.href).href;
  for (const link of document.querySelectorAll("[data-on]")) link.href = `?move=${move}&${eyes}&on`;
  const together = $("together-form");
  if (together) [together.move.value, together.eyes.value] = [move, eyes];
  for (const link of document.querySelectorAll("[data-share], [data-play-on], [data-keep-study]")) link.search = `?move=${move}&${eyes}`;
  clearTimeout(noted);
  noted = setTimeout(() => history.replaceState(null, "", url), 300);
}

// -- drawing

const felt = (at) => feltAt(game, at);

// All positions have one size: the greatest at which the fullest of them fit.

const SIZES = [1, 0.93, 0.86, 0.79, 0.72, 0.65, 0.58];
const TILT = 9; // px by which a card that is held at an angle may hang over
const FULLEST = 16;
let size = 0;

const overflows = () => $("felt").scrollHeight > $("felt").clientHeight + TILT;
const resize = () => viewer.style.setProperty("--fit", String(SIZES[size]));

/** Where the position that is shown does not fit, all are smaller from now on. */
function shrink() {
  while (!$("felt").matches(".over") && overflows() && size < SIZES.length - 1) { size += 1; resize(); }
}

function fit() {
  const fullest = [...game.felts.keys()].sort((a, b) => game.felts[b].length - game.felts[a].length).slice(0, FULLEST);
  size = 0;
  resize();
  for (const at of fullest) { patch($("felt"), felt(at)); shrink(); }
}

const before = (list, at) => list.findLast((each) => each < at);
const after = (list, at) => list.find((each) => each > at);

function marked(at) {
  viewer.querySelectorAll("[aria-current='step']").forEach((each) => each.removeAttribute("aria-current"));
  for (const each of viewer.querySelectorAll(`[data-go="${at}"]`)) each.setAttribute("aria-current", "step");
  const unit = game?.units.find((each) => each >= at) ?? game?.units.at(-1);
  viewer.querySelectorAll("tr.now, .marks .now").forEach((each) => each.classList.remove("now"));
  viewer.querySelector(`tr[data-row="${unit}"]:not(.part)`)?.classList.add("now");
  viewer.querySelector(`.marks [data-go="${unit}"]`)?.parentElement.classList.add("now");
  if (!("blind" in viewer.dataset)) return;
  for (const each of viewer.querySelectorAll("[data-row]")) each.classList.toggle("ahead", Number(each.dataset.row) > at);
}

function scrolled() {
  for (const box of [$("grid"), $("moves")]) {
    const here = box.querySelector(".now, [aria-current='step']");
    if (here && box.checkVisibility()) box.scrollTop = here.closest("tr, li").offsetTop - box.clientHeight / 2;
  }
}

/** To *href*, unless nothing can be fetched: then what is here stays, rather than a page that cannot come. */
function leave(href, lost = !navigator.onLine) {
  if (lost) tell(viewer.dataset.lost);
  else location.assign(href);
}

const positionOf = (seq) => { const found = game.seqs.findIndex((each) => each >= Number(seq)); return found < 0 ? last : found; };

/** The own note of the moment that is shown lies on the felt, and in the form, unless something else is being written. */
function recall(at) {
  const own = [...viewer.querySelectorAll("[data-note]")].findLast((each) => positionOf(each.dataset.note) === at);
  const words = own?.textContent ?? "";
  $("noted").textContent = words;
  $("noted").hidden = !words;
  const { seq, text } = $("note-form")?.elements ?? {};
  if (!text || text.value !== text.defaultValue) return;
  seq.value = own?.dataset.note ?? String(game.seqs[at]);
  text.value = text.defaultValue = words;
}

function points(at) {
  const done = game.units.filter((each) => each <= at).length;
  const curve = viewer.querySelector(".strip .points:not(.chances)");
  if (!curve) return;
  const veil = curve.querySelector(".veil");
  veil.setAttribute("x", String(done));
  veil.setAttribute("width", String(Math.max(0, game.units.length - done)));
  for (const each of viewer.querySelectorAll("[data-points]")) each.textContent = String(game.points[done - 1]?.[each.dataset.points] ?? 0);
}

/** Show position *at*, through the eyes that are chosen. All is written before anything is measured: one layout a step. */
function show(at) {
  move = Math.max(0, Math.min(last, at));
  $("scrub").value = String(move);
  say(game.said[move]);
  patch($("felt"), felt(move));
  points(move);
  marked(move);
  recall(move);
  shrink();
  scrolled();
  viewer.dataset.move = String(move);
  viewer.dispatchEvent(new CustomEvent("shown"));
  note();
}

export const here = () => ({ move, eyes });

/** Show *at* once the positions are here; a link leads there if they cannot be had. */
export async function go(at, asked = eyes) {
  const turned = asked !== eyes;
  eyes = asked;
  if (game && through === eyes) return show(at);
  move = Math.max(0, turned ? at : Math.min(last, at));
  if (!turned) { $("scrub").value = String(move); say(); }
  let found;
  try {
    found = await load(`${viewer.dataset.positions}?${asked}`);
  } catch (error) {
    if (asked !== eyes) return;
    if (move !== Number(viewer.dataset.move) || turned) leave(`?move=${move}&${eyes}`, error instanceof TypeError);
    if (game) [eyes, move] = [through, Number(viewer.dataset.move)];
    return;
  }
  if (asked !== eyes) return;
  [game, through] = [found, asked];
  last = game.felts.length - 1;
  if (last >= 0) fit();
  show(move);
  for (const link of viewer.querySelectorAll(".eyes [data-eyes]")) {
    link.toggleAttribute("aria-current", false);
    if (seatOf(link.dataset.eyes) === seatOf(eyes)) link.setAttribute("aria-current", "true");
  }
  inSight();
}

/** Whose eyes they are, however the table is turned. */
const seatOf = (asked) => new URLSearchParams(asked).get("seat");

/** Where the eyes do not all fit, those that are chosen do. */
function inSight() {
  const link = viewer.querySelector(".eyes [aria-current]");
  const row = link?.parentElement;
  if (row) row.scrollLeft = link.offsetLeft - row.offsetLeft - (row.clientWidth - link.clientWidth) / 2;
}

// -- playing by itself

export function stop() {
  clearTimeout(timer);
  timer = null;
  $("autoplay").setAttribute("aria-pressed", "false");
}

function wait() {
  const speed = $("speed").value;
  if (speed === "played" && game) return Math.min(LONGEST, Math.max(150, game.at[move + 1] - game.at[move]));
  return PACE / Number(speed === "played" ? 1 : speed);
}

function tick() {
  timer = setTimeout(() => {
    const [first, end] = looped ?? [0, last];
    if (move >= end && !looped) return stop();
    show(move >= end ? first : move + 1);
    tick();
  }, wait());
}

function start() {
  if (move === last) show(0);
  $("autoplay").setAttribute("aria-pressed", "true");
  tick();
}

const toggle = () => (timer ? stop() : start());

/** Play the trick at hand again and again, or no longer. */
function loop() {
  const end = game?.units.find((each) => each >= move);
  looped = looped || end === undefined ? null : [(before(game.units, end) ?? -1) + 1, end];
  viewer.classList.toggle("looped", Boolean(looped));
  if (looped && !timer) start();
  if (!looped) stop();
}

// -- what is asked for

const faster = (by) => { const speed = $("speed"); speed.selectedIndex = Math.max(0, Math.min(speed.options.length - 1, speed.selectedIndex + by)); };

const unit = (way) => (way > 0 ? after(game.units, move) ?? last : before(game.units, move) ?? 0);
const step = (way) => (way > 0 ? after(game.moves, move) ?? last : before(game.moves, move) ?? 0);
const part = (way) => (way > 0 ? after(game.parts, move) ?? last : before(game.parts, move) ?? 0);
const moment = (way) => {
  const all = [...viewer.querySelectorAll(".keymoments [data-go]")].map((each) => Number(each.dataset.go));
  return (way > 0 ? after(all, move) : before(all, move)) ?? move;
};
const chosen = (at) => viewer.querySelectorAll(".eyes [data-eyes]")[at]?.click();

const STEPS = { first: () => 0, back: () => move - 1, next: () => move + 1, last: () => last };
const WAYS = {
  ArrowLeft: () => move - 1, ArrowRight: () => move + 1, Home: () => 0, End: () => last,
  "shift ArrowLeft": () => unit(-1), "shift ArrowRight": () => unit(1), PageUp: () => part(-1), PageDown: () => part(1),
  ".": () => step(1), ",": () => step(-1), n: () => moment(1), b: () => moment(-1),
};
const SIMPLE = ["ArrowLeft", "ArrowRight", "Home", "End"]; // these need no positions
const ACTS = {
  " ": toggle, "-": () => faster(-1), "+": () => faster(1), r: loop, l: () => viewer.querySelector("[data-copy]").click(),
  s: () => document.querySelector("[data-share]")?.click(), a: () => document.querySelector("[data-analysis]")?.click(),
  f: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.()),
  t: () => document.querySelector("[data-play-on]")?.click(), h: () => document.querySelector("[data-on]")?.click(), g: () => (document.querySelector("[data-follow]") ?? document.querySelector("[data-together]"))?.click(), m: () => $("marking")?.click(), u: () => viewer.querySelector("[data-undo]")?.click(),
  0: () => chosen(viewer.querySelectorAll(".eyes [data-eyes]").length - 1), p: () => chosen(0),
  ...Object.fromEntries([1, 2, 3, 4, 5].map((seat) => [seat, () => chosen(seat)])),
};

let pointed = false; // what has the focus has it from a mouse or a finger: keys are the replay's, not its own

function typed(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
  const at = document.activeElement;
  if (event.key === "Tab") pointed = false;
  if (event.key === "Escape" && at === $("share")) return at.blur();
  if (at.matches("input:not([type=range], [readonly]), textarea, select") && !(pointed && at.matches("[type=radio], select"))) return;
  const key = `${event.shiftKey && event.key.startsWith("Arrow") ? "shift " : ""}${event.key.length === 1 ? event.key.toLowerCase() : event.key}`;
  if (WAYS[key] && (game || SIMPLE.includes(key))) {
    event.preventDefault();
    stop();
    go(WAYS[key]());
  } else if (ACTS[key] && !(key === " " && at.closest("button, a, summary, [type=range]"))) {
    event.preventDefault();
    ACTS[key]();
  }
}

/** A card of a hand in place of its link, where a line is played on; of several moves with it the first has the focus. */
function played(card) {
  const code = codeOf(card);
  const links = [...viewer.querySelectorAll(`.trying [data-cards="${code}"]`)];
  if (links.length === 1) links[0].click();
  else links[0]?.focus();
}

/** Cards that are a move of the line by themselves look as if they could be pressed. */
function offer() {
  const alone = (code) => viewer.querySelectorAll(`.trying [data-cards="${code}"]`).length === 1;
  for (const card of viewer.querySelectorAll("#felt :is(.hand, .open-hand) .card:has(use)")) card.classList.toggle("may", alone(codeOf(card)));
}

function pressed(event) {
  if (event.target.closest("#autoplay")) return toggle();
  const sharing = event.target.closest("[data-share]");
  if (sharing && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
    event.preventDefault();
    return share(sharing);
  }
  const card = event.target.closest("#felt :is(.hand, .open-hand) .card");
  if (card && "trying" in viewer.dataset) return played(card);
  const turning = event.target.closest(".trying a[href], [data-on]");
  if (turning && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
    event.preventDefault();
    return turnBy(turning.href);
  }
  if (!navigator.onLine && event.target.closest("[data-analysis], [data-play-on]")) {
    event.preventDefault();
    return tell(viewer.dataset.lost);
  }
  const link = event.target.closest("[data-step], .eyes [data-eyes], [data-go], [data-note]");
  if (!link || !viewer.contains(link) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.dataset.eyes) return go(move, link.dataset.eyes);
  stop();
  if (event.detail && link.closest(".course")) toTable();
  if (link.dataset.note) return game ? go(positionOf(link.dataset.note)) : location.assign(link.href);
  go(link.dataset.step ? STEPS[link.dataset.step]() : Number(link.dataset.go));
}

/** On a phone the list stands below the table: who taps in it sees what they asked for. */
function toTable() {
  const box = $("felt").getBoundingClientRect();
  if (box.top < 0) viewer.scrollIntoView();
}

/** The share sheet over the replay; where it cannot be had, its page. */
async function share(link) {
  const sheet = $("share-dialog");
  stop();
  sheet.replaceChildren();
  if (!navigator.onLine) return leave(link.href);
  try {
    await htmx.ajax("GET", link.href, { target: sheet, swap: "innerHTML" });
  } catch { /* no connection */ }
  if (sheet.querySelector("#share-sheet")) sheet.showModal();
  else leave(link.href);
}

let touched = null;

function swiped(event) {
  const [end] = event.changedTouches;
  const across = end.clientX - (touched?.clientX ?? end.clientX);
  if (touched && Math.abs(across) > 40 && Math.abs(across) > 2 * Math.abs(end.clientY - touched.clientY)) { stop(); go(move - Math.sign(across)); }
  touched = null;
}

let turned = 0;

function wheeled(event) {
  turned += event.deltaY;
  event.preventDefault();
  if (Math.abs(turned) < 40) return;
  stop();
  go(move + Math.sign(turned));
  turned = 0;
}

/** Take up what the page says, at first or again. */
function begin() {
  ({ eyes } = viewer.dataset);
  [move, last] = [Number(viewer.dataset.move), Number(viewer.dataset.last)];
  [game, through] = [undefined, null];
  $("autoplay").hidden = false;
  $("speed").hidden = false;
  reveal();
  if (!("trying" in viewer.dataset)) return go(move);
  offer();
  shrink(); // a line is loaded once it is stepped through
  $("scrub").value = String(move);
  say(viewer.querySelector("#moves li:last-child")?.textContent.trim());
}

/** What the eyes that an address asks for have of a line. */
export const line = (asked) => asked.slice(`${asked}&after`.indexOf("&after"));

/** Show what *page* shows, which is of the same game: another line beside it, or none. */
export function turnTo(page) {
  const fresh = page.getElementById("viewer");
  const chosen = document.activeElement?.closest(".trying");
  patch(viewer.querySelector(".felt"), fresh.querySelector(".felt"));
  for (const part of [".reel", ".course"]) Idiomorph.morph(viewer.querySelector(part), fresh.querySelector(part));
  const menu = page.getElementById("replay-menu");
  if (menu) $("replay-menu")?.replaceWith(menu);
  for (const name of ["data-move", "data-last", "data-eyes", "data-said"]) viewer.setAttribute(name, fresh.getAttribute(name));
  viewer.toggleAttribute("data-trying", fresh.hasAttribute("data-trying"));
  window.htmx?.process(viewer.querySelector(".course"));
  [size, looped] = [0, null];
  resize();
  begin();
  if (chosen) viewer.querySelector(".trying li a, .trying a, [data-on]")?.focus();
  if (!("trying" in viewer.dataset)) return;
  viewer.dispatchEvent(new CustomEvent("shown"));
  note();
}

let turning = 0; // the last one that was asked for counts

/** The viewer as *href* has it, which leads to another line of this game; ``null`` if something else was asked for. */
export async function viewerOf(href) {
  const number = (turning += 1);
  const answer = await fetch(href, { headers: { "X-Part": "viewer" } });
  if (!answer.ok) throw new Error(String(answer.status));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!page.getElementById("viewer")) throw new Error("no viewer");
  return number === turning ? { page, url: answer.url } : null;
}

/** Show where a link leads, without loading a page if that can be; *back*: the browser's history has it already. */
async function turnBy(href, back = false) {
  const { mode } = viewer.dataset;
  let found;
  stop();
  try {
    found = await viewerOf(href);
  } catch (error) {
    return leave(href, error instanceof TypeError);
  }
  if (!found) return;
  clearTimeout(noted);
  if (!back && (!mode || mode === "alone")) history.pushState(null, "", found.url);
  turnTo(found.page);
}

if (viewer) {
  document.addEventListener("click", pressed);
  document.addEventListener("keydown", typed);
  document.addEventListener("pointerdown", () => { pointed = true; });
  addEventListener("popstate", () => { if (line(location.search) !== line(eyes)) turnBy(location.href, true); });
  viewer.addEventListener("input", ({ target }) => { if (target.id === "scrub") { stop(); go(Number(target.value)); } });
  viewer.addEventListener("touchstart", (event) => { touched = event.target.closest("#felt") ? event.touches[0] : null; }, { passive: true });
  viewer.addEventListener("touchend", swiped, { passive: true });
  viewer.addEventListener("wheel", (event) => { if (event.target.closest("#felt:not(.over)")) wheeled(event); }, { passive: false });
  addEventListener("resize", () => { if (game) { fit(); show(move); } });
  document.addEventListener("htmx:afterSwap", () => { if (game) recall(move); });
  begin();
}
