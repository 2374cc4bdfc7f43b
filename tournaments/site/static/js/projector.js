// The screen in the room: one slide at a time, the next every 15 seconds, unless somebody holds one or wants no motion.
import { startClocks } from "./clocks.js";

const TURN = 15_000;
const hold = document.getElementById("hold");
const sheet = new CSSStyleSheet();
const shows = () => document.getElementById("live").dataset.shows;
let shown = 0;
let timer = 0;
let known = shows();

function show(number) {
  const count = document.querySelectorAll(".slide").length;
  shown = count ? (number + count) % count : 0;
  sheet.replaceSync(`.slide:not([data-n="${shown}"]) { display: none; }`);
  document.getElementById("at").textContent = `${shown + 1} / ${count}`;
  document.getElementById("turns").classList.toggle("single", count < 2);
}

function turn() {
  clearInterval(timer);
  if (hold.getAttribute("aria-pressed") === "false") timer = setInterval(() => { show(shown + 1); }, TURN);
}

function goTo(number) {
  show(number);
  turn();
}

hold.addEventListener("click", () => {
  hold.setAttribute("aria-pressed", String(hold.getAttribute("aria-pressed") === "false"));
  turn();
});
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-turn]");
  if (button) goTo(shown + Number(button.dataset.turn));
});
document.addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight") goTo(shown + 1);
  if (event.key === "ArrowLeft") goTo(shown - 1);
});
// A slide may have gone with what was fetched; a new round begins with who sits where.
document.addEventListener("htmx:afterSettle", () => {
  show(known === shows() ? shown : 0);
  known = shows();
});

document.adoptedStyleSheets.push(sheet);
document.body.classList.add("paged");
document.getElementById("turns").hidden = false;
hold.setAttribute("aria-pressed", String(matchMedia("(prefers-reduced-motion: reduce)").matches));
goTo(0);
startClocks();
