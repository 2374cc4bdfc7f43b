"""Non-interference on the wire: what leaves the server for a viewer is the same, byte for byte, when the cards that the
viewer may not know are exchanged in the stored events.

A table is played for real, its stored events are taken, and two worlds are stored in turn and rolled back: the one that
was, and the one with the hidden cards of the current deal permuted. Time, seeds and the CSRF token stand still.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
import pytest
from django.core.cache import caches
from django.db import transaction
from django.test import Client

from accounts.models import User
from engine.chance import FastRng
from engine.events import Event, Seat
from engine.registry import GAMES
from tests.engine.secrecy import exchanged, exchanges
from tournaments.log import selectors as log_selectors
from tournaments.log import services as log
from tournaments.log.events import Head, NewEvent, Stored, commits
from tournaments.tables import folds, frames, live, projection, selectors, services, sources
from tournaments.tables.events import CODEC, TABLE_EVENTS
from tournaments.tables.folds import stream_of

pytestmark = pytest.mark.django_db

NOON = 1_800_000_000_000
CHANNELS = ("view", "page", "board", "frames", "stream", "record")
TABLES = [
    ("duck-soup", 2, {}),
    ("gasp", 3, {"ace_raid": True}),
    ("gasp", 4, {}),
    ("gasp", 5, {}),
    ("gasp-pairs", 4, {"ace_raid": True}),
    ("gasp-duel", 2, {}),
    ("galapagos", 2, {"jokers": True}),
    ("noodling", 2, {}),
    ("noodling", 3, {}),
    ("hasp", 2, {"target": 50}),
    ("hasp", 3, {"target": 50, "multi_predictions": True}),
    ("hasp", 4, {"target": 50}),
    ("dracula", 2, {}),
]
"""All of them last longer than the moves that are made: the record of a table that is over hides nothing."""
SEEDS = range(4)


class World(NamedTuple):
    """The stored events of a table, and the same decoded."""

    table: str
    stored: Sequence[Stored]
    events: Sequence[Event]


class Twins(NamedTuple):
    real: World
    other: World


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[None]:
    """The one moment, the one token, no cache that outlives a world."""
    monkeypatch.setattr(sources, "now_ms", lambda: NOON)
    monkeypatch.setattr("django.middleware.csrf.get_random_string", lambda length, **_: "c" * length)
    monkeypatch.setattr("django.utils.cache.http_date", lambda *_: "noon")
    monkeypatch.setattr("tournaments.tables.push.announce", lambda table: None)
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "wire"}}
    folds.forget()
    yield
    folds.forget()


@pytest.fixture
def users() -> list[User]:
    return [User.objects.create(username=f"seat-{seat}") for seat in range(5)]


def rolled_back(scene: Callable[[], Any]) -> Any:
    folds.forget()
    caches["default"].clear()
    with transaction.atomic():
        result = scene()
        transaction.set_rollback(True)
    folds.forget()
    return result


def played(game: str, seats: int, options: dict[str, Any], seed: int, users: Sequence[User]) -> World:
    """A table after some random moves."""

    def scene() -> World:
        table_id = services.open_table(
            game=game,
            options=options,
            seats=[user.pk for user in users[:seats]],
            clock=None,
            rated=False,
            opener=users[0].pk,
        )
        rng = FastRng(f"{game}{seats}{seed}")
        for _ in range(int(rng.random() * 60)):
            table = folds.current(table_id).table
            if not table.to_act:
                break
            seat = table.to_act[0]
            moves = table.game.legal(table.state, seat)
            text = table.game.move_text(moves[int(rng.random() * len(moves))])
            services.make_move(table_id=table_id, user_id=users[seat].pk, move=text)
        stored = log_selectors.load(stream_of(table_id))
        return World(table_id, stored, decoded(table_id, stored))

    world: World = rolled_back(scene)
    return world


def decoded(table_id: str, stored: Sequence[Stored]) -> list[Event]:
    return [event for table, commit in folds.steps(table_id, stored) for event in folds.decode(table, commit)]


def hidden_exchanged(world: World, viewer: Seat | None, seed: int) -> World:
    """*world* with the cards hidden from *viewer* exchanged among themselves."""
    game = GAMES[world.events[0].game]  # type: ignore[attr-defined]
    cards = [event for event in world.events if not isinstance(event, TABLE_EVENTS)]
    swaps = exchanges(game, cards, viewer, (), FastRng(f"swap{seed}"))
    other = iter(exchanged(cards, swaps))
    events = [event if isinstance(event, TABLE_EVENTS) else next(other) for event in world.events]
    return World(world.table, world.stored, events)


def store(world: World) -> None:
    """Append *world* as it was recorded: the same commits, commands, actors and times."""
    head, at = Head(), 0
    for commit in commits(world.stored):
        events = world.events[at : at + len(commit)]
        at += len(commit)
        head, _ = log.append(
            stream_of(world.table),
            head=head,
            events=[NewEvent(e.kind, e.version, CODEC.fields(e)) for e in events],
            actor=commit[0].actor,
            command=commit[0].command,
            now=commit[0].recorded_at,
        )
    projection.insert(folds.current(world.table).table)


def wire(world: World, viewer: User | None, seat: Seat | None) -> dict[str, Any]:
    """Status, headers and body of everything that *viewer* can ask for, by channel."""

    def scene() -> dict[str, Any]:
        store(world)
        client = Client()
        if viewer is not None:
            client.force_login(viewer)
        paths = {"view": "/api/tables/{}", "page": "/tables/{}", "board": "/tables/{}/board?since=0"}
        sent: dict[str, Any] = {name: response_of(client, path.format(world.table)) for name, path in paths.items()}
        table = folds.current(world.table).table
        found = frames.since(table_id=world.table, user_id=viewer.pk if viewer else None, seq=0, most=1000)
        sent["frames"] = msgspec.json.encode(found)
        sent["stream"] = live.backlog(table, seat, 0)
        record = selectors.record(table_id=world.table, user_id=viewer.pk if viewer else None)
        for event in record["events"]:
            event.pop("salt", None)  # drawn by lot for every event
            event.pop("digest", None)
        sent["record"] = record
        return sent

    result: dict[str, Any] = rolled_back(scene)
    return result


def response_of(client: Client, path: str) -> tuple[int, dict[str, str], bytes]:
    response = client.get(path)
    assert response.status_code == 200, (path, response.content[:300])
    headers = {name: value for name, value in response.headers.items() if name != "Set-Cookie"}
    return response.status_code, headers, response.content


def twins(game: str, seats: int, options: dict[str, Any], seed: int, users: Sequence[User]) -> dict[Seat | None, Twins]:
    """A world, and for each viewer another that he must not be able to tell from it."""
    world = played(game, seats, options, seed, users)
    viewers = (None, *map(Seat, range(seats)))
    return {seat: Twins(world, hidden_exchanged(world, seat, seed)) for seat in viewers}


def leaking(pairs: dict[Seat | None, Twins], users: Sequence[User]) -> set[str]:
    """The channels through which some viewer can tell the two worlds apart."""
    leaks = set()
    for seat, pair in pairs.items():
        viewer = None if seat is None else users[seat]
        real, other = (wire(world, viewer, seat) for world in pair)
        leaks |= {channel for channel in CHANNELS if real[channel] != other[channel]}
    return leaks


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_that_leaves_the_server_depends_on_cards_the_viewer_may_not_know(game, seats, options, seed, users):
    assert leaking(twins(game, seats, options, seed, users), users) == set()


def test_every_game_is_among_the_tables():
    assert {game for game, *_ in TABLES} == set(GAMES)


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_there_are_cards_to_exchange(game, seats, options, users):
    for seat, pair in twins(game, seats, options, 1, users).items():
        assert pair.real.events != pair.other.events, seat


@pytest.mark.parametrize(("game", "seats", "options"), TABLES[:2])
def test_a_planted_leak_is_caught_in_every_channel(game, seats, options, users, monkeypatch):
    """A spectator who is handed the first seat's view, and told all that the first seat is told."""
    pairs = twins(game, seats, options, 1, users)
    rules = type(GAMES[game])
    view, told = rules.view, {event: event.seen_by for event in GAMES[game].events}
    monkeypatch.setattr(rules, "view", lambda self, state, seat: view(self, state, Seat(0) if seat is None else seat))
    for event, seen_by in told.items():
        leak = lambda self, seat, seen_by=seen_by: seen_by(self, Seat(0) if seat is None else seat)  # noqa: E731
        monkeypatch.setattr(event, "seen_by", leak)
    assert leaking(pairs, users) == set(CHANNELS)
