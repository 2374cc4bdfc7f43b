"""A table that goes on from another one: its deal follows from what the seat was told, and it tells nothing else.

Two worlds that the seat could not tell apart give the same new table, byte for byte, its secrets included, if the seed
is the same. And what leaves the server about that table is the same for each viewer when the cards that they may not
know there are exchanged.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest

from accounts.models import User
from engine.chance import FastRng, SeedChance
from engine.deals import Laid, Position, another, laid, shuffles
from engine.events import Seat
from engine.game import parse_options
from engine.registry import GAMES
from engine.table import Table
from tests.secrecy.channels import CHANNELS
from tests.secrecy.test_wire import SETUPS, _wire, still, users
from tests.secrecy.worlds import World, _as_stored, hidden_exchanged, played, rolled_back, store
from tournaments.log import selectors as log
from tournaments.log import sources
from tournaments.log.events import Stored
from tournaments.tables import selectors, services
from tournaments.tables.errors import Refused
from tournaments.tables.events import TABLE_EVENTS, PositionLaid
from tournaments.tables.lines import Line
from tournaments.tables.streams import TABLES

pytestmark = pytest.mark.django_db
__all__ = ["still", "users"]
SEED = bytes(range(32))
SMALL = [setup for setup in SETUPS if setup[:2] not in {("gasp", 3), ("gasp", 5), ("hasp", 3), ("hasp", 4)}]


def world_of(setup: tuple[str, int, dict[str, Any]], people: Sequence[User]) -> World:
    """Some moves of the first deal: what is shuffled later follows from the seed, and is the same in no other world."""
    game, seats, options = setup
    worlds = (played(game, seats, options, n, people) for n in range(100))
    return next(world for world in worlds if len(world.moves) > 2 and not any(map(later, world.stored)))


def later(row: Stored) -> bool:
    return row.kind.endswith("shuffled") and row.seq > 12


def went_on(world: World, seat: Seat, people: Sequence[User]) -> str:
    """The table that goes on from the end of *world* for *seat*, once that was given up."""
    store(world)
    table, chairs = world.table, people[: len(selectors.summary(world.table).seats)]
    for user in chairs[1:]:
        if selectors.summary(table).status == "playing":
            services.resign(table_id=table, user_id=user.pk)
    return services.open_from_position(
        table=table,
        line=Line(len(world.stored), ()),
        seats=[user.pk for user in chairs],
        as_it_was=False,
        clock=None,
        opener=chairs[seat].pk,
        command="on",
    )


@pytest.fixture(autouse=True)
def seeded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "new_seed", lambda: SEED)


@pytest.mark.parametrize("setup", SMALL, ids=lambda setup: f"{setup[0]}-{setup[1]}")
def test_the_deal_follows_from_what_the_seat_was_told(
    setup: tuple[str, int, dict[str, Any]], users: list[User]
) -> None:
    world = world_of(setup, users)
    position = position_of(setup, world)

    def begun(one: World, seat: Seat) -> Any:
        try:
            new = went_on(one, seat, users)
        except Refused as refused:
            return refused.code
        return [(row.kind, row.payload) for row in log.load(TABLES.name(new))]

    different = 0
    for seat in map(Seat, range(setup[1])):
        twin = another(position, seat, FastRng(7), SeedChance(SEED)).log
        other = world._replace(events=[*world.events[: -len(twin)], *twin])
        real, same = (rolled_back(partial(begun, one, seat)) for one in (world, other))
        assert real == same
        different += list(other.events) != list(world.events)
    assert different


def position_of(setup: tuple[str, int, dict[str, Any]], world: World) -> Position:
    """Where *world* ends."""
    game, seats, options = GAMES[setup[0]], setup[1], setup[2]
    log = [event for event in world.events if not isinstance(event, TABLE_EVENTS)]
    chance = Laid(shuffles(log), ()).chance(SeedChance(SEED))
    table = Table(game, seats, parse_options(game, options), chance)
    for text in world.moves.values():
        table.make(table.to_act[0], game.parse_move(text))
    assert table.log == log
    return Position(game, seats, table.options, laid(table).moves, log)


@pytest.mark.parametrize("setup", [("duck-soup", 2, {}), ("gasp", 4, {}), ("galapagos", 2, {"jokers": True})])
def test_what_is_sent_of_it_depends_on_no_card_that_the_viewer_may_not_know(
    setup: tuple[str, int, dict[str, Any]], users: list[User]
) -> None:
    origin = world_of(setup, users)

    def scene(wire: Callable[[World], dict[str, Any]] | None, world: World | None) -> Any:
        new = went_on(origin, Seat(0), users)
        if world is None:
            return _as_stored(new, {})
        assert wire is not None
        return wire(world)

    new: World = rolled_back(partial(scene, None, None))
    for viewer in (None, *map(Seat, range(setup[1]))):
        twin = laid_anew(hidden_exchanged(new, viewer, 3))
        real, other = (rolled_back(partial(_wire, each, viewer, users)) for each in (new, twin))
        assert {channel for channel in CHANNELS if real[channel] != other[channel]} == set()


def laid_anew(world: World) -> World:
    """*world* with the shuffles that it was laid out with as they are there."""
    orders = shuffles(world.events)
    events = [PositionLaid(orders, e.moves) if isinstance(e, PositionLaid) else e for e in world.events]
    assert sum(isinstance(event, TABLE_EVENTS) for event in events) > 3
    return world._replace(events=events)
