"""What is told above the felt: the hand below keeps its place on the screen. A menu goes by Escape."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from accounts.models import User
from tests.browser.conftest import PASSWORD, Opener, in_turn, log_in, meet, sit_down
from tests.browser.looks import lowest
from tests.factories import open_for

PHONES: list[ViewportSize] = [{"width": 360, "height": 640}, {"width": 390, "height": 844}]


def fits(page: Page) -> bool:
    """Whether the hand and the button under it are on the screen."""
    return bool(lowest(page, ".hand-zone, .hand .card") <= page.evaluate("innerHeight"))


@pytest.mark.parametrize("choices", [{}, {"clock": "300+5"}], ids=["without a clock", "with a clock"])
def test_the_hand_stays_on_a_phones_screen_while_somebody_is_away(open_page: Opener, choices: dict[str, str]) -> None:
    to_move, other = in_turn(*meet(open_page, **choices))
    for phone in PHONES:
        other.set_viewport_size(phone)
        assert fits(other), (phone, lowest(other, ".hand-zone"))
    to_move.goto("about:blank")
    expect(other.locator("#away")).to_be_visible()
    for phone in PHONES:
        other.set_viewport_size(phone)
        other.wait_for_function("document.getElementById('notices').offsetHeight > 0")
        assert fits(other), (phone, lowest(other, ".hand-zone"))
        assert lowest(other, "#away") <= other.evaluate("document.querySelector('.seat').getBoundingClientRect().top")
    other.evaluate("document.getElementById('lost').hidden = false")
    other.set_viewport_size(PHONES[1])
    other.wait_for_timeout(100)
    assert fits(other)


def test_all_who_are_away_are_named(open_page: Opener) -> None:
    users = [User.objects.create_user(name, password=PASSWORD) for name in ("ann", "ben", "cleo", "dora")]
    page = open_page(viewport=PHONES[0])
    log_in(page, users[0])
    page.goto(f"/tables/{open_for(*users, game='hasp')}")
    expect(page.locator("#away")).to_contain_text("ben, cleo, and dora are away. Their seats wait: there is no clock.")
    assert fits(page)


def test_escape_closes_a_tables_menu_and_the_focus_is_on_its_button(open_page: Opener) -> None:
    page = open_page()
    sit_down(page, against="greedy", option_length="deal")
    menu = page.locator("#table-menu")
    menu.locator("summary").click()
    expect(menu.locator(".menu-items")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(menu.locator(".menu-items")).to_be_hidden()
    expect(menu.locator("summary")).to_be_focused()
