// A player with a keyboard stays at the hand: what has been pressed is gone after the move, and the focus with it.

let place = 0;

/** Whether the focus is somewhere that it can be worked from. */
function useful(at) {
  if (at === document.body || !at.isConnected || !at.checkVisibility()) return false;
  return !at.matches("#hand, #mine") || !document.querySelector("#board[data-turn]");
}

/** The card nearest to where the last one was, else a choice, else the hand, the seat, the result. */
function home() {
  const cards = [...document.querySelectorAll(".hand > li")].map((li) => li.querySelector("input:not([aria-disabled])"));
  const near = cards.map((card, at) => [Math.abs(at - place), card]).filter(([, card]) => card);
  near.sort(([one], [other]) => one - other);
  const rest = [".choices button", "#hand", "#mine", "#verdict"].map((css) => document.querySelector(css));
  const target = [document.querySelector(".hand input:checked"), near[0]?.[1], ...rest].find(Boolean);
  target?.focus({ preventScroll: true });
}

/** Make *change* to the page; a focus on the felt that it takes away, or that has something to do now, goes home. */
export function keepFocus(change) {
  const at = document.activeElement;
  const mine = at.closest(".felt") !== null;
  const card = at.closest(".hand > li");
  if (card) place = [...card.parentElement.children].indexOf(card);
  change();
  if (mine && !useful(document.activeElement)) home();
}
