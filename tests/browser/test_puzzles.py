"""A puzzle on a phone, in one hand and by keyboard; nothing for axe to say, before an answer and after."""

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import Opener
from tests.browser.looks import LOWEST, faults_in_any_look, narrow
from tournaments.learning.puzzles import catalogue

PHONES: tuple[ViewportSize, ...] = ({"width": 390, "height": 844}, {"width": 360, "height": 640})


@pytest.mark.parametrize("screen", PHONES)
def test_a_puzzle_is_solved_on_a_phone(open_page: Opener, screen: ViewportSize) -> None:
    asked = catalogue.numbered("german-whist", 0)
    wrong, right = next(iter(asked.kept.puzzle.lines)), asked.kept.puzzle.wins[0]
    page = open_page(f"/puzzles/{asked.id}", viewport=screen, has_touch=True)
    expect(page.get_by_text("Find the winning card.")).to_be_visible()
    assert page.evaluate(LOWEST, ".hand .card") <= screen["height"], "all that an answer needs is on one screen"
    page.locator(f"#h-{wrong} label").tap()
    page.locator(f"#m-{wrong}").tap()
    expect(page.get_by_role("heading", name="Not this one")).to_be_in_viewport()
    assert narrow(page)
    page.get_by_role("link", name="Once more").tap()
    page.locator(f"#h-{right} label").tap()
    page.locator(f"#m-{right}").tap()
    expect(page.get_by_role("heading", name="Right")).to_be_in_viewport()
    page.get_by_role("link", name="Next puzzle").tap()
    expect(page).to_have_url(re.compile(r"/puzzles/german-whist-2$"))


@pytest.mark.parametrize("screen", PHONES)
def test_what_the_opponent_may_hold_is_one_tap_away(open_page: Opener, screen: ViewportSize) -> None:
    page = open_page("/puzzles/gasp-duel-1", viewport=screen, has_touch=True)
    assert page.evaluate(LOWEST, ".hand .card") <= screen["height"]
    expect(page.locator("a.unseen")).to_be_in_viewport()
    page.locator("a.unseen").tap()
    expect(page.locator("#may-hold-1")).to_be_in_viewport()
    assert narrow(page)


def test_digits_choose_and_enter_plays(open_page: Opener) -> None:
    asked = catalogue.numbered("duck-soup", 0)
    page = open_page(f"/puzzles/{asked.id}")
    expect(page.locator(".hand input").first).to_be_visible()
    page.keyboard.press("2")
    expect(page.locator(".hand input").nth(1)).to_be_checked()
    page.keyboard.press("Enter")
    expect(page.locator("#answer")).to_be_focused()


def test_axe_finds_nothing_and_nothing_is_too_wide(open_page: Opener) -> None:
    asked = catalogue.numbered("german-whist", 0)
    page = open_page("/puzzles")
    found = faults_in_any_look(page)
    assert narrow(page)
    page.goto(f"/puzzles/{asked.id}")
    found += faults_in_any_look(page)
    for move in (next(iter(asked.kept.puzzle.lines)), asked.kept.puzzle.wins[0]):
        page.goto(f"/puzzles/{asked.id}")
        page.locator(f"#i-{move}").check(force=True)
        page.locator(f"#m-{move}").click()
        expect(page.locator("#answer")).to_be_visible()
        found += faults_in_any_look(page)
        assert narrow(page)
    assert not found, "\n".join(found)


def test_without_script_the_answer_is_a_form(open_page: Opener) -> None:
    asked = catalogue.numbered("german-whist", 0)
    right = asked.kept.puzzle.wins[0]
    page = open_page(f"/puzzles/{asked.id}", java_script_enabled=False)
    page.locator(f"#h-{right} label").click()
    page.locator(f"#m-{right}").click()
    expect(page.get_by_role("heading", name="Right")).to_be_visible()
