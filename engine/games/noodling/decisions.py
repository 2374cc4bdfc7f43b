"""What follows from a move: bids, hands drawn, auctions resolved, stages ended, the score."""

from collections.abc import Iterator, Sequence

from engine.cards import hand
from engine.cards.decktet import CODES, DECK
from engine.events import Seat
from engine.game import Chance
from engine.games.noodling.events import (
    BidMade,
    CardsDrawn,
    ExcuseShown,
    Finished,
    HandDealt,
    HandDiscarded,
    MarketDiscarded,
    MarketRevealed,
    NoodlingEvent,
    Opened,
    Passed,
    PileShuffled,
    PrizeTaken,
    StageBegun,
)
from engine.games.noodling.evolution import AFTER
from engine.games.noodling.model import NOBODY, Holding, NoodlingOptions, State
from engine.games.noodling.moves import HAND, MENU, Bid
from engine.games.noodling.pips import CLAIM, EXCUSE, SIDE, STAGES, codes, enough, margin, score, spelt
from engine.games.noodling.refusals import refusal
from engine.games.noodling.seating import EVERYBODY, LEFT, SEAT
from engine.places import ranked

MARKET = 3
_CODE = CODES.__getitem__
DECKS = tuple(f"deck-{seat}" for seat in SEAT)
"""The piles that seats shuffle their discards into."""


def piles(seats: int, options: NoodlingOptions) -> tuple[str, ...]:
    return ("side", *(f"stage-{stage}" for stage in range(1, options.stages + 1)), *DECKS[:seats])


# -- the beginning


def opening(seats: int, options: NoodlingOptions, chance: Chance) -> Iterator[NoodlingEvent]:
    yield Opened(seats, options)
    side = chance.shuffled("side", 0, SIDE if seats > 2 else SIDE[:-1])
    yield PileShuffled("side", side)
    for seat in SEAT[:seats]:
        yield HandDealt(seat, side[seat : HAND * seats : seats])
    orders = [chance.shuffled(f"stage-{stage}", 0, pile) for stage, pile in enumerate(STAGES, 1)]
    for stage, order in enumerate(orders, 1):
        yield PileShuffled(f"stage-{stage}", order)
    yield StageBegun(1)
    yield MarketRevealed(SEAT[0], orders[0][:MARKET])


# -- bidding


def bid(state: State, seat: Seat, move: Bid, chance: Chance) -> Sequence[NoodlingEvent]:
    """A bid that nobody is left to answer wins at once (N8)."""
    held, worth = state.holdings[seat], CLAIM[state.prize]
    if move.cards & ~held.hand or not move.cards:
        raise refusal(state, seat, move)
    total = sum([worth[card] for card in MENU[move.cards | held.front].cards])
    if not enough(margin(total, state.need)):
        raise refusal(state, seat, move)
    pips, trumps = spelt(total)
    made = BidMade(seat, MENU[move.cards].codes, pips, trumps)
    if state.out | 1 << seat == EVERYBODY[state.seats]:
        return resolve(state, seat, (made,), chance)
    return (made,)


def passed(state: State, seat: Seat, chance: Chance) -> Sequence[NoodlingEvent]:
    held, left = state.holdings[seat], EVERYBODY[state.seats] & ~(state.out | 1 << seat)
    events = (Passed(seat, MENU[held.hand].codes), *draw(seat, held, chance))
    if left and (state.bidder == NOBODY or left != 1 << state.bidder):
        return events
    return resolve(state, state.bidder, events, chance)


# -- a new hand


def draw(seat: Seat, held: Holding, chance: Chance) -> Sequence[NoodlingEvent]:
    """Draw a hand after discarding. What the deck still holds comes first; then the discards are the deck (N7)."""
    top, discards = held.deck[:HAND], held.discards | held.hand
    drawn = (CardsDrawn(seat, tuple(map(_CODE, top))),) if top else ()
    if len(top) == HAND or not discards:
        return drawn
    pile = DECKS[seat]
    order = chance.shuffled(pile, held.shuffles, codes(discards))
    return (*drawn, PileShuffled(pile, order), CardsDrawn(seat, order[: HAND - len(top)]))


# -- the end of an auction


def resolve(state: State, winner: int, events: Sequence[NoodlingEvent], chance: Chance) -> Sequence[NoodlingEvent]:
    """The auction ends with *events*, won by *winner* or (-1) by nobody; then the next one, a new stage, or the end."""
    if winner >= 0:
        ended: NoodlingEvent = PrizeTaken(SEAT[winner], CODES[state.prize])
        active = LEFT[state.seats][winner]
    else:
        ended = MarketDiscarded(codes(hand(state.market)))
        active = LEFT[state.seats][state.active]
    options, stock = state.options, state.stock
    last = state.round + 1 == options.max_rounds
    if len(stock) >= MARKET and not last:
        return (*events, ended, _market(active, stock))
    for event in (*events, ended):
        state = AFTER[type(event)](state, event)
    if last or state.stage == options.stages:
        return (*events, ended, *finish(state))
    return (*events, ended, *_next_stage(state, active, chance))


def _market(active: Seat, stock: Sequence[int]) -> MarketRevealed:
    return MarketRevealed(active, tuple(map(_CODE, stock[:MARKET])))


def _next_stage(state: State, active: Seat, chance: Chance) -> Iterator[NoodlingEvent]:
    """Everybody has a new hand. From stage IV on the deck is what nobody has taken."""
    for seat, held in zip(SEAT, state.holdings, strict=False):
        if held.hand:
            yield HandDiscarded(seat, codes(held.hand))
        yield from draw(seat, held, chance)
    stage = state.stage + 1
    if state.later:
        deck = state.later[0]
    else:
        pile = f"stage-{stage}"
        order = chance.shuffled(pile, 0, codes(untaken(state)))
        yield PileShuffled(pile, order)
        deck = tuple([DECK.card[code] for code in order])
    yield StageBegun(stage)
    yield _market(active, deck)


# -- the score


def untaken(state: State) -> int:
    """What nobody owns of the cards that have come into play: leftovers, shared discard, the market of the moment."""
    return state.shared | hand(state.stock) | hand(state.market)


def owned(held: Holding) -> int:
    return held.hand | hand(held.deck) | held.discards | held.front


def points(state: State) -> tuple[int, ...]:
    pool = untaken(state)
    holdings = [owned(held) for held in state.holdings]
    return tuple([score(pool, cards, excuse=bool(cards >> EXCUSE & 1)) for cards in holdings])


def finish(state: State) -> Iterator[NoodlingEvent]:
    for seat, held in zip(SEAT, state.holdings, strict=False):
        if not held.shuffles and held.hand >> EXCUSE & 1:
            yield ExcuseShown(seat, "X")
    scores = points(state)
    yield Finished(ranked(scores), scores)
