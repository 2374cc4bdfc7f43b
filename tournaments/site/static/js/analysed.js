// What was found of a game, beside its replay: fetched once, shown at its moment; on the strip chances in place of points.

import { go, here } from "./replay.js";

const viewer = document.getElementById("viewer");

let found = ""; // as the server has drawn it
let units = []; // [position, what each seat could hope for there, of 100], in order

/** Where it stands: not while another line is tried, and a new one after that. */
const place = () => document.getElementById("beside");

function put(box) {
  box.innerHTML = found;
  units = [...box.querySelectorAll("[data-unit]")].map((each) => [Number(each.dataset.unit), each.textContent.split(" ")]);
  const strip = viewer.querySelector(".strip");
  const [curve, button] = [box.querySelector(".chances"), box.querySelector("[data-chances]")];
  if (curve) {
    if (!strip.querySelector(".legend")) strip.prepend(box.querySelector(".legend"));
    strip.prepend(curve);
    button.addEventListener("click", () => turn(button));
  }
  box.hidden = false;
}

function show() {
  const box = place();
  if (!box) delete viewer.dataset.curve;
  if (!box || !found) return;
  if (box.hidden) put(box);
  const { move } = here();
  box.querySelector(".here")?.classList.remove("here");
  nearest([...box.querySelectorAll("[data-at]")], move, box).classList.add("here");
  if (viewer.dataset.curve) hope(move);
}

/** What stands at *move*, else the last before it, else the first: the panel never says that there is nothing. */
const nearest = (all, move, box) => all.findLast((each) => Number(each.dataset.at) <= move) ?? all[0] ?? box.querySelector("[data-none]");

function hope(move) {
  const done = units.filter(([position]) => position <= move);
  const veil = viewer.querySelector(".chances .veil");
  veil.setAttribute("x", String(done.length));
  veil.setAttribute("width", String(Math.max(0, units.length - done.length)));
  const shares = done.at(-1)?.[1] ?? [];
  for (const each of viewer.querySelectorAll("[data-points]")) each.textContent = shares[each.dataset.points] ? `${shares[each.dataset.points]}%` : "";
}

function turn(button) {
  const chances = !viewer.dataset.curve;
  if (chances) viewer.dataset.curve = "chances"; else delete viewer.dataset.curve;
  button.setAttribute("aria-pressed", String(chances));
  go(here().move);
}

async function begin(address) {
  const answer = await fetch(address);
  if (answer.status !== 200) return;
  found = await answer.text();
  viewer.addEventListener("shown", show);
  show();
}

const address = place()?.dataset.from;
if (address) begin(address);
