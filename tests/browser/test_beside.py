"""The tables of a round next to each other: stepped through together, by hand and by key, on laptop and phone."""

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from accounts.models import User
from tests.browser.conftest import Opener
from tests.browser.looks import PHONE, faults_in_any_look, narrow
from tests.browser.test_every_page import walk
from tests.factories import concede, open_tables, started
from tests.pages.test_beside import play

LAPTOP: ViewportSize = {"width": 1366, "height": 768}


@pytest.fixture
def page_of_round(transactional_db: None) -> str:
    users = [User.objects.create_user(f"At_one_of_the_tables_{number}") for number in range(6)]
    cup = started(users[0].pk, [each.pk for each in users], game="german-whist", rounds=2)
    for number, table in enumerate(open_tables(cup)):
        play(table, 9 + 4 * number)
        concede(table)
    return f"/tournaments/{cup}/rounds/1/beside"


@pytest.mark.parametrize("screen", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_one_set_of_controls_steps_through_all_tables(
    open_page: Opener, page_of_round: str, screen: ViewportSize
) -> None:
    page = open_page(page_of_round, viewport=screen)
    page.evaluate("window.here = true")
    felts = page.locator(".smalls .felt")
    expect(felts).to_have_count(3)
    assert narrow(page)
    page.get_by_role("link", name="One trick forward").click()
    expect(page.locator("#where")).to_have_text(re.compile(r"^Trick 2 of "))
    expect(page.locator(".smalls .trick .won")).to_have_count(3)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".smalls .trick .won")).to_have_count(0)
    page.keyboard.press("End")
    expect(page.locator(".smalls .felt.over")).to_have_count(3)
    assert page.evaluate("window.here"), "nothing was loaded again"
    assert narrow(page)
    at = page.evaluate("document.querySelector('.transport').getBoundingClientRect().bottom")
    assert at <= screen["height"], "the controls are in sight"
    page.reload()
    expect(page.locator(".smalls .felt.over")).to_have_count(3)


def test_without_a_script_the_controls_are_links(open_page: Opener, page_of_round: str) -> None:
    page = open_page(page_of_round, java_script_enabled=False)
    page.get_by_role("link", name="Last").click()
    expect(page.locator(".smalls .felt.over")).to_have_count(3)
    page.get_by_role("link", name="One trick back").click()
    expect(page.locator(".smalls .felt.over")).to_have_count(2)


def test_axe_finds_nothing_and_the_focus_is_seen(open_page: Opener, page_of_round: str) -> None:
    found = []
    for step in ("0", "3", "9999"):
        found += faults_in_any_look(open_page(f"{page_of_round}?step={step}"))
    assert found == []
    walk(open_page(page_of_round))
