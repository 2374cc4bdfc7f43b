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
  seat: ".seat:not([data-at^='top'])",
  top: ".seat[data-at^='top']",
  last: "#history-last",
  histories: ".histories",
};
const WIDE = ["top", "zones"];
// Where the window is too low for all, they give their room back one after the other.
const SPARED = ["choices", "advice", "zones", "trick", "prompt", "hand", "top", "seat", "plate"];

const root = document.documentElement;
let rooms = {};

const name = () => `room ${root.lang} ${innerWidth}x${innerHeight} ${document.querySelector("main").dataset.game}`;

const most = (selector, side) => Math.max(0, ...[...document.querySelectorAll(selector)].map((each) => Math.ceil(each.getBoundingClientRect()[side])));

function keep(part, height) {
  rooms[part] = height;
  root.style.setProperty(`--room-${part}`, `${height}px`);
}

function grow(part, size) {
  if (rooms[part] !== 0 && size > (rooms[part] ?? 0)) keep(part, size); // 0: it was spared
}

/** Take what the parts of the board need now for the least that they have from now on. */
export function measureRoom() {
  for (const [part, selector] of Object.entries(PARTS)) grow(part, most(selector, "height"));
  for (const part of WIDE) grow(`${part}-wide`, most(PARTS[part], "width"));
  for (const part of SPARED) {
    if (!(document.getElementById("mine")?.getBoundingClientRect().bottom + scrollY > innerHeight)) break;
    keep(part, 0);
  }
  sessionStorage.setItem(name(), JSON.stringify(rooms));
}

function begin() {
  for (const part of Object.keys(rooms)) root.style.removeProperty(`--room-${part}`);
  rooms = {};
  for (const [part, height] of Object.entries(JSON.parse(sessionStorage.getItem(name()) ?? "{}"))) keep(part, height);
  measureRoom();
}

export function startRoom() {
  addEventListener("resize", begin);
  begin();
}
