"""A move that is a card and a cell, in the browser."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, await_event, await_turn, hurry_to_turn, play_first, seq, sit_down


def dracula(page: Page) -> None:
    """A single set against a bot, up to the first card that we are to place."""
    sit_down(page, "dracula", against="greedy", option_length="set")
    assert await_turn(page)
    if not page.locator(".hand input").count():
        play_first(page)
        assert await_turn(page)


def test_a_whole_set_of_dracula_against_a_bot_by_keyboard(open_page: Opener) -> None:
    page = open_page()
    dracula(page)
    placed = 0
    while hurry_to_turn(page):
        play_first(page)
        placed += 1
    assert placed == 24
    expect(page.get_by_role("heading", name="Played to the end")).to_be_visible()


def test_the_arrows_go_from_cell_to_cell(open_page: Opener) -> None:
    page = open_page()
    dracula(page)
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    first = page.locator(".put:focus")
    expect(first).to_be_visible()
    cells = page.locator(".put:visible").count()
    seen = {first.get_attribute("id")}
    for key in ("ArrowDown", "ArrowLeft", "ArrowRight", "ArrowUp") * 3:
        page.keyboard.press(key)
        seen.add(page.locator(".put:focus").get_attribute("id"))
    assert len(seen) > cells / 2
    before = seq(page)
    page.keyboard.press("Enter")
    await_event(page, after=before)


def test_a_card_and_then_a_cell_are_tapped_on_the_first_screen_of_a_phone(open_page: Opener) -> None:
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True)
    dracula(page)
    card = page.locator(".hand label").last
    box = card.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 844
    expect(page.locator(".put:visible")).to_have_count(0)
    card.tap()
    before = seq(page)
    page.locator(".put:visible").last.tap()
    await_event(page, after=before)
