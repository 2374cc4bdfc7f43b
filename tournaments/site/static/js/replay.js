// A replay stepped through without loading pages: the links and the slider work without this, too.

import { reveal } from "./site.js";

const PACE = 1200;
const board = () => document.getElementById("board");
const kept = new Map();
let playing = null;
let asked = 0;

const state = () => ({ move: Number(board().dataset.move), last: Number(board().dataset.last), seat: board().dataset.seat });

function fetchPosition(url) {
  if (!kept.has(url)) {
    const html = fetch(url, { headers: { "X-Board": "1" } }).then((answer) => {
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.text();
    });
    html.catch(() => kept.delete(url));
    kept.set(url, html);
  }
  return kept.get(url);
}

async function go(move, seat = state().seat) {
  const number = ++asked;
  const url = `?move=${Math.max(0, Math.min(state().last, move))}&seat=${seat}`;
  let html;
  try {
    html = await fetchPosition(url);
  } catch {
    location.assign(url);
    return;
  }
  if (number !== asked) return;
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("board");
  Idiomorph.morph(board(), fresh);
  document.getElementById("scrub").value = state().move;
  history.replaceState(null, "", url);
  ready();
  if (state().move < state().last) fetchPosition(`?move=${state().move + 1}&seat=${state().seat}`).catch(() => {});
}

function stop() {
  clearInterval(playing);
  playing = null;
  document.getElementById("autoplay").setAttribute("aria-pressed", "false");
}

function toggle() {
  if (playing) return stop();
  document.getElementById("autoplay").setAttribute("aria-pressed", "true");
  if (state().move === state().last) go(0);
  playing = setInterval(() => {
    if (state().move >= state().last) stop();
    else go(state().move + 1);
  }, PACE);
}

const STEPS = {
  first: () => 0,
  back: () => state().move - 1,
  next: () => state().move + 1,
  last: () => state().last,
};
const KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "next", End: "last" };

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-step], a[data-seat], [data-go]");
  if (event.target.closest("#autoplay")) toggle();
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.dataset.step) { stop(); go(STEPS[link.dataset.step]()); }
  else if (link.dataset.seat) go(state().move, link.dataset.seat);
  else { stop(); go(Number(new URL(link.href).searchParams.get("move"))); }
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const at = document.activeElement;
  if (at.matches("input:not([type=range]), textarea, select")) return;
  if (KEYS[event.key]) {
    event.preventDefault();
    stop();
    go(STEPS[KEYS[event.key]]());
  } else if (event.key === " " && !at.closest("button, a, summary")) {
    event.preventDefault();
    toggle();
  }
});

document.addEventListener("input", (event) => {
  if (event.target.id === "scrub") { stop(); go(Number(event.target.value)); }
});

function ready() {
  document.getElementById("autoplay").hidden = false;
  reveal();
  const moves = document.getElementById("moves");
  const here = moves.querySelector("[aria-current]");
  if (here) moves.scrollTop = here.offsetTop - moves.offsetTop - moves.clientHeight / 2;
}
if (document.getElementById("autoplay")) ready();
