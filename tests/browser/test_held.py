"""What was decided is held: seen, skipped, said once; the focus stays at the hand; the end says who won and how."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, at_table, await_event, await_turn, play_first, resign, seq, sit_down

HELD = "#board[data-held]"
AT = (
    "document.activeElement === document.body ? 'body' : document.activeElement.closest('.felt') ? 'felt' : 'elsewhere'"
)
AT_HAND = "document.activeElement.closest('.hand > li, .choices') !== null"
SLOW = "window.setTimeout = new Proxy(window.setTimeout, { apply: (call, self, [f, ms, ...rest]) =>" + (
    " call.apply(self, [f, ms > 400 && ms < 4000 && !window.hurry ? 60000 : ms, ...rest]) })"
)
"""Waits of the page's own that are as long as a frame is held do not end by themselves."""


def to_a_frame(page: Page) -> None:
    """Play until something is held."""
    for _ in range(6):
        page.wait_for_selector(f"#board[data-turn], {HELD}")
        if page.locator(HELD).count():
            return
        play_first(page)
    raise AssertionError("nothing was held")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_the_finished_trick_is_seen_whole_until_it_is_skipped(open_page: Opener, motion: str) -> None:
    page = open_page(reduced_motion=motion)
    page.add_init_script(SLOW)
    sit_down(page, against="greedy", option_length="deal")
    to_a_frame(page)
    expect(page.locator(".trick.held .card:not(.slot)")).to_have_count(2)
    expect(page.locator(".trick.held .won")).to_have_count(1)
    expect(page.locator("#prompt")).to_contain_text("won the trick")
    expect(page.locator("#live")).to_contain_text(re.compile(r"won the trick: \d points?\.$"))
    before = seq(page)
    page.keyboard.press("Escape")
    expect(page.locator(HELD)).to_have_count(0)
    assert seq(page) >= before


def test_a_click_skips_and_a_digit_skips_and_chooses_at_once(open_page: Opener) -> None:
    page = open_page()
    page.add_init_script(SLOW)
    sit_down(page, against="uniform", option_length="deal")
    to_a_frame(page)
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(HELD)).to_have_count(0)
    for trick in range(1, 100):  # until one is won, whose winner leads: a weak hand may win none in a whole deal
        if trick % 20 == 0:
            sit_down(page, against="uniform", option_length="deal")
        to_a_frame(page)
        mine = page.locator("#prompt").inner_text().startswith("You won")
        page.keyboard.press("1" if mine else "Escape")  # while another leads, a digit chooses ahead
        expect(page.locator(HELD)).to_have_count(0)
        if mine and page.locator("#board[data-turn]").count():
            expect(page.locator(".hand input").first).to_be_checked()
            return
    raise AssertionError("no trick was won")


# How far the middle of each order badge is from the upper right corner of its card.
ASTRAY = """() => [...document.querySelectorAll(".trick li:has(.ord)")].map((place) => {
  const [ord, card] = [".ord", ".card"].map((part) => place.querySelector(part).getBoundingClientRect());
  return Math.hypot(ord.x + ord.width / 2 - card.right, ord.y + ord.height / 2 - card.top);
})"""
# From now on, the badges that could be seen at any moment while their card could not.
WATCH = """() => { window.bare = 0; window.frames = 0; const look = () => {
  for (const place of document.querySelectorAll(".trick.held li:has(.ord)")) {
    const shown = (part) => Number(getComputedStyle(place.querySelector(part)).opacity);
    if (shown(".card") < .9) window.frames += 1;
    const marks = [".ord", ".said"].filter((part) => place.querySelector(part));
    if (shown(".card") < .9 && marks.some((part) => shown(part) > shown(".card"))) window.bare += 1;
  }
  requestAnimationFrame(look); }; look(); }"""


