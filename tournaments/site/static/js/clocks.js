// Clocks tick here from the due times that the server names; it alone decides when one falls.

const LOW = 30_000;

function shown(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (n) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  if (hours >= 24) return `${Math.floor(hours / 24)} d ${two(hours % 24)} h`;
  const minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

function tick() {
  for (const clock of document.querySelectorAll("time.clock[data-due]")) {
    const left = Number(clock.dataset.due) - Date.now();
    const text = shown(left);
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("low", left < LOW);
  }
}

export function startClocks() {
  tick();
  setInterval(tick, 250);
}
export { tick };
