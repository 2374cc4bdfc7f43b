"""Looking for opponents: two browsers are led to one table; waiting, giving up, and bots in the end."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opener, at_table
from tournaments.people.models import Seek
from tournaments.people.seeks import PATIENCE

GAME = "german-whist"


def test_two_who_look_for_the_same_are_led_to_one_table(open_page: Opener) -> None:
    first, second = open_page(f"/seek?game={GAME}"), open_page(f"/games/{GAME}")
    first.get_by_role("button", name="Find an opponent").click()
    expect(first.get_by_role("heading", name="Looking for players")).to_be_visible()
    second.get_by_role("link", name="Find an opponent").click()
    expect(second.get_by_role("radio", name="German Whist")).to_be_checked()
    second.get_by_role("button", name="Find an opponent").click()
    assert at_table(first) == at_table(second)
    for page in (first, second):
        expect(page.locator(".felt .my-plate")).to_be_visible()


def test_after_a_minute_bots_are_offered_and_until_then_one_may_give_up(open_page: Opener) -> None:
    page = open_page("/seek?game=gasp", viewport={"width": 390, "height": 844})
    page.get_by_role("button", name="Find an opponent").press("Enter")
    expect(page.get_by_role("button", name="Play with bots now")).to_have_count(0)
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("heading", name="Looking for players")).to_have_count(0)
    assert not Seek.objects.exists()
    page.goto("/seek?game=gasp")
    page.get_by_role("button", name="Find an opponent").click()
    expect(page.get_by_text("You have waited")).to_be_visible()
    wait = Seek.objects.get()
    Seek.objects.update(since=wait.since - PATIENCE)
    page.get_by_role("button", name="Play with bots now").click()
    at_table(page)
    expect(page.locator(".felt .bot").first).to_be_visible()


@pytest.mark.parametrize("script", [True, False])
def test_a_page_keeps_the_wait_up_with_its_script_and_without(open_page: Opener, script: bool) -> None:
    page = open_page(f"/seek?game={GAME}", java_script_enabled=script)
    page.get_by_role("button", name="Find an opponent").click()
    expect(page.get_by_text("You have waited")).to_be_visible()
    seen = Seek.objects.get().seen_at
    waited = page.get_by_text("You have waited").inner_text()
    expect(page.get_by_text(waited)).to_have_count(0)
    assert Seek.objects.get().seen_at > seen
