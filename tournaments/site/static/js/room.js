// Room is kept: a part that was high once keeps its height, so that nothing else moves when it is low again or away.
// It is remembered for the next table of the same game, as long as window and language are the same.

const PARTS = {
  plate: ".my-plate",
  prompt: "#prompt",
  advice: ".mine > .coach",
  choices: ".mine > .choices",
  hand: ".mine > :is(.hand-zone, .hold)",
  trick: ".centre > .trick",
  zones: ".centre > .zones",
  below: ".centre > .trick ~ .zones",
  piles: ".centre > .aside-zone:not(.corner)",
  seat: ".seat:not([data-at^='top'])",
  top: ".seat[data-at^='top']",
  last: "#history-last",
  histories: ".histories",
};
const WIDE = ["top", "zones", "piles"];
// Where the window is too low for all, they give room back, one after the other.
const SPARED = ["choices", "advice", "below", "zones", "trick", "prompt", "hand", "top", "seat", "plate"];

const root = document.documentElement;
let rooms = {};
let caps = {}; // the most that a part may keep, once its room was too much

const name = () => `room ${root.lang} ${innerWidth}x${innerHeight} ${document.querySelector("main").dataset.game}`;

const most = (selector, side) => Math.max(0, ...[...document.querySelectorAll(selector)].map((each) => Math.ceil(each.getBoundingClientRect()[side])));

const overhang = () => Math.ceil((document.getElementById("mine")?.getBoundingClientRect().bottom ?? 0) + scrollY - innerHeight);

function keep(part, size) {
  rooms[part] = size;
  root.style.setProperty(`--room-${part}`, `${size}px`);
}

function grow(part, size) {
  const room = Math.min(size, caps[part] ?? size);
  if (room > (rooms[part] ?? 0)) keep(part, room);
}

/** Take back from *part* what there is too much of all rooms together. */
function spare(part) {
  const over = overhang();
  if (over <= 0 || !rooms[part]) return;
  caps[part] = Math.max(0, rooms[part] - over);
  keep(part, caps[part]);
}

/** Take what the parts of the board need now for the least that they have from now on. */
export function measureRoom() {
  for (const [part, selector] of Object.entries(PARTS)) grow(part, most(selector, "height"));
  for (const part of WIDE) grow(`${part}-wide`, most(PARTS[part], "width"));
  SPARED.forEach(spare);
  sessionStorage.setItem(name(), JSON.stringify([rooms, caps]));
}

/** Where *card* lies: nothing but a move of the card itself may change it. */
const place = (card) => {
  const around = card.parentElement.closest("[id]");
  return `${around.id} ${[...around.querySelectorAll(".card")].indexOf(card)}`;
};

/** Take their names from the cards of *board* that lie elsewhere on *next*: there they are new, and travel by a transition, which no browser counts as a shift. */
export function loosen(board, next) {
  for (const card of board.querySelectorAll(".card[id]")) {
    const again = next.querySelector(`#${CSS.escape(card.id)}`);
    if (again && place(again) !== place(card)) card.removeAttribute("id");
  }
}

function begin() {
  for (const part of Object.keys(rooms)) root.style.removeProperty(`--room-${part}`);
  [rooms, caps] = JSON.parse(sessionStorage.getItem(name()) ?? "[{}, {}]");
  for (const part of Object.keys(rooms)) keep(part, rooms[part]);
  measureRoom();
}

export function startRoom() {
  addEventListener("resize", begin);
  begin();
}
