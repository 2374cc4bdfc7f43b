// Hints at a first table: one press and there are no more, on this device.

const KEY = "hints";

export function startCoach(main) {
  if (!main.hasAttribute("data-coach")) return;
  if (localStorage.getItem(KEY) === "off") return main.removeAttribute("data-coach");
  main.addEventListener("click", (event) => {
    if (!event.target.closest("[data-hints-off]")) return;
    localStorage.setItem(KEY, "off");
    main.removeAttribute("data-coach");
    document.querySelector(".hand input")?.focus();
  });
}
