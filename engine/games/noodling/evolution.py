"""The state after each event. Facts only: nothing here asks what is allowed."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engine.cards import Card
from engine.cards.decktet import DECK
from engine.events import Event
from engine.game import Outcome
from engine.games.noodling.events import (
    BidMade,
    CardsDrawn,
    ExcuseShown,
    Finished,
    HandDealt,
    HandDiscarded,
    MarketDiscarded,
    MarketRevealed,
    Opened,
    Passed,
    PileShuffled,
    PrizeChosen,
    PrizeTaken,
    StageBegun,
)
from engine.games.noodling.model import NOBODY, Auction, Holding, State
from engine.games.noodling.pips import LEAST, TRUMP
from engine.games.noodling.seating import MOST_SEATS, NEXT

_CARD = DECK.card.__getitem__
_BIT: dict[str, int] = {code: 1 << card for code, card in DECK.card.items()}
_SEAT_OF = {f"deck-{seat}": seat for seat in range(MOST_SEATS)}


def _put(holdings: tuple[Holding, ...], seat: int, holding: Holding) -> tuple[Holding, ...]:
    """Written out for two and three seats, as most events come here."""
    if len(holdings) == MOST_SEATS:
        first, second, third = holdings
        if seat == 0:
            return holding, second, third
        return (first, holding, third) if seat == 1 else (first, second, holding)
    first, second = holdings
    return (first, holding) if seat else (holding, second)


def _bid_made(state: State, event: BidMade) -> State:
    seat = event.seat
    held = state.holdings[seat]
    bid = 0
    for code in event.cards:
        bid |= _BIT[code]
    hand = held.hand & ~bid
    holding = Holding(hand, held.deck, held.discards, held.front | bid, held.known & hand, held.shuffles)
    return replace(
        state,
        turn=NEXT[state.seats][seat][state.out],
        holdings=_put(state.holdings, seat, holding),
        bidder=seat,
        need=event.pips + TRUMP * event.trumps,
    )


def _passed(state: State, event: Passed) -> State:
    out = state.out | 1 << event.seat
    holdings = _put(state.holdings, event.seat, _without_hand(state.holdings[event.seat]))
    return replace(state, turn=NEXT[state.seats][event.seat][out], holdings=holdings, out=out)


def _hand_discarded(state: State, event: HandDiscarded) -> State:
    return replace(state, holdings=_put(state.holdings, event.seat, _without_hand(state.holdings[event.seat])))


def _without_hand(held: Holding) -> Holding:
    return Holding(0, held.deck, held.discards | held.hand, held.front, 0, held.shuffles)


def _cards_drawn(state: State, event: CardsDrawn) -> State:
    seat, codes = event.seat, event.cards or ()
    held = state.holdings[seat]
    drawn = 0
    for code in codes:
        drawn |= _BIT[code]
    deck = held.deck[len(codes) :]
    known = held.known if deck else held.known | drawn
    holding = Holding(held.hand | drawn, deck, held.discards, held.front, known, held.shuffles)
    return replace(state, holdings=_put(state.holdings, seat, holding))


def _pile_shuffled(state: State, event: PileShuffled) -> State:
    order = tuple(map(_CARD, event.order))
    seat = _SEAT_OF.get(event.pile)
    if seat is not None:
        held = state.holdings[seat]
        holding = Holding(held.hand, order, 0, held.front, held.known, held.shuffles + 1)
        return replace(state, holdings=_put(state.holdings, seat, holding))
    return _stage_shuffled(state, order) if event.pile != "side" else state


def _stage_shuffled(state: State, order: tuple[Card, ...]) -> State:
    """A deck for later. What was left over and discarded is in it, if there was anything yet."""
    return replace(state, later=(*state.later, order), stock=(), shared=0)


def _stage_begun(state: State, event: StageBegun) -> State:
    return replace(state, stage=event.stage, stock=state.later[0], later=state.later[1:])


def _market_revealed(state: State, event: MarketRevealed) -> State:
    return replace(
        state,
        turn=int(event.seat),
        active=int(event.seat),
        market=tuple(map(_CARD, event.cards)),
        stock=state.stock[len(event.cards) :],
        prize=NOBODY,
        bidder=NOBODY,
        need=LEAST,
        out=0,
    )


def _prize_chosen(state: State, event: PrizeChosen) -> State:
    return replace(state, prize=int(_CARD(event.card)))


def _prize_taken(state: State, event: PrizeTaken) -> State:
    return _resolved(state, int(event.seat), int(_CARD(event.card)))


def _market_discarded(state: State, event: MarketDiscarded) -> State:
    return _resolved(state, NOBODY, NOBODY)


def _resolved(state: State, winner: int, prize: int) -> State:
    """All bids go to their owners' discards, the prize to the winner's, the rest of the market to the shared ones."""
    shared, holdings = state.shared, []
    for card in state.market:
        if card != prize:
            shared |= 1 << card
    for seat, held in enumerate(state.holdings):
        gained = held.front | (1 << prize if seat == winner else 0)
        if gained:
            held = Holding(held.hand, held.deck, held.discards | gained, 0, held.known, held.shuffles)
        holdings.append(held)
    bids = tuple([held.front for held in state.holdings])
    return replace(
        state,
        turn=NOBODY,
        holdings=tuple(holdings),
        market=(),
        prize=NOBODY,
        bidder=NOBODY,
        need=LEAST,
        out=0,
        round=state.round + 1,
        shared=shared,
        last=Auction(state.market, winner, prize, bids),
    )


def _opened(state: State, event: Opened) -> State:
    return replace(state, seats=event.seats, options=event.options, holdings=(Holding(),) * event.seats)


def _hand_dealt(state: State, event: HandDealt) -> State:
    dealt = Holding(DECK.hand(event.cards or ()))
    return replace(state, holdings=_put(state.holdings, event.seat, dealt))


def _excuse_shown(state: State, event: ExcuseShown) -> State:
    held = state.holdings[event.seat]
    shown = replace(held, known=held.known | _BIT[event.card])
    return replace(state, holdings=_put(state.holdings, event.seat, shown))


def _finished(state: State, event: Finished) -> State:
    return replace(state, turn=NOBODY, outcome=Outcome(event.places, event.points))


AFTER: dict[type[Event], Callable[[State, Any], State]] = {
    BidMade: _bid_made,
    Passed: _passed,
    CardsDrawn: _cards_drawn,
    PileShuffled: _pile_shuffled,
    PrizeChosen: _prize_chosen,
    PrizeTaken: _prize_taken,
    MarketRevealed: _market_revealed,
    MarketDiscarded: _market_discarded,
    HandDiscarded: _hand_discarded,
    StageBegun: _stage_begun,
    HandDealt: _hand_dealt,
    Opened: _opened,
    ExcuseShown: _excuse_shown,
    Finished: _finished,
}
"""By type of event: its effect."""
