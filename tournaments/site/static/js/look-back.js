// Looking back while playing: earlier positions of the own seat lie over the table, which goes on below; the clock stays in sight.

import { bare, feltAt } from "./positions.js";

const panel = () => document.getElementById("look-back");
let game = null;
let at = 0;
let mirror = null;

function show(move) {
  at = Math.max(0, Math.min(game.felts.length - 1, move));
  panel().querySelector(".seen").replaceChildren(bare(feltAt(game, at)));
  const { said } = panel().dataset;
  const where = panel().querySelector(".where");
  where.textContent = said.replace("{n}", String(at)).replace("{last}", String(game.felts.length - 1));
  where.append(Object.assign(document.createElement("span"), { className: "vh", textContent: `. ${game.said[at]}` }));
}

const seenByAll = () => panel().querySelector("[data-public]");

/** Through the own eyes, or as everybody saw it: at the same moment. */
function turn() {
  seenByAll().setAttribute("aria-pressed", String(seenByAll().getAttribute("aria-pressed") !== "true"));
  panel().dataset.seq = game.seqs[at];
  open();
}

/** The own clock, and whose turn it is, as the table says now. */
function mirrored() {
  const plate = document.querySelector("#board .my-plate");
  panel().querySelector(".now").textContent = [plate?.querySelector(".turn")?.textContent, plate?.querySelector(".clock")?.textContent].filter(Boolean).map((text) => text.trim()).join(" · ");
}

async function open() {
  try {
    const { own, positions } = panel().dataset;
    const eyes = seenByAll()?.getAttribute("aria-pressed") === "true" ? "public" : own;
    const found = await fetch(`${positions}${eyes}`); // a running table grows: asked for again, by its tag
    if (!found.ok) throw new Error(String(found.status));
    game = await found.json();
    const asked = game.seqs.findIndex((seq) => seq >= Number(panel().dataset.seq));
    show(asked < 0 ? game.felts.length - 2 : asked);
  } catch {
    game = null;
    panel().querySelector(".where").textContent = panel().dataset.lost;
  }
}

function stepped(event) {
  if (!game) return;
  const way = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
  if (way === undefined) return;
  event.preventDefault();
  show(at + way);
}

export function startLookingBack() {
  if (!panel()) return;
  document.addEventListener("click", (event) => {
    if (game && event.target.closest("#look-back [data-public]")) turn();
    const step = event.target.closest("#look-back [data-way]");
    if (step && game) show(at + Number(step.dataset.way));
    const line = event.target.closest(".moves [data-seq]");
    if (!line || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    panel().dataset.seq = line.dataset.seq;
    panel().showModal();
  });
  panel().addEventListener("keydown", stepped);
  let left = 0; // where the page was
  panel().addEventListener("beforetoggle", (event) => { if (event.newState === "open") left = scrollY; });
  panel().addEventListener("toggle", (event) => {
    clearInterval(mirror);
    if (event.newState !== "open") {
      scrollTo(0, left); // what has the focus again may have been out of sight
      delete panel().dataset.seq;
      seenByAll()?.setAttribute("aria-pressed", "false");
      return panel().querySelector(".seen").replaceChildren();
    }
    mirrored();
    mirror = setInterval(mirrored, 500);
    open();
  });
}
