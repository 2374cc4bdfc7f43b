// Tables that are over next to each other, stepped through all at once. Which position each has at a step the page says;
// without this the controls are links.

import { bare, feltAt, load, patch } from "./positions.js";

const box = document.getElementById("beside");
const $ = (id) => document.getElementById(id);
const numbers = (text) => text.split(",").map(Number);
const tricks = numbers(box.dataset.tricks);
const last = Number(box.dataset.last);
let step = Number(box.dataset.step);

const panels = [...box.querySelectorAll("[data-positions]")].map((panel) => ({
  panel, path: numbers(panel.dataset.path), link: panel.querySelector("[data-replay]"), game: null,
}));

/** The felt of *game* at *position*, one of several; a section without a name is not a region of the page. */
function felt(game, position) {
  const drawn = bare(feltAt(game, position));
  for (const each of [drawn, ...drawn.querySelectorAll("section")]) each.removeAttribute("aria-label");
  return drawn;
}

const within = (at) => Math.max(0, Math.min(last, at));

function show(at) {
  step = within(at);
  for (const { panel, path, link, game } of panels) {
    patch(panel.querySelector(".felt"), felt(game, path[step]));
    link.search = link.search.replace(/move=\d+/, `move=${path[step]}`);
  }
  const trick = tricks.filter((each) => each > 0 && each <= step).length;
  const { said, all } = $("where").dataset;
  $("where").textContent = said.replace("{n}", String(trick)).replace("{last}", all);
  $("step").value = String(step);
  for (const way of box.querySelectorAll("[data-way]")) {
    way.search = way.search.replace(/step=\d+/, `step=${within(WAYS[way.dataset.way]())}`);
  }
  const url = new URL(location.href);
  url.searchParams.set("step", String(step));
  history.replaceState(null, "", url);
}

const WAYS = {
  first: () => 0, before: () => tricks.findLast((each) => each < step) ?? 0, back: () => step - 1,
  next: () => step + 1, after: () => tricks.find((each) => each > step) ?? last, last: () => last,
};
const KEYS = { ArrowLeft: "back", ArrowRight: "next", "shift ArrowLeft": "before", "shift ArrowRight": "after", Home: "first", End: "last" };

/** Show *at* once all positions are here; the page of that step if they cannot be had. */
async function go(at) {
  try {
    await Promise.all(panels.map(async (each) => { each.game ??= await load(each.panel.dataset.positions); }));
  } catch {
    const url = new URL(location.href);
    url.searchParams.set("step", String(at));
    return location.assign(url);
  }
  show(at);
}

box.addEventListener("click", (event) => {
  const link = event.target.closest("[data-way]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(WAYS[link.dataset.way]());
});
box.addEventListener("input", ({ target }) => { if (target.id === "step") go(Number(target.value)); });
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || document.activeElement.matches("input:not([type=range]), textarea, select")) return;
  const way = KEYS[`${event.shiftKey ? "shift " : ""}${event.key}`];
  if (!way) return;
  event.preventDefault();
  go(WAYS[way]());
});
