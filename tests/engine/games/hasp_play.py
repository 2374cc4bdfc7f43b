"""Playing HASP in tests: hands laid out by hand, and random games."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import strategies as st

from engine.cards import Card
from engine.cards.hasp import DECK
from engine.chance import Chance, FastRng, SeedChance
from engine.events import Seat
from engine.game import Rejected, play, replay
from engine.games.hasp import Hasp, HaspOptions
from engine.games.hasp.events import HaspEvent
from engine.games.hasp.model import SIDES, UNNAMED, Deal, Sheet, State, Won
from engine.games.hasp.moves import TRUMP_CODES, Find
from engine.games.hasp.scores import claim_in
from engine.games.hasp.tricks import CARDS

GAME = Hasp()
CHANCE = SeedChance.from_text("hasp")

SEEDS = st.integers(0, 10**6)
SEATS = st.sampled_from((2, 3, 4))
OPTIONS = st.builds(
    HaspOptions,
    values=st.sampled_from(("h1", "h2", "h3")),
    multi_predictions=st.booleans(),
    target=st.integers(1, 14),
    max_rounds=st.integers(1, 12),
)


def position(
    *hands: str,
    trump: str = "none",
    said: Sequence[Sequence[Find]] | None = None,
    points: Sequence[int] = (),
    totals: Sequence[int] = (),
    pot: int = 1,
    round_number: int = 0,
    **options: Any,
) -> State:
    """Each seat holds such a hand, the leader of the round is to lead; *points* and *totals* are those of the sides.

    ``said`` are the predictions from the leader on: all passed unless given, ``()`` before the first.
    """
    seats = len(hands)
    none = (0,) * SIDES[seats]
    predictions = tuple(map(tuple, ((),) * seats if said is None else said))
    leader = round_number % seats
    claims = [((leader + i) % seats, claim_in(finds)) for i, finds in enumerate(predictions)]
    deal = Deal(
        round=round_number,
        dealer=(leader - 1) % seats,
        trump=UNNAMED if trump == "?" else TRUMP_CODES.index(trump),
        said=predictions,
        claim=next(((seat, claim) for seat, claim in claims if claim), None),
        pot=pot,
    )
    return State(
        seats=seats,
        turn=leader,
        hands=sum(int(DECK.hand(hand.split())) << CARDS * seat for seat, hand in enumerate(hands)),
        won=Won(tuple(points) or none, none),
        deal=deal,
        sheet=Sheet(HaspOptions(**options), tuple(totals) or none),
    )


def first_trick(*hands: str, trump: str = "none", **options: Any) -> State:
    """As a round begins once the trump is known: nobody has predicted."""
    return position(*hands, trump=trump, said=(), **options)


def after(state: State, moves: str, chance: Chance = CHANCE) -> tuple[State, Sequence[HaspEvent]]:
    """The state after *moves*, each made by the seat that is to act, and the events of the last."""
    events: Sequence[HaspEvent] = ()
    for move in moves.split():
        state, events = play(GAME, state, Seat(state.turn), GAME.parse_move(move), chance)
    return state, events


def legal(state: State) -> list[str]:
    """The moves of the seat that is to act, in notation."""
    return [GAME.move_text(move) for seat in GAME.to_act(state) for move in GAME.legal(state, seat)]


def refused(state: State, move: str, seat: int | None = None) -> str:
    """The code with which *move* is refused, to *seat* or to the seat that is to act."""
    with pytest.raises(Rejected) as error:
        GAME.decide(state, Seat(state.turn if seat is None else seat), GAME.parse_move(move), CHANCE)
    return error.value.code


def held(state: State, seat: int) -> tuple[str, ...]:
    return DECK.coded(state.hands >> CARDS * seat & (1 << CARDS) - 1)


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(DECK.card[code] for code in codes.split())


def games(seed: int, seats: int, options: HaspOptions) -> Iterator[tuple[State, Sequence[HaspEvent]]]:
    """Yield the state before each move of a random game and the events of it; last the end and nothing."""
    rng = FastRng(seed)
    state = replay(GAME, GAME.opening(seats, options, rng))
    while actors := GAME.to_act(state):
        moves = GAME.legal(state, actors[0])
        later, events = play(GAME, state, actors[0], moves[int(rng.random() * len(moves))], rng)
        yield state, events
        state = later
    yield state, ()
