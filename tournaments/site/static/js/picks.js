// A move that names cards is chosen by tapping these, in the hand or on the table: its button lights up, and makes it; a
// double tap makes it too. The buttons are there for keys and screen readers.

let picked = new Set();

const buttons = () => [...document.querySelectorAll(".choices [data-cards]")];
const codesOf = (button) => button.dataset.cards.split(" ");
const holds = (button) => [...picked].every((code) => codesOf(button).includes(code));
const match = () => buttons().find((button) => holds(button) && codesOf(button).length === picked.size);
const cardOf = (code) => document.querySelector(`#h-${code} .card, .card#c-${code}`);

/** The code of the card at *at*, if a move names it. */
function codeAt(at) {
  const code = at.closest(".hand > li, .card[id^='c-']")?.id.slice(2);
  return buttons().some((button) => codesOf(button).includes(code)) ? code : null;
}

/** Mark what is picked, the move that it makes, and those that it may grow into. */
function show() {
  for (const card of document.querySelectorAll(".card[data-tap]")) card.removeAttribute("data-tap");
  for (const code of new Set(buttons().flatMap(codesOf))) cardOf(code)?.setAttribute("data-tap", picked.has(code) ? "picked" : "");
  const found = match();
  for (const button of buttons()) {
    button.toggleAttribute("data-picked", picked.size > 0 && button === found);
    button.toggleAttribute("data-apart", picked.size > 0 && !holds(button));
  }
  if (picked.size) found?.scrollIntoView({ block: "nearest" });
}

function toggle(code) {
  if (!picked.delete(code)) picked.add(code);
  if (!buttons().some(holds)) picked = new Set([code]); // no move has all of these: begin again with this one
  show();
}

export function startPicks() {
  const once = document.documentElement.dataset.taps === "one";
  document.addEventListener("click", (event) => {
    const code = !event.target.closest("button, a") && codeAt(event.target);
    if (!code) return;
    if (event.detail === 2 && picked.has(code) && match()) return match().click();
    toggle(code);
    if (once && match() && buttons().filter(holds).length === 1) match().click();
  });
  document.addEventListener("board", () => {
    const there = buttons().flatMap(codesOf);
    picked = new Set([...picked].filter((code) => there.includes(code)));
    show();
  });
  show();
}