@pytest.mark.parametrize("locale", ["en", "es"])
@pytest.mark.parametrize("width", [360, 390])
def test_the_order_of_a_held_trick_stands_at_the_corners_of_its_cards(
    open_page: Opener, width: int, locale: str
) -> None:
    page = open_page(viewport={"width": width, "height": 844}, locale=locale)
    page.add_init_script(SLOW)
    page.goto("/games/german-whist")
    page.locator("[name=against]").select_option("greedy")
    page.locator("form[action$='/open'] button").click()
    at_table(page)
    to_a_frame(page)
    expect(page.locator(".trick.held .won .said")).to_have_count(1)
    assert max(page.evaluate(ASTRAY)) <= 12
    pill = page.locator(".trick.held .won .said").bounding_box()
    assert pill is not None
    assert pill["x"] >= 0
    assert pill["x"] + pill["width"] <= width


def test_no_badge_is_seen_without_its_card_while_the_trick_goes_to_who_won_it(open_page: Opener) -> None:
    page = open_page(viewport={"width": 390, "height": 844}, reduced_motion="no-preference")
    sit_down(page, "german-whist", against="greedy")
    page.evaluate(WATCH)
    to_a_frame(page)
    expect(page.locator(HELD)).to_have_count(0)
    page.wait_for_function("window.frames > 0")
    assert page.evaluate("window.bare") == 0


def test_a_frame_goes_by_itself(open_page: Opener) -> None:
    page = open_page(reduced_motion="no-preference")
    sit_down(page, against="greedy", option_length="deal")
    to_a_frame(page)
    expect(page.locator(HELD)).to_have_count(0)


def test_the_focus_stays_at_the_felt_through_a_whole_deal_and_the_end_is_said(open_page: Opener) -> None:
    page = open_page()
    sit_down(page, against="greedy", option_length="deal")
    moves = 0
    while await_turn(page):
        if moves:
            assert page.evaluate(AT_HAND), f"lost at turn {moves}"
        play_first(page)
        assert page.evaluate(AT) == "felt", f"lost after move {moves}"
        if page.locator(HELD).count():
            page.keyboard.press("Escape")
        moves += 1
    assert moves >= 20
    expect(page.locator("#verdict")).to_have_text(re.compile("won with .* points to|ended even"))
    expect(page.locator("#verdict")).to_be_focused()
    expect(page.locator("#live")).to_contain_text(page.locator("#verdict").inner_text())
    assert page.locator("[aria-live=polite]").count() == 2  # the line of the table, and notes
    expect(page.locator(".decided .won")).to_have_count(1)
    expect(page.locator(".scores tbody tr")).to_have_count(2)
    page.get_by_role("link", name="See it again").click()
    expect(page.locator(".trick.held .won")).to_have_count(1)
    expect(page.locator("#prompt")).to_contain_text("won")


def test_the_finished_trick_is_a_step_of_the_replay(open_page: Opener) -> None:
    page = open_page()
    sit_down(page, against="greedy", option_length="deal")
    to_a_frame(page)
    page.keyboard.press("Escape")
    await_turn(page)
    resign(page)
    page.get_by_role("link", name="Replay").last.click()
    expect(page.locator("#autoplay")).to_be_visible()  # the script is there
    board = page.locator("#viewer")
    for move in range(1, 8):
        page.keyboard.press("ArrowRight")
        expect(board).to_have_attribute("data-move", str(move))
        if page.locator(".trick.held").count():
            break
    expect(page.locator(".trick.held .card:not(.slot)")).to_have_count(2)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".trick.held")).to_have_count(0)


def test_the_keys_are_listed_by_a_key_and_by_a_button(open_page: Opener) -> None:
    page = open_page()
    sit_down(page, against="greedy", option_length="deal")
    await_turn(page)
    page.keyboard.press("1")
    page.keyboard.press("?")
    expect(page.locator("#keys-dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#keys-dialog")).to_be_hidden()
    expect(page.locator(".hand input").first).to_be_focused()
    page.get_by_role("button", name="Keys").click()
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#keys-dialog")).to_be_hidden()


def test_a_spectator_sees_known_cards_labelled_as_such(open_page: Opener) -> None:
    player, spectator = open_page(), open_page()
    spectator.goto(sit_down(player, "galapagos", against="greedy"))
    known = spectator.locator(".known")
    for _ in range(12):
        if known.count():
            break
        await_turn(player)
        before = seq(player)
        play_first(player)
        await_event(player, after=before)
    expect(known.first).to_contain_text("Everybody knows")
    expect(spectator.locator(".hand")).to_have_count(0)
