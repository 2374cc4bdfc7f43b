"""What holds for every page: it fits a phone and can be walked through by keyboard."""

import pytest
from playwright.sync_api import Page

from accounts.models import User
from tests.browser.conftest import Opener, at_table, await_turn, give_up, sit_down
from tests.browser.looks import narrow
from tests.browser.pages import PAGES, brackets, tournament
from tests.factories import announced

# What has the focus: whether it can be seen, and whether a ring is drawn round it or the label that stands for it.
FOCUSED = """() => {
  const at = document.activeElement;
  if (!at || at === document.body) return null;
  const shown = [at, at.closest("label"), at.nextElementSibling, at.closest("form")].filter(Boolean);
  const ring = shown.some((e) => !["none", ""].includes(getComputedStyle(e).outlineStyle));
  const box = at.getBoundingClientRect();
  const seen = box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight;
  return { name: at.outerHTML.slice(0, 120), ring, seen };
}"""


def test_nothing_is_wider_than_the_narrowest_phone(open_page: Opener) -> None:
    page = open_page(viewport={"width": 360, "height": 740}, color_scheme="dark")  # light is what the others see
    table = sit_down(page, against="greedy", option_length="deal")
    assert narrow(page), table
    give_up(page)
    page.goto("/")
    me = str(page.locator(".me-link").get_attribute("href"))
    for path in (table, f"{table}/replay", me, *tournament(), *brackets(), *PAGES):
        page.goto(path)
        assert narrow(page), path


def test_the_bullets_of_a_tournaments_description_stand_on_the_page(open_page: Opener) -> None:
    organiser = User.objects.create_user("olga")
    made = announced(organiser.pk, description="Bring:\n\n- a friend\n- cards\n\n1. Come\n2. Play")
    page = open_page(f"/tournaments/{made}", viewport={"width": 360, "height": 740})
    at = page.locator(".written").evaluate("e => e.getBoundingClientRect().left")
    items = page.locator(".written li").evaluate_all("all => all.map((e) => e.getBoundingClientRect().left)")
    assert len(items) == 4
    assert min(items) >= at + 16


def test_gasp_at_five_fits_a_phone(open_page: Opener) -> None:
    page = open_page(viewport={"width": 360, "height": 740})
    gasp_table(page, "5")
    assert narrow(page)


@pytest.mark.parametrize("seats", ["3", "4", "5"])
def test_all_of_a_table_is_on_the_screen_of_a_laptop(open_page: Opener, seats: str) -> None:
    page = open_page(viewport={"width": 1366, "height": 720})
    gasp_table(page, seats)
    page.locator(".hand .legal label").first.click()
    box = page.locator(".act .btn:visible").first.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 720
    assert page.evaluate("document.querySelector('.felt').getBoundingClientRect().bottom <= innerHeight")


def gasp_table(page: Page, seats: str) -> None:
    page.goto("/games/gasp")
    page.locator("label", has_text=seats).first.click()
    page.locator("[name=against]").select_option("greedy")
    page.get_by_role("button", name="Open the table").click()
    at_table(page)
    await_turn(page)


@pytest.mark.parametrize("path", ["/", "/games/gasp", "/account/login/"])
def test_the_focus_is_seen_on_its_way_through_a_page(open_page: Opener, path: str) -> None:
    walk(open_page(path))


def test_the_focus_is_seen_on_its_way_round_a_table(open_page: Opener) -> None:
    page = open_page()
    sit_down(page, against="greedy", option_length="deal")
    await_turn(page)
    walk(page)


def walk(page: Page) -> None:
    """Tab through the whole page."""
    stops = 0
    page.keyboard.press("Tab")
    while (at := page.evaluate(FOCUSED)) is not None:
        assert at["seen"], at["name"]
        assert at["ring"], at["name"]
        stops += 1
        assert stops < 200
        page.keyboard.press("Tab")
    assert stops >= 5
