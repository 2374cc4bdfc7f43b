"""Positions of Dracula for its tests: written as a person would lay them out, or reached by random play."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from engine.cards.french import DECK
from engine.chance import Chance, FastRng, SeedChance
from engine.events import Seat
from engine.game import play, replay
from engine.games.dracula import Dracula, DraculaOptions, State
from engine.games.dracula.coffin import CARD, DEALT, filled, laid
from engine.games.dracula.events import DraculaEvent
from engine.games.dracula.model import Pack, Sheet
from engine.pairs import SEAT, Pair

DRACULA = Dracula()
CHANCE = SeedChance.from_text("coffin")

Step: TypeAlias = tuple[State, Sequence[DraculaEvent]]


def cells(layout: str) -> list[str | None]:
    """Nine codes row by row from the top; a dot for an empty cell."""
    codes = layout.split()
    assert len(codes) == 9
    return [None if code == "." else code for code in codes]


def position(
    layout: str,
    mine: str = "",
    theirs: str = "",
    *,
    rows: int = 0,
    deal: int = 0,
    deals: Sequence[Pair] = (),
    totals: Pair = (0, 0),
    **options: Any,
) -> State:
    """Seat 0 holds *mine*, seat 1 *theirs*, and seat 0 is to play; *rows* is the seat that scores rows."""
    coffin = laid(cells(layout))
    lying = [CARD[code] for code in (*cells(layout), *mine.split(), *theirs.split()) if code]
    others = [card for card in DECK.card.values() if card not in lying]
    gone = deal % 6 * DEALT
    order = (*others[:gone], *lying, *others[gone:])
    sheet = Sheet(
        options=DraculaOptions(**options), deal=deal, rows=SEAT[rows], deals=tuple(deals), totals=totals, dealer=SEAT[1]
    )
    hands = DECK.hand(mine.split()), DECK.hand(theirs.split())
    pack = Pack(tuple(order), gone, gone + DEALT)
    return State(hands, coffin, filled(coffin), SEAT[0], pack, sheet)


def after(state: State, *moves: str, chance: Chance = CHANCE) -> Step:
    """The state after *moves*, each made by the seat that is to act, and the events of the last."""
    events: Sequence[DraculaEvent] = ()
    for move in moves:
        assert state.turn is not None
        state, events = play(DRACULA, state, state.turn, DRACULA.parse_move(move), chance)
    return state, events


def opened(chance: Chance = CHANCE, **options: Any) -> State:
    """A game just begun: the first dealer has to choose rows or columns."""
    return replay(DRACULA, DRACULA.opening(2, DraculaOptions(**options), chance))


def legal(state: State) -> list[str]:
    return [] if state.turn is None else [DRACULA.move_text(move) for move in DRACULA.legal(state, state.turn)]


def games(seed: int, options: DraculaOptions) -> Iterator[Step]:
    """Yield the state before each move of a random game and the events of it; last the end and nothing."""
    rng = FastRng(seed)
    state = replay(DRACULA, DRACULA.opening(2, options, rng))
    while state.turn is not None:
        moves = DRACULA.legal(state, state.turn)
        later, events = play(DRACULA, state, Seat(state.turn), moves[int(rng.random() * len(moves))], rng)
        yield state, events
        state = later
    yield state, ()
