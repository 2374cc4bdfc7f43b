// The others at a table: the rematch that begins, the offer that lapses, the link that is shared, who is away.

const board = () => document.getElementById("board");
const away = document.getElementById("away");
let present = [];

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
  const lines = shown.map((seat) => said(seat)).filter(Boolean);
  const key = JSON.stringify(lines.map(({ text, due }) => [text, due]));
  if (away.dataset.shown === key) return;
  away.dataset.shown = key;
  away.hidden = !lines.length;
  away.replaceChildren(...lines.slice(0, 1).flatMap(({ text, due }) => (due ? [`${text} `, clock(due)] : [text])));
}

function said(seat) {
  const name = document.querySelector(`#seat-${seat} .nm`)?.textContent;
  if (!name) return null;
  const running = document.getElementById(`clock-${seat}`);
  const due = running?.dataset.due;
  const { running: on, clock: off, untimed, hint } = away.dataset;
  const words = due ? on : running ? off : [untimed, hint].filter(Boolean).join(" ");
  return { text: words.replace("{name}", name), due };
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

invite();
