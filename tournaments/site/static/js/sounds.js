// Your turn, a trick, the end: a few notes each, and a touch of vibration, for readers who have chosen them.

const { sound, vibration } = document.documentElement.dataset;
/** Notes as [frequency in Hz, beginning in s]. */
const TUNES = { turn: [[660, 0], [880, 0.11]], trick: [[330, 0]], end: [[523, 0], [659, 0.13], [784, 0.26]] };
const LENGTH = 0.16;
const LOUD = 0.12;

let audio = null;

function play(tune) {
  if (audio?.state !== "running") return; // browsers are silent until something has been pressed
  for (const [pitch, beginning] of TUNES[tune]) {
    const note = audio.createOscillator();
    const volume = audio.createGain();
    const at = audio.currentTime + beginning;
    note.type = "triangle";
    note.frequency.value = pitch;
    volume.gain.setValueAtTime(LOUD, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + LENGTH);
    note.connect(volume).connect(audio.destination);
    note.start(at);
    note.stop(at + LENGTH);
  }
}

/** What *board* tells, if anything. */
function heard(board) {
  if (board.dataset.status === "finished") return "end";
  if (board.hasAttribute("data-winner")) return "trick";
  return board.hasAttribute("data-turn") ? "turn" : "";
}

export function startSounds(main) {
  const mine = main.hasAttribute("data-mine");
  const loud = sound === "all" || (sound === "mine" && mine);
  if (!loud && !(vibration && mine)) return;
  if (loud) addEventListener("pointerdown", () => (audio ??= new AudioContext()).resume());
  let before = heard(document.getElementById("board"));
  document.addEventListener("board", () => {
    const now = heard(document.getElementById("board"));
    if (now && now !== before) {
      if (loud) play(now);
      if (vibration && now === "turn") navigator.vibrate?.(80);
    }
    before = now;
  });
}
