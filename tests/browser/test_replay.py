"""Replays, in the browser: all positions at once, nothing that moves but the cards, keys, thumb, and the end."""

import re
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Page, Route, expect

from engine.registry import GAMES
from tests.browser.conftest import Opener, await_turn, forgive, play_first, sit_down
from tests.browser.pages import finished

SCREENS = ((360, 640), (390, 844), (844, 390), (667, 375), (1024, 600), (1366, 625), (1280, 800))


@pytest.fixture
def replay(open_page: Opener) -> Page:
    page = open_page(finished("duck-soup"))
    here(page)
    return page


def here(page: Page) -> None:
    """All positions are here: nothing is fetched from now on."""
    expect(page.locator("#where .vh, #viewer[data-last='0']")).to_have_count(1)


def at(page: Page, move: int | str) -> None:
    expect(page.locator("#viewer")).to_have_attribute("data-move", str(move))


def test_a_replay_is_stepped_through_by_keyboard(replay: Page) -> None:
    at(replay, 0)
    last = str(replay.locator("#viewer").get_attribute("data-last"))
    for key, move in (("ArrowRight", "1"), ("ArrowRight", "2"), ("ArrowLeft", "1"), ("End", last), ("Home", "0")):
        replay.keyboard.press(key)
        at(replay, move)
    replay.keyboard.press("ArrowRight")
    expect(replay).to_have_url(re.compile(r"move=1&seat=all"))
    replay.reload()
    at(replay, 1)
    here(replay)
    replay.keyboard.press("Space")
    at(replay, 2)
    expect(replay.get_by_role("button", name="Autoplay")).to_have_attribute("aria-pressed", "true")


def test_a_step_arrives_where_it_is_asked_for_without_a_connection_too(open_page: Opener) -> None:
    page = open_page(finished("german-whist"))
    here(page)
    page.context.set_offline(True)
    press = "document.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight'}))"
    page.evaluate(f"for (let n = 0; n < 20; n++) {press}")
    at(page, 20)
    page.keyboard.press("Shift+ArrowRight")
    assert int(str(page.locator("#viewer").get_attribute("data-move"))) > 20
    page.keyboard.press("End")
    expect(page.locator("#verdict")).to_contain_text("won")
    page.context.set_offline(False)


def test_a_swipe_and_the_wheel_step_too(open_page: Opener) -> None:
    page = open_page(finished("german-whist"))
    here(page)
    page.locator("#felt").hover()
    page.mouse.wheel(0, 60)
    at(page, 1)
    swipe = """(felt) => {
        const touch = (x) => new Touch({identifier: 1, target: felt, clientX: x, clientY: 200});
        felt.dispatchEvent(new TouchEvent("touchstart", {touches: [touch(300)], bubbles: true}));
        felt.dispatchEvent(new TouchEvent("touchend", {changedTouches: [touch(150)], bubbles: true}));
    }"""
    page.locator("#felt").evaluate(swipe)
    at(page, 2)


def test_a_trick_is_played_again_and_again(open_page: Opener) -> None:
    page = open_page(finished("german-whist") + "?move=4")
    here(page)
    page.locator("#speed").select_option("8")
    page.keyboard.press("r")
    for move in (5, 3, 4, 5):
        at(page, move)
    page.keyboard.press("r")
    expect(page.get_by_role("button", name="Autoplay")).to_have_attribute("aria-pressed", "false")


def test_a_card_of_the_list_leads_to_its_moment(replay: Page) -> None:
    replay.locator(".course .slip").nth(2).click()
    moved = replay.locator(".course .slip").nth(2).get_attribute("data-go")
    at(replay, str(moved))
    expect(replay.locator(".course .slip").nth(2)).to_have_attribute("aria-current", "step")


def test_a_hand_is_hidden_again_when_another_seat_is_looked_through(replay: Page) -> None:
    expect(replay.locator(".open-hand")).to_have_count(1)
    replay.get_by_role("link", name="Public").click()
    expect(replay.locator(".open-hand, .hand")).to_have_count(0)
    at(replay, 0)


def test_without_spoilers_the_end_comes_as_it_came(replay: Page) -> None:
    replay.goto(replay.url.split("?")[0] + "?spoilers=off")
    here(replay)
    replay.wait_for_function("!document.querySelector('.course tr[data-row]:not(.part, .ahead)')")
    assert "of" not in replay.locator("#where").inner_text().split(".")[0]
    for key in ("ArrowRight", "ArrowRight", "ArrowRight"):
        replay.keyboard.press(key)
    expect(replay.locator(".course tr[data-row]:not(.part, .ahead)")).not_to_have_count(0)


