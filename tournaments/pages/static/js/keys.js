// The table by keyboard: digits choose a card, the arrows go along the hand, Enter plays it.

const cards = () => [...document.querySelectorAll(".hand input")];

function choose(index) {
  const all = cards();
  if (!all.length) return;
  const card = all[(index + all.length) % all.length];
  card.checked = true;
  card.focus();
}

/** Play the chosen card, if one move alone belongs to it. */
function play(card) {
  const buttons = card.closest("li").querySelectorAll(".act button");
  if (buttons.length === 1) buttons[0].click();
  else buttons[0]?.focus();
}

export function startKeys() {
  document.addEventListener("dblclick", (event) => {
    const card = event.target.closest(".hand label")?.querySelector("input");
    if (card) play(card);
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
    const at = document.activeElement;
    const typing = at.closest("input:not([type=radio]), textarea, select");
    if (typing) return;
    const all = cards();
    const chosen = all.findIndex((card) => card.checked);
    if (/^[0-9]$/.test(event.key) && all.length) {
      choose((Number(event.key) + 9) % 10);
    } else if ((event.key === "ArrowRight" || event.key === "ArrowLeft") && !at.closest("button, a, summary, [tabindex]")) {
      if (all.includes(at)) return; // the browser's own way through radios
      event.preventDefault();
      choose(chosen < 0 ? 0 : chosen + (event.key === "ArrowRight" ? 1 : -1));
    } else if (event.key === "Enter" && chosen >= 0 && !at.closest("button, a, summary")) {
      event.preventDefault();
      play(all[chosen]);
    }
  });
}
