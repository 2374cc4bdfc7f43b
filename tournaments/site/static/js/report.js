// Reports of tables with real cards: without a connection one is kept on this phone, and sent once there is one.

const PREFIX = "report:";
const AGAIN = 10_000;

const cookie = (name) => document.cookie.split("; ").find((each) => each.startsWith(`${name}=`))?.split("=")[1];

const send = (url, kept) => {
  const body = new URLSearchParams(JSON.parse(kept));
  const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? cookie("csrftoken");
  if (token) body.set("csrfmiddlewaretoken", token); // the one that it was kept with may be gone with a session
  return fetch(url, { method: "POST", body });
};

// A page of a table says what has become of a report. Anything else (a log-in, an error) leaves it here.
const part = async (answer) => {
  if (answer.status >= 500 || answer.status === 429) return null;
  return new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#in-room");
};

const sendAll = async () => {
  for (const key of Object.keys(localStorage).filter((each) => each.startsWith(PREFIX))) {
    const url = key.slice(PREFIX.length);
    const kept = localStorage.getItem(key);
    let shown;
    try {
      shown = await part(await send(url, kept));
    } catch {
      return;
    }
    if (!shown) continue;
    if (localStorage.getItem(key) === kept) localStorage.removeItem(key);
    const here = document.querySelector("#in-room");
    if (!here || !url.startsWith(`${location.pathname}/`)) continue;
    here.replaceWith(shown);
    window.htmx?.process(shown);
  }
};

// One after the other, in all pages of this browser: what one has sent the next does not find any more.
const flush = () => navigator.locks?.request("reports", sendAll) ?? sendAll();

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

addEventListener("online", () => flush().then(tell));
setInterval(() => flush().then(tell), AGAIN);
flush().then(tell);