def test_who_wants_no_spoilers_has_none_in_lists_and_in_the_next_replay(open_page: Opener) -> None:
    path = finished("german-whist")
    page = open_page("/tables?status=finished", viewport={"width": 1024, "height": 600})
    page.get_by_role("link", name="Hide results").click()
    expect(page.locator(".spoils").first).to_have_css("filter", re.compile("blur"))
    page.locator(".spoils").first.hover()
    expect(page.locator(".spoils").first).to_have_css("filter", "none")
    page.goto(path)
    here(page)
    expect(page.locator("#viewer")).to_have_attribute("data-blind", "")
    expect(page.locator("header.bar p")).to_have_text(re.compile(r"^\s*german-whist-0,\s+german-whist-1\s*$"))
    heights = set()
    for _ in range(6):
        heights.add(page.evaluate("document.getElementById('felt').clientHeight"))
        page.keyboard.press("ArrowRight")
    assert len(heights) == 1
    page.locator("#replay-menu summary").click()
    page.get_by_role("link", name="Show how it ends").click()
    here(page)
    expect(page.locator("#viewer[data-blind]")).to_have_count(0)
    page.goto("/tables?status=finished")
    expect(page.locator(".spoils").first).to_have_css("filter", "none")


def test_without_spoilers_nobody_reads_how_many_deals_there_will_be(open_page: Opener) -> None:
    page = open_page(finished("dracula") + "?spoilers=off")
    here(page)
    headings = page.locator(".course tr.part")
    shown = page.locator(".course tr.part:visible")
    assert headings.count() > 2
    for count in (0, 1, 2):
        expect(shown).to_have_count(count)
        page.keyboard.press("PageDown")
    expect(page.locator(".course tr.now.part")).to_have_count(0)
    page.keyboard.press("End")
    expect(shown).to_have_count(headings.count())


def test_without_a_script_the_form_keeps_what_was_chosen_and_leads_to_no_end(open_page: Opener) -> None:
    path = finished("german-whist")
    page = open_page(f"{path}?move=3&seat=all&front=1", java_script_enabled=False)
    go = page.get_by_role("button", name="Go", exact=True)
    go.click()
    expect(page).to_have_url(re.compile(r"seat=all&front=1&move=3$"))
    page.goto(f"{path}?move=3&seat=all&spoilers=off")
    expect(page.locator("#scrub")).to_be_hidden()
    expect(go).to_have_count(0)


def test_a_table_that_was_turned_stays_so_through_other_eyes(open_page: Opener) -> None:
    page = open_page(finished("german-whist") + "?move=3&seat=all&front=1")
    here(page)
    chosen = page.locator(".eyes [aria-current=true]")
    expect(chosen).to_have_text("All hands")
    page.get_by_role("link", name="Public").click()
    expect(chosen).to_have_text("Public")
    expect(page).to_have_url(re.compile(r"move=3&seat=public&front=1$"))
    page.get_by_role("link", name="All hands").click()
    expect(chosen).to_have_text("All hands")
    expect(page).to_have_url(re.compile(r"move=3&seat=all&front=1$"))


def boxes(page: Page) -> dict[str, Any]:
    parts = ("#felt", ".reel", ".transport", "#autoplay", ".transport [data-step=next]", "#scrub")
    return {part: page.locator(part).bounding_box() for part in parts}


@pytest.mark.parametrize("game", list(GAMES))
def test_nothing_moves_but_the_cards_and_all_fits_every_screen(open_page: Opener, game: str) -> None:
    page = open_page(finished(game))
    here(page)
    for width, height in SCREENS[list(GAMES).index(game) % 3 :: 3]:
        page.set_viewport_size({"width": width, "height": height})
        page.keyboard.press("Home")
        at(page, 0)
        before = boxes(page)
        for _ in range(3):
            page.keyboard.press("ArrowRight")
            _is_whole(page, width, height)
        page.keyboard.press("End")
        assert boxes(page) == before, f"{width}x{height}"
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.locator("#verdict").wait_for()
    for width, height in ((1366, 625), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CUT_OFF) == [], f"{width}x{height}"


CUT_OFF = """() => {
    const felt = document.getElementById("felt"), foot = felt.getBoundingClientRect().bottom + 1;
    for (const words of felt.querySelectorAll(".decided:has([data-across]) > p"))
        words.firstChild.data = "Row 3 counted 56, column b counted 40. The best lines were equal, so the second-best "
            + "counted. Bartholomew scored 40 and Wilhelmina 56. Wilhelmina won the set with 270 to 9: a bonus of 261.";
    const parts = ["#verdict", ".decided .card", ".decided > p", ".panel > .scores tr:last-child", ".sheet summary"];
    const below = (each) => each.getBoundingClientRect().bottom > foot;
    return parts.filter((part) => [...felt.querySelectorAll(part)].some(below));
}"""
"""What lies below the felt at the end, with the longest words of Dracula, which one game in twenty says."""


