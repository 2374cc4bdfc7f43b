// The way of an entry through a bracket: its lines are marked while its name is pointed at or has the focus.

function mark(name) {
  const board = document.querySelector(".rounds-of");
  if (!board) return;
  const entry = name?.closest?.(".rounds-of [data-e]")?.dataset.e;
  board.classList.toggle("tracing", Boolean(entry));
  board.querySelectorAll("[data-e]").forEach((line) => { line.classList.toggle("way", line.dataset.e === entry); });
}

document.addEventListener("pointerover", (event) => { mark(event.target); });
document.addEventListener("focusin", (event) => { mark(event.target); });
document.addEventListener("focusout", () => { mark(null); });
