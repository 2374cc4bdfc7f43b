// The chat beside a table: read when it is open, and marked while it is not.

const beside = () => document.getElementById("chat-beside");
const box = () => document.getElementById("chat");
const mark = (on) => beside().querySelector("[data-new]")?.toggleAttribute("hidden", !on);

function bottom() {
  const lines = document.getElementById("chat-lines");
  if (lines) lines.scrollTop = lines.scrollHeight;
}

document.addEventListener("chat", () => {
  if (!beside()) return;
  if (beside().open) htmx.trigger(box(), "written");
  else mark(true);
});

document.addEventListener("toggle", (event) => {
  if (event.target.id !== "chat-beside" || !event.target.open) return;
  mark(false);
  if (document.getElementById("chat-lines")) htmx.trigger(box(), "written");
}, true);

// Why a line was refused is shown beside the field, whatever its status.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id === "chat" && [403, 409, 422, 429].includes(event.detail.xhr.status)) {
    event.detail.shouldSwap = true;
    event.detail.isError = false;
  }
});

document.addEventListener("htmx:afterRequest", (event) => {
  const form = event.target.closest?.(".chat-form");
  if (form && event.detail.successful) form.reset();
});
document.addEventListener("htmx:afterSwap", (event) => { if (event.detail.target.id === "chat") bottom(); });
