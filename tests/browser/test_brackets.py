"""A bracket in a browser: an entry's way is marked, and a phone shows one round at a time."""

import pytest
from playwright.sync_api import expect

from accounts import services as accounts
from accounts.models import User
from tests.browser.conftest import Opener
from tests.factories import started


@pytest.fixture
def bracket(transactional_db: None) -> str:
    organiser = User.objects.create_user("olga")
    bots = [accounts.hire_bot("greedy").pk for _ in range(5)]
    people = [User.objects.create_user(f"person{number}").pk for number in range(3)]
    return f"/tournaments/{started(organiser.pk, [*people, *bots], format='double-elimination')}"


def test_an_entrys_way_is_marked_while_it_is_pointed_at_or_has_the_focus(open_page: Opener, bracket: str) -> None:
    page = open_page(f"{bracket}/bracket", viewport={"width": 1280, "height": 900})
    name = page.locator("li[data-e] a").first
    name.hover()
    expect(page.locator("li.way")).not_to_have_count(0)
    page.mouse.move(0, 0)
    expect(page.locator("li.way")).to_have_count(0)
    name.focus()
    expect(page.locator("li.way")).not_to_have_count(0)


def test_a_phone_shows_the_round_that_is_chosen(open_page: Opener, bracket: str) -> None:
    page = open_page(f"{bracket}/bracket", viewport={"width": 360, "height": 740})
    shown = page.locator(".bracket .round:visible")
    expect(shown).to_have_count(1)
    page.locator(".roundpick label", has_text="Grand final").click()
    expect(shown).to_have_count(1)
    expect(shown).to_have_attribute("data-r", "f1")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_screen_in_the_room_shows_one_slide_and_goes_on_by_the_arrow(open_page: Opener, bracket: str) -> None:
    page = open_page(f"{bracket}/projector", viewport={"width": 1280, "height": 720})
    slides = page.locator(".slide:visible")
    expect(slides).to_have_count(1)
    expect(slides).to_have_attribute("data-n", "0")
    page.keyboard.press("ArrowRight")
    expect(slides).to_have_attribute("data-n", "1")
    expect(slides).to_have_count(1)
