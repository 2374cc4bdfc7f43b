"""Tables as they were stored, and twins of them that some viewer must not be able to tell apart."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from django.core.cache import caches
from django.db import transaction

from accounts.models import User
from engine.chance import FastRng
from engine.deals import Exchange
from engine.events import Event, Seat
from engine.registry import GAMES
from tests.engine.secrecy import exchanged, exchanges
from tournaments.log import selectors as log_selectors
from tournaments.log import services as log
from tournaments.log.events import Head, NewEvent, Stored, commits
from tournaments.tables import decisions, projection, services
from tournaments.tables.events import CODEC, TABLE_EVENTS
from tournaments.tables.state import TableState
from tournaments.tables.streams import TABLES


class World(NamedTuple):
    """The stored events of a table, the same decoded, and the moves behind them by the seq before them."""

    table: str
    stored: Sequence[Stored]
    events: Sequence[Event]
    moves: Mapping[int, str]


class Fork(NamedTuple):
    """A place where *viewer* is shown the same whichever of two *moves* the seat makes."""

    world: World
    seat: Seat
    moves: tuple[str, str]
    viewer: Seat | None


def rolled_back(scene: Callable[[], Any]) -> Any:
    TABLES.forget()
    caches["default"].clear()
    with transaction.atomic():
        result = scene()
        transaction.set_rollback(True)
    TABLES.forget()
    return result


def played(game: str, seats: int, options: dict[str, Any], seed: int, users: Sequence[User]) -> World:
    """A table after some random moves, still going on: the record of one that is over hides nothing."""

    def scene() -> World:
        rng = FastRng(f"{game}{seats}{seed}")
        moves: dict[int, str] = {}
        table_id = _opened(game, options, users[:seats])
        for _ in range(int(rng.random() * 60)):
            table = TABLES.current(table_id).state
            if not table.to_act:
                break
            moves[table.seq] = _move(table, rng, users)
        whole = _as_stored(table_id, moves)
        return whole if TABLES.current(table_id).state.to_act else _before_the_last_move(whole)

    world: World = rolled_back(scene)
    return world


def forks(game: str, seats: int, options: dict[str, Any], seed: int, users: Sequence[User], most: int) -> list[Fork]:
    """Up to *most* places of a random game where somebody decides and somebody else is shown nothing of it."""

    def scene() -> list[Fork]:
        rng = FastRng(f"fork{game}{seats}{seed}")
        moves: dict[int, str] = {}
        found: list[Fork] = []
        table_id = _opened(game, options, users[:seats])
        for _ in range(60):
            table = TABLES.current(table_id).state
            if not table.to_act or len(found) == most:
                break
            if (fork := next(_forks_at(table, _as_stored(table_id, moves)), None)) is not None:
                found.append(fork)
            moves[table.seq] = _move(table, rng, users)
        return found

    found: list[Fork] = rolled_back(scene)
    return found


def _forks_at(table: TableState, world: World) -> Iterator[Fork]:
    for seat in table.to_act:
        texts = [table.game.move_text(move) for move in table.game.legal(table.state, seat)]
        for viewer in (None, *(Seat(other) for other in range(len(table.chairs)) if other != seat)):
            shown: dict[bytes, str] = {}
            for text in texts:
                told = [seen for e in decisions.move_events(table, seat, text) if (seen := e.seen_by(viewer))]
                other = shown.setdefault(msgspec.json.encode([(seen.kind, seen) for seen in told]), text)
                if other != text:
                    yield Fork(world, seat, (other, text), viewer)
                    break


def _opened(game: str, options: dict[str, Any], users: Sequence[User]) -> str:
    seats = [user.pk for user in users]
    return services.open_table(
        game=game, options=options, seats=seats, clock=None, rated=False, opener=seats[0], command="open"
    )


def _move(table: TableState, rng: FastRng, users: Sequence[User]) -> str:
    seat = table.to_act[0]
    moves = table.game.legal(table.state, seat)
    text = table.game.move_text(moves[int(rng.random() * len(moves))])
    services.make_move(table_id=table.id, user_id=users[seat].pk, move=text)
    return text


def _as_stored(table_id: str, moves: Mapping[int, str]) -> World:
    stored = log_selectors.load(TABLES.name(table_id))
    events = [event for table, commit in TABLES.steps(table_id, stored) for event in TABLES.decode(table, commit)]
    return World(table_id, stored, events, dict(moves))


def _before_the_last_move(whole: World) -> World:
    """A stream's events are numbered from 1."""
    last = max(whole.moves)
    earlier = {seq: move for seq, move in whole.moves.items() if seq < last}
    return World(whole.table, whole.stored[:last], whole.events[:last], earlier)


def hidden_exchanged(world: World, viewer: Seat | None, seed: int) -> World:
    """*world* with the cards hidden from *viewer* exchanged among themselves, in the moves that were made too."""
    game = GAMES[world.events[0].game]  # type: ignore[attr-defined]
    cards = [event for event in world.events if not isinstance(event, TABLE_EVENTS)]
    swaps = exchanges(game, cards, viewer, (), FastRng(f"swap{seed}"))
    other = iter(exchanged(cards, swaps))
    events = [event if isinstance(event, TABLE_EVENTS) else next(other) for event in world.events]
    before = sum(isinstance(event, TABLE_EVENTS) for event in world.events)
    moves = {seq: _exchanged_text(text, swaps, seq - before) for seq, text in world.moves.items()}
    return World(world.table, world.stored, events, moves)


def _exchanged_text(text: str, swaps: Sequence[Exchange], at: int) -> str:
    """The move as it was called in the other world, where it followed the *at*-th event of the game."""
    names = {old: new for start, cards in swaps if start <= at for old, new in cards.items()}
    return "-".join(names.get(part, part) for part in text.split("-"))


def store(world: World) -> None:
    """Append *world* as it was recorded, by the commands that a client would have named after its moves."""
    head, at = Head(), 0
    for commit in commits(world.stored):
        events = world.events[at : at + len(commit)]
        at += len(commit)
        seen = commit[0].seq - 1
        head, _ = log.append(
            TABLES.name(world.table),
            head=head,
            events=[NewEvent(e.kind, e.version, CODEC.fields(e)) for e in events],
            actor=commit[0].actor,
            command=f"page-{seen}-{world.moves.get(seen, 'open')}",
            now=commit[0].recorded_at,
        )
    projection.insert(TABLES.current(world.table).state)
