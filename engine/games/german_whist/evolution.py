"""The state after each event: facts only, except for what a trump and a void are."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engine.cards import hand
from engine.cards.french import SUIT_OF
from engine.events import Event
from engine.game import Outcome
from engine.games.german_whist.events import (
    CardDrawn,
    CardPlayed,
    CardTaken,
    CardTurned,
    DealBegun,
    DealScored,
    Finished,
    HandDealt,
    Opened,
    PackShuffled,
    StockEmptied,
    TrickTaken,
    TrumpTurned,
)
from engine.games.german_whist.model import NO_TRUMP, LastTrick, State, Won
from engine.games.german_whist.moves import BIT, CARD, FOLLOWS
from engine.pairs import OTHER, added, with_one


def _card_played(state: State, event: CardPlayed) -> State:
    seat, trick, known, voids = event.seat, state.trick, state.known, state.voids
    card, bit = CARD[event.card], BIT[event.card]
    if trick and not FOLLOWS[trick[0]] & bit:
        voids = with_one(voids, seat, voids[seat] | 1 << SUIT_OF[trick[0]])
    if known[seat] & bit:
        known = added(known, seat, -bit)
    first, second = state.hands
    hands = (first, second ^ bit) if seat else (first ^ bit, second)
    return State(hands, state.stock, state.turned, (*trick, card), OTHER[seat], known, voids, state.won, state.sheet)


def _trick_taken(state: State, event: TrickTaken) -> State:
    """After two cards it would be the leader's turn again."""
    seat, was, turned = event.seat, state.won, state.turned
    last = LastTrick(state.trick, seat if state.turn is None else state.turn, seat)
    if turned is not None:
        won = Won(added(was.stock, seat, 1), was.tricks, last)
    else:
        won = Won(was.stock, added(was.tricks, seat, 1), last)
    return State(state.hands, state.stock, turned, (), seat, state.known, state.voids, won, state.sheet)


def _card_taken(state: State, event: CardTaken) -> State:
    seat, bit = event.seat, BIT[event.card]
    hands, known = added(state.hands, seat, bit), added(state.known, seat, bit)
    return State(hands, state.stock, None, state.trick, state.turn, known, state.voids, state.won, state.sheet)


def _card_drawn(state: State, event: CardDrawn) -> State:
    """Whatever it is, a suit that the seat was without may be in the hand again."""
    seat, stock = event.seat, state.stock[1:]
    hands, voids = added(state.hands, seat, BIT[event.card]), with_one(state.voids, seat, 0)
    return State(hands, stock, state.turned, state.trick, state.turn, state.known, voids, state.won, state.sheet)


def _card_turned(state: State, event: CardTurned) -> State:
    return replace(state, stock=state.stock[1:], turned=CARD[event.card])


def _trump_turned(state: State, event: TrumpTurned) -> State:
    card = CARD[event.card]
    return replace(state, stock=state.stock[1:], turned=card, sheet=replace(state.sheet, trump=int(SUIT_OF[card])))


def _stock_emptied(state: State, event: StockEmptied) -> State:
    return state


def _opened(state: State, event: Opened) -> State:
    return replace(state, sheet=replace(state.sheet, options=event.options))


def _deal_begun(state: State, event: DealBegun) -> State:
    sheet = replace(state.sheet, deal=event.deal, dealer=event.dealer, trump=NO_TRUMP)
    return replace(state, turn=event.leader, known=(0, 0), voids=(0, 0), won=Won(last=state.won.last), sheet=sheet)


def _pack_shuffled(state: State, event: PackShuffled) -> State:
    return replace(state, stock=bytes([CARD[code] for code in event.order]))


def _hand_dealt(state: State, event: HandDealt) -> State:
    dealt = {CARD[code] for code in event.cards or ()}
    stock = bytes([card for card in state.stock if card not in dealt])
    return replace(state, hands=with_one(state.hands, event.seat, hand(dealt)), stock=stock)


def _deal_scored(state: State, event: DealScored) -> State:
    sheet = replace(state.sheet, deals=(*state.sheet.deals, event.tricks), totals=event.totals)
    return replace(state, turn=None, sheet=sheet)


def _finished(state: State, event: Finished) -> State:
    return replace(state, sheet=replace(state.sheet, outcome=Outcome(event.places, event.points)))


AFTER: dict[type[Event], Callable[[State, Any], State]] = {
    CardPlayed: _card_played,
    TrickTaken: _trick_taken,
    CardTaken: _card_taken,
    CardDrawn: _card_drawn,
    CardTurned: _card_turned,
    TrumpTurned: _trump_turned,
    StockEmptied: _stock_emptied,
    Opened: _opened,
    DealBegun: _deal_begun,
    PackShuffled: _pack_shuffled,
    HandDealt: _hand_dealt,
    DealScored: _deal_scored,
    Finished: _finished,
}
"""By type of event: its effect."""
