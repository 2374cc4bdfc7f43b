"""From a moment of a replay to a new table that goes on there, in the browser."""

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from engine.registry import GAMES
from tests.browser.conftest import Opener, at_table, await_turn, play_first, seq
from tests.browser.looks import faults, faults_in_any_look, narrow
from tests.browser.test_replay import here
from tests.factories import played_out
from tournaments.tables import frames

SCREENS: list[ViewportSize] = [{"width": 390, "height": 844}, {"width": 1366, "height": 625}]
HAND = "[...document.querySelectorAll('#felt .hand .card use')].map((e) => e.href.baseVal).sort()"


@pytest.fixture
def moment() -> str:
    """One in the middle of a game, seen by the seat whose turn it is."""
    table = played_out(GAMES["german-whist"])
    moments = frames.commits(table)
    there = moments[len(moments) // 3][1]
    return f"/tables/{table}/replay?seq={there.seq}&seat={there.to_act[0]}"


def hand(page: Page) -> list[str]:
    found: list[str] = page.evaluate(HAND)
    return [each for each in found if "#f-" in each]


@pytest.mark.parametrize("screen", SCREENS, ids=["phone", "laptop"])
@pytest.mark.parametrize(("cards", "said"), [("Dealt again", "Played on, dealt again"), ("As they were", "as it was")])
def test_a_key_leads_to_a_table_at_the_same_position(
    open_page: Opener, moment: str, screen: ViewportSize, cards: str, said: str
) -> None:
    page = open_page(moment, viewport=screen)
    here(page)
    before = hand(page)
    assert len(before) > 3
    page.keyboard.press("t")
    page.wait_for_url(re.compile(r"/replay/play-on\?move=\d+&seat=\d$"))
    assert narrow(page)
    page.get_by_text(cards, exact=True).click()
    page.get_by_role("button", name="Play on").click()
    table = at_table(page)
    expect(page.locator("header.bar")).to_contain_text(said)
    assert await_turn(page)
    assert hand(page) == before
    assert narrow(page)
    assert faults(page) == []
    was = seq(page)
    play_first(page)
    page.wait_for_function("was => Number(document.getElementById('board').dataset.seq) > was", arg=was)
    page.locator("#table-menu > summary").click()
    page.get_by_role("link", name="To the game before").click()
    page.wait_for_url(re.compile(re.escape(moment.partition("?")[0])))
    page.goto(f"{table}/replay")
    expect(page.locator("header.bar")).to_contain_text(said)
    assert faults(page) == []


def test_the_form_is_open_to_everybody_and_the_key_is_listed(open_page: Opener, moment: str) -> None:
    page = open_page(moment)
    here(page)
    page.keyboard.press("?")
    expect(page.locator("#keys-dialog")).to_contain_text("play on from here at a new table")
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Play on", exact=True).click()
    expect(page.get_by_role("heading", name="Play on from here")).to_be_visible()
    assert faults_in_any_look(page) == []


def test_a_step_takes_the_button_along(open_page: Opener, moment: str) -> None:
    page = open_page(moment)
    here(page)
    for key in ("Home", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    link = page.get_by_role("link", name="Play on", exact=True)
    expect(link).to_have_attribute("href", re.compile(r"play-on\?move=2&seat=\d$"))