def _is_whole(page: Page, width: int, height: int) -> None:
    """The buttons are on the first screen, and all that lies on the felt lies within it."""
    box = page.locator(".transport").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= height, f"{width}x{height}"
    cut = page.locator("#felt").evaluate(
        """(felt) => [...felt.querySelectorAll(".seat, .my-plate, .hand .card, .trick .card, .cells .card, .prompt")]
            .filter((each) => each.getBoundingClientRect().bottom > felt.getBoundingClientRect().bottom + 2)
            .map((each) => each.className)"""
    )
    assert cut == [], f"{width}x{height}: {cut}"


def test_a_player_looks_back_without_leaving_the_table(open_page: Opener) -> None:
    page = open_page()
    sit_down(page, against="greedy", option_length="deal", clock="600+5")
    for _ in range(2):
        await_turn(page)
        play_first(page)
    await_turn(page)
    table = page.url
    page.locator("#table-menu > summary").click()
    page.get_by_role("button", name="Look back").click()
    back = page.locator("#look-back")
    expect(back.locator(".felt")).to_be_visible()
    expect(back.locator(".now")).to_contain_text(re.compile(r"\d:\d\d"))
    page.keyboard.press("Home")
    expect(back.locator(".hand li")).to_have_count(13)
    assert "Move 0" in back.locator(".where").inner_text()
    page.keyboard.press("ArrowRight")
    assert "Move 1" in back.locator(".where").inner_text()
    expect(back.locator(".hand li").nth(11)).to_be_visible()
    held = back.locator(".hand li").count()
    assert held in (12, 13), "12 where the player leads"
    back.get_by_role("button", name="What everybody saw").click()
    expect(back.locator(".hand, .open-hand")).to_have_count(0)
    expect(back.locator(".where")).to_contain_text("Move 1")
    back.get_by_role("button", name="What everybody saw").click()
    expect(back.locator(".hand li")).to_have_count(held)
    page.set_viewport_size({"width": 360, "height": 640})
    foot = back.get_by_role("button", name="Back to the game").bounding_box()
    assert foot is not None
    assert foot["x"] + foot["width"] <= 360
    back.get_by_role("button", name="Back to the game").click()
    expect(back).to_be_hidden()
    assert page.url == table
    play_first(page)


@pytest.mark.parametrize("game", ["gasp", "german-whist", "galapagos"])
def test_a_line_is_played_on_by_hand_and_left_again(open_page: Opener, game: str) -> None:
    page = open_page(finished(game))
    here(page)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    at(page, 2)
    page.evaluate("window.loaded = true")
    page.keyboard.press("h")
    expect(page.get_by_role("heading", name="Line from move")).to_be_visible()
    moves = page.locator(".trying li a")
    moves.first.click()
    page.wait_for_url(re.compile(r"line=\d:[\w-]+$"))
    moves.first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"line=\d:[\w-]+\.\d:[\w-]+$"))
    expect(page.locator(".trying :focus")).to_have_count(1)
    page.go_back()
    expect(page.locator("#viewer")).to_have_attribute("data-eyes", re.compile(r"line=\d:[\w-]+$"))
    page.go_forward()
    expect(page.locator("#viewer")).to_have_attribute("data-eyes", re.compile(r"line=\d:[\w-]+\.\d:[\w-]+$"))
    page.keyboard.press("Home")
    at(page, 0)
    page.keyboard.press("u")
    page.wait_for_url(re.compile(r"line=\d:[\w-]+$"))
    page.get_by_role("link", name="Back to the game").click()
    page.wait_for_url(re.compile(r"replay\?(seq|move)=\d+&seat=all$"))
    expect(page.locator(".trying")).to_have_count(0)
    here(page)
    assert page.evaluate("window.loaded")


def test_a_server_that_draws_for_others_is_asked_again(open_page: Opener, faults: list[str]) -> None:
    page, busy = open_page(), [True]

    def answer(route: Route) -> None:
        if busy:
            busy.clear()
            route.fulfill(status=429, headers={"Retry-After": "1"})
        else:
            route.continue_()

    page.route("**/replay/positions?*", answer)
    page.goto(finished("german-whist"))
    here(page)
    assert not busy
    forgive(faults, "429")


