"""Playing, in the browser."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import (
    BLANK,
    Opener,
    at_table,
    await_event,
    await_turn,
    cards_in_hand,
    forgive,
    give_up,
    hurry_to_turn,
    in_turn,
    meet,
    play_first,
    seq,
    sit_down,
)
from tests.processes import Processes

WATCHED = 3
"""The moves after which tricks are skipped that a person would look at."""


def test_a_whole_deal_of_duck_soup_against_a_bot_by_keyboard(open_page: Opener) -> None:
    page = open_page(reduced_motion="no-preference")
    sit_down(page, against="greedy", option_length="deal")
    moves = 0
    while (await_turn if moves <= WATCHED else hurry_to_turn)(page):
        expect(page).to_have_title(re.compile("^Your turn"))
        assert page.evaluate(BLANK) == 0
        play_first(page)
        moves += 1
    assert moves >= 26
    expect(page.get_by_role("heading", name="Played to the end")).to_be_visible()
    expect(page).to_have_title(re.compile("^Duck Soup"))
    before = at_table(page)
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: before not in url)
    await_turn(page)


def test_one_click_from_the_first_page_to_a_table(open_page: Opener) -> None:
    page = open_page("/")
    page.get_by_role("button", name="Play now").click()
    at_table(page)
    assert await_turn(page)
    page.keyboard.press("1")
    expect(page.locator(".hand input").first).to_be_checked()
    page.goto("/")
    expect(page.get_by_text("Log in")).to_have_count(0)


def test_two_people_meet_at_an_open_table(open_page: Opener) -> None:
    host, guest = open_page(), open_page()
    table = sit_down(host, against="people", option_length="deal")
    expect(host.locator("#prompt")).to_contain_text("You have a seat")
    guest.goto(table)
    guest.get_by_role("button", name="Join").click()
    expect(host.locator(".felt .my-plate")).to_be_visible()
    for _ in range(4):
        to_move, other = in_turn(host, guest)
        before = seq(other)
        play_first(to_move)
        await_event(other, after=before)
    assert not cards_in_hand(host) & cards_in_hand(guest)


def test_a_lost_connection_in_the_middle_of_a_trick_is_found_again(open_page: Opener, faults: list[str]) -> None:
    page, other = open_page(), open_page()
    other.goto(sit_down(page, against="people", option_length="deal"))
    other.get_by_role("button", name="Join").click()
    expect(page.locator(".felt .my-plate")).to_be_visible()
    leader, away = (page, other) if page.locator("#board[data-turn]").count() else (other, page)

    away.context.set_offline(True)
    expect(away.locator("#lost")).to_be_visible()
    play_first(leader)
    played = leader.locator(".trick .card:not(.slot)").first.get_attribute("id")
    expect(away.locator(".trick .card:not(.slot)")).to_have_count(0)
    away.context.set_offline(False)

    expect(away.locator("#lost")).to_be_hidden()
    expect(away.locator(f".trick #{played}")).to_be_visible()
    assert await_turn(away)
    before = seq(leader)
    play_first(away)
    await_event(leader, after=before)
    forgive(faults, "ERR_INTERNET_DISCONNECTED")


def test_a_restart_of_the_streams_is_survived(open_page: Opener, processes: Processes, faults: list[str]) -> None:
    page = open_page()
    sit_down(page, against="greedy", option_length="deal")
    await_turn(page)
    processes.kill("streams")
    expect(page.locator("#lost")).to_be_visible()
    play_first(page)  # a move needs no stream
    processes.revive()
    expect(page.locator("#lost")).to_be_hidden()
    assert await_turn(page)
    forgive(faults, "/stream")


def test_resigning_asks_first_and_ends_the_table(open_page: Opener) -> None:
    page = open_page()
    sit_down(page, against="greedy", option_length="deal")
    page.locator("#table-menu summary").click()
    page.get_by_role("link", name="Resign").click()
    page.get_by_role("button", name="Play on").click()
    expect(page.locator("#resign-dialog")).to_be_hidden()
    give_up(page)


def test_rules_stand_beside_the_table(open_page: Opener) -> None:
    page = open_page()
    sit_down(page, against="greedy", option_length="deal")
    page.locator("#rules-beside summary").click()
    expect(page.locator("#rules-beside h1")).to_be_visible()
    await_turn(page)
    play_first(page)
    expect(page.locator("#rules-beside h1")).to_be_visible()


def test_every_card_of_a_hand_is_drawn_however_the_page_arrives(open_page: Opener) -> None:
    page = open_page()
    sit_down(page, against="greedy", option_length="deal")
    for _ in range(8):
        page.reload()
        assert page.locator(".hand .card").count()
        assert page.evaluate(BLANK) == 0


def test_what_a_move_needs_is_on_the_first_screen_of_a_phone(open_page: Opener) -> None:
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True)
    sit_down(page, against="greedy", option_length="deal")
    await_turn(page)
    page.locator(".hand .legal label").first.tap()
    box = page.locator(".act .btn:visible").first.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 844


@pytest.mark.parametrize("width", [360, 1280])
def test_the_chat_beside_a_table_has_room_to_write(open_page: Opener, width: int) -> None:
    page = open_page(viewport={"width": width, "height": 800})
    sit_down(page, against="greedy", option_length="deal")
    page.locator("#chat-beside summary").click()
    text, send = (page.locator(f"#chat {part}").bounding_box() for part in ("#chat-text", ".btn"))
    assert text is not None
    assert send is not None
    assert text["width"] > send["width"]
    assert text["x"] + text["width"] <= send["x"]
    page.locator("#chat-text").fill("Good luck!")
    page.locator("#chat").get_by_role("button", name="Send").click()
    expect(page.locator("#chat-lines")).to_contain_text("Good luck!")


def test_a_new_line_of_the_chat_shows_on_the_table_of_a_phone(open_page: Opener) -> None:
    host, guest = meet(open_page)
    host.set_viewport_size({"width": 390, "height": 844})
    expect(host.locator(".chat-mark")).to_be_hidden()
    guest.locator("#chat-beside summary").click()
    guest.locator("#chat-text").fill("Good luck!")
    guest.locator("#chat").get_by_role("button", name="Send").click()
    expect(host.locator(".chat-mark")).to_be_visible()
    expect(host.locator(".toast")).to_contain_text("Good luck!")
    expect(host.locator(".toast")).not_to_contain_text("more")
    toast, hand = (host.locator(part).first.bounding_box() for part in (".toast", ".hand .card"))
    assert toast is not None
    assert hand is not None
    assert toast["y"] + toast["height"] < hand["y"]
    host.locator("#chat-beside summary").click()
    expect(host.locator(".chat-mark")).to_be_hidden()
