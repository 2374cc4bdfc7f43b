// What every page shares: the viewer's time zone, dialogues, copying, messages that go by themselves.

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone && window === window.top && !document.cookie.split("; ").includes(`tz=${zone}`)) {
  document.cookie = `tz=${zone}; path=/; max-age=31536000; samesite=lax`;
}

// What is morphed in leaves to the reader what is the reader's: what is open, what is kept, what is being typed.
if (window.Idiomorph) {
  Idiomorph.defaults.ignoreActiveValue = true;
  Object.assign(Idiomorph.defaults.callbacks, {
    beforeNodeMorphed: (old) => !(old instanceof Element && old.hasAttribute("data-keep")),
    beforeAttributeUpdated: (name, node) => !(name === "open" && node.localName === "details"),
  });
}

/** Show *text* for a while where screen readers hear it too. */
export function say(text) {
  const toast = document.createElement("p");
  toast.className = "toast";
  toast.textContent = text;
  const toasts = document.getElementById("toasts");
  for (const each of toasts.children) if (each.textContent === text) each.remove(); // said again, not twice
  toasts.append(toast);
  leave(toast);
}

function leave(toast) {
  setTimeout(() => toast.remove(), 6000);
}

document.querySelectorAll(".toast").forEach(leave);

// A link that asks first opens its dialogue here instead of a page of its own.
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-dialog]");
  const dialog = link && document.getElementById(link.dataset.dialog);
  if (dialog) {
    event.preventDefault();
    link.closest("details")?.removeAttribute("open");
    dialog.showModal();
  }
  const copy = event.target.closest("[data-copy]");
  if (copy) {
    const field = document.getElementById(copy.dataset.copy);
    const before = document.activeElement;
    field.select();
    navigator.clipboard?.writeText(field.value).then(() => {
      if (copy.dataset.copied) say(copy.dataset.copied);
      if (field.matches(".vh")) before.focus({ preventScroll: true });
    }, () => {}); // it may not be written to: the field is there to be copied by hand
    copy.classList.add("done");
  }
  const spoilers = event.target.closest("[data-spoilers]")?.dataset.spoilers; // kept by the browser, for what it opens next
  if (spoilers) document.cookie = `spoilers=${spoilers}; path=/; max-age=31536000; samesite=lax`;
  if (event.target.closest("[data-print]")) print();
  document.querySelectorAll("details.menu[open]").forEach((menu) => {
    if (!menu.contains(event.target)) menu.open = false;
  });
});

// A file that would be refused for its size is not sent at all.
document.addEventListener("change", ({ target }) => {
  const { largest, larger } = target.dataset;
  if (!largest) return;
  const refused = [...target.files].some((file) => file.size > Number(largest));
  target.setCustomValidity(refused ? larger.replace("{n}", String(Math.floor(Number(largest) / 1000))) : "");
  if (refused) target.reportValidity();
});

// Escape closes the menu that is open and leaves the focus on its button.
document.addEventListener("keydown", (event) => {
  const menu = document.querySelector("details.menu[open]");
  if (event.key !== "Escape" || !menu || document.querySelector("dialog[open]")) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

// "?" lists the keys, where there are any.
document.addEventListener("keydown", (event) => {
  const typing = document.activeElement.closest("input:not([type=radio], [type=range]), textarea, select");
  const keys = document.getElementById("keys-dialog");
  if (event.key !== "?" || typing || !keys || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  keys.showModal();
  keys.scrollTop = 0; // what has the focus may be its last button
});

/** Buttons that need the script are hidden until it is here. */
export function reveal(root = document) {
  root.querySelectorAll("[data-copy][hidden], [data-print][hidden], [data-hints-off][hidden], [data-dialog][hidden]").forEach((button) => { button.hidden = false; });
}
reveal();
document.addEventListener("htmx:load", (event) => reveal(event.target));

// Where the site is installed as an app it says itself that there is no connection.
if (matchMedia("(display-mode: standalone)").matches) navigator.serviceWorker?.register(document.documentElement.dataset.worker);
