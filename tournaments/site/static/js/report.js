// Reports of tables with real cards: without a connection one is kept on this phone, and sent once there is one.

const PREFIX = "report:";
const AGAIN = 10_000;

const show = async (answer) => {
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const part = page.querySelector("#in-room");
  if (part) document.querySelector("#in-room")?.replaceWith(part);
  window.htmx?.process(document.querySelector("#in-room"));
};

// What the server has answered, whatever it said, is told by the page: it is not sent again.
const flush = async () => {
  for (const key of Object.keys(localStorage).filter((each) => each.startsWith(PREFIX))) {
    const url = key.slice(PREFIX.length);
    let answer;
    try {
      answer = await fetch(url, { method: "POST", body: new URLSearchParams(JSON.parse(localStorage.getItem(key))) });
    } catch {
      return;
    }
    if (answer.status >= 500 || answer.status === 429) continue;
    localStorage.removeItem(key);
    if (url.startsWith(location.pathname)) await show(answer);
  }
};

const tell = () => {
  for (const form of document.querySelectorAll("form[data-report]")) {
    form.querySelector("[data-kept]").hidden = localStorage.getItem(PREFIX + form.getAttribute("action")) === null;
  }
};

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-report]");
  if (!form) return;
  event.preventDefault();
  localStorage.setItem(PREFIX + form.getAttribute("action"), JSON.stringify([...new FormData(form)]));
  await flush();
  tell();
});

addEventListener("online", flush);
setInterval(flush, AGAIN);
flush().then(tell);
