"""Other deals of a game that was played, which one seat cannot tell from the real one: one mechanism for all games.

The cards that the seat cannot know change places where they may lie, drawn uniformly; the same moves are made again by
the rules, and what others have sealed and nobody has opened is chosen again. The first such deal that the rules accept,
and after which the seat has been told exactly what it was told, is returned: each that the seat cannot rule out is as
likely as any other. It follows from the chance drawn and what the seat was told, and from nothing else: the cards that
really were hidden cannot be told from it.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, Final, NamedTuple

import msgspec

from engine.chance import Chance, StackedChance
from engine.events import Event, Private, Seat, Shuffled
from engine.game import AnyGame, Rejected
from engine.table import Table

TRIES: Final = 3000


class NoDeal(Exception):
    """None was found in :data:`TRIES` tries."""


class Position(NamedTuple):
    """A game up to some moment: how it was opened, the moves in the notation of the log, and what they led to."""

    game: AnyGame
    seats: int
    options: Any
    moves: Sequence[tuple[Seat, str]]
    log: Sequence[Event]
    """The events of the game alone."""


class Laid(msgspec.Struct, frozen=True):
    """What a position follows from by the rules: the shuffles before it, each a pile with its order, and the moves."""

    orders: tuple[tuple[str, tuple[str, ...]], ...]
    moves: tuple[tuple[Seat, str], ...]

    def chance(self, rest: Chance) -> Chance:
        """These shuffles, then those of *rest*."""
        orders: dict[str, list[Sequence[str]]] = {}
        for pile, order in self.orders:
            orders.setdefault(pile, []).append(order)
        return StackedChance(orders, rest)


class Exchange(NamedTuple):
    """Which card becomes which from event *start* of the log on."""

    start: int
    cards: Mapping[str, str]


def shuffles(log: Sequence[Event]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Each pile that was shuffled, with the order that it had then."""
    return tuple([(event.pile, event.order) for event in log if isinstance(event, Shuffled)])


def laid(table: Table) -> Laid:
    """What the position of *table* follows from."""
    moves = [(seat, table.game.move_text(move)) for seat, move in table.moves]
    return Laid(shuffles(table.log), tuple(moves))


def set_up(game: AnyGame, seats: int, options: Any, how: Laid, rest: Chance) -> Table:
    """A table at the position that *how* leads to; what is shuffled later comes from *rest*.

    Raises :class:`Rejected` for a move that the rules refuse, and ``ValueError`` for a pile that holds other cards.
    """
    table = Table(game, seats, options, how.chance(rest))
    for seat, text in how.moves:
        table.make(seat, game.parse_move(text))
    return table


def another(position: Position, viewer: Seat | None, rng: Chance, rest: Chance) -> Table:
    """A table in a position that *viewer* cannot tell from *position*. What is shuffled later comes from *rest*.

    Raises :class:`NoDeal`.
    """
    told, hidden = _told(position.log, viewer), unknown(position.game, position.log, viewer)
    position, sealed = _opened(position, still_sealed(position.log, viewer))
    for n in range(TRIES):
        swaps = [
            Exchange(at, dict(zip(cards, rng.shuffled(f"deal/{at}", n, sorted(cards)), strict=True)))
            for at, cards in hidden.items()
        ]
        table = played_again(position, swaps, rest)
        if table is None:
            continue
        for seat in sealed:
            _seal(table, seat, viewer, told[len(table.log)], rng, n)
        if _told(table.log, viewer) == told:
            return table
    raise NoDeal


def still_sealed(log: Sequence[Event], viewer: Seat | None) -> int:
    """How many choices, the last ones of *log*, *viewer* has not been told: bids that lie closed, a trump."""
    closed = takewhile(lambda event: _is_choice(event) and event.seen_by(viewer) != event, reversed(log))
    return sum(1 for _event in closed)


