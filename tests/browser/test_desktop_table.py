"""All that a move needs is on one screen: prompt, hand and the button that plays, with the hint of a first game."""

import pytest

from tests.browser.conftest import Opener, await_turn, sit_down

FEET = "elements => elements.map(each => each.getBoundingClientRect().bottom + window.scrollY)"


@pytest.mark.parametrize("game", ["gasp", "gasp-pairs", "german-whist"])
def test_the_play_button_is_on_the_screen_of_a_laptop(open_page: Opener, game: str) -> None:
    page = open_page(viewport={"width": 1280, "height": 800})
    sit_down(page, game, against="greedy")
    assert await_turn(page)
    assert page.locator("#coach").is_visible()
    page.locator(".hand .legal input").first.check(force=True)
    buttons = page.locator(".act .btn:visible")
    assert 0 < max(buttons.evaluate_all(FEET)) <= 800  # two, if a card of two suits is led as one of them


def test_what_is_said_of_two_zones_stands_in_one_line(open_page: Opener) -> None:
    page = open_page(viewport={"width": 360, "height": 640})
    sit_down(page, "galapagos", against="greedy")
    assert await_turn(page)
    tops = page.locator(".zones > section > h2").evaluate_all("es => es.map(e => e.getBoundingClientRect().top)")
    assert len(tops) == 2
    assert abs(tops[0] - tops[1]) < 1


def test_why_a_card_wins_lies_clear_of_the_hand(open_page: Opener) -> None:
    page = open_page(viewport={"width": 360, "height": 640})
    sit_down(page, "galapagos", against="greedy")
    assert await_turn(page)
    page.locator(".hand .legal input").first.check(force=True)
    note = page.locator(".act p:visible").evaluate("e => e.getBoundingClientRect().top")
    cards = page.locator(".hand .card").evaluate_all("es => es.map(e => e.getBoundingClientRect().bottom)")
    assert note >= max(cards) - 4
