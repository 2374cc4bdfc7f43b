"""First lessons on a phone, by taps, from the first step to a real table; by keyboard on a laptop."""

import pytest
from django.utils.translation import gettext, override
from playwright.sync_api import Page, Position, ViewportSize, expect

from tests.browser.conftest import Opener, at_table, await_turn, forgive
from tests.browser.looks import COVERED, faults_in_turn, lowest, narrow
from tournaments.learning.lessons.lesson import Lesson
from tournaments.learning.lessons.registry import LESSONS

PHONE: ViewportSize = {"width": 390, "height": 844}
SCREENS: tuple[ViewportSize, ...] = (
    {"width": 844, "height": 390},
    {"width": 1024, "height": 600},
    {"width": 1366, "height": 625},
)
HAND = "#coach, .hand .card"
LINES_OF_WORDS = """e => { const words = document.createRange(); words.selectNodeContents(e);
  return new Set([...words.getClientRects()].map((line) => Math.round(line.bottom))).size; }"""
CORNER: Position = {"x": 8, "y": 14}
"""Where no other card of the hand lies over a card."""


def choose(page: Page, move: str) -> None:
    """Tap the card that *move* begins with, if it is in the hand, and then its button or its cell."""
    button = page.locator(f"[id='m-{move}']")
    card = page.locator(".hand li", has=button).or_(page.locator(f"[id='h-{move.split('-')[0]}']"))
    if not button.is_visible():
        card.first.locator("label").click(position=CORNER)
    button.click()


def onward(page: Page) -> None:
    page.locator("[data-onward]").click()


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
def test_a_lesson_is_walked_on_a_phone_to_a_real_table_and_every_step_fits_every_screen(
    open_page: Opener, lesson: Lesson
) -> None:
    locale = "es" if len(lesson.game) % 2 else "en"
    page = open_page(f"/learn/{lesson.game}", viewport=PHONE, has_touch=True, locale=locale)
    page.locator(".masthead .primary").click()
    for number, step in enumerate(lesson.steps, start=1):
        expect(page.locator("#coach h2")).to_have_text(in_language(step.title, locale))
        fits_every_screen(page, f"step {number}")
        if step.move:
            choose(page, step.move)
            expect(page.locator("[data-onward]")).to_be_visible()
            fits_every_screen(page, f"step {number} after {step.move}")
        onward(page)
    page.locator(".nextcard.first").click()
    at_table(page)
    assert await_turn(page)
    expect(page.locator(".ask-hint")).to_be_visible()


def in_language(text: str, locale: str) -> str:
    with override(locale):
        return gettext(text)


def fits_every_screen(page: Page, where: str) -> None:
    """On others than the phone what is read and held is there; it ends on the phone."""
    for screen in (*SCREENS, PHONE):
        page.set_viewport_size(screen)
        assert narrow(page)
        assert lowest(page, HAND) <= screen["height"], (where, screen)


@pytest.mark.parametrize(("turn", "lesson"), list(enumerate(LESSONS.values())), ids=LESSONS)
def test_axe_finds_nothing_in_a_lesson(open_page: Opener, faults: list[str], turn: int, lesson: Lesson) -> None:
    page = open_page(locale="en" if len(lesson.game) % 2 else "es")
    number, step = next((n, step) for n, step in enumerate(lesson.steps, start=1) if step.move)
    found: list[str] = []
    refused = f"{number}?move=nonsense"
    for turned, path in enumerate((str(number), f"{number}?move={step.move}", refused, "done"), start=turn):
        page.goto(f"/learn/{lesson.game}/{path}")
        found += faults_in_turn(page, turned)
    forgive(faults, refused)
    assert found == []


def test_a_step_is_made_by_keyboard(open_page: Opener) -> None:
    page = open_page("/learn/german-whist/1")
    for title in ("Trumps", "A card worth winning"):
        page.wait_for_load_state()  # before its script is there a key does nothing
        page.keyboard.press("Enter")
        expect(page.locator("#coach h2")).to_have_text(title)
    page.wait_for_load_state()
    page.keyboard.press("3")
    page.keyboard.press("Enter")
    expect(page.locator("#prompt")).to_contain_text("You won the trick")
    page.wait_for_load_state()
    page.keyboard.press("Enter")
    expect(page.locator("#coach h2")).to_have_text("A card not worth winning")


def test_a_lesson_works_without_scripts(open_page: Opener) -> None:
    page = open_page("/learn/german-whist/3", java_script_enabled=False)
    page.locator("#h-AS label").click(position=CORNER)
    page.locator("#m-AS").click()
    expect(page.locator("#prompt")).to_contain_text("You won the trick")
    onward(page)
    expect(page.locator("#coach h2")).to_have_text("A card not worth winning")


@pytest.mark.parametrize("locale", ["en", "es"])
def test_what_the_winner_takes_is_said_on_one_line_as_in_a_replay(open_page: Opener, locale: str) -> None:
    page = open_page("/learn/german-whist/6?move=JS", viewport=PHONE, has_touch=True, locale=locale)
    said = page.locator(".trick .won .said")
    expect(said).to_be_in_viewport()
    assert said.evaluate(LINES_OF_WORDS) == 1
    assert page.evaluate(COVERED) == []
    assert narrow(page)
