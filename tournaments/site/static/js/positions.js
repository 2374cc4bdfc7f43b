// All positions of a table in one answer, as the server has drawn them: asked for once, and put where one was before.

const answers = new Map();

/** The answer of *url*; a server that draws for others just now is asked again. */
async function asked(url, again = 5) {
  const found = await fetch(url);
  if (found.status !== 429 || !again || Number(found.headers.get("Retry-After")) > 1) return found;
  await new Promise((done) => setTimeout(done, 1000));
  return asked(url, again - 1);
}

/** What the server calls Positions, from *url*. */
export function load(url) {
  if (!answers.has(url)) {
    const answer = asked(url).then((found) => {
      if (!found.ok) throw new Error(String(found.status));
      return found.json();
    });
    answer.catch(() => answers.delete(url));
    answers.set(url, answer);
  }
  return answers.get(url);
}

/** The felt of *game* at position *at*. */
export function feltAt(game, at) {
  const template = document.createElement("template");
  template.innerHTML = game.felts[at].map((line) => game.lines[line]).join("\n");
  return template.content.firstElementChild;
}

/** The felt without what names a part of the page: another one on the page has these names. */
export function bare(felt) {
  for (const each of [felt, ...felt.querySelectorAll("[id], [aria-labelledby], input")]) {
    each.removeAttribute("id");
    each.removeAttribute("aria-labelledby");
    each.removeAttribute("name");
  }
  return felt;
}

/** Which card *card* shows, as the server writes it: its art is called so, but for HASP's, which has one a suit. */
export function codeOf(card) {
  const art = card.querySelector("svg.art use")?.getAttribute("href").split("#")[1] ?? "";
  return art.startsWith("h-") ? art.slice(2) + card.querySelector(".rank").textContent : art.slice(2);
}

const TURNED = ".felt, .seat, .hand-zone, .trick"; // these stay what they are with another class
const KEPT = ".felt, .places, .seats, .seat, .centre, .mine, .hand-zone, fieldset, .hand, .open-hand, .zones, .trick, .trick > ol";

/** Change *old* into *fresh* where they differ: what stays the same is not touched. */
export function patch(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  const same = old.localName === fresh.localName && old.innerHTML === fresh.innerHTML; // a card, lifted or dimmed now
  const alike = old.matches(KEPT) && fresh.matches(KEPT) && old.localName === fresh.localName;
  if (!same && (!alike || (!old.matches(TURNED) && old.className !== fresh.className))) return old.replaceWith(fresh);
  for (const name of fresh.getAttributeNames()) if (old.getAttribute(name) !== fresh.getAttribute(name)) old.setAttribute(name, fresh.getAttribute(name));
  for (const name of old.getAttributeNames()) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  if (same) return;
  const [mine, theirs] = [[...old.children], [...fresh.children]];
  let end = null; // what stands behind a card that came or went stays as well
  while (mine.length !== theirs.length && mine.at(-1)?.isEqualNode(theirs.at(-1) ?? null)) [end] = [mine.pop(), theirs.pop()];
  theirs.forEach((each, at) => { if (mine[at]) patch(mine[at], each); else old.insertBefore(each, end); });
  mine.slice(theirs.length).forEach((each) => each.remove());
}
