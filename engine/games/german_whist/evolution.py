"""The state after each event: facts only, but for what a trump and a void are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engine.cards import hand
from engine.cards.french import SUIT_OF
from engine.events import Event, Seat
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
from engine.games.german_whist.tricks import BIT, CARD
from engine.pairs import OTHER, Pair, added, with_one


def _card_played(state: State, event: CardPlayed) -> State:
    seat, card, bit, trick, voids = event.seat, CARD[event.card], BIT[event.card], state.trick, state.voids
    if trick and SUIT_OF[card] != SUIT_OF[trick[0]]:
        voids = with_one(voids, seat, voids[seat] | 1 << SUIT_OF[trick[0]])
    return replace(
        state,
        hands=_without(state.hands, seat, bit),
        trick=(*trick, card),
        turn=OTHER[seat],
        known=_without(state.known, seat, bit),
        voids=voids,
    )


def _trick_taken(state: State, event: TrickTaken) -> State:
    """After two cards it would be the leader's turn again."""
    seat, was = event.seat, state.won
    leader = seat if state.turn is None else state.turn
    last = LastTrick(state.trick, leader, seat)
    if state.turned is not None:
        won = replace(was, stock=added(was.stock, seat, 1), last=last)
    else:
        won = replace(was, tricks=added(was.tricks, seat, 1), last=last)
    return replace(state, trick=(), turn=seat, won=won)


def _card_taken(state: State, event: CardTaken) -> State:
    seat, bit = event.seat, BIT[event.card]
    return replace(state, hands=added(state.hands, seat, bit), turned=None, known=added(state.known, seat, bit))


def _card_drawn(state: State, event: CardDrawn) -> State:
    seat = event.seat
    return replace(
        state,
        hands=added(state.hands, seat, BIT[event.card]),
        stock=state.stock[1:],
        voids=with_one(state.voids, seat, 0),
    )


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


def _without(pair: Pair, seat: Seat, bit: int) -> Pair:
    first, second = pair
    return (first, second & ~bit) if seat else (first & ~bit, second)
