"""How a page looks on the screens that we care for, and what axe-core finds on it."""

from collections.abc import Iterable, Iterator
from typing import Any, Literal, TypeAlias

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize

from tests.covering import DEEP

Scheme: TypeAlias = Literal["light", "dark"]


SCREENS: dict[Scheme, ViewportSize] = {"light": {"width": 1280, "height": 800}, "dark": {"width": 360, "height": 640}}


RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "rules": {"target-size": {"enabled": True}},
    "resultTypes": ["violations"],
}


FAULTS = """options => axe.run(options).then(({ violations }) => violations.flatMap((fault) =>
  fault.nodes.map((node) => `${location}: ${fault.id}: ${node.html.slice(0, 200)}`)))"""


def faults(page: Page) -> list[str]:
    """What axe has to say of the page, a line each. It stays there for the next look at the same page."""
    if page.evaluate("() => !window.axe"):
        page.evaluate(Axe().axe_script)
    found: list[str] = page.evaluate(FAULTS, RULES)
    return found


def looks(page: Page, schemes: Iterable[Scheme] = tuple(SCREENS)) -> Iterator[Scheme]:
    """Show the page light and wide, then dark and narrow."""
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size(SCREENS[scheme])
        yield scheme


def faults_in_any_look(page: Page) -> list[str]:
    return [fault for _scheme in looks(page) for fault in faults(page)]


def faults_in_turn(page: Page, number: int) -> list[str]:
    """Of pages that are one page for many games, each in one look: light where *number* is even, else dark."""
    schemes = tuple(SCREENS)
    turn = schemes if DEEP else (schemes[number % len(schemes)],)
    return [fault for _scheme in looks(page, turn) for fault in faults(page)]


def narrow(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


PHONE: ViewportSize = {"width": 360, "height": 640}


SIDEWAYS: ViewportSize = {"width": 740, "height": 360}


# The lowest edge of what is there to be seen of a selector, in pixels of the screen.
LOWEST = """selector => Math.max(0, ...[...document.querySelectorAll(selector)].filter((e) => e.checkVisibility())
  .map((e) => e.getBoundingClientRect().bottom))"""


# Words that a card or other words lie over, and words that stick out of their plate.
COVERED = """() => {
  const box = (e) => { const r = document.createRange(); r.selectNodeContents(e); return r.getBoundingClientRect(); };
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  const shown = (e) => e.checkVisibility() && !e.closest(".vh") && e.getBoundingClientRect().width > 1;
  const kinds = ".caption, .by, .nm, .facts span, .badge, .bot, .said, .goal b";
  const words = [...document.querySelectorAll(`.felt :is(${kinds})`)]
    .filter((e) => shown(e) && !e.querySelector(".vh"));
  const cards = [...document.querySelectorAll(".felt .card")].filter(shown);
  const cut = (e) => getComputedStyle(e).overflow === "hidden";
  const seen = (e) => cut(e) ? e.getBoundingClientRect() : box(e);
  const found = [];
  for (const word of words) {
    const plate = word.closest(".seat, .my-plate")?.getBoundingClientRect(), at = seen(word);
    for (const card of cards) {
      const own = card.contains(word) || word.matches(".said"); // a pill lies on its card
      if (!own && meet(at, card.getBoundingClientRect())) found.push(`a card over ${word.textContent}`);
    }
    for (const other of words) {
      if (other !== word && !other.contains(word) && !word.contains(other) && meet(at, seen(other))) {
        found.push(`${word.textContent} over ${other.textContent}`);
      }
    }
    if (plate && !cut(word) && (at.right > plate.right + 2 || at.top < plate.top - 2 || at.bottom > plate.bottom + 2)) {
      found.push(`${word.textContent} outside its plate`);
    }
  }
  return found;
}"""


def lowest_of(selector: str) -> str:
    """The same as a function of JavaScript that needs nothing more."""
    return f'() => ({LOWEST})("{selector}")'


def lowest(page: Page, selector: str) -> Any:
    return page.evaluate(LOWEST, selector)
