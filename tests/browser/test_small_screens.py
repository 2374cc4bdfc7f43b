"""Every game on a small phone and on a laptop: what a move needs is on the screen, and nothing lies over anything."""

import pytest
from playwright.sync_api import Page, ViewportSize
from playwright.sync_api import TimeoutError as NotInTime

from engine.registry import GAMES
from tests.browser.conftest import Opener, at_table, await_event, await_turn, play_first, seq
from tests.browser.looks import COVERED, LOWEST, PHONE, SIDEWAYS, lowest
from tests.covering import covering

LAPTOP: ViewportSize = {"width": 1280, "height": 800}
MOVES = 3
LOCALES = ("en", "es")


def open_full_table(page: Page, game: str) -> None:
    """A table of *game* for as many as may sit, against quick bots."""
    page.goto(f"/games/{game}")
    seats = page.locator("[name=seats]")
    if seats.count() > 1:
        page.locator(f"[name=seats][value='{max(GAMES[game].sizes)}']").check(force=True)
    page.locator("[name=against]").select_option("greedy")
    page.locator("form[action$='/open'] button").click()
    at_table(page)


def is_on_screen(page: Page, selector: str) -> bool:
    """Whether all of it is, once the page has settled."""
    try:
        page.wait_for_function(f"selector => ({LOWEST})(selector) <= innerHeight", arg=selector, timeout=10_000)
    except NotInTime:
        return False
    return True


def covered(page: Page) -> list[str]:
    """What lies over something, once the page has settled."""
    try:
        page.wait_for_function(f"() => !({COVERED})().length", timeout=10_000)
    except NotInTime:
        return list(page.evaluate(COVERED))
    return []


# The words of every position in either language: tests/browser/test_positions.py.
@pytest.mark.parametrize(("game", "locale"), covering(list(GAMES), LOCALES))
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
        assert covered(page) == []
        page.set_viewport_size(SIDEWAYS)
        for part in (".my-plate", ".prompt", ".hand .card", ".choices", ".trick .card", ".grid"):
            assert is_on_screen(page, part), (part, lowest(page, part), page.locator("#board").inner_text())
        assert covered(page) == []
        page.set_viewport_size(LAPTOP)
        assert covered(page) == []
        page.set_viewport_size(PHONE)
        play_first(page)


def test_the_longest_that_is_said_at_ones_own_seat_fits_a_phone_on_its_side(open_page: Opener) -> None:
    """Find All, in Spanish, said by the dealer too: the plate has room for one line of it."""
    page = open_page(viewport=SIDEWAYS, locale="es")
    open_full_table(page, "hasp")
    for _ in range(2 * MOVES):
        if not await_turn(page):
            return
        assert covered(page) == []
        find_all = page.locator(".choices button", has_text="Encontrarlo todo")
        if find_all.count():
            before = seq(page)
            find_all.first.click()
            await_event(page, after=before)
        else:
            play_first(page)
