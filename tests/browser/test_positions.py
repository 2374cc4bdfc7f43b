"""Any position of any game, no matter who sits there and what they said: all of it can be read on a phone."""

from __future__ import annotations

from itertools import islice

import pytest
from playwright.sync_api import Browser, Page

from engine.registry import GAMES
from tests.browser.positions import serve, show, view_of, walk, with_all_hands
from tests.browser.test_small_screens import COVERED, PHONE, lowest

pytestmark = pytest.mark.browser

OUTSIDE = """() => [...document.querySelectorAll(".seat .open-hand .card")].filter((card) => {
  const at = card.getBoundingClientRect(), plate = card.closest(".seat").getBoundingClientRect();
  return at.width && (at.right > plate.right || at.left < plate.left || at.bottom > plate.bottom);
}).map((card) => card.getAttribute("aria-label"))"""
WALKED = 120
"""Moves of a walk, of which every fourth is looked at."""


@pytest.fixture
def phone(browser: Browser) -> Page:
    page = browser.new_context(viewport=PHONE, reduced_motion="reduce").new_page()
    serve(page)
    return page


@pytest.mark.parametrize("locale", ["en", "es"])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_lies_over_anything_whatever_is_said_at_the_seats(phone: Page, game: str, locale: str) -> None:
    for table in islice(walk(game, max(GAMES[game].sizes), f"{game}0"), 0, WALKED, 4):
        show(phone, view_of(table, table.to_act[0]), locale)
        assert phone.evaluate(COVERED) == []
        assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        assert lowest(phone, ".prompt") <= PHONE["height"]
        assert lowest(phone, ".hand .card") <= PHONE["height"]


@pytest.mark.parametrize("game", GAMES)
def test_the_most_choices_there_are_fit_a_phone(phone: Page, game: str) -> None:
    views = (view_of(table, table.to_act[0]) for table in islice(walk(game, max(GAMES[game].sizes), "choices"), WALKED))
    board = show(phone, max(views, key=lambda view: len(view.legal)), "en")
    assert phone.locator(".choices button, .act button, .put").count() == len(board.view.legal)
    assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert lowest(phone, ".hand .card") <= PHONE["height"]


@pytest.mark.parametrize("game", GAMES)
def test_hands_that_a_replay_lays_open_stay_on_their_plates(phone: Page, game: str) -> None:
    for seats in GAMES[game].sizes:
        for table in islice(walk(game, seats, f"{game}0"), 0, 41, 20):
            show(phone, with_all_hands(table), "en", still=True)
            assert phone.evaluate(OUTSIDE) == []
            assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
