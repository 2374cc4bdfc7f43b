"""axe-core finds nothing on any page, light and wide, dark and narrow; every other one in Spanish."""

import pytest

from engine.registry import GAMES
from tests.browser.conftest import Opener, await_turn
from tests.browser.looks import faults_in_any_look, faults_in_turn
from tests.browser.pages import PAGES, brackets, finished, tournament

LOCALES = ("en", "es")


def test_axe_finds_nothing_on_any_page(open_page: Opener) -> None:
    pages = [open_page(locale=locale) for locale in LOCALES]
    found: list[str] = []
    for number, path in enumerate(("/tables?game=gasp", "/players", *tournament(), *brackets(), *PAGES)):
        page = pages[number % len(pages)]
        page.goto(path)
        found += faults_in_any_look(page)
    assert found == []


@pytest.mark.parametrize(("number", "game"), list(enumerate(GAMES)), ids=GAMES)
def test_axe_finds_nothing_at_a_table_nor_in_its_replay(open_page: Opener, number: int, game: str) -> None:
    page = open_page(locale=LOCALES[number % len(LOCALES)])
    page.goto(f"/games/{game}")
    page.locator("[name=against]").select_option("greedy")
    page.locator("form[action$='/open'] button").click()
    page.wait_for_url("**/tables/*")
    await_turn(page)
    found = faults_in_turn(page, number)
    page.goto(finished(game))
    assert found + faults_in_turn(page, number + 1) == []
