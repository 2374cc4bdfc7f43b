"""The state after each event. Facts only: nothing here knows a rule but whose turn is next and what a void is."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engine.cards.hasp import CODES, DECK
from engine.events import Event
from engine.game import Outcome
from engine.games.hasp.events import (
    CardPlayed,
    GameEnded,
    HandDealt,
    Opened,
    PackShuffled,
    PredictionMade,
    RoundScored,
    RoundStarted,
    TrickTaken,
    TrumpAnnounced,
    TrumpTurned,
)
from engine.games.hasp.model import MOST_SEATS, NOBODY, SIDES, Deal, Scored, Sheet, State, Taken, Won
from engine.games.hasp.moves import TRUMP_CODES
from engine.games.hasp.scores import by_side, claim_in
from engine.games.hasp.tricks import CARD, CARDS, SUITS, VOIDS
from engine.tuples import put

_BIT: tuple[dict[str, int], ...] = tuple(
    {code: 1 << CARDS * seat + card for card, code in enumerate(CODES)} for seat in range(MOST_SEATS)
)
"""By seat, then by code: the card's bit in ``State.hands``."""
_TRUMP: dict[str, int] = {code: trump for trump, code in enumerate(TRUMP_CODES)}


def _card_played(state: State, event: CardPlayed) -> State:
    seat, trick, seats, voids = event.seat, state.trick, state.seats, state.voids
    card = CARD[event.card]
    if trick:
        voids |= VOIDS[state.deal.trump][trick[0]][card] << SUITS * seat
    return State(
        seats,
        (seat + 1) % seats,
        (*trick, card),
        state.hands ^ _BIT[seat][event.card],
        voids,
        state.won,
        state.deal,
        state.sheet,
    )


def _trick_taken(state: State, event: TrickTaken) -> State:
    """After the last card of a trick it is the turn of the seat that led it."""
    seat, won = event.seat, state.won
    side = seat % len(won.points)
    points, tricks = put(won.points, side, won.points[side] + event.points), put(won.tricks, side, won.tricks[side] + 1)
    won = Won(points, tricks, Taken(state.turn, state.trick, seat, event.points))
    return State(state.seats, seat, (), state.hands, state.voids, won, state.deal, state.sheet)


def _prediction_made(state: State, event: PredictionMade) -> State:
    deal, said = state.deal, claim_in(event.finds)
    claim = deal.claim if said is None else (event.seat, said)
    shown = deal.shown | DECK.hand(event.shown) if event.shown else deal.shown
    deal = replace(deal, said=(*deal.said, event.finds), claim=claim, shown=shown, pot=event.pot)
    return State(state.seats, state.turn, state.trick, state.hands, state.voids, state.won, deal, state.sheet)


def _opened(state: State, event: Opened) -> State:
    sheet = Sheet(event.options, totals=(0,) * SIDES[event.seats])
    return replace(state, seats=event.seats, sheet=sheet)


def _round_started(state: State, event: RoundStarted) -> State:
    none = (0,) * len(state.sheet.totals)
    return State(
        seats=state.seats,
        turn=event.leader,
        won=Won(none, none, state.won.last),
        deal=Deal(event.round, event.dealer),
        sheet=state.sheet,
    )


def _pack_shuffled(state: State, event: PackShuffled) -> State:
    return replace(state, deal=replace(state.deal, pack=tuple([CARD[code] for code in event.order]), dealt=0))


def _hand_dealt(state: State, event: HandDealt) -> State:
    bits, hands, codes = _BIT[event.seat], state.hands, event.cards or ()
    for code in codes:
        hands |= bits[code]
    deal = replace(state.deal, dealt=state.deal.dealt + len(codes))
    return State(state.seats, state.turn, state.trick, hands, state.voids, state.won, deal, state.sheet)


def _trump_announced(state: State, event: TrumpAnnounced) -> State:
    return replace(state, deal=replace(state.deal, trump=_TRUMP[event.trump]))


def _trump_turned(state: State, event: TrumpTurned) -> State:
    deal, card = state.deal, CARD[event.card]
    return replace(state, deal=replace(deal, trump=_TRUMP[event.trump], turned=card, dealt=deal.dealt + 1))


def _round_scored(state: State, event: RoundScored) -> State:
    scored = Scored(event.decided, event.held, event.pot, event.points, event.gained, event.totals)
    return replace(state, sheet=replace(state.sheet, totals=by_side(event.totals), scored=scored))


def _game_ended(state: State, event: GameEnded) -> State:
    return replace(state, turn=NOBODY, sheet=replace(state.sheet, outcome=Outcome(event.places, event.points)))


AFTER: dict[type[Event], Callable[[State, Any], State]] = {
    CardPlayed: _card_played,
    TrickTaken: _trick_taken,
    PredictionMade: _prediction_made,
    Opened: _opened,
    RoundStarted: _round_started,
    PackShuffled: _pack_shuffled,
    HandDealt: _hand_dealt,
    TrumpAnnounced: _trump_announced,
    TrumpTurned: _trump_turned,
    RoundScored: _round_scored,
    GameEnded: _game_ended,
}
"""By type of event: its effect."""
