// A card chosen ahead of one's turn. It is kept in this tab alone, and played when the turn comes, if it may be: after a
// pause like those that this player takes, so that nobody can tell by the clock that it was chosen before.

import { say } from "./site.js";

const KEY = "thinking";
const KEPT = 12;
const USUAL = [1200, 1900, 2700, 4200]; // ms, until enough times of one's own are known
const [SHORTEST, LONGEST] = [400, 8000]; // ms
const SHARE = 4; // a pause takes at most this part of what the clock has left

let main = null;
let chosen = null;
let held = []; // the hand when it was chosen
let pause = 0;
let since = null; // when the present turn was drawn
let itself = false; // whether the move that is sent was chosen ahead

const board = () => document.getElementById("board");
const waits = () => board().hasAttribute("data-waits");
const place = (code) => document.getElementById(`h-${code}`);
const hand = () => [...document.querySelectorAll("#board .hand > li")].map((li) => li.id.slice(2));
const name = () => `ahead ${location.pathname} ${document.querySelector(".my-plate")?.id}`;
const times = () => JSON.parse(localStorage.getItem(KEY) ?? "[]");

/** Mark the chosen card, and make cards that may be chosen buttons. */
function show() {
  for (const code of hand()) {
    const [li, card] = [place(code), place(code).querySelector(".held, label")];
    li.toggleAttribute("data-ahead", code === chosen);
    card.dataset.said = main.dataset.chosen;
    if (!card.matches(".held")) continue;
    if (waits()) Object.entries({ role: "button", tabindex: 0, "aria-pressed": code === chosen }).forEach((each) => card.setAttribute(...each));
    else ["role", "tabindex", "aria-pressed"].forEach((name) => card.removeAttribute(name));
  }
}

/** Choose *code* for as long as this hand is held; null: nothing. */
function choose(code) {
  [chosen, held] = [code, hand()];
  if (code === null) sessionStorage.removeItem(name());
  else sessionStorage.setItem(name(), JSON.stringify([code, held]));
  show();
}

/** What was chosen before the page was loaded again, if the hand is the same. */
function recall() {
  const [code, cards] = JSON.parse(sessionStorage.getItem(name()) ?? "[null, []]");
  if (String(cards) === String(hand())) [chosen, held] = [code, cards];
}

function forget() {
  clearTimeout(pause);
  pause = 0;
  choose(null);
}

/** The buttons that make a move of *code* alone; nothing if this turn asks for something other than cards of the hand. */
function movesOf(code) {
  if (document.querySelector(".hand input")) return [...place(code).querySelectorAll(".act button"), ...document.querySelectorAll(`.put[data-n="${hand().indexOf(code) + 1}"]`)];
  const bids = [...document.querySelectorAll(".choices [data-cards]")];
  if (!bids.some((button) => button.dataset.cards.split(" ").some(place))) return null;
  return bids.filter((button) => button.dataset.cards === code);
}

/** How long a move is waited with, in ms: about as long as one of the last that this player made. */
function length() {
  const own = times();
  const from = own.length < 3 ? [...own, ...USUAL] : own;
  const one = from[Math.floor(Math.random() * from.length)] * (0.85 + 0.3 * Math.random());
  const due = document.querySelector(".my-plate .clock")?.dataset.due;
  const left = due ? Math.max(0, Number(due) - Date.now()) / SHARE : LONGEST;
  return Math.min(Math.max(one, SHORTEST), LONGEST, left);
}

function play() {
  const [button] = movesOf(chosen) ?? [];
  itself = true;
  forget();
  button?.click();
  itself = false;
}

/** The turn has come, or something else has happened: play, go on waiting, or drop the card. */
function look() {
  if (board().hasAttribute("data-held")) return show();
  since = board().hasAttribute("data-turn") ? (since ?? performance.now()) : null;
  if (chosen === null) return show();
  if (!held.every(place)) return forget(); // another deal, or the end
  show();
  const moves = since === null ? null : movesOf(chosen);
  if (moves === null) return;
  if (moves.length === 1 && !moves[0].matches(".put")) return void (pause ||= setTimeout(play, length()));
  const card = place(chosen).querySelector("input");
  if (moves.length && card) card.checked = true; // in which way, or where, is still to be said
  else say(main.dataset.dropped);
  forget();
}

/** A tap on a card: chosen, or taken back. */
function tap(event) {
  const code = event.target.closest(".hand > li")?.id.slice(2);
  if (pause) {
    if (code === chosen) event.preventDefault(), event.stopImmediatePropagation();
    if (event.target.closest(".mine")) forget();
  } else if (code && waits()) choose(code === chosen ? null : code);
}

/** A move is sent: how long this player thought about it is remembered, of those that were thought about then. */
function sent() {
  if (since !== null && !itself) localStorage.setItem(KEY, JSON.stringify([...times(), Math.round(performance.now() - since)].slice(-KEPT)));
  since = null;
  if (!itself) forget();
}

export function startAhead(page) {
  if (!page.hasAttribute("data-mine") || document.documentElement.dataset.ahead === "off") return;
  main = page;
  document.addEventListener("click", tap, true);
  document.addEventListener("change", (event) => { if (pause && event.target.closest(".hand")) forget(); });
  document.addEventListener("keydown", (event) => {
    if (!["Enter", " "].includes(event.key) || !event.target.matches(".hand [role=button]")) return;
    event.preventDefault();
    event.target.click();
  });
  document.getElementById("move-form").addEventListener("submit", sent);
  document.addEventListener("board", look);
  recall();
  look();
}
