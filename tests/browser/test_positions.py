"""Any position of any game, whoever sits there and whatever they have said: all of it is to be read on a phone."""

from __future__ import annotations

from itertools import islice

import pytest
from playwright.sync_api import Browser, Page

from engine.registry import GAMES
from tests.browser.positions import serve, show, view_of, walk
from tests.browser.test_small_screens import COVERED, PHONE, lowest

pytestmark = pytest.mark.browser

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
    for table in islice(walk(game, max(GAMES[game].seats), f"{game}0"), 0, WALKED, 4):
        show(phone, view_of(table, table.to_act[0]), locale)
        assert phone.evaluate(COVERED) == []
        assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        assert lowest(phone, ".prompt") <= PHONE["height"]
        assert lowest(phone, ".hand .card") <= PHONE["height"]


@pytest.mark.parametrize("game", GAMES)
def test_the_most_choices_there_are_fit_a_phone(phone: Page, game: str) -> None:
    views = (view_of(table, table.to_act[0]) for table in islice(walk(game, max(GAMES[game].seats), "choices"), WALKED))
    board = show(phone, max(views, key=lambda view: len(view.legal)), "en")
    assert phone.locator(".choices button, .act button, .put").count() == len(board.view.legal)
    assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert lowest(phone, ".hand .card") <= PHONE["height"]
