"""Private notes, in the browser: written at a table that goes on, back at their moment in its replay."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Opener, await_turn, play_first, resign, sit_down
from tests.browser.looks import faults_in_any_look


def test_a_note_of_the_table_comes_back_at_its_moment_of_the_replay(open_page: Opener) -> None:
    page = open_page()
    sit_down(page, against="greedy", option_length="deal")
    await_turn(page)
    play_first(page)
    await_turn(page)
    page.locator("#notes-beside summary").click()
    page.get_by_label("Note about now").fill("They keep\nthe Ace")
    page.get_by_role("button", name="Keep the note").click()
    expect(page.locator(".own-notes a")).to_have_text("They keep\nthe Ace")
    seq = int(str(page.locator(".own-notes a").get_attribute("data-note")))
    resign(page)
    page.get_by_role("link", name="Replay").last.click()
    expect(page.locator("#noted")).to_be_hidden()
    page.locator(".segments [value=notes]").check(force=True)
    assert faults_in_any_look(page) == []
    page.locator("[data-note]").click()
    expect(page.locator("#noted")).to_have_text("They keep\nthe Ace")
    field = page.get_by_label("Note at this move")
    expect(field).to_have_value("They keep\nthe Ace")
    page.locator(".transport [data-step=next]").click()
    expect(page.locator("#noted")).to_be_hidden()
    expect(field).to_have_value("")
    field.fill("Now it is gone")
    page.locator(".transport [data-step=back]").click()
    expect(field).to_have_value("Now it is gone")  # what is being written stays
    page.get_by_role("button", name="Keep the note").click()
    expect(page.locator(".own-notes a")).to_have_count(2)
    later = int(str(page.locator(".own-notes a").last.get_attribute("data-note")))
    assert later > seq
    page.get_by_role("button", name="Mark this game").click()
    expect(page.get_by_role("button", name="Mark this game")).to_have_attribute("aria-pressed", "true")


def test_a_line_of_the_log_opens_its_moment_without_leaving_the_table(open_page: Opener) -> None:
    page = open_page()
    path = sit_down(page, against="greedy", option_length="deal")
    await_turn(page)
    play_first(page)
    await_turn(page)
    page.locator(".side .moves [data-seq]").last.click()
    expect(page.locator("#look-back")).to_be_visible()
    expect(page.locator("#look-back .where")).to_have_text(re.compile(r"Move 0 of \d+"))
    page.keyboard.press("Escape")
    assert page.url.endswith(path)
