// Tables that are only looked at. On TV the stream says that something happened, and the felt is fetched and morphed in;
// which table is shown, and all beside it, comes with the page's own part. A streamer's view fetches itself.

import { startClocks, tick } from "./clocks.js";

const STILL = 2600; // ms for which what was decided lies there: tables/late.py
const RETRY = 2000;

let source = null;
let followed = "";
let again = 0;
let fetching = false;
let missed = false;

const main = () => document.querySelector(".tv-main[data-stream]");

/** Draw the table as it is now, and again when what was decided has been seen. */
async function draw() {
  clearTimeout(again);
  if (fetching) { missed = true; return; }
  fetching = true;
  const { board, table } = main()?.dataset ?? {};
  try {
    const answer = board && (await fetch(board));
    if (answer?.ok && main()?.dataset.table === table) put(await answer.text());
  } catch {
    again = setTimeout(draw, RETRY);
  }
  fetching = false;
  if (missed) { missed = false; draw(); }
}

function put(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("board");
  const old = document.querySelector(".tv-felt > #board");
  if (!fresh || !old || Number(fresh.dataset.seq) < Number(old.dataset.seq)) return;
  Idiomorph.morph(old, fresh);
  tick();
  if ("held" in fresh.dataset) again = setTimeout(draw, STILL);
}

function count({ watching }) {
  document.getElementById("watching").hidden = !watching;
  document.getElementById("watching-n").textContent = String(watching);
}

/** Listen to the table that is shown. */
function follow() {
  const stream = main()?.dataset.stream ?? "";
  if (stream === followed) return;
  source?.close();
  followed = stream;
  if (!stream) return;
  source = new EventSource(stream);
  source.onmessage = draw;
  source.addEventListener("watching", (event) => count(JSON.parse(event.data)));
  source.addEventListener("end", () => source.close());
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED) setTimeout(() => { followed = ""; follow(); }, RETRY);
  };
}

document.addEventListener("htmx:afterSettle", () => { follow(); tick(); });
startClocks();
follow();
