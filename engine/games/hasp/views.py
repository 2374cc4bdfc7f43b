"""What a seat knows, and a whole state that it cannot tell from the real one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from engine.cards import Card, Hand, cards, hand
from engine.cards.hasp import CODES, DECK, HaspCode
from engine.events import Seat
from engine.game import Rng
from engine.games.hasp.model import (
    NOBODY,
    UNNAMED,
    Deal,
    LastTrick,
    Played,
    Sheet,
    State,
    SuitCode,
    Taken,
    View,
    Won,
)
from engine.games.hasp.moves import TRUMP_CODES, Find
from engine.games.hasp.scoring import by_seat, by_side, claim_in
from engine.games.hasp.tricks import CARD, CARDS, CLOCKWISE, DECK_MASK, NONE_OF, PACKS, SUITS
from engine.imagine import deal_around

_SUIT_CODES: tuple[SuitCode, ...] = ("F", "G", "R", "C", "V")
_VOID_CODES: tuple[tuple[SuitCode, ...], ...] = tuple(
    tuple(code for suit, code in enumerate(_SUIT_CODES) if bits >> suit & 1) for bits in range(1 << SUITS)
)
_VOID_BITS = {codes: bits for bits, codes in enumerate(_VOID_CODES)}
_PACK = {seats: DECK.hand(codes) for seats, codes in PACKS.items()}


def view(state: State, seat: Seat | None) -> View:
    deal, won, sheet, seats = state.deal, state.won, state.sheet, state.seats
    held = [state.hands >> CARDS * s & DECK_MASK for s in range(seats)]
    hidden = sum(held) | hand(deal.rest) | (0 if deal.turned is None else 1 << deal.turned)
    return View(
        seat=seat,
        options=sheet.options,
        round=deal.round,
        dealer=Seat(deal.dealer),
        turn=None if state.turn == NOBODY else Seat(state.turn),
        due=_due(state),
        trump=None if deal.trump == UNNAMED else TRUMP_CODES[deal.trump],
        turned=None if deal.turned is None else CODES[deal.turned],
        hand=() if seat is None else _codes(held[seat]),
        counts=tuple([bits.bit_count() for bits in held]),
        rest=len(deal.rest),
        predictions=_by_chair(deal, seats),
        shown=tuple([_codes(bits & deal.shown) for bits in held]),
        pot=deal.pot,
        trick=_shown((state.turn - len(state.trick)) % seats, state.trick, seats),
        last=_last(won.last, seats),
        seen=_codes(_PACK[seats] & ~hidden),
        voids=tuple([_VOID_CODES[state.voids >> SUITS * s & 31] for s in range(seats)]),
        tricks=by_seat(won.tricks, seats),
        points=by_seat(won.points, seats),
        totals=by_seat(sheet.totals, seats),
        scored=sheet.scored,
        outcome=sheet.outcome,
    )


def imagine(view: View, rng: Rng) -> State:
    hands, rest = _dealt(view, rng)
    shown = DECK.hand([code for codes in view.shown for code in codes] + [c for c in view.seen if c in _proofs(view)])
    return State(
        seats=len(view.counts),
        turn=NOBODY if view.turn is None else view.turn,
        trick=tuple([CARD[played.card] for played in view.trick]),
        hands=sum(bits << CARDS * seat for seat, bits in enumerate(hands)),
        voids=sum(_VOID_BITS[codes] << SUITS * seat for seat, codes in enumerate(view.voids)),
        won=Won(by_side(view.points), by_side(view.tricks), _taken(view.last)),
        deal=_deal(view, rest),
        sheet=Sheet(view.options, by_side(view.totals), view.scored, view.outcome),
    )
