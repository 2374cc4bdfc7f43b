// The bell, live: one stream for all pages of this browser, held by one of them and told to the others.

const bells = () => document.querySelectorAll("[data-bell]");
const channel = "BroadcastChannel" in window ? new BroadcastChannel("notices") : null;
const MOST = 99;
let count = Number(bells()[0]?.querySelector("b").dataset.count ?? 0);

/** Show that *now* notices wait; a page that lists them fetches its list when there is news. */
function show(now) {
  const changed = now !== count;
  count = now;
  bells().forEach((bell) => {
    const number = bell.querySelector("b");
    number.textContent = now > MOST ? `${MOST}+` : String(now);
    number.hidden = !now;
    bell.querySelector("[data-some]").hidden = !now;
  });
  if (changed) document.dispatchEvent(new Event("bell"));
  if (changed && document.querySelector("[data-inbox]")) refresh();
}

async function refresh() {
  try {
    const answer = await fetch(location.href, { headers: { "HX-Request": "true" } });
    const inbox = document.querySelector("[data-inbox]");
    if (answer.ok && inbox) {
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-inbox]");
      if (fresh) Idiomorph.morph(inbox, fresh);
    }
  } catch {
    // the next news tries again
  }
}

/** Follow the stream for as long as this page is here; the browser opens it again when it breaks. */
function follow() {
  const stream = new EventSource("/api/notices/stream");
  stream.onmessage = (event) => {
    const { unread } = JSON.parse(event.data);
    show(unread);
    channel?.postMessage(unread);
  };
  window.addEventListener("pagehide", () => stream.close(), { once: true });
  return new Promise(() => {});
}

if (bells().length) {
  channel?.addEventListener("message", (event) => show(event.data));
  if (navigator.locks && channel) navigator.locks.request("notices-stream", follow);
  else follow();
  window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
}
