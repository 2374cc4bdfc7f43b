// The reader's own games on every page: kept up to date, counted in the tab's title and icon; a sound or a notification if wanted.

import { say } from "./site.js";
import { startClocks } from "./clocks.js";

const SEEN = 10_000;
const HIDDEN = 30_000;
const icon = document.querySelector('link[rel="icon"]');
const plain = icon?.getAttribute("href");
const counted = icon?.dataset.counted?.trim().split(" ") ?? [];
const list = () => document.getElementById("my-games-list");
const part = () => list() ?? document.getElementById("my-games");
const atTable = document.body.classList.contains("table-page");

const wants = (what) => localStorage.getItem(`tell-${what}`) === "yes";

const ids = (element) => element?.dataset.urgent?.split(" ").filter(Boolean) ?? [];

let own = part()?.dataset.own?.split(" ").filter(Boolean) ?? [];
let urgent = part() ? ids(part()) : null;

async function look() {
  let any = false;
  try {
    const answer = await fetch(document.documentElement.dataset.myGames + (list() ? "?as=list" : ""));
    if (answer.ok) {
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").body.firstElementChild;
      any = fresh.hasAttribute("data-any");
      const now = ids(fresh);
      const news = urgent && now.find((id) => !urgent.includes(id) && (document.hidden || !isHere(id)));
      if (news) tell(fresh.dataset.first, news);
      urgent = now;
      if (part()) Idiomorph.morph(part(), fresh);
      own = fresh.dataset.own.split(" ").filter(Boolean);
      markOwn();
      count();
      showWishes();
    }
  } catch {
    // the next look finds out
  }
  setTimeout(look, document.hidden || !any ? HIDDEN : SEEN);
}

const isHere = (id) => location.pathname === `/tables/${id}`;

/** How many games wait, this one apart, in the tab's title and icon. */
function count() {
  const number = (urgent ?? []).filter((id) => !isHere(id)).length;
  const bare = document.title.replace(/^\(\d+\) /, "");
  const title = number ? `(${number}) ${bare}` : bare;
  if (document.title !== title) document.title = title;
  const drawn = number ? counted[Math.min(number, counted.length) - 1] : plain;
  if (icon && drawn && icon.getAttribute("href") !== drawn) icon.setAttribute("href", drawn);
}

/** The lists of waiting tables are the same for all readers: at one's own there is no seat to be taken. A table that is
    over leads to the other games, if there are any. */
function markOwn() {
  const others = document.getElementById("to-my-games");
  if (others) others.hidden = !own.some((id) => !isHere(id));
  document.querySelectorAll(".tables [id^='open-']").forEach((card) => {
    const mine = own.includes(card.id.slice("open-".length));
    card.querySelector("button[formaction]").hidden = mine;
    card.querySelector("a.btn").hidden = !mine;
  });
}

function tell(text, id) {
  if (wants("sound")) ring();
  if (wants("notice") && document.hidden && window.Notification?.permission === "granted") {
    new Notification(text, { tag: `table-${id}`, icon: plain }).onclick = () => window.focus();
  }
}

/** Two short notes, made here. */
function ring() {
  const audio = new AudioContext();
  [660, 880].forEach((pitch, i) => {
    const tone = new OscillatorNode(audio, { frequency: pitch });
    const loud = new GainNode(audio, { gain: 0.0001 });
    const at = audio.currentTime + i * 0.16;
    loud.gain.exponentialRampToValueAtTime(0.12, at + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.0001, at + 0.3);
    tone.connect(loud).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.32);
    tone.onended = () => { if (i) audio.close(); };
  });
}

function showWishes() {
  document.querySelectorAll("[data-tell]").forEach((button) => button.setAttribute("aria-pressed", String(wants(button.dataset.tell))));
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-tell]");
  if (!button) return;
  const what = button.dataset.tell;
  const on = !wants(what);
  if (on && what === "notice" && (await window.Notification?.requestPermission()) !== "granted") return say(button.dataset.blocked);
  localStorage.setItem(`tell-${what}`, on ? "yes" : "no");
  if (on && what === "sound") ring();
  showWishes();
});

new MutationObserver(count).observe(document.querySelector("title"), { childList: true });
document.addEventListener("htmx:afterSwap", markOwn);
document.addEventListener("board", markOwn);
if (!atTable) startClocks();
markOwn();
showWishes();
count();
setTimeout(look, atTable ? 0 : SEEN);

// A report that was kept without a connection goes out from whichever page there is one again.
if (Object.keys(localStorage).some((each) => each.startsWith("report:"))) import("./report.js");
