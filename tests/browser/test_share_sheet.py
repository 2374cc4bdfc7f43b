"""The share sheet of a replay: by key and by thumb, and a film from its order to its file."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener
from tests.browser.looks import faults as found_by_axe
from tests.browser.pages import finished
from tests.browser.test_replay import here
from tests.meeting import until
from tournaments.tables.models import Film

PHONE = {"width": 390, "height": 844}


@pytest.fixture
def address() -> str:
    return finished("gasp")


def sheet(page: Page) -> Page:
    """The replay with the sheet over it, opened by its key."""
    here(page)
    page.keyboard.press("s")
    expect(page.locator("#share-dialog #share-h")).to_be_visible()
    return page


def test_the_sheet_is_used_by_keyboard_and_leaves_the_focus_where_it_was(open_page: Opener, address: str) -> None:
    page = open_page(f"{address}?move=1&seat=public")
    here(page)
    button = page.get_by_role("link", name="Share")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#share-link")).to_have_value(re.compile(r"move=1&seat=public$"))
    page.locator("#share-seat").focus()
    page.keyboard.press("End")  # all hands
    expect(page.locator("#share-link")).to_have_value(re.compile(r"move=1&seat=all$"))
    expect(page.locator("#share-seat")).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Escape")
    expect(page.locator("#share-dialog")).not_to_be_visible()
    expect(button).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#viewer")).to_have_attribute("data-move", "2")
    sheet(page)
    expect(page.locator("#share-link")).to_have_value(re.compile(r"move=2&seat=public$"))


def test_the_picture_of_the_sheet_is_there(open_page: Opener, address: str) -> None:
    page = sheet(open_page(f"{address}?move=3&seat=public"))
    picture = page.locator("#share-sheet .preview")
    expect(picture).to_have_js_property("complete", True)
    expect(picture).to_have_js_property("naturalWidth", 1200)


def test_a_film_is_ordered_waited_for_and_there(open_page: Opener, address: str) -> None:
    page = sheet(open_page(f"{address}?move=3&seat=public"))
    page.get_by_role("button", name="Make a film of this trick").click()
    expect(page.get_by_text("is being made")).to_be_visible()
    expect(page.get_by_role("link", name="The film of this trick")).to_be_visible()
    page.get_by_text("Look at the film").click()
    expect(page.locator("#film img")).to_have_js_property("naturalWidth", 800)
    expect(page.get_by_label("Kind of file")).to_have_value("gif")
    box = page.get_by_role("button", name="Make a film of this trick").bounding_box()
    sheet_box = page.locator("#share-dialog").bounding_box()
    assert box is not None
    assert sheet_box is not None
    assert box["x"] + box["width"] <= sheet_box["x"] + sheet_box["width"]


def test_a_line_that_is_tried_is_shared_with_its_picture(open_page: Opener, address: str) -> None:
    page = open_page(f"{address}?move=3&seat=public")
    here(page)
    page.keyboard.press("h")
    page.locator(".trying li a").first.click()
    expect(page.locator("#viewer")).to_have_attribute("data-eyes", re.compile(r"line=\d:[\w-]+$"))
    page.keyboard.press("s")
    expect(page.locator("#share-link")).to_have_value(re.compile(r"move=\d+&seat=all&after=\d+&line=\d:[\w-]+$"))
    expect(page.locator("#share-sheet .preview")).to_have_js_property("naturalWidth", 1200)
    expect(page.locator("#film")).to_have_count(0)
    page.locator("#share-seat").select_option("public")
    expect(page.locator("#share-link")).to_have_value(re.compile(r"seat=public&after=\d+&line=\d:[\w-]+$"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_it_comes_from_below_and_axe_finds_nothing(open_page: Opener, address: str, scheme: str) -> None:
    page = sheet(open_page(f"{address}?move=3&seat=public", viewport=PHONE, color_scheme=scheme, has_touch=True))
    box = page.locator("#share-dialog").bounding_box()
    assert box is not None
    assert (round(box["x"]), round(box["width"]), round(box["y"] + box["height"])) == (0, 390, 844)
    assert found_by_axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_without_a_script_it_is_a_page(open_page: Opener, address: str) -> None:
    page = open_page(f"{address}?move=3&seat=public", java_script_enabled=False)
    page.get_by_role("link", name="Share").click()
    expect(page.get_by_role("heading", name="Share this moment")).to_be_visible()
    page.get_by_label("Seen by").select_option("all")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_label("Link", exact=True)).to_have_value(re.compile("seat=all"))
    page.get_by_role("button", name="Make a film of this trick").click()
    expect(page.get_by_text("is being made")).to_be_visible()
    until(lambda: Film.objects.filter(made_at__isnull=False).exists(), "a film was made")
    page.get_by_role("link", name="Look again").click()
    expect(page.get_by_role("link", name="The film of this trick")).to_be_visible()
