"""People at one table, each with a browser of their own: waiting, playing, leaving, playing again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, resign, sit_down

pytestmark = [pytest.mark.browser, pytest.mark.processes]


def meet(open_page: Opener) -> tuple[Page, Page]:
    """Two people at a table: the one who opened it and has not loaded it again since, and the one who joined."""
    host, guest = open_page(), open_page()
    guest.goto(sit_down(host, against="people", option_length="deal"))
    guest.get_by_role("button", name="Join").click()
    expect(host.locator(".felt .my-plate")).to_be_visible()
    return host, guest


def test_the_host_of_a_table_resigns_without_loading_it_again(open_page: Opener) -> None:
    host, guest = meet(open_page)
    resign(host)
    expect(guest.get_by_role("heading", name="Over by resignation")).to_be_visible()
    host.locator("#table-menu summary").click()
    expect(host.get_by_role("link", name="Leave the page")).to_be_visible()
    expect(host.get_by_role("link", name="Resign")).to_have_count(0)
