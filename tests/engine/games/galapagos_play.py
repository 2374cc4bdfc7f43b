"""Positions of Galapagos written in notation, and the games that random players make of it."""

from collections.abc import Iterator, Sequence
from typing import Any

from hypothesis import strategies as st

from engine.cards.french import DECK
from engine.chance import Chance, FastRng, SeedChance
from engine.events import Seat
from engine.game import play, replay
from engine.games.galapagos import Galapagos, GalapagosOptions
from engine.games.galapagos.events import GalapagosEvent
from engine.games.galapagos.model import Auction, Court, PlayOff, Sheet, State
from engine.games.galapagos.moves import Move
from engine.pairs import Pair

GAME = Galapagos()
CHANCE = SeedChance.from_text("tortoise")
SEEDS = st.integers(0, 10**6)
OPTIONS = st.builds(
    GalapagosOptions, jokers=st.booleans(), length=st.sampled_from(["1000", "deal"]), max_rounds=st.integers(1, 3)
)


def hand(codes: str) -> int:
    return DECK.hand(codes.split())


def suit(code: str) -> int:
    return "SHDC".index(code)


def sheet(*, scores: Pair = (0, 0), totals: Pair = (0, 0), deal: int = 0, **options: Any) -> Sheet:
    return Sheet(options=GalapagosOptions(**options), deal=deal, scores=scores, totals=totals)


def auction(mine: str, theirs: str, turned: str, stock: str = "2C 3C 4C", **given: Any) -> State:
    """Before two bids; the cards of the stock, top card first, come after the one turned up."""
    cards = tuple(DECK.card[code] for code in stock.split())
    laid = Auction(stock=cards, turned=DECK.card[turned], bids=given.pop("bids", ((), ())))
    hands = hand(mine), hand(theirs)
    return State("auction", (Seat(0), Seat(1)), hands, (), laid, sheet=sheet(**given))


def melding(mine: str, theirs: str, *, turn: int = 0, bids: tuple[str, str] = ("", ""), **given: Any) -> State:
    """The stock is used up; *turn* took its last card."""
    laid = Auction(bids=_rows(bids))
    court = Court(leader=Seat(turn))
    return State("melds", (Seat(turn),), (hand(mine), hand(theirs)), (), laid, court, sheet=sheet(**given))


def tricks(
    mine: str, theirs: str, trumps: str, *, turn: int = 0, bids: tuple[str, str] = ("", ""), **given: Any
) -> State:
    """*turn* is to lead; *trumps* are both seats', "HS"."""
    court = Court(leader=Seat(turn), trumps=(suit(trumps[0]), suit(trumps[1])), melded=((), ()))
    laid = Auction(bids=_rows(bids))
    return State("tricks", (Seat(turn),), (hand(mine), hand(theirs)), (), laid, court, sheet=sheet(**given))


def play_off(mine: str, theirs: str, *, turn: int = 0, **given: Any) -> State:
    laid = Auction(shown=(hand(mine), hand(theirs)))
    off = PlayOff(first=Seat(turn))
    hands = hand(mine), hand(theirs)
    return State("play-off", (Seat(turn),), hands, (), laid, Court(), off, sheet(**given))


def _rows(bids: tuple[str, str]) -> Any:
    return tuple(tuple(DECK.card[code] for code in row.split()) for row in bids)


def made(state: State, *moves: str, chance: Chance = CHANCE) -> tuple[State, Sequence[GalapagosEvent]]:
    """The state after *moves*, each made by the first seat to act, and the events of the last."""
    events: Sequence[GalapagosEvent] = ()
    for move in moves:
        state, events = play(GAME, state, state.acting[0], GAME.parse_move(move), chance)
    return state, events


def legal(state: State, seat: int | None = None) -> list[str]:
    who = state.acting[0] if seat is None else Seat(seat)
    return [GAME.move_text(move) for move in GAME.legal(state, who)]


def games(seed: int, options: GalapagosOptions) -> Iterator[tuple[State, Seat, Move, Sequence[GalapagosEvent]]]:
    """Each position of a random game with the move made in it and what followed."""
    rng = FastRng(seed)
    state = replay(GAME, GAME.opening(2, options, rng))
    while actors := GAME.to_act(state):
        seat = actors[int(rng.random() * len(actors))]
        moves = GAME.legal(state, seat)
        move = moves[int(rng.random() * len(moves))]
        later, events = play(GAME, state, seat, move, rng)
        yield state, seat, move, events
        state = later
