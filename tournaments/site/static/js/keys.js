// The table by keyboard: digits choose a card, the arrows go along the hand, Enter plays it. A card that goes to a cell
// of a grid: Enter goes to the cells, the arrows from one to the next, Enter puts it there.

const cards = () => [...document.querySelectorAll(".hand input")];

function choose(index) {
  const all = cards();
  if (!all.length) return;
  const card = all[(index + all.length) % all.length];
  card.checked = true;
  card.focus();
}

/** The cells that the chosen card may go to. */
const puts = () => [...document.querySelectorAll(".cells .put")].filter((put) => put.checkVisibility());

/** From the cell *at*, go to the nearest one in the direction of the arrow *key*. */
function step(at, key) {
  const box = (put) => put.getBoundingClientRect();
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const [across, down] = ways[key];
  const far = (put) => {
    const [x, y] = [box(put).x - box(at).x, box(put).y - box(at).y];
    const ahead = x * across + y * down;
    return ahead > 1 ? ahead + 2 * Math.abs(x * down + y * across) : Infinity;
  };
  const [next] = puts().filter((put) => far(put) < Infinity).sort((a, b) => far(a) - far(b));
  next?.focus();
}

/** Play the chosen card, if one move alone belongs to it; else go to where it may go. */
function play(card) {
  const buttons = [...card.closest("li").querySelectorAll(".act button"), ...puts()];
  if (buttons.length === 1) buttons[0].click();
  else buttons[0]?.focus();
}

export function startKeys() {
  if (document.documentElement.dataset.taps === "one") document.addEventListener("click", (event) => {
    const card = event.target.closest(".hand label input");
    // a click that the keyboard makes, going along the hand, plays nothing
    if (card?.checked && event.pointerType && card.closest("li").querySelectorAll(".act button").length === 1) play(card);
  });
  document.addEventListener("dblclick", (event) => {
    const card = event.target.closest(".hand label")?.querySelector("input");
    if (card) play(card);
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
    const at = document.activeElement;
    if (event.key.startsWith("Arrow") && at.closest(".put")) {
      event.preventDefault();
      return step(at, event.key);
    }
    const typing = at.closest("input:not([type=radio]), textarea, select");
    if (typing) return;
    const all = cards();
    const chosen = all.findIndex((card) => card.checked);
    if (/^[0-9]$/.test(event.key) && all.length) {
      choose((Number(event.key) + 9) % 10);
    } else if (/^[0-9]$/.test(event.key)) { // a card that waits may be part of a bid, or chosen ahead
      document.querySelectorAll(".hand .held")[(Number(event.key) + 9) % 10]?.click();
    } else if ((event.key === "ArrowRight" || event.key === "ArrowLeft") && !at.closest("button, a, summary, [tabindex='0']")) {
      if (all.includes(at)) return; // the browser's own way through radios
      event.preventDefault();
      choose(chosen < 0 ? 0 : chosen + (event.key === "ArrowRight" ? 1 : -1));
    } else if (event.key === "Enter" && chosen >= 0 && !at.closest("button, a, summary")) {
      event.preventDefault();
      play(all[chosen]);
    }
  });
}
