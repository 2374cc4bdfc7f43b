"""TV and the streamer's view in a browser: live, still, on phone and laptop, by keyboard; large, and alone."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from accounts.models import User
from engine.chance import FastRng
from tests.browser.conftest import Opener
from tests.browser.looks import PHONE, faults_in_any_look, narrow
from tests.browser.test_every_page import walk
from tests.factories import concede, decide_once, open_for
from tournaments.tables import selectors, services
from tournaments.tables.events import Clock

LAPTOP: ViewportSize = {"width": 1366, "height": 768}
MOST = {"laptop": 0.1, "phone": 0.3}
"""The sum of layout shifts over the moves; on the smallest phone as at a table that is watched."""
SHIFTS = """() => {
  window.moved = 0;
  const count = (list) => { for (const each of list.getEntries()) window.moved += each.value; };
  new PerformanceObserver(count).observe({ type: "layout-shift", buffered: false });
}"""
DRAWN = """seq => Number(document.querySelector(".tv-felt > #board").dataset.seq) >= seq
  && !document.querySelector("[data-held]")"""


@pytest.fixture
def players(transactional_db: None) -> list[User]:
    return [User.objects.create_user(name) for name in ("Noor", "Ingrid", "Benedikta", "Moss")]


def moves(table: str, number: int) -> Iterator[int]:
    """Random moves; the seq after each."""
    rng = FastRng(table)
    for _ in range(number):
        summary = selectors.summary(table)
        if not summary.to_act:
            return
        user = summary.seats[summary.to_act[0]] or 0
        legal = selectors.view(table_id=table, user_id=user).legal
        services.make_move(table_id=table, user_id=user, move=legal[int(rng.random() * len(legal))])
        yield selectors.summary(table).seq


def shown(page: Page, seq: int) -> Any:
    return page.wait_for_function(DRAWN, arg=seq)


@pytest.mark.parametrize("name", MOST)
def test_tv_follows_the_table_by_itself_and_stands_still(open_page: Opener, players: list[User], name: str) -> None:
    table = open_for(*players, game="gasp")
    page = open_page("/tv", viewport={"laptop": LAPTOP, "phone": PHONE}[name])
    page.evaluate("window.here = true")
    expect(page.locator(f"#felt-of-{table} .felt")).to_contain_text("Benedikta")
    page.evaluate(SHIFTS)
    for seq in moves(table, 9):
        shown(page, seq)
    assert page.evaluate("window.moved") <= MOST[name]
    assert page.evaluate("window.here")
    assert page.locator(".hand").count() == 0
    assert narrow(page)


def test_how_it_ended_is_seen_and_then_another_table_comes(open_page: Opener, players: list[User]) -> None:
    first = open_for(*players[:2], rated=True)
    page = open_page("/tv")
    expect(page.locator(f"#felt-of-{first}")).to_be_visible()
    second = open_for(*players[2:])
    concede(first)
    expect(page.locator(f"#felt-of-{first} #verdict")).to_be_visible()
    expect(page.locator(f"#felt-of-{second} .felt")).to_be_visible(timeout=40_000)
    expect(page.locator(".tv-done")).to_contain_text("Noor")


def test_it_is_said_how_many_watch(open_page: Opener, players: list[User]) -> None:
    table = open_for(*players[:2])
    tv, page = open_page("/tv"), open_page(f"/tables/{table}")
    for each in (tv, page):
        expect(each.locator("#watching-n")).to_have_text("2")


def test_axe_finds_nothing_and_the_focus_is_seen(open_page: Opener, players: list[User]) -> None:
    table = open_for(*players, game="gasp")
    open_for(*players[:2], game="german-whist")
    found = []
    for path in ("/tv", f"/tables/{table}/streaming", f"/tables/{table}/stream?late=0"):
        page = open_page(path)
        found += faults_in_any_look(page)
    assert found == []
    walk(open_page("/tv"))


def test_ladders_give_way_to_watch_in_the_bar_of_a_phone(open_page: Opener) -> None:
    page = open_page("/", viewport=PHONE)
    bar = page.get_by_role("navigation", name="Main")
    expect(bar.get_by_role("link", name="Watch")).to_be_visible()
    expect(bar.get_by_role("link", name="Ladders")).to_have_count(0)
    assert bar.get_by_role("link").count() == 5
    bar.get_by_role("link", name="Play").click()
    expect(page.locator("main").get_by_role("link", name="Ladders")).to_be_visible()


@pytest.mark.parametrize("screen", [{"width": 1280, "height": 720}, {"width": 1920, "height": 1080}])
@pytest.mark.parametrize("game", ["gasp", "german-whist", "dracula"])
def test_a_streamers_view_fills_the_picture_and_nothing_more(
    open_page: Opener, players: list[User], game: str, screen: ViewportSize
) -> None:
    table = open_for(*players[: 4 if game == "gasp" else 2], game=game)
    decide_once(table)
    page = open_page(f"/tables/{table}/stream?late=0", viewport=screen)
    expect(page.locator(".felt")).to_be_visible()
    page.wait_for_selector("#board:not([data-held])")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    box = page.locator(".felt").bounding_box()
    assert box is not None
    assert box["width"] > 0.95 * screen["width"] - 40
    assert page.evaluate(
        "document.querySelector('.felt').scrollHeight <= document.querySelector('.felt').clientHeight + 4"
    )
    clear = open_page(f"/tables/{table}/stream?late=0&ground=clear", viewport=screen)
    assert clear.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
    assert clear.locator(".felt").evaluate("e => getComputedStyle(e).backgroundImage") == "none"


def test_a_streamers_view_follows_by_itself(open_page: Opener, players: list[User]) -> None:
    table = open_for(*players[:2])
    page = open_page(f"/tables/{table}/stream?late=0")
    (seq,) = moves(table, 1)
    page.wait_for_function("seq => Number(document.getElementById('board').dataset.seq) >= seq", arg=seq)


def test_on_a_laptop_every_plate_and_its_clock_lie_on_the_felt_and_over_no_other(
    open_page: Opener, players: list[User]
) -> None:
    table = open_for(*players, game="gasp", clock=Clock(600, 5))
    list(moves(table, 6))
    page = open_page("/tv", viewport={"width": 1366, "height": 625})
    felt = page.locator(f"#felt-of-{table} .felt")
    expect(felt).to_be_visible()
    boxes = [each.bounding_box() for each in [felt, *felt.locator(".seat, .my-plate, .my-plate .clock").all()]]
    outer, *plates = [(box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]) for box in boxes if box]
    assert len(plates) == 5
    assert all(plate[3] <= outer[3] for plate in plates)
    first, *others = sorted(plates[:4], key=lambda plate: -plate[1])
    assert all(first[1] >= each[3] or first[0] >= each[2] or each[0] >= first[2] for each in others)
