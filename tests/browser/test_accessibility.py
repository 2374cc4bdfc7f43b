"""axe-core finds nothing on any page, light and wide, dark and narrow; every other one in Spanish."""

from collections.abc import Iterator
from typing import Literal, TypeAlias

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize

from engine.registry import GAMES
from tests.browser.conftest import Opener, await_turn
from tests.browser.test_every_page import PAGES, brackets, tournament

Scheme: TypeAlias = Literal["light", "dark"]
SCREENS: dict[Scheme, ViewportSize] = {"light": {"width": 1280, "height": 800}, "dark": {"width": 360, "height": 640}}
LOCALES = ("en", "es")
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "rules": {"target-size": {"enabled": True}},
    "resultTypes": ["violations"],
}


def faults(page: Page) -> list[str]:
    """What axe has to say of the page, a line each."""
    found = Axe().run(page, options=RULES).response["violations"]
    return [f"{page.url}: {fault['id']}: {node['html'][:200]}" for fault in found for node in fault["nodes"]]


def looks(page: Page) -> Iterator[Scheme]:
    """Show the page light and wide, then dark and narrow."""
    for scheme, screen in SCREENS.items():
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size(screen)
        yield scheme


def faults_in_any_look(page: Page) -> list[str]:
    return [fault for _scheme in looks(page) for fault in faults(page)]


def test_axe_finds_nothing_on_any_page(open_page: Opener) -> None:
    pages = [open_page(locale=locale) for locale in LOCALES]
    found: list[str] = []
    for number, path in enumerate(("/tables?game=gasp", "/players", *tournament(), *brackets(), *PAGES)):
        page = pages[number % len(pages)]
        page.goto(path)
        found += faults_in_any_look(page)
    assert found == []


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_at_a_table_nor_in_its_replay(open_page: Opener, game: str) -> None:
    page = open_page(locale=LOCALES[list(GAMES).index(game) % len(LOCALES)])
    page.goto(f"/games/{game}")
    page.locator("[name=against]").select_option("greedy")
    page.locator("form[action$='/open'] button").click()
    page.wait_for_url("**/tables/*")
    await_turn(page)
    found = faults_in_any_look(page)
    page.goto(page.url + "/replay")
    assert found + faults_in_any_look(page) == []
