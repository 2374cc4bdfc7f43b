"""The analysis of a table on a laptop and a phone: asked for, waited for, read, one decision looked at."""

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from engine.registry import GAMES
from tests.browser.conftest import Opener, log_in, person
from tests.browser.looks import faults_in_any_look, narrow
from tests.covering import DEEP
from tests.factories import played_out

LAPTOP: ViewportSize = {"width": 1366, "height": 625}
PHONE: ViewportSize = {"width": 360, "height": 640}
ANALYSED = ("duck-soup", "gasp", "german-whist") if DEEP else ("duck-soup", "gasp")
"""A game whose moves are not weighed, and one whose moves are: the page of the third is made of the same parts."""
LONG = 120_000
"""Its worker gives way to everything else, so on a loaded machine it takes its time."""


@pytest.mark.parametrize("key", ANALYSED)
def test_a_game_is_analysed_from_its_replay_by_one_key_and_one_click(
    open_page: Opener, transactional_db: None, key: str
) -> None:
    table = played_out(GAMES[key])
    page = open_page(viewport=LAPTOP)
    log_in(page, person("ann"))
    page.goto(f"/tables/{table}/replay")
    page.locator("#viewer").wait_for()
    page.keyboard.press("a")
    page.wait_for_url(re.compile(f"/tables/{table}/analysis$"))
    page.get_by_role("button", name="Analyse this table").click()
    expect(page.locator(".sides h3").first).to_be_visible(timeout=LONG)
    assert not faults_in_any_look(page)
    if key != "duck-soup":  # whose moves are not weighed
        page.locator(".squares a").first.click()
        expect(page.locator("#decision .bars li").first).to_be_visible()
        assert not faults_in_any_look(page)
    for size in (PHONE, {"width": 844, "height": 390}):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        assert narrow(page)
    stands_beside_the_replay(page, table)


def stands_beside_the_replay(page: Page, table: str) -> None:
    """Each decision at its moment, without a request; chances on the strip in place of the points, and back again."""
    page.set_viewport_size(LAPTOP)
    page.goto(f"/tables/{table}/replay")
    beside = page.locator("#beside")
    expect(beside).to_be_visible()
    moments = page.locator("#beside [data-at]").evaluate_all("all => all.map((each) => Number(each.dataset.at))")
    size = beside.bounding_box()
    page.keyboard.press("Home")
    expect(page.locator("#beside article:visible .when")).to_have_text(f"Move {moments[0]}")  # the nearest one
    while page.locator("#viewer").get_attribute("data-move") != str(moments[0]):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#beside article:visible")).to_have_count(1)
    expect(page.locator("#beside .when:visible")).to_have_count(0)
    button = page.get_by_role("button", name="Chances")
    if button.count():
        button.click()
        expect(page.locator(".strip .points.chances")).to_be_visible()
        expect(page.locator(".strip .points:not(.chances)")).to_be_hidden()
        page.keyboard.press("End")
        assert all(text.endswith("%") for text in page.locator("[data-points]").all_inner_texts())
        button.click()
        expect(page.locator(".strip .points.chances")).to_be_hidden()
    assert beside.bounding_box() == size, "nothing moves"
    page.keyboard.press("Home")  # its row of the grid is not half hidden
    expect(page.locator("#viewer")).to_have_attribute("data-move", "0")
    assert not faults_in_any_look(page)
    page.set_viewport_size(PHONE)
    assert narrow(page)
