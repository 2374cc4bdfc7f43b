// One's own games on every page: kept up to date, counted in the tab's title and icon; a sound or a notification if wanted.

import { say } from "./site.js";
import { startClocks } from "./clocks.js";

const SEEN = 10_000;
const HIDDEN = 30_000;
const icon = document.querySelector('link[rel="icon"]');
const plain = icon?.href;
const list = () => document.getElementById("my-games-list");
const part = () => list() ?? document.getElementById("my-games");
const atTable = document.body.classList.contains("table-page");

const wants = (what) => localStorage.getItem(`tell-${what}`) === "yes";

let first = part()?.dataset.firstId;
let urgent = Number(part()?.dataset.urgent ?? 0);

async function look() {
  try {
    const answer = await fetch(document.documentElement.dataset.myGames + (list() ? "?as=list" : ""));
    if (answer.ok) {
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").body.firstElementChild;
      const news = fresh.dataset.firstId && fresh.dataset.firstId !== first;
      const here = atTable && location.pathname.endsWith(fresh.dataset.firstId);
      if (news && !(here && !document.hidden)) tell(fresh.dataset.first, fresh.dataset.firstId);
      first = fresh.dataset.firstId;
      urgent = Number(fresh.dataset.urgent);
      if (part()) Idiomorph.morph(part(), fresh);
      count();
    }
  } catch {
    // the next look finds out
  }
  setTimeout(look, document.hidden ? HIDDEN : SEEN);
}

/** How many games wait, in the tab's title and icon. */
function count() {
  const bare = document.title.replace(/^\(\d+\) /, "");
  const title = urgent ? `(${urgent}) ${bare}` : bare;
  if (document.title !== title) document.title = title;
  if (!icon) return;
  if (!urgent) {
    if (icon.href !== plain) icon.href = plain;
    return;
  }
  const canvas = Object.assign(document.createElement("canvas"), { width: 32, height: 32 });
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#7c5606";
  pen.beginPath();
  pen.arc(16, 16, 16, 0, 7);
  pen.fill();
  pen.fillStyle = "#fff";
  pen.font = "bold 21px sans-serif";
  pen.textAlign = "center";
  pen.fillText(urgent > 9 ? "9+" : String(urgent), 16, 23.5);
  icon.href = canvas.toDataURL("image/png");
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
if (!atTable) startClocks();
showWishes();
count();
setTimeout(look, atTable ? 0 : SEEN);
