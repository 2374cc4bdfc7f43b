// Rings and arrows on the cards of a position and on the places of its seats: drawn over it, and made by pointing.

import { codeOf } from "./positions.js";

const SVG = "http://www.w3.org/2000/svg";
const CARD = "#felt .card:not(.back)";

const cards = (code) => [...document.querySelectorAll(CARD)].filter((card) => card.checkVisibility() && codeOf(card) === code);

/** The place of a seat that a mark such as `@2` names; the one at the bottom has no number. */
const place = (code) => [document.getElementById(`seat-${Number(code.slice(1)) - 1}`) ?? document.querySelector("#mine .my-plate")].filter(Boolean);
const found = (code) => (code.startsWith("@") ? place(code) : cards(code));

/** What is called *code*, as the list of what may be marked says it. */
export const nameOf = (code) => document.getElementById("mark-card")?.querySelector(`[value="${code}"]`)?.textContent ?? found(code)[0]?.getAttribute("aria-label") ?? code;

/** *marks* with a ring, or an arrow from *start* to *end*, more; or less, where it was there. */
export function changed({ rings, arrows }, start, end) {
  const has = ([one, other]) => one === start && other === end;
  if (start === end) return { rings: rings.includes(start) ? rings.filter((each) => each !== start) : [...rings, start], arrows };
  return { rings, arrows: arrows.some(has) ? arrows.filter((each) => !has(each)) : [...arrows, [start, end]] };
}

/** Draws marks over what *viewer* shows, in the place of those before. */
export function surfaceOn(viewer) {
  const over = viewer.appendChild(document.createElementNS(SVG, "svg"));
  over.classList.add("marks-drawn");
  over.setAttribute("aria-hidden", "true");

  function shape(name, given) {
    const made = over.appendChild(document.createElementNS(SVG, name));
    for (const [key, value] of Object.entries(given)) made.setAttribute(key, String(value));
  }

  /** From the middle of one thing to the edge of another. */
  function arrow(one, other) {
    const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
    const [[x1, y1], [x2, y2]] = [middle(one), middle(other)];
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
    const short = Math.min(other.width, other.height) / 3;
    const [tx, ty] = [x2 - dx * short, y2 - dy * short];
    const [hx, hy] = [tx - dx * 16, ty - dy * 16];
    shape("line", { x1, y1, x2: hx, y2: hy });
    shape("polygon", { points: `${tx},${ty} ${hx - dy * 9},${hy + dx * 9} ${hx + dy * 9},${hy - dx * 9}` });
  }

  return ({ rings, arrows }) => {
    const base = viewer.getBoundingClientRect();
    over.replaceChildren();
    const box = (thing) => { const { x, y, width, height } = thing.getBoundingClientRect(); return { x: x - base.x, y: y - base.y, width, height }; };
    for (const code of rings) for (const thing of found(code)) { const { x, y, width, height } = box(thing); shape("rect", { x: x - 3, y: y - 3, width: width + 6, height: height + 6, rx: 8 }); }
    for (const [start, end] of arrows) {
      const [one, other] = [found(start)[0], found(end)[0]];
      if (one && other) arrow(box(one), box(other));
    }
  };
}

/** While *viewer* is being marked, a press on a card, or from one to another, calls *change*. */
export function pointOn(viewer, change) {
  let from = null;
  const at = (x, y) => document.elementFromPoint(x, y)?.closest(CARD);
  viewer.addEventListener("pointerdown", (event) => {
    const card = viewer.classList.contains("marking") && event.target.closest(CARD);
    if (!card) return;
    event.preventDefault();
    from = codeOf(card);
  });
  viewer.addEventListener("pointerup", (event) => {
    const card = from && at(event.clientX, event.clientY);
    if (card && codeOf(card)) change(from, codeOf(card));
    from = null;
  });
  viewer.addEventListener("click", (event) => { // a card that is marked is not played in a line
    if (viewer.classList.contains("marking") && event.target.closest("#felt .card")) event.stopPropagation();
  }, true);
}
