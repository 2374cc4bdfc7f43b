// A puzzle by keyboard, as at a table: digits choose, Enter plays. What came of an answer comes into sight.

import { startKeys } from "./keys.js";

startKeys();
const answer = document.getElementById("answer");
if (answer) {
  answer.tabIndex = -1;
  answer.focus({ preventScroll: matchMedia("(width >= 64rem)").matches });
}