BLANK = """() => [...document.querySelectorAll("#felt .card:has(> .index)")].filter((e) =>
  e.getBoundingClientRect().width && !e.querySelector(".index").getClientRects().length).length"""


@pytest.mark.parametrize("game", ["gasp", "german-whist", "duck-soup"])
def test_no_card_is_blank_where_a_line_begins_in_the_middle(open_page: Opener, game: str) -> None:
    page = open_page(f"{finished(game)}?move=17&seat=all")
    here(page)
    page.keyboard.press("h")
    expect(page.get_by_role("heading", name="Line from move")).to_be_visible()
    assert page.evaluate(BLANK) == 0
    page.locator(".trying li a").first.click()
    page.wait_for_url(re.compile(r"line=\d:"))
    expect(page.locator("#viewer")).to_have_attribute("data-eyes", re.compile(r"line=\d:"))
    assert page.locator("#felt .card:has(> .index)").count() > 3
    assert page.evaluate(BLANK) == 0


def test_a_line_says_where_it_begins_and_the_felt_keeps_its_height(open_page: Opener) -> None:
    page = open_page(f"{finished('german-whist')}?move=7&seat=all", viewport={"width": 1366, "height": 625})
    here(page)
    height = "document.getElementById('felt').clientHeight"
    before = page.evaluate(height)
    page.keyboard.press("h")
    expect(page.get_by_role("heading", name="Line from move 7")).to_be_visible()
    expect(page.locator("#where")).to_contain_text("Line from move 7: 0 of 0")
    expect(page.locator(".course .rows .hint")).to_be_visible()
    assert page.evaluate(height) == before
    card = page.locator("#felt .card.may").first
    expect(card).to_have_css("cursor", "pointer")
    card.click(position={"x": 5, "y": 20})
    expect(page.locator("#where")).to_contain_text(re.compile(r"Line from move 7: ([12]) of \1"))
    expect(page.locator(".course .hint:visible")).to_have_count(0)
    assert page.evaluate(height) == before
    page.get_by_role("link", name="Back to the game").click()
    expect(page.locator("#where")).to_contain_text("Move 7 of")
    assert page.evaluate(height) == before


def test_a_card_of_a_hand_is_played_in_a_line(open_page: Opener) -> None:
    page = open_page(f"{finished('german-whist')}?move=1&on")
    card = str(page.locator(".trying [data-cards]").last.get_attribute("data-cards"))
    page.locator(f"#felt :is(.hand, .open-hand) .card:has(use[href$='#f-{card}'])").click()
    page.wait_for_url(re.compile(rf"line=\d:{card}$"))


def test_a_line_fits_every_screen(open_page: Opener) -> None:
    path = f"{finished('galapagos')}?move=4&on"
    page = open_page()
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(path)
        across, down = page.evaluate("[document.documentElement.scrollWidth - innerWidth, innerHeight]")
        assert across <= 0
        for place in (page.locator(".trying li a").first, page.locator("[data-step='last']")):
            box = place.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= down, f"{width}x{height}"
        assert page.evaluate("document.getElementById('felt').clientHeight") > 100, f"{width}x{height}"


def test_a_text_that_is_pasted_has_a_replay(open_page: Opener, faults: list[str]) -> None:
    page = open_page("/replay")
    page.get_by_label("The game as text").fill('[Game "duck-soup"]\n[Seat1 "Ann"]\n[Seat2 "Ben"]\n\n1:nonsense')
    page.get_by_role("button", name="Look at it").click()
    expect(page.locator(".error")).to_contain_text("Move 1, “1:nonsense”")
    forgive(faults, "422")
    page.get_by_label("The game as text").fill('[Game "duck-soup"]\n[Seat1 "Ann"]\n[Seat2 "Ben"]')
    page.get_by_role("button", name="Look at it").click()
    expect(page.get_by_role("heading", name="Replay: Duck Soup")).to_be_visible()
    at(page, 0)


def test_a_file_that_is_too_large_is_not_sent(open_page: Opener) -> None:
    page = open_page("/replay")
    field = page.locator("#file")
    large: FilePayload = {"name": "large.json", "mimeType": "application/json", "buffer": b" " * 1_000_000}
    field.set_input_files(large)
    assert field.evaluate("(e) => e.validationMessage") == "That file is larger than 900 kB."
    page.get_by_role("button", name="Look at it").click()
    expect(page.get_by_label("The game as text")).to_be_visible()
    expect(page.locator(".error")).to_have_count(0)
    field.set_input_files({**large, "buffer": b"{}"})
    assert field.evaluate("(e) => e.validationMessage") == ""
