"""Lists of tables that wait for players, and opening one more of them."""

from typing import Any

import pytest
from playwright.sync_api import expect

from accounts import services as accounts
from accounts.models import User
from tests.browser.conftest import Opener, forgive, give_up, sit_down
from tests.factories import open_for
from tournaments.tables.web.views.games import WAITING


@pytest.mark.parametrize("path", ["/", "/tables", "/games/duck-soup"])
def test_ones_own_waiting_table_is_not_to_be_joined_but_to_be_gone_to(open_page: Opener, path: str) -> None:
    host, other = open_page(), open_page()
    table = sit_down(host, against="people")
    for page, own in ((host, True), (other, False)):
        page.goto(path)
        card = page.locator(f"#open-{table.removeprefix('/tables/')}")
        expect(card.get_by_role("link", name="To your table")).to_have_count(int(own))
        expect(card.get_by_role("button", name="Join")).to_have_count(int(not own))
    if path == "/games/duck-soup":
        return
    with host.expect_response(lambda answer: "/now" in answer.url):  # what all share is morphed in again
        pass
    expect(host.get_by_role("link", name="To your table")).to_have_count(1)
    expect(host.get_by_role("button", name="Join")).to_have_count(0)


def test_a_refusal_to_open_a_table_is_seen_on_a_phone_and_has_the_focus(
    open_page: Opener, faults: list[str], settings: Any
) -> None:
    page = open_page(viewport={"width": 390, "height": 844})
    sit_down(page, against="people")
    me = User.objects.get(is_guest=True)
    bot = accounts.hire_bot("greedy")
    settings.CAPS = settings.CAPS | {"guest_tables": 100}
    for _ in range(settings.CAPS["bot_tables"]):
        open_for(me, None, bot, game="gasp")
    for number in range(WAITING + 6):
        open_for(User.objects.create_user(f"host{number}"), None)
    page.goto("/games/duck-soup")
    assert page.locator("#new-h").evaluate("e => e.getBoundingClientRect().top") < 844, "not below the rules"
    page.locator("[name=against]").select_option("greedy")
    page.get_by_role("button", name="Open the table").click()
    alert = page.get_by_role("alert")
    expect(alert).to_be_focused()
    expect(alert).to_be_in_viewport(ratio=1)
    forgive(faults, "422")


def test_a_table_that_is_over_leads_to_ones_other_games_if_there_are_any(open_page: Opener) -> None:
    page = open_page()
    sit_down(page, against="greedy", option_length="deal")
    give_up(page)
    way = page.get_by_role("main").get_by_role("link", name="My games")
    with page.expect_response(lambda answer: "/my-games" in answer.url):  # a first look finds nothing else
        page.reload()
    expect(way).to_have_count(0)
    sit_down(page, against="people")
    sit_down(page, against="greedy", option_length="deal")
    give_up(page)
    expect(way).to_be_visible()
    way.click()
    expect(page.get_by_role("heading", name="My games")).to_be_in_viewport()
