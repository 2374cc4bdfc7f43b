// A step of a lesson by keyboard and by taps, as at a table; Enter goes on where no card is chosen.

import { startKeys } from "./keys.js";
import { startPicks } from "./picks.js";

startKeys();
startPicks();

addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.defaultPrevented || document.activeElement !== document.body) return;
  document.querySelector("[data-onward]")?.click();
});
