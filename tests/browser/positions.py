"""Positions of any game, drawn as the table's page draws them, without a service: many of them in a moment."""

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import override
from msgspec import structs
from playwright.sync_api import Page, Route

import tournaments.site
from engine.chance import FastRng, SeedChance
from engine.events import Seat
from engine.frames import frames
from engine.game import parse_options
from engine.registry import GAMES
from engine.table import Table
from tournaments.tables.seen import ClockView, SeatInfo, SeatView
from tournaments.tables.web.board import Board

NAMES = ("Ana", "W" * 30, "M" * 30, "Greta-Lieselotte", "Maximiliano_Wolfeschlegelstein")
"""Short ones, long ones, and the last but one is a bot's."""
ORIGIN = "http://felt.test"
STATIC = Path(tournaments.site.__file__).parent / "static"
SHEETS = ("tokens", "base", "cards", "table", "pages", "company", "phone", "replay")
SHELL = (
    '<!doctype html><html><head><title>.</title><meta name="viewport" content="width=device-width">'
    + "".join(f'<link rel="stylesheet" href="{settings.STATIC_URL}css/{name}.css">' for name in SHEETS)
    + '</head><body class="table-page"><header class="bar"><div><h1>.</h1><p>.</p></div></header><main></main></body>'
)
REPLAY = "() => document.body.classList.add('replay')"
"""As a look: what is drawn stands on a replay's page."""
VIEWER = """() => {
  document.body.classList.add("replay");
  const viewer = document.getElementById("board"), felt = viewer.querySelector(".felt");
  viewer.className = "board viewer replay-main";
  for (let fit = 1; fit > 0.5; fit -= 0.07) {
    viewer.style.setProperty("--fit", fit);
    if (felt.scrollHeight <= felt.clientHeight + 9) break;
  }
}"""
"""As a look: what is drawn becomes the felt of a replay's viewer, as low as there, and as small as it has to be."""
PUT = "([html, lang]) => { document.documentElement.lang = lang; document.querySelector('main').innerHTML = html; }"


def walk(game: str, seats: int, seed: str, **options: Any) -> Iterator[Table]:
    """A random table of *game*, as it stands before each of its moves."""
    rules, rng = GAMES[game], FastRng(seed)
    table = Table(rules, seats, parse_options(rules, options), SeedChance.from_text(seed))
    while table.to_act:
        yield table
        moves = rules.legal(table.state, table.to_act[0])
        table.make(table.to_act[0], moves[int(rng.random() * len(moves))])


def view_of(table: Table, seat: int | None) -> SeatView:
    """*table* as *seat* may see it, or who watches it, with everybody's clock and a name for each."""
    rules = table.game
    view = rules.view(table.state, None if seat is None else Seat(seat))
    moves = rules.legal(table.state, Seat(seat)) if seat is not None and seat in table.to_act else ()
    return SeatView(
        table="T",
        seq=1,
        status="playing",
        game=rules.key,
        me=seat,
        to_act=tuple(table.to_act),
        legal=tuple(rules.move_text(move) for move in moves),
        view=msgspec.to_builtins(view),
        picture=rules.picture(view),
        clocks=tuple(ClockView(600_000, 10**13 if i in table.to_act else None) for i in range(table.seats)),
        seats=tuple(
            SeatInfo(i, i + 1, NAMES[i], i == 3, "greedy" if i == 3 else "", "playing") for i in range(table.seats)
        ),
        outcome=None,
    )


def with_all_hands(table: Table) -> SeatView:
    """*table* with every seat's cards laid open, as a replay shows it."""
    view = view_of(table, 0)
    assert view.picture is not None
    others = (view_of(table, seat).picture for seat in range(1, table.seats))
    hands = [
        structs.replace(zone, seat=Seat(seat))
        for seat, picture in enumerate(others, start=1)
        for zone in (picture.zones if picture else ())
        if zone.form == "hand" and zone.seat in (None, seat)
    ]
    return structs.replace(view, picture=structs.replace(view.picture, zones=(*view.picture.zones, *hands)))


def passing(game: str, seats: int, seed: str, moves: int) -> Iterator[tuple[SeatView, bool]]:
    """The first *moves* of a random table as seat 0 sees them: every third position, and every frame that is held."""
    state, done = None, 0
    for n, table in enumerate(islice(walk(game, seats, seed), moves)):
        view = view_of(table, 0)
        if state is not None:
            for frame in frames(table.game, state, table.log[done:], Seat(0)):
                yield structs.replace(view, picture=frame.picture, legal=(), to_act=()), True
        if n % 3 == 0:
            yield view, False
        state, done = table.state, len(table.log)


def show(page: Page, view: SeatView, locale: str, *, still: bool = False, held: bool = False) -> Board:
    """Draw the table on *page*, which :func:`serve` has prepared."""
    board = Board(view, still=still, held=held)
    page.evaluate(PUT, [drawn(board, locale), locale])
    return board


def found(page: Page, boards: Iterable[Board], locale: str, *looks: str) -> list[list[Any]]:
    """What each of *looks*, functions of JavaScript, gives on each of *boards*: a row for a board, in their order.

    All are drawn in one call, so that the browser lays each of them out but need not paint it: four fifths of the time.
    """
    row = f"(html) => {{ ({PUT})([html, lang]); return [{','.join(looks)}].map((f) => f()); }}"
    rows: list[list[Any]] = page.evaluate(
        f"([all, lang]) => all.map({row})", [[drawn(board, locale) for board in boards], locale]
    )
    return rows


def drawn(board: Board, locale: str = "en") -> str:
    with override(locale):
        felt = render_to_string("tables/felt.html", {"board": board, "view": board.view})
    return f'<div id="board" class="board" {"data-held" if board.held else ""}>{felt}</div>'


def serve(page: Page) -> Page:
    """Give *page* the style sheets and the sprite of the working copy; nothing goes over a network."""

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(ORIGIN)
        if path.startswith(settings.STATIC_URL):
            route.fulfill(path=STATIC / path.removeprefix(settings.STATIC_URL))
        else:
            route.fulfill(body=SHELL, content_type="text/html")

    page.route(f"{ORIGIN}/**", answer)
    page.goto(ORIGIN)
    return page
