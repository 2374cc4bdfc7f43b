"""A table stands still: between one position and the next nothing moves but the cards, by the browser's own measure.

Cards count as well: translations and transitions bring them to their places, and those the browser does not count.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import pytest
from django.conf import settings
from msgspec import structs
from playwright.sync_api import Browser, ViewportSize

from engine.chance import FastRng, SeedChance
from engine.events import Event, Seat
from engine.frames import frames
from engine.game import parse_options
from engine.registry import GAMES
from engine.table import Table
from tests.browser.positions import PUT, drawn, serve, view_of
from tests.covering import DEEP
from tournaments.tables.seen import SeatView
from tournaments.tables.web.board import Board

NAMES = ("Ana", "Moss", "Rowan", "Alder", "Bramble")
PLAYED = 2_000 if DEEP else 60
"""Positions of a table that a player sees, at most: with the profile ``deep`` the whole game, which is over before;
else about the first deal."""
WATCHED = 40
"""Positions that somebody who watches bots sees in a minute."""
MOST = 0.3
"""The sum of layout shifts over these, apart from those that follow a player's own move at once."""
LAPTOP: ViewportSize = {"width": 1046, "height": 768}
PHONE: ViewportSize = {"width": 390, "height": 844}
ON_ITS_SIDE: ViewportSize = {"width": 844, "height": 390}
SCREENS = {"laptop": LAPTOP, "phone": PHONE} | ({"side": ON_ITS_SIDE} if DEEP else {})
START = f"""
  import {{ loosen, measureRoom, startRoom }} from "{settings.STATIC_URL}js/room.js";
  let moved = 0;
  const count = (shifts) => {{ for (const each of shifts) moved += each.value; }};
  const observer = new PerformanceObserver((list) => count(list.getEntries()));
  observer.observe({{ type: "layout-shift" }});
  const frame = () => new Promise(requestAnimationFrame);
  /** How much moves as *html* takes the place of the board, and the cards that are left blank. */
  window.follow = async (html) => {{
    moved = 0;
    const [board, parsed] = [document.getElementById("board"), new DOMParser().parseFromString(html, "text/html")];
    const next = parsed.getElementById("board");
    loosen(board, next);
    Idiomorph.morph(board, next);
    measureRoom();
    for (let i = 0; i < 2; i++) await frame();
    count(observer.takeRecords());
    const cards = [...document.querySelectorAll(".card:has(> .index)")].filter((e) => e.getBoundingClientRect().width);
    const blank = cards.filter((e) => !e.querySelector(".index").getClientRects().length && e.checkVisibility());
    return [moved, blank.map((e) => e.outerHTML)];
  }};
  startRoom();
"""


def boards(game: str, me: int | None) -> Iterator[tuple[Board, bool]]:
    """What *me* sees of a random table, with what is held in passing; whether it follows their own move at once."""
    rules, rng = GAMES[game], FastRng(game)
    table = Table(rules, max(rules.sizes), parse_options(rules, {}), SeedChance.from_text(game))
    yield Board(_seen(table, me)), False
    while table.to_act:
        before, seat = table.state, table.to_act[0]
        moves = rules.legal(before, seat)
        own = seat == me
        for held in _held(table, before, table.make(seat, moves[int(rng.random() * len(moves))]), me):
            yield held, own
            own = False
        yield Board(_seen(table, me)), own


def _seen(table: Table, me: int | None) -> SeatView:
    """With names of usual length: :mod:`tests.browser.test_positions` has the longest."""
    view = view_of(table, me)
    seats = tuple([structs.replace(seat, name=NAMES[seat.seat]) for seat in view.seats])
    return structs.replace(view, seats=seats, seq=len(table.log))


def _held(table: Table, before: Any, events: Sequence[Event], me: int | None) -> Iterator[Board]:
    seat = None if me is None else Seat(me)
    for frame in frames(table.game, before, events, seat):
        yield Board(structs.replace(_seen(table, me), picture=frame.picture, to_act=(), legal=()), held=True)


def shifts(browser: Browser, screen: ViewportSize, game: str, me: int | None, most: int) -> float:
    """The sum over the first *most* positions that *me* sees, apart from those that follow their own moves at once.
    None of them leaves a card blank."""
    page = browser.new_context(viewport=screen, reduced_motion="reduce").new_page()
    serve(page)
    first, *rest = islice(boards(game, me), most)
    page.evaluate("game => { document.querySelector('main').dataset.game = game; }", game)
    page.evaluate(PUT, [drawn(first[0]), "en"])
    page.add_script_tag(url=f"{settings.STATIC_URL}vendor/idiomorph-ext.min.js")
    page.add_script_tag(type="module", content=START)
    page.wait_for_function("() => window.follow")
    seen = [(*page.evaluate("html => follow(html)", drawn(board)), own) for board, own in rest]
    page.context.close()
    assert [blank for _shift, blank, _own in seen if blank] == []
    return float(sum(shift for shift, _blank, own in seen if not own))


@pytest.mark.parametrize("screen", SCREENS.values(), ids=SCREENS)
@pytest.mark.parametrize("game", GAMES)
def test_a_table_stands_still_for_who_plays(browser: Browser, game: str, screen: ViewportSize) -> None:
    assert shifts(browser, screen, game, 0, PLAYED) <= MOST


@pytest.mark.parametrize("game", GAMES)
def test_a_table_stands_still_for_who_watches(browser: Browser, game: str) -> None:
    assert shifts(browser, PHONE, game, None, WATCHED) <= MOST
