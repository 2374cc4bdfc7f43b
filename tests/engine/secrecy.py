"""Non-interference, on the log: what a viewer gets does not change when the cards hidden from it are exchanged.

The cards that a viewer has not been told of since they were last shuffled are permuted in the stored events, and the
log is replayed: another world that it may not be able to tell from the real one. Its view, its legal moves, what it is
refused and what it is told after each move must be the same in both, to the byte. Cards that the move itself openly
deals to it (the fields that an event names in ``reveals``) keep their place, and so do bids that it opens (``opens``)
and hands that it lays open (``shows``).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from engine.chance import Rng
from engine.deals import Exchange, codes_in
from engine.events import Event, Private, Public, Seat, Shuffled
from engine.frames import frames
from engine.game import AnyGame, Rejected, replay
from engine.table import Table
from tests.engine.walks import universe

MOVES_TRIED = 4
"""How many moves of each seat to act are tried at a place, drawn at random; and how many illegal ones."""


def shuffles(log: Sequence[Event]) -> dict[str, int]:
    """For each card of a pile: where in *log* it was last shuffled."""
    return {code: at for at, event in enumerate(log) if isinstance(event, Shuffled) for code in event.order}


def told_cards(game: AnyGame, log: Sequence[Event], viewer: Seat | None) -> set[str]:
    """The cards that *viewer* has been told of since they were last shuffled."""
    shuffled = shuffles(log)
    return {
        code
        for at, event in enumerate(log)
        for code in codes_in(game, msgspec.to_builtins(event.seen_by(viewer)))
        if shuffled.get(code, -1) < at
    }


def sealed_cards(game: AnyGame, log: Sequence[Event]) -> set[str]:
    """The cards that their owners have laid down in secret since they were last shuffled."""
    shuffled = shuffles(log)
    return {
        code
        for at, event in enumerate(log)
        if isinstance(event, Private)
        for name in set(event.secret) - set(event.reveals)
        for code in codes_in(game, msgspec.to_builtins(getattr(event, name)))
        if shuffled.get(code, -1) < at
    }


def exchanges(
    game: AnyGame, log: Sequence[Event], viewer: Seat | None, kept: Iterable[str], rng: Rng
) -> list[Exchange]:
    """A random permutation of the cards hidden from *viewer* within each shuffle, except those *kept*."""
    open_cards = told_cards(game, log, viewer) | set(kept)
    groups: dict[int, list[str]] = {}
    for code, at in shuffles(log).items():
        if code not in open_cards:
            groups.setdefault(at, []).append(code)
    return [
        Exchange(at, dict(zip(cards, rng.shuffled("exchange", at, cards), strict=True))) for at, cards in groups.items()
    ]


def exchanged(log: Sequence[Event], swaps: Iterable[Exchange]) -> list[Event]:
    """*log* as it would have been stored with the cards exchanged."""
    world = list(log)
    for start, cards in swaps:
        for at in range(start, len(world)):
            fields = msgspec.to_builtins(world[at])
            world[at] = msgspec.convert(_mapped(fields, cards), type(world[at]))
    return world


def _mapped(value: Any, cards: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return cards.get(value, value)
    if isinstance(value, Mapping):
        return {name: _mapped(part, cards) for name, part in value.items()}
    return [_mapped(part, cards) for part in value] if isinstance(value, Sequence) else value


def check_secrecy(table: Table, rng: Rng) -> None:
    """The law, at one place of a table, for every seat and the spectator."""
    for viewer in (None, *map(Seat, range(table.seats))):
        _check_view(table, viewer, rng)
        for actor in table.to_act:
            for move in some_of(table.game.legal(table.state, actor), rng):
                _check_answer(table, viewer, actor, move, rng)


def _check_view(table: Table, viewer: Seat | None, rng: Rng) -> None:
    game, real = table.game, table.state
    other = _other_world(table, viewer, (), rng)
    assert _json(game.view(other, viewer)) == _json(game.view(real, viewer)), f"{viewer} sees hidden cards"
    assert game.to_act(other) == game.to_act(real), "hidden cards decide whose turn it is"
    if viewer is None:
        return
    assert game.legal(other, viewer) == game.legal(real, viewer), f"hidden cards decide what {viewer} may do"
    for move in some_of(universe(game), rng):
        assert _refusal(table, other, viewer, move) == _refusal(table, real, viewer, move), "a refusal tells"


def _check_answer(table: Table, viewer: Seat | None, actor: Seat, move: Any, rng: Rng) -> None:
    """What *viewer* is told when *actor* makes *move*, and sees on the way and after it."""
    events = table.game.decide(table.state, actor, move, table.chance)
    other = _other_world(table, viewer, _openly_dealt(table.game, events, viewer, actor), rng)
    if move in table.game.legal(other, actor):
        assert _answer(table, other, viewer, actor, move) == _answer(table, table.state, viewer, actor, move), (
            f"{viewer} learns of hidden cards by {table.game.move_text(move)} of {actor}"
        )
    else:
        assert viewer != actor, f"hidden cards decide what {viewer} may do"


def _other_world(table: Table, viewer: Seat | None, kept: Iterable[str], rng: Rng) -> Any:
    swaps = exchanges(table.game, table.log, viewer, kept, rng)
    return replay(table.game, exchanged(table.log, swaps))


def _openly_dealt(game: AnyGame, events: Sequence[Event], viewer: Seat | None, actor: Seat) -> Iterator[str]:
    """The cards that *viewer* rightly learns by *events*, except for those that are shuffled again on the way.

    Of its own move: those in the fields that ``reveals``, ``opens`` and ``shows`` name. Of another's move also what is
    made public: the card played is hidden from the others until it is played.
    """
    redealt: set[str] = set()
    for event in events:
        if isinstance(event, Shuffled):
            redealt.update(event.order)
        names = [name for kind in ("reveals", "opens", "shows") for name in getattr(event, kind, ())]
        if isinstance(event, Private) and event.seat != viewer:
            names = []
        if isinstance(event, Public) and viewer != actor:
            names = [*event.__struct_fields__]
        for name in names:
            yield from (
                code for code in codes_in(game, msgspec.to_builtins(getattr(event, name))) if code not in redealt
            )


def _answer(table: Table, state: Any, viewer: Seat | None, actor: Seat, move: Any) -> bytes:
    events = table.game.decide(state, actor, move, table.chance)
    after = replay(table.game, events, state)
    told = [(event.kind, event.seen_by(viewer)) for event in events]
    held = frames(table.game, state, events, viewer)
    return _json((told, held, table.game.view(after, viewer)))


def _refusal(table: Table, state: Any, seat: Seat, move: Any) -> tuple[str, str] | None:
    try:
        table.game.decide(state, seat, move, table.chance)
    except Rejected as error:
        return error.code, str(error.reason)
    return None


def some_of(moves: Sequence[Any], rng: Rng) -> Sequence[Any]:
    return moves if len(moves) <= MOVES_TRIED else rng.shuffled("moves", 0, moves)[:MOVES_TRIED]


def _json(value: object) -> bytes:
    return msgspec.json.encode(value)
