// The others at a table: the rematch that begins, the offer that lapses, the link that is shared, who is away.

const board = () => document.getElementById("board");
const away = document.getElementById("away");
const LIST = new Intl.ListFormat(document.documentElement.lang, { type: "conjunction" });
let present = [];

// What is told above the felt takes its room from the felt, not from the hand at its foot.
const notices = document.getElementById("notices");
new ResizeObserver(() => document.body.style.setProperty("--notices", `${notices.offsetHeight}px`)).observe(notices);

// Those who agreed to a rematch go there once it begins; a reader who comes to a table that ended before stays.
let next = board().dataset.next;
let known = Number(board().dataset.seq);
new MutationObserver(() => {
  if (board().dataset.next && !next) location.assign(board().dataset.next);
  next = board().dataset.next;
  if (known !== Number(board().dataset.seq)) {
    known = Number(board().dataset.seq);
    invite();
    tell();
  }
}).observe(document.getElementById("main"), { subtree: true, attributes: true, attributeFilter: ["data-seq", "data-next"] });

setInterval(() => {
  const again = document.querySelector("#again[data-until]");
  if (!again || Date.now() < Number(again.dataset.until)) return;
  again.querySelectorAll("[data-open]").forEach((part) => { part.hidden = true; });
  again.querySelectorAll("[data-lapsed]").forEach((part) => { part.hidden = false; });
}, 500);

function invite() {
  if (!navigator.share) return;
  document.querySelectorAll("[data-share-url][hidden]").forEach((button) => { button.hidden = false; });
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-share-url]");
  if (!button) return;
  const url = document.getElementById(button.dataset.shareUrl).value;
  navigator.share({ title: document.title, url }).catch(() => {}); // closed without sharing
});

/** Mark the seats whose players are away, and say it in one line with the time they have. */
function tell() {
  const gone = present.filter(({ here }) => here === false).map(({ seat }) => seat);
  document.querySelectorAll("[data-away]").forEach((badge) => { badge.hidden = !gone.includes(Number(badge.dataset.away)); });
  const shown = board().dataset.status === "playing" ? gone : [];
  const people = shown.map(person).filter(({ name }) => name);
  const key = JSON.stringify(people);
  if (away.dataset.shown === key) return;
  away.dataset.shown = key;
  away.hidden = !people.length;
  away.replaceChildren(...(people.length ? said(people) : []));
}

/** Who sits at *seat*, and until when, if they are on the clock. */
function person(seat) {
  const time = document.getElementById(`clock-${seat}`);
  return { name: document.querySelector(`#seat-${seat} .nm`)?.textContent.trim(), timed: Boolean(time), due: time?.dataset.due };
}

/** The line about *people*, who are away. */
function said(people) {
  const { hint, ...words } = away.dataset;
  const pressed = people.find(({ due }) => due) ?? people[0];
  const kind = pressed.due ? "running" : pressed.timed ? "clock" : "untimed";
  const text = words[people.length > 1 ? `${kind}Several` : kind];
  const names = { "{names}": people.map(({ name }) => name), "{name}": [pressed.name] };
  const parts = text.split(/(\{names?\})/).flatMap((part) => (names[part] ? listed(names[part]) : [part]));
  if (pressed.due) return [...parts, " ", clock(pressed.due)];
  return kind === "untimed" && hint ? [...parts, ` ${hint}`] : parts;
}

/** Names as the language lists them, each in a part of its own: a long one is cut where room is short. */
function listed(names) {
  return LIST.formatToParts(names).map(({ type, value }) => {
    if (type === "literal") return value;
    const name = document.createElement("span");
    name.className = "nm";
    name.textContent = value;
    return name;
  });
}

function clock(due) {
  const time = document.createElement("time");
  time.className = "clock running";
  time.dataset.due = due;
  return time;
}

document.addEventListener("presence", ({ detail }) => {
  present = detail.seats;
  tell();
});

// How many watch who have no seat.
document.addEventListener("watching", ({ detail }) => {
  const eye = document.getElementById("watching");
  if (!eye) return;
  eye.hidden = !detail;
  document.getElementById("watching-n").textContent = String(detail);
});

invite();