def _opened(position: Position, closed: int) -> tuple[Position, list[Seat]]:
    """*position* without the *closed* choices at its end, and who made these: each is one move and one event."""
    moves, log = len(position.moves) - closed, len(position.log) - closed
    before = position._replace(moves=position.moves[:moves], log=position.log[:log])
    return before, [seat for seat, _move in position.moves[moves:]]


def _is_choice(event: Event) -> bool:
    """Whether it holds a secret that its owner chose, unlike a card that was drawn."""
    return isinstance(event, Private) and not set(event.secret) <= set(event.reveals)


def _seal(table: Table, seat: Seat, viewer: Seat | None, told: Event | None, rng: Chance, n: int) -> None:
    """*seat* chooses again, anything of which *viewer* would be told the same. A seat has as many such choices in any
    deal: a card of its hand, a suit."""
    game, state = table.game, table.state

    def looks(move: Any) -> list[Event | None]:
        try:
            return _told(game.decide(state, seat, move, NO_MORE), viewer)
        except ValueError:  # it shuffles
            return []

    alike = [move for move in game.legal(state, seat) if looks(move) == [told]]
    if alike:
        table.make(seat, rng.shuffled(f"sealed/{seat}", n, alike)[0])


def unknown(game: AnyGame, log: Sequence[Event], viewer: Seat | None) -> dict[int, list[str]]:
    """The cards that *viewer* has not been told of since they were last shuffled, by where in *log* that was, top card
    first."""
    shuffled = {code: at for at, event in enumerate(log) if isinstance(event, Shuffled) for code in event.order}
    known = {
        code
        for at, event in enumerate(log)
        for code in codes_in(game, msgspec.to_builtins(event.seen_by(viewer)))
        if shuffled.get(code, -1) < at
    }
    piles = {at: event.order for at, event in enumerate(log) if isinstance(event, Shuffled)}
    hidden = {at: [code for code in order if shuffled[code] == at and code not in known] for at, order in piles.items()}
    return {at: cards for at, cards in hidden.items() if cards}


def played_again(
    position: Position, swaps: Sequence[Exchange], rest: Chance, passed: list[Any] | None = None
) -> Table | None:
    """The table at which the exchanged cards were dealt and the same moves made; ``None`` if the rules forbid one.

    The state before each move is added to *passed*.
    """
    game = position.game
    orders = [
        (event.pile, tuple([_exchanged(code, swaps, at) for code in event.order]))
        for at, event in enumerate(position.log)
        if isinstance(event, Shuffled)
    ]
    try:
        table = Table(game, position.seats, position.options, Laid(tuple(orders), ()).chance(rest))
        for seat, text in position.moves:
            if passed is not None:
                passed.append(table.state)
            words = [_exchanged(word, swaps, len(table.log)) for word in text.split("-")]
            move = game.parse_move("-".join(words))
            if move not in game.legal(table.state, seat):
                return None
            table.make(seat, move)
    except (Rejected, ValueError):  # a move that cannot be made, a pile that holds other cards
        return None
    return table if len(table.log) == len(position.log) else None


def codes_in(game: AnyGame, value: object) -> Iterator[str]:
    """The card codes anywhere in *value* (JSON)."""
    if isinstance(value, str):
        if value in game.deck.card:
            yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from codes_in(game, part)
    elif isinstance(value, Sequence):
        for part in value:
            yield from codes_in(game, part)


def _exchanged(word: str, swaps: Sequence[Exchange], at: int) -> str:
    for start, cards in swaps:
        if start <= at:
            word = cards.get(word, word)
    return word


def _told(log: Sequence[Event], viewer: Seat | None) -> list[Event | None]:
    return [event.seen_by(viewer) for event in log]


class _NoMore:
    """What was not shuffled in the real game is not in any that looks the same."""

    def shuffled(self, pile: str, n: int, cards: Sequence[Any]) -> Any:
        raise ValueError(f"shuffle {n} of {pile}")


NO_MORE: Final[Chance] = _NoMore()
