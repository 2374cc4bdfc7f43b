"""Games found again in a browser: as small tables, on phone and laptop, by keyboard alone, and clean for readers."""

import re

import pytest
from playwright.sync_api import FloatRect, Page, ViewportSize, expect

from engine.registry import GAMES
from tests.browser.conftest import Opener, forgive
from tests.browser.looks import faults_in_any_look, narrow
from tests.browser.test_every_page import walk
from tests.factories import played_out

LAPTOP: ViewportSize = {"width": 1366, "height": 625}
PHONE: ViewportSize = {"width": 360, "height": 640}


@pytest.fixture
def games(transactional_db: None) -> list[str]:
    return [played_out(GAMES[key]) for key in ("gasp", "german-whist", "duck-soup", "galapagos")]


def small(page: Page) -> list[FloatRect]:
    """The boxes of the small tables."""
    boxes = [each.bounding_box() for each in page.locator(".found-game").all()]
    return [box for box in boxes if box]


def test_games_are_found_and_words_taken_away_by_keyboard_alone(open_page: Opener, games: list[str]) -> None:
    page = open_page("/games/search", viewport=LAPTOP)
    page.locator("#by-player").focus()
    page.keyboard.type("gasp-0")
    page.keyboard.press("Enter")
    expect(page.locator(".found-game")).to_have_count(1)
    word = page.get_by_role("link", name="Without: gasp-0")
    word.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".found-game")).to_have_count(len(games))
    link = page.locator(".found-game h3 a").first
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(rf"/tables/{games[-1]}/replay\?(seq|move)="))
    expect(page.locator("#viewer")).to_be_visible()


def test_what_is_not_known_is_said_beside_its_field_and_kept(
    open_page: Opener, games: list[str], faults: list[str]
) -> None:
    page = open_page("/games/search", viewport=PHONE)
    page.locator("#by-club").fill("Nowhere")
    page.locator("#by-club").press("Enter")
    expect(page.locator("#by-club")).to_have_value("Nowhere")
    expect(page.locator("#by-club_error")).to_have_text("There is no such club.")
    expect(page.locator("#by-club")).to_have_attribute("aria-invalid", "true")
    forgive(faults, "422")


def test_small_tables_fit_every_screen_and_a_laptop_shows_three_beside_each_other(
    open_page: Opener, games: list[str]
) -> None:
    page = open_page("/games/search?game=", viewport=LAPTOP)
    boxes = small(page)
    assert len({box["y"] for box in boxes[:3]}) == 1
    assert boxes[0]["y"] + boxes[0]["height"] <= LAPTOP["height"]
    page.set_viewport_size(PHONE)
    assert narrow(page)
    assert all(box["width"] <= PHONE["width"] for box in small(page))
    for row in page.locator(".found-game").all():
        cards = [card.bounding_box() for card in row.locator(".card").all()]
        cloth = row.locator(".cloth").bounding_box()
        assert cloth is not None
        assert all(card and card["x"] >= cloth["x"] and card["x"] + card["width"] <= 360 for card in cards)


@pytest.mark.parametrize("query", ["", "?player=gasp-0&game=gasp&result=lost", "?player=nobody"])
def test_readers_find_nothing_to_complain_of(
    open_page: Opener, games: list[str], faults: list[str], query: str
) -> None:
    page = open_page(f"/games/search{query}")
    assert not faults_in_any_look(page)
    forgive(faults, "422")


def test_the_focus_is_seen_on_its_way_through_a_search(open_page: Opener, games: list[str]) -> None:
    walk(open_page("/games/search?player=gasp-0"))
