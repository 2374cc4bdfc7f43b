// What was found of a game, beside its replay: fetched once, shown at its moment; on the strip chances in place of points.

import { go, here } from "./replay.js";

const viewer = document.getElementById("viewer");
const box = document.getElementById("beside");

let units = []; // [position, what each seat could hope for there, of 100], in order

function show() {
  const { move } = here();
  let found = false;
  for (const each of box.querySelectorAll("[data-at]")) {
    each.hidden = Number(each.dataset.at) !== move;
    found ||= !each.hidden;
  }
  box.querySelector("[data-none]").hidden = found;
  if (viewer.dataset.curve !== "chances") return;
  const done = units.filter(([position]) => position <= move);
  const veil = viewer.querySelector(".chances .veil");
  veil.setAttribute("x", String(done.length));
  veil.setAttribute("width", String(Math.max(0, units.length - done.length)));
  const shares = done.at(-1)?.[1] ?? [];
  for (const each of viewer.querySelectorAll("[data-points]")) each.textContent = shares[each.dataset.points] ? `${shares[each.dataset.points]}%` : "";
}

function turn(button) {
  const chances = viewer.dataset.curve !== "chances";
  if (chances) viewer.dataset.curve = "chances"; else delete viewer.dataset.curve;
  button.setAttribute("aria-pressed", String(chances));
  go(here().move);
}

async function begin() {
  const answer = await fetch(box.dataset.from);
  if (answer.status !== 200) return;
  box.innerHTML = await answer.text();
  units = [...box.querySelectorAll("[data-unit]")].map((each) => [Number(each.dataset.unit), each.textContent.split(" ")]);
  const strip = viewer.querySelector(".strip");
  const [curve, button] = [box.querySelector(".chances"), box.querySelector("[data-chances]")];
  if (curve) {
    if (!strip.querySelector(".legend")) strip.prepend(box.querySelector(".legend"));
    strip.prepend(curve);
    button.addEventListener("click", () => turn(button));
  }
  viewer.addEventListener("shown", show);
  box.hidden = false;
  show();
}

if (box) begin();
