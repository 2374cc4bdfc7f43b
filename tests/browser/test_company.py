"""Who is away, and a player's own games while looking elsewhere: the line at the table, the tab, a sound, a note."""

import re

from playwright.sync_api import Page, ViewportSize, expect

from accounts.models import User
from tests.browser.conftest import PASSWORD, Opener, await_event, in_turn, log_in, meet, play_first, seq
from tests.factories import started

SOON = """window.setTimeout = new Proxy(window.setTimeout, { apply: (call, self, [f, ms, ...rest]) =>
  call.apply(self, [f, ms >= 10000 ? 300 : ms, ...rest]) })"""
"""A player's games are looked for without the wait between."""
HEARD = """window.rung = 0; window.AudioContext = class extends window.AudioContext {
  constructor() { super(); window.rung += 1; } }"""
NOTIFIED = """window.told = []; window.away = false;
Object.defineProperty(document, "hidden", { get: () => window.away });
window.Notification = class { static permission = "%s";
  static requestPermission() { return Promise.resolve(this.permission); }
  constructor(text, { tag }) { window.told.push([text, tag]); } }"""


def away_line(page: Page) -> str:
    """What is said of somebody who is away."""
    expect(page.locator("#away")).to_be_visible()
    return " ".join(page.locator("#away").inner_text().split())


def leave(page: Page) -> Page:
    """Close the page at a table; another of the same person, which is not there yet."""
    page.goto("about:blank")
    return page


def test_opponents_see_who_is_gone_how_long_they_still_have_and_that_they_are_back(open_page: Opener) -> None:
    to_move, other = in_turn(*meet(open_page, clock="300+5"))
    table = to_move.url
    name = other.locator(".seat .nm").inner_text()
    leave(to_move)
    expect(other.locator("#away time")).to_have_text(re.compile(r"\d+:\d\d"))  # the clock ticks four times a second
    assert re.fullmatch(rf"{re.escape(name)} is away. On the clock: \d+:\d\d", away_line(other))
    expect(other.locator(".seat .badge.bad")).to_be_visible()
    left = other.locator("#away time").inner_text()
    expect(other.locator("#away time")).not_to_have_text(left)  # it runs
    to_move.goto(table)
    expect(other.locator("#away")).to_be_hidden()
    expect(other.locator(".seat .badge.bad")).to_be_hidden()


def test_somebody_who_is_gone_before_their_turn_is_said_to_have_their_clock_still(open_page: Opener) -> None:
    to_move, other = in_turn(*meet(open_page, clock="300+5"))
    leave(other)
    assert away_line(to_move).endswith("is away. The clock starts with the turn.")
    play_first(to_move)
    expect(to_move.locator("#away")).to_contain_text("On the clock:")


def test_without_a_clock_the_seat_waits_and_the_line_says_what_one_may_do(open_page: Opener) -> None:
    to_move, other = in_turn(*meet(open_page))
    leave(to_move)
    assert away_line(other).endswith(
        "is away. The seat waits: there is no clock. You can wait as well, or resign in the menu."
    )


def test_the_tab_counts_the_games_that_wait_while_one_looks_elsewhere(open_page: Opener) -> None:
    to_move, other = in_turn(*meet(open_page))
    other.add_init_script(SOON)
    table = other.url
    other.goto("/tournaments")
    expect(other).to_have_title(re.compile(r"^[^(]"))
    icon = other.locator("link[rel=icon]")
    expect(icon).to_have_attribute("href", re.compile(r"/icon\.[\w.]*svg$"))
    play_first(to_move)
    expect(other).to_have_title(re.compile(r"^\(1\) "))
    expect(icon).to_have_attribute("href", re.compile(r"/icon-1\.[\w.]*svg$"))
    expect(other.locator(".mygames")).to_contain_text("Your turn")
    other.goto(table)  # the one at hand is not counted
    expect(other).to_have_title(re.compile(r"^Your turn"))
    expect(icon).to_have_attribute("href", re.compile(r"/icon\.[\w.]*svg$"))


def wish(page: Page, what: str) -> None:
    """Ask on the first page to be told of the turn."""
    page.goto("/")
    page.get_by_text("Tell me when it is my turn").click()
    page.get_by_role("button", name=what).click()


def test_a_sound_is_heard_when_it_was_wished_for_and_the_turn_comes(open_page: Opener) -> None:
    to_move, other = in_turn(*meet(open_page))
    for script in (SOON, HEARD):
        other.add_init_script(script)
    wish(other, "By a sound")
    expect(other.get_by_role("button", name="By a sound")).to_have_attribute("aria-pressed", "true")
    assert other.evaluate("window.rung") == 1  # as it will sound
    play_first(to_move)
    other.wait_for_function("() => window.rung === 2")
    wish(other, "By a sound")  # no longer
    expect(other.get_by_role("button", name="By a sound")).to_have_attribute("aria-pressed", "false")
    assert other.evaluate("window.rung") == 0


def test_a_notification_names_the_table_once_to_somebody_who_looks_elsewhere(open_page: Opener) -> None:
    to_move, other = in_turn(*meet(open_page))
    table = other.url.rsplit("/", 1)[1]
    for script in (SOON, NOTIFIED % "granted"):
        other.add_init_script(script)
    wish(other, "By a notification")
    expect(other.get_by_role("button", name="By a notification")).to_have_attribute("aria-pressed", "true")
    other.evaluate("window.away = true")
    before = seq(to_move)
    play_first(to_move)
    await_event(to_move, after=before)
    other.wait_for_function("() => window.told.length > 0")
    ((text, tag),) = other.evaluate("window.told")
    assert re.match("Your turn: .*Duck Soup", text)
    assert tag == f"table-{table}"


def test_a_browser_that_blocks_notifications_is_said_to(open_page: Opener) -> None:
    _, other = in_turn(*meet(open_page))
    other.add_init_script(NOTIFIED % "denied")
    wish(other, "By a notification")
    expect(other.locator(".toast")).to_contain_text("blocked in this browser")
    expect(other.get_by_role("button", name="By a notification")).to_have_attribute("aria-pressed", "false")


def test_what_is_said_of_a_game_in_the_room_lies_beside_its_title_and_not_on_it(open_page: Opener) -> None:
    players = [User.objects.create_user(f"Rosalind-the-{number}th", password=PASSWORD) for number in range(3)]
    started(players[0].pk, [user.pk for user in players], game="gasp", options={}, format="pods", in_room=True)
    page = open_page()
    log_in(page, players[0])
    screens: list[ViewportSize] = [{"width": 1366, "height": 625}, {"width": 844, "height": 390}]
    for screen in screens:
        page.set_viewport_size(screen)
        page.goto("/")
        game = page.locator(".games > li").first
        said, title = game.locator(".badge").bounding_box(), game.locator("h3").bounding_box()
        expect(game.locator(".badge")).to_have_text("Round 1, table 1: played with real cards")
        assert said is not None and title is not None  # noqa: PT018  both stand there
        assert said["x"] + said["width"] <= title["x"], screen
