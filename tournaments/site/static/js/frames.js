// What was decided is held for a moment before it is cleared away: a trick, an auction, a coffin. A click, a key or
// "Go on" goes on at once. Only this page waits: the table has long gone on.

const HOLD = 1200;
const PER_LETTER = 20;
const LONGEST = 3200;
const BEHIND = 3600;
const CARRY = 320;
const PACE = { quick: 0.4, slow: 1.8 }[document.documentElement.dataset.pace] ?? 1;

const calm = matchMedia("(prefers-reduced-motion: reduce)");
let release = null;

/** How long *board* is held while *waiting* more come after it: longer when there is more to read, never far behind. */
function time(board, waiting) {
  const why = board.querySelector("#prompt > span")?.lastChild?.textContent.trim().length ?? 0;
  return Math.min(PACE * Math.min(HOLD + PER_LETTER * why, LONGEST), BEHIND / (waiting + 1));
}

/** Keep *board* in sight. Whether it was cut short. */
export function hold(board, waiting) {
  const ms = time(board, waiting);
  board.querySelector(".hold")?.style.setProperty("--hold", `${ms}ms`);
  return new Promise((done) => {
    const timer = setTimeout(() => end(false), ms);
    const end = (skipped) => {
      clearTimeout(timer);
      release = null;
      done(skipped);
    };
    release = () => end(true);
  });
}

/** Move the cards of the trick on *board* to who won it; what is said at them goes first. What undoes the movement, once something else is drawn. */
export async function carry(board) {
  const seat = document.getElementById(`seat-${board.dataset.winner}`);
  if (calm.matches || !seat) return () => {};
  const to = seat.getBoundingClientRect();
  const moves = [...board.querySelectorAll(".trick .card")].map((card) => {
    const box = card.getBoundingClientRect();
    const [x, y] = [to.x + to.width / 2 - box.x - box.width / 2, to.y + to.height / 2 - box.y - box.height / 2];
    const away = { transform: `translate(${x}px, ${y}px) scale(.3)`, opacity: 0 };
    return card.animate([{}, away], { duration: CARRY, easing: "ease-in", fill: "forwards" });
  });
  for (const mark of board.querySelectorAll(".trick :is(.ord, .by, .said)")) {
    moves.push(mark.animate([{ opacity: 0 }, { opacity: 0 }], { duration: CARRY, fill: "forwards" }));
  }
  release = () => moves.forEach((move) => move.finish());
  await Promise.allSettled(moves.map((move) => move.finished));
  release = null;
  return () => moves.forEach((move) => move.cancel());
}

/** Listen for everything that goes on at once. */
export function startSkipping() {
  addEventListener("click", (event) => {
    if (release && event.target.closest(".felt")) release();
  }, true);
  addEventListener("keydown", (event) => {
    const at = document.activeElement;
    if (!release || event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (["Tab", "Shift", "?"].includes(event.key) || at.closest("a, summary, input, button:not([data-skip])")) return;
    if (["Enter", " ", "Escape"].includes(event.key)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    release(); // a digit or an arrow then finds the present hand
  }, true);
}
