"""axe-core finds nothing on any page, in both themes and both languages, wide and narrow."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from engine.registry import GAMES
from tests.browser.conftest import Opener, await_turn
from tests.browser.test_every_page import PAGES, brackets, tournament

pytestmark = [pytest.mark.browser, pytest.mark.processes]

LOOKS = {
    "light": {"color_scheme": "light", "locale": "en", "viewport": {"width": 1280, "height": 800}},
    "dark": {"color_scheme": "dark", "locale": "es", "viewport": {"width": 360, "height": 640}},
}
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "rules": {"target-size": {"enabled": True}},
}


def faults(page: Page) -> list[str]:
    """What axe has to say of the page, a line each."""
    found = Axe().run(page, options=RULES).response["violations"]
    return [f"{page.url}: {fault['id']}: {node['html'][:200]}" for fault in found for node in fault["nodes"]]


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing_on_any_page(open_page: Opener, look: str) -> None:
    page = open_page(**LOOKS[look])
    found: list[str] = []
    for path in ("/tables?game=gasp", "/players", *tournament(), *brackets(), *PAGES):
        page.goto(path)
        found += faults(page)
    assert found == []


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_at_a_table_nor_in_its_replay(open_page: Opener, game: str, look: str) -> None:
    page = open_page(**LOOKS[look])
    page.goto(f"/games/{game}")
    page.locator("[name=against]").select_option("greedy")
    page.locator("form[action$='/open'] button").click()
    page.wait_for_url("**/tables/*")
    await_turn(page)
    found = faults(page)
    page.goto(page.url + "/replay")
    assert found + faults(page) == []
