"""Noodling for tests: positions written down in notation, and random games to walk through."""

from collections.abc import Iterator, Sequence
from typing import Any

from engine.cards.decktet import CODES, DECK
from engine.chance import Chance, FastRng, SeedChance
from engine.game import play, replay
from engine.games.noodling import Noodling, NoodlingOptions, State
from engine.games.noodling.events import NoodlingEvent
from engine.games.noodling.model import NOBODY, Codes, Holding
from engine.games.noodling.pips import LEAST, SIDE, STAGES, codes

GAME = Noodling()
CHANCE = SeedChance.from_text("noodle")


def held(hand: str = "", *, deck: str = "", discards: str = "", shuffles: int = 1) -> Holding:
    """What a seat owns; the top card of its deck is written first."""
    return Holding(
        hand=DECK.hand(hand.split()),
        deck=tuple(DECK.card[code] for code in deck.split()),
        discards=DECK.hand(discards.split()),
        shuffles=shuffles,
    )


def auction(
    prize: str,
    *holdings: Holding,
    rest: str = "2MK 2SY",
    stock: str = "3MW 3SK 3LY",
    turn: int = 0,
    active: int = 0,
    **more: Any,
) -> State:
    """*prize* has been chosen from a market with *rest*, nobody has bid, and it is the turn of *turn*."""
    options = NoodlingOptions(**{name: more.pop(name) for name in ("stages", "max_rounds") if name in more})
    market = tuple(DECK.card[code] for code in f"{prize} {rest}".split())
    stage = more.pop("stage", 1)
    later = tuple(tuple(DECK.card[code] for code in pile) for pile in STAGES[stage:])
    return State(
        seats=len(holdings),
        turn=turn,
        holdings=holdings,
        market=market,
        prize=int(market[0]),
        need=LEAST,
        active=active,
        stage=stage,
        stock=tuple(DECK.card[code] for code in stock.split()),
        shared=DECK.hand(more.pop("shared", "").split()),
        later=later,
        options=options,
        **more,
    )


def after(state: State, *moves: str, chance: Chance = CHANCE) -> tuple[State, Sequence[NoodlingEvent]]:
    """The state after *moves*, each made by the seat that is to act, and the events of the last."""
    events: Sequence[NoodlingEvent] = ()
    for move in moves:
        (seat,) = GAME.to_act(state)
        state, events = play(GAME, state, seat, GAME.parse_move(move), chance)
    return state, events


def legal(state: State) -> list[str]:
    return [GAME.move_text(move) for seat in GAME.to_act(state) for move in GAME.legal(state, seat)]


def games(
    seed: int, seats: int, options: NoodlingOptions, *, winning: bool = False
) -> Iterator[tuple[State, Sequence[NoodlingEvent]]]:
    """Yield the state before each move of a random game and the events of it; last the end and nothing.

    *winning*: the first who can bid does, so that auctions are won as often as hands allow.
    """
    rng = FastRng(seed)
    state = replay(GAME, GAME.opening(seats, options, rng))
    while actors := GAME.to_act(state):
        moves = GAME.legal(state, actors[0])
        eager = winning and state.prize != NOBODY and state.bidder == NOBODY and len(moves) > 1
        move = moves[0] if eager else moves[int(rng.random() * len(moves))]
        later, events = play(GAME, state, actors[0], move, rng)
        yield state, events
        state = later
    yield state, ()


def shuffled(pile: str, n: int, cards: str) -> Codes:
    """Shuffle *n* of *pile* by the chance that tests take."""
    return CHANCE.shuffled(pile, n, codes(DECK.hand(cards.split())))


def everything(state: State) -> list[str]:
    """Every card on the table, once for each place where it lies."""
    piles = [state.stock, state.market, *state.later]
    found: list[str] = [*codes(state.shared)]
    found += [CODES[card] for pile in piles for card in pile]
    for holding in state.holdings:
        found += [CODES[card] for card in holding.deck]
        found += [*codes(holding.hand), *codes(holding.discards), *codes(holding.front)]
    return found


def in_play(seats: int) -> set[str]:
    """The cards that the game is played with; for two, two of the side cards are boxed besides."""
    return {code for code in CODES if seats == 3 or code != SIDE[-1]}
