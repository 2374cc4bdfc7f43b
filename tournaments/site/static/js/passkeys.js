// Forms that a passkey fills in: data-passkey says whether one is made or shown, data-options what the service asks for.

import { say } from "./site.js";

const works = Boolean(window.PublicKeyCredential && window.webauthnJSON);

async function options(form) {
  if (form.dataset.options) return JSON.parse(form.dataset.options);
  const answer = await fetch(form.action, { headers: { Accept: "application/json", "X-Requested-With": "XMLHttpRequest" } });
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()).request_options;
}

async function made(form) {
  const asked = await options(form);
  if (form.dataset.passkey === "get") return window.webauthnJSON.get(asked);
  const passwordless = form.elements.passwordless?.checked ?? false;
  const how = asked.publicKey.authenticatorSelection;
  how.residentKey = passwordless ? "required" : "discouraged";
  how.requireResidentKey = passwordless;
  if (passwordless) how.userVerification = "required";
  return window.webauthnJSON.create(asked);
}

document.querySelectorAll("form[data-passkey]").forEach((form) => {
  form.hidden = !works;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      form.elements.credential.value = JSON.stringify(await made(form));
      form.submit();
    } catch {
      say(form.dataset.failed ?? "");
    }
  });
});
