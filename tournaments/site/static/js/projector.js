// The screen in the room: one slide at a time, the next every 15 seconds, unless somebody holds one.
import { startClocks } from "./clocks.js";

const TURN = 15_000;
const hold = document.getElementById("hold");
let shown = 0;
let timer = 0;

function slides() {
  return [...document.querySelectorAll(".slide")];
}

function show(number) {
  const all = slides();
  shown = all.length ? number % all.length : 0;
  document.body.dataset.slide = String(shown);
}

function turn() {
  clearInterval(timer);
  if (hold.getAttribute("aria-pressed") === "false") timer = setInterval(() => { show(shown + 1); }, TURN);
}

hold.addEventListener("click", () => {
  hold.setAttribute("aria-pressed", String(hold.getAttribute("aria-pressed") === "false"));
  turn();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight") show(shown + 1);
  if (event.key === "ArrowLeft") show(shown + slides().length - 1);
});
// A slide may have gone with what was fetched.
document.addEventListener("htmx:afterSettle", () => { show(shown); });

hold.hidden = false;
show(0);
turn();
startClocks();
