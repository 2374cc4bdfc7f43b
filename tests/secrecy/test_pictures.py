"""Pictures and films tell no more than the eyes they are made for may know: in two worlds that these eyes cannot tell
apart, they are the same to the byte. Without a service."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import pytest
from django.http import QueryDict

from accounts.selectors import Called
from engine.chance import FastRng, SeedChance
from engine.events import Event, Seat
from engine.game import AnyGame, parse_options
from engine.registry import GAMES
from engine.table import Table
from tests.engine.secrecy import exchanged, exchanges
from tournaments.tables.events import Chair, TableOpened, TableStarted
from tournaments.tables.frames import Moment
from tournaments.tables.lines import Line
from tournaments.tables.state import TableState, advance
from tournaments.tables.web.drawing import raster
from tournaments.tables.web.eyes import Eyes
from tournaments.tables.web.pictures import Showing
from tournaments.tables.web.shown import Shown

MOVES = 14
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def played(game: AnyGame, moves: int = MOVES) -> tuple[Table, list[int]]:
    """A random table, and where each of its commits ends."""
    rng, table = (
        FastRng(game.key),
        Table(game, min(game.sizes), parse_options(game, {}), SeedChance.from_text(game.key)),
    )
    ends = [len(table.log)]
    while table.to_act and len(ends) <= moves:
        seat = table.to_act[0]
        legal = game.legal(table.state, seat)
        table.make(seat, legal[int(rng.random() * len(legal))])
        ends.append(len(table.log))
    return table, ends


def opened(table: Table) -> list[Event]:
    chairs = tuple(Chair(seat + 1) for seat in range(table.seats))
    options: Any = msgspec.to_builtins(parse_options(table.game, {}))
    opening = TableOpened(
        game=table.game.key,
        rules=table.game.version,
        options=options,
        chairs=chairs,
        clock=None,
        rated=False,
        match=None,
        opener=None,
        commit="",
        club=None,
    )
    return [opening, TableStarted()]


def moments(table: Table, log: Sequence[Event], ends: Iterable[int]) -> list[Moment]:
    """*log* as the moments of a table."""
    before, begun = TableState("T"), 0
    found: list[Moment] = []
    for end in ends:
        events = [*(opened(table) if not begun else ()), *log[begun:end]]
        after = advance(before, events, at=0, seq=before.seq + len(events))
        found.append((before, after, 0, tuple(enumerate(events, start=before.seq + 1))))
        before, begun = after, end
    return found


def view(table: Table, log: Sequence[Event], ends: Iterable[int], seat: str) -> Showing:
    users = tuple(range(1, table.seats + 1))
    names = {user: Called(f"user{user}") for user in users}
    shown = Shown("/t", "T", table.game.key, True, None, users, names, moments(table, log, ends), "mark")
    return Showing(Eyes(shown, QueryDict(f"seat={seat}")), "en")


def pictures(showing: Showing) -> list[str]:
    return [showing.drawn(number) for number in range(showing.last + 1)]


@every_game
@pytest.mark.parametrize("viewer", [None, Seat(0), Seat(1)], ids=["public", "first", "second"])
def test_in_two_worlds_that_eyes_cannot_tell_apart_they_are_shown_the_same(game: AnyGame, viewer: Seat | None) -> None:
    table, ends = played(game)
    swaps = exchanges(game, table.log, viewer, (), FastRng("worlds"))
    other = exchanged(table.log, swaps)
    assert other != list(table.log)
    seat = "public" if viewer is None else str(viewer)
    one, two = (view(table, log, ends, seat) for log in (table.log, other))
    drawn = pictures(one)
    assert drawn == pictures(two)
    assert raster.png(drawn[-1], 600) == raster.png(two.drawn(two.last), 600)


@every_game
@pytest.mark.parametrize("viewer", [None, Seat(0)], ids=["public", "first"])
def test_where_a_line_begins_both_worlds_are_shown_the_same(game: AnyGame, viewer: Seat | None) -> None:
    table, ends = played(game)
    other = exchanged(table.log, exchanges(game, table.log, viewer, (), FastRng("worlds")))
    seat = "public" if viewer is None else str(viewer)
    drawn = []
    for log in (table.log, other):
        shown = view(table, log, ends, seat).eyes.shown
        line = shown.trying(Line(shown.moments[-1][1].seq, ()))
        drawn.append(pictures(Showing(Eyes(line, QueryDict(f"seat={seat}")), "en")))
    assert drawn[0] == drawn[1]
    assert len(drawn[0]) == 1


def test_films_are_the_same_in_both_worlds() -> None:
    game = GAMES["gasp"]
    table, ends = played(game, 6)
    other = exchanged(table.log, exchanges(game, table.log, None, (), FastRng("worlds")))
    one, two = (pictures(view(table, log, ends, "public")) for log in (table.log, other))
    assert raster.film(one, 400_000) == raster.film(two, 400_000)
    for seat in ("0", "all"):
        assert pictures(view(table, table.log, ends, seat)) != pictures(view(table, other, ends, seat))


@every_game
def test_no_card_of_a_hand_stands_in_a_picture_without_hands(game: AnyGame) -> None:
    """The symbols that an SVG has are those of cards that lie open."""
    table, ends = played(game, 0)
    picture = game.picture(game.view(table.state, None))
    lying = {spot.card for zone in picture.zones for spot in zone.spots if spot.card}
    (drawn, *_) = pictures(view(table, table.log, ends, "public"))
    prefix = {"decktet": "d-", "french": "f-"}.get(picture.deck)
    if prefix:
        assert {code for code in game.deck.card if f'id="{prefix}{code}"' in drawn} <= lying
