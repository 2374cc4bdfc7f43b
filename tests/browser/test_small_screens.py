"""Every game on a small phone and on a laptop: what a move needs is on the screen, and nothing lies over anything."""

from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize
from playwright.sync_api import TimeoutError as NotInTime

from engine.registry import GAMES
from tests.browser.conftest import Opener, at_table, await_turn, play_first

PHONE: ViewportSize = {"width": 360, "height": 640}
SIDEWAYS: ViewportSize = {"width": 740, "height": 360}
LAPTOP: ViewportSize = {"width": 1280, "height": 800}
MOVES = 3

# The lowest edge of what is there to be seen of a selector, in pixels of the screen.
LOWEST = """selector => Math.max(0, ...[...document.querySelectorAll(selector)].filter((e) => e.checkVisibility())
  .map((e) => e.getBoundingClientRect().bottom))"""

# Words that a card or other words lie over, and words that stick out of their plate.
COVERED = """() => {
  const box = (e) => { const r = document.createRange(); r.selectNodeContents(e); return r.getBoundingClientRect(); };
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  const shown = (e) => e.checkVisibility() && !e.closest(".vh") && e.getBoundingClientRect().width > 1;
  const words = [...document.querySelectorAll(".felt :is(.caption, .by, .nm, .facts > span, .badge, .bot, .goal b)")]
    .filter((e) => shown(e) && !e.querySelector(".vh"));
  const cards = [...document.querySelectorAll(".felt .card")].filter(shown);
  const found = [];
  for (const word of words) {
    const plate = word.closest(".seat, .my-plate")?.getBoundingClientRect();
    const cut = getComputedStyle(word).overflow === "hidden", at = cut ? word.getBoundingClientRect() : box(word);
    for (const card of cards) {
      if (!card.contains(word) && meet(at, card.getBoundingClientRect())) found.push(`a card over ${word.textContent}`);
    }
    for (const other of words) {
      if (other !== word && !other.contains(word) && !word.contains(other) && !cut
        && getComputedStyle(other).overflow !== "hidden" && meet(at, box(other))) {
        found.push(`${word.textContent} over ${other.textContent}`);
      }
    }
    if (plate && !cut && (at.right > plate.right + 2 || at.top < plate.top - 2 || at.bottom > plate.bottom + 2)) {
      found.push(`${word.textContent} outside its plate`);
    }
  }
  return found;
}"""


def open_full_table(page: Page, game: str) -> None:
    """A table of *game* for as many as may sit, against quick bots."""
    page.goto(f"/games/{game}")
    seats = page.locator("[name=seats]")
    if seats.count() > 1:
        page.locator(f"[name=seats][value='{max(GAMES[game].sizes)}']").check(force=True)
    page.locator("[name=against]").select_option("greedy")
    page.locator("form[action$='/open'] button").click()
    at_table(page)


def lowest(page: Page, selector: str) -> Any:
    return page.evaluate(LOWEST, selector)


def is_on_screen(page: Page, selector: str) -> bool:
    """Whether all of it is, once the page has settled."""
    try:
        page.wait_for_function(f"selector => ({LOWEST})(selector) <= innerHeight", arg=selector, timeout=3_000)
    except NotInTime:
        return False
    return True


@pytest.mark.parametrize("locale", ["en", "es"])
@pytest.mark.parametrize("game", GAMES)
def test_what_a_move_needs_is_on_a_small_phone_and_nothing_lies_over_the_words(
    open_page: Opener, game: str, locale: str
) -> None:
    page = open_page(viewport=PHONE, color_scheme="dark" if locale == "es" else "light", locale=locale)
    open_full_table(page, game)
    for _ in range(MOVES):
        if not await_turn(page):
            return
        for part in (".prompt", ".hand .card"):
            assert is_on_screen(page, part), (lowest(page, part), page.locator("#board").inner_text())
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert page.evaluate(COVERED) == []
        page.set_viewport_size(SIDEWAYS)
        for part in (".my-plate", ".prompt", ".hand .card", ".choices", ".trick .card", ".grid"):
            assert is_on_screen(page, part), (part, lowest(page, part), page.locator("#board").inner_text())
        assert page.evaluate(COVERED) == []
        page.set_viewport_size(LAPTOP)
        assert page.evaluate(COVERED) == []
        page.set_viewport_size(PHONE)
        play_first(page)
