"""The screen in the room in a browser: all of it is on the screen, and it turns by itself or by hand."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from accounts.models import User
from tests.browser.conftest import Opener
from tests.browser.looks import faults
from tests.factories import announced, concede, open_tables, play_out, started
from tournaments.director import services as director

SCREENS: tuple[ViewportSize, ...] = ({"width": 1280, "height": 800}, {"width": 1920, "height": 1080})
HIDDEN = """() => [...document.querySelectorAll(".slide tr, .slide .m, .slide .way-in, .slide li, .under > *")]
  .filter((e) => e.checkVisibility() && !e.closest(".vh")).map((e) => e.getBoundingClientRect())
  .filter((r) => r.bottom > innerHeight + 1 || r.right > innerWidth + 1 || r.top < 0).length"""
OVERLAP = """() => {
  const foot = document.querySelector(".under").getBoundingClientRect().top;
  return [...document.querySelectorAll(".slide tbody tr, .slide .m, .slide .way-in, .slide .tables > li")]
    .filter((e) => e.checkVisibility() && e.getBoundingClientRect().bottom > foot + 1).length; }"""


@pytest.fixture
def organiser(transactional_db: None) -> int:
    return User.objects.create_user("olga").pk


def people(count: int) -> list[int]:
    return [User.objects.create_user(f"A_name_that_goes_on_for_thirty{number:02}"[-30:]).pk for number in range(count)]


def slides(page: Page) -> Iterator[int]:
    """Each slide in turn, by the arrow."""
    for number in range(page.locator(".slide").count()):
        expect(page.locator(".slide:visible")).to_have_attribute("data-n", str(number))
        yield number
        page.keyboard.press("ArrowRight")


def all_fits(page: Page) -> None:
    for screen in SCREENS:
        page.set_viewport_size(screen)
        for number in slides(page):
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), number
            assert page.evaluate(HIDDEN) == 0, (number, screen)
            assert page.evaluate(OVERLAP) == 0, (number, screen)


@pytest.mark.parametrize("count", [8, 16, 24, 40])
def test_any_number_of_rows_fits_without_scrolling(open_page: Opener, organiser: int, count: int) -> None:
    field = people(count)
    coming = announced(organiser, field)
    swiss = started(organiser, field)
    concede(open_tables(swiss)[0])
    for tournament in (coming, swiss):
        all_fits(open_page(f"/tournaments/{tournament}/projector"))


@pytest.mark.parametrize("kind", ["knock-out", "double-elimination"])
def test_a_bracket_fits_in_parts(open_page: Opener, organiser: int, kind: str) -> None:
    all_fits(open_page(f"/tournaments/{started(organiser, people(24), format=kind)}/projector"))


def test_large_tables_fit_and_so_do_the_winners(open_page: Opener, organiser: int) -> None:
    field = people(24)
    gasp = {"game": "gasp", "options": {}}
    for kind in ("pods", "pod-knock-out"):
        all_fits(open_page(f"/tournaments/{started(organiser, field, format=kind, **gasp)}/projector"))
    won = started(organiser, field[:4], format="knock-out")
    play_out(won)
    page = open_page(f"/tournaments/{won}/projector")
    all_fits(page)
    assert not faults(page)


@pytest.mark.parametrize("screen", SCREENS)
def test_names_are_cut_neither_below_nor_at_their_first_letter(
    open_page: Opener, organiser: int, screen: ViewportSize
) -> None:
    field = [User.objects.create_user(name).pk for name in ("Jan", "Hugo", "Greta", "Gyp")]
    page = open_page(viewport=screen)
    page.goto(f"/tournaments/{started(organiser, field, game='gasp', options={}, format='pods')}/projector")
    for _slide in slides(page):
        row = page.locator(".slide:visible tbody tr").first
        cut = row.screenshot()
        row.locator("th > span").evaluate("e => e.style.overflow = 'visible'")
        assert row.screenshot() == cut, "there is nothing more to be seen"


def test_the_way_to_follow_stands_there_from_the_start_on(open_page: Opener, organiser: int) -> None:
    coming = announced(organiser, people(4))
    page = open_page(f"/tournaments/{coming}/projector")
    expect(page.locator(".way-in")).to_be_visible()
    expect(page.locator(".join")).not_to_be_visible()
    director.start(tournament_id=coming, by=organiser)
    expect(page.locator(".join")).to_be_visible()


def test_it_turns_by_itself_until_it_is_held(open_page: Opener, organiser: int) -> None:
    page = open_page(reduced_motion="no-preference", viewport=SCREENS[0])
    page.clock.install()
    page.goto(f"/tournaments/{started(organiser, people(8), format='knock-out')}/projector")
    shown = page.locator(".slide:visible")
    expect(shown).to_have_attribute("data-n", "0")
    page.clock.run_for(15_500)
    expect(shown).to_have_attribute("data-n", "1")
    page.get_by_role("button", name="Hold this one").click()
    page.clock.run_for(40_000)
    expect(shown).to_have_attribute("data-n", "1")


def test_with_reduced_motion_it_stands_still_and_is_turned_by_hand(open_page: Opener, organiser: int) -> None:
    page = open_page(viewport=SCREENS[0])
    page.clock.install()
    page.goto(f"/tournaments/{started(organiser, people(8), format='knock-out')}/projector")
    shown = page.locator(".slide:visible")
    expect(page.get_by_role("button", name="Hold this one")).to_have_attribute("aria-pressed", "true")
    page.clock.run_for(40_000)
    expect(shown).to_have_attribute("data-n", "0")
    page.get_by_role("button", name="Next").click()
    expect(shown).to_have_attribute("data-n", "1")
    expect(page.locator("#at")).to_have_text("2 / 2")
    page.get_by_role("button", name="Back").click()
    expect(shown).to_have_attribute("data-n", "0")
