"""A real Chromium on the real processes. No console error and no report of the policy is let pass."""

import re
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.internal.flows.login import AUTHENTICATION_METHODS_SESSION_KEY
from django.test import override_settings
from django.utils import timezone
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from accounts.models import Session, User
from accounts.session_store import SessionStore
from tests.processes import SECRET_KEY, Processes
from tournaments.notices.following import NAME

PATIENCE = 20_000
expect.set_options(timeout=PATIENCE)

PASSWORD = "cardroom"

Opener = Callable[..., Page]

HELD = "#board[data-held]"
SEQ = "Number(document.getElementById('board').dataset.seq)"
# A card that is open and shows nothing: its corner has no width.
BLANK = "[...document.querySelectorAll('.card .index')].filter(e => e.checkVisibility() && !e.offsetWidth).length"


@pytest.fixture
def faults() -> list[str]:
    """What a browser complained of; a test that provokes a complaint takes it out again."""
    return []


@pytest.fixture
def open_page(browser: Browser, processes: Processes, faults: list[str]) -> Iterator[Opener]:
    """Open a browser of its own, on *path* if one is given: other cookies, another person."""

    def opened(path: str = "", **options: Any) -> Page:
        context = browser.new_context(**{"base_url": processes.url, "reduced_motion": "reduce"} | options)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: _note(faults, message))
        page.on("pageerror", lambda error: faults.append(str(error)))
        if path:
            page.goto(path)
        return page

    yield opened
    for context in browser.contexts:
        context.close()
    assert not faults, errors(processes)


def errors(processes: Processes) -> str:
    """What the service itself said of what broke: the last lines with a traceback."""
    said = (line for name in ("web", "streams") for line in processes[name].output().splitlines())
    return "\n".join([line for line in said if "Traceback" in line][-3:])


def _note(faults: list[str], message: ConsoleMessage) -> None:
    if message.type in ("error", "warning"):
        faults.append(f"{message.text} ({message.location.get('url')})")


def forgive(faults: list[str], *words: str) -> None:
    """Take out the complaints that the test itself provoked."""
    faults[:] = [fault for fault in faults if not any(word in fault for word in words)]


def log_in(page: Page, user: User) -> None:
    """Log *page* in as *user*, whose password is :data:`PASSWORD`: the form is sent, and no page is drawn for it."""
    form = page.request.get("/account/login/")
    token = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', form.text())[0]
    given = {"login": user.username, "password": PASSWORD, "csrfmiddlewaretoken": token}
    assert page.request.post("/account/login/", form=given, max_redirects=0).status == 302


@override_settings(SECRET_KEY=SECRET_KEY)
def leave_open(user: User) -> None:
    """As if *user* had logged in an hour ago, wherever they did."""
    for row in Session.objects.filter(user=user):
        store = SessionStore(row.session_key)
        records = store[AUTHENTICATION_METHODS_SESSION_KEY]
        store[AUTHENTICATION_METHODS_SESSION_KEY] = [{**each, "at": each["at"] - 3_600} for each in records]
        store.save()


def sit_down(page: Page, game: str = "duck-soup", **choices: str) -> str:
    """Open a table by the game's form; the table's path."""
    page.goto(f"/games/{game}")
    for name, value in choices.items():
        field = page.locator(f"[name='{name.replace('_', '-')}']")
        field.select_option(value) if field.evaluate("e => e.localName") == "select" else field.fill(value)
    page.get_by_role("button", name="Open the table").click()
    return at_table(page)


def at_table(page: Page) -> str:
    """Wait until a table is before us; its path."""
    page.wait_for_url(re.compile(r"/tables/\w+$"))
    return page.url[page.url.index("/tables/") :]


def meet(open_page: Opener, **choices: str) -> tuple[Page, Page]:
    """Two people at a table: the one who opened it and has not loaded it again since, and the one who joined."""
    host, guest = open_page(), open_page()
    guest.goto(sit_down(host, against="people", option_length="deal", **choices))
    guest.get_by_role("button", name="Join").click()
    expect(host.locator(".felt .my-plate")).to_be_visible()
    return host, guest


def seq(page: Page) -> int:
    """The last event that the page shows."""
    return int(page.evaluate(SEQ))


def await_event(page: Page, *, after: int) -> None:
    """Wait until the page shows something later, without a reload."""
    page.wait_for_function(f"after => {SEQ} > after", arg=after)


def await_turn(page: Page) -> bool:
    """Whether it is this page's turn; ``False`` once the table is over."""
    board = page.wait_for_selector("#board[data-turn], #board[data-status='finished']")
    assert board is not None
    return board.get_attribute("data-turn") is not None


def hurry_to_turn(page: Page) -> bool:
    """As :func:`await_turn`, for a player in a hurry: what is held on the way is skipped."""
    while True:
        page.wait_for_selector(f"{HELD}, #board[data-turn], #board[data-status='finished']")
        if not page.locator(HELD).count():
            return await_turn(page)
        page.keyboard.press("Escape")


def in_turn(one: Page, other: Page) -> tuple[Page, Page]:
    """Whose turn it is of two players at a table, and who waits, once nothing is held any more."""
    for page in (one, other):
        page.wait_for_selector("#board:not([data-held])")
    return (one, other) if one.locator("#board[data-turn]").count() else (other, one)


def play_first(page: Page) -> None:
    """Play the first card that may be played, by keyboard, or the first choice where there is none."""
    page.wait_for_load_state()  # before its script is there a key does nothing
    before = seq(page)
    legal = page.locator(".hand .legal input")
    expect(legal.or_(page.locator(".choices button")).first).to_be_attached()
    if legal.count():
        legal.first.focus()
        page.keyboard.press("Space")
        page.keyboard.press("Enter")
        if page.evaluate("document.activeElement.localName") == "button":  # two moves belong to the card
            page.keyboard.press("Enter")
    else:
        page.locator(".choices button").first.click()
    await_event(page, after=before)


def give_up(page: Page, *others: Page) -> None:
    """Resign at a table that has been played at by somebody, so that it counts."""
    to_move, _ = in_turn(page, *others) if others else (page, await_turn(page))
    play_first(to_move)
    resign(page)


def resign(page: Page) -> None:
    """Give the table up, by its menu and the question that follows."""
    page.locator("#table-menu summary").click()
    page.get_by_role("link", name="Resign").click()
    page.locator("#resign-dialog").get_by_role("button", name="Resign").click()
    expect(page.get_by_role("heading", name="Over by resignation")).to_be_visible()


def cards_in_hand(page: Page) -> set[str]:
    return {str(card.get_attribute("id")) for card in page.locator(".hand .card").all()}


@pytest.fixture
def reading(processes: Processes) -> None:
    """The reader of the log has begun: what happens from now on is told."""
    until = time.monotonic() + 30
    while not _has_begun():
        assert time.monotonic() < until, "nobody reads the log"
        time.sleep(0.05)


def _has_begun() -> bool:
    from tournaments.log.models import Follower

    return Follower.objects.filter(name=NAME).exists()


def person(name: str) -> User:
    old = timezone.now() - timedelta(days=30)
    return User.objects.create_user(name, password=PASSWORD, date_joined=old)
