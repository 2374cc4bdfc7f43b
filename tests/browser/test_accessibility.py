"""axe-core finds nothing on any page, light and wide, dark and narrow; every other one in Spanish."""

from collections.abc import Sequence
from itertools import cycle
from typing import TypeAlias

import pytest

from engine.registry import GAMES
from tests.browser.conftest import Opener, await_turn
from tests.browser.looks import SCREENS, Scheme, faults_in_any_look
from tests.browser.pages import PAGES, brackets, finished, tournament
from tests.covering import DEEP

LOCALES = ("en", "es")
LIGHT: Sequence[Scheme] = ("light",)
DARK: Sequence[Scheme] = ("dark",)
Looked: TypeAlias = tuple[Sequence[Scheme], Sequence[Scheme]]
EITHER_WAY: Sequence[Looked] = ((tuple(SCREENS), tuple(SCREENS)),) if DEEP else ((LIGHT, DARK), (DARK, LIGHT))
"""In which looks a table is looked at, and in which its replay."""


def test_axe_finds_nothing_on_any_page(open_page: Opener) -> None:
    pages = [open_page(locale=locale) for locale in LOCALES]
    found: list[str] = []
    for number, path in enumerate(("/tables?game=gasp", "/players", *tournament(), *brackets(), *PAGES)):
        page = pages[number % len(pages)]
        page.goto(path)
        found += faults_in_any_look(page)
    assert found == []


@pytest.mark.parametrize(("game", "looked"), list(zip(GAMES, cycle(EITHER_WAY), strict=False)))
def test_axe_finds_nothing_at_a_table_nor_in_its_replay(open_page: Opener, game: str, looked: Looked) -> None:
    """Each game's table and its replay; what both look like light and dark, at one and the next game in turn."""
    page = open_page(locale=LOCALES[list(GAMES).index(game) % len(LOCALES)])
    page.goto(f"/games/{game}")
    page.locator("[name=against]").select_option("greedy")
    page.locator("form[action$='/open'] button").click()
    page.wait_for_url("**/tables/*")
    await_turn(page)
    at_the_table, in_the_replay = looked
    found = faults_in_any_look(page, at_the_table)
    page.goto(finished(game))
    assert found + faults_in_any_look(page, in_the_replay) == []
