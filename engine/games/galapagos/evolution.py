"""The state after each event. Facts only: what follows from what is for the rules to say."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from engine.cards import Card, hand
from engine.events import Event, Seat
from engine.game import Outcome
from engine.games.galapagos.events import (
    BidSealed,
    BidsPickedUp,
    BidsRevealed,
    CardCeded,
    CardDrawn,
    CardPlayed,
    CardTaken,
    CardTurned,
    CombinationPlayed,
    DealBegun,
    DealScored,
    Finished,
    HandDealt,
    JokerSwapped,
    Melded,
    Opened,
    PackShuffled,
    Passed,
    PhaseScored,
    RoundTaken,
    StockEmptied,
    TrickTaken,
    TrumpSealed,
    TrumpsRevealed,
)
from engine.games.galapagos.model import Auction, Court, Meldable, PlayOff, Sale, Score, Sheet, State, Trick
from engine.games.galapagos.moves import CARD, SUIT
from engine.pairs import ALONE, OTHER, SEAT, Pair, with_one

_BIT: dict[str | None, int] = {code: 1 << card for code, card in CARD.items()}


def _opened(state: State, event: Opened) -> State:
    return State(sheet=Sheet(options=event.options))


def _deal_begun(state: State, event: DealBegun) -> State:
    sheet = replace(state.sheet, deal=event.deal, dealer=event.dealer, phases=())
    jokers = (0, 0) if event.jokers is None else (_BIT[event.jokers[0]], _BIT[event.jokers[1]])
    return State(phase="auction", hands=jokers, auction=Auction(shown=jokers), sheet=sheet)


def _pack_shuffled(state: State, event: PackShuffled) -> State:
    return replace(state, auction=replace(state.auction, stock=_read(event.order)))


def _hand_dealt(state: State, event: HandDealt) -> State:
    dealt = set(_read(event.cards or ()))
    stock = tuple([card for card in state.auction.stock if card not in dealt])
    return replace(
        state, hands=_with(state.hands, event.seat, hand(dealt)), auction=replace(state.auction, stock=stock)
    )


# -- auctions


def _card_turned(state: State, event: CardTurned) -> State:
    was = state.auction
    auction = Auction(was.stock[1:], CARD[event.card], (None, None), was.bids, was.spent, was.shown, was.past)
    return State("auction", SEAT, state.hands, (), auction, state.court, state.play_off, state.sheet)


def _bid_sealed(state: State, event: BidSealed) -> State:
    seat, card, was = event.seat, CARD[event.card], state.auction
    first, second = state.hands
    hands = (first, second ^ 1 << card) if seat else (first ^ 1 << card, second)
    sealed = with_one(was.sealed, seat, card)
    acting = ALONE[OTHER[seat]] if was.sealed[OTHER[seat]] is None else ()
    auction = Auction(was.stock, was.turned, sealed, was.bids, was.spent, was.shown, was.past)
    return State("auction", acting, hands, (), auction, state.court, state.play_off, state.sheet)


def _bids_revealed(state: State, event: BidsRevealed) -> State:
    was = state.auction
    one, two = CARD[event.cards[0]], CARD[event.cards[1]]
    bids = (was.bids[0] if one >= 52 else (*was.bids[0], one), was.bids[1] if two >= 52 else (*was.bids[1], two))
    spent = was.spent if one < 52 and two < 52 else (*was.spent, *(card for card in (one, two) if card >= 52))
    auction = Auction(was.stock, was.turned, (one, two), bids, spent, was.shown, was.past)
    acting = ALONE[event.winner]
    return State("choice", acting, state.hands, (), auction, state.court, state.play_off, state.sheet)


def _card_taken(state: State, event: CardTaken) -> State:
    return _sold(state, event.seat, event.seat, event.card)


def _card_ceded(state: State, event: CardCeded) -> State:
    return _sold(state, event.seat, OTHER[event.seat], event.card)


def _sold(state: State, winner: Seat, to: Seat, code: str) -> State:
    """The card turned up goes from the table to a hand."""
    was, bit = state.auction, _BIT[code]
    one, two = was.sealed
    past = (*was.past, Sale(CARD[code], (one or Card(0), two or Card(0)), winner, winner == to))
    shown = _with(was.shown, to, bit)
    auction = Auction(was.stock, None, (None, None), was.bids, was.spent, shown, past)
    hands = _with(state.hands, to, bit)
    return State("auction", (), hands, (), auction, state.court, state.play_off, state.sheet)


def _card_drawn(state: State, event: CardDrawn) -> State:
    was = state.auction
    auction = Auction(was.stock[1:], was.turned, was.sealed, was.bids, was.spent, was.shown, was.past)
    hands = _with(state.hands, event.seat, _BIT[event.card])
    return State(state.phase, state.acting, hands, (), auction, state.court, state.play_off, state.sheet)


def _stock_emptied(state: State, event: StockEmptied) -> State:
    return replace(state, phase="melds", acting=ALONE[event.last], court=Court(leader=event.last))


# -- melds and trumps


def _joker_swapped(state: State, event: JokerSwapped) -> State:
    seat, was, card, joker = event.seat, state.auction, CARD[event.card], CARD[event.joker]
    bids = tuple([joker if bid == card else bid for bid in was.bids[seat]])
    auction = replace(was, bids=with_one(was.bids, seat, bids), shown=_with(was.shown, seat, 1 << card))
    hands = with_one(state.hands, seat, state.hands[seat] ^ 1 << joker ^ 1 << card)
    return replace(state, hands=hands, auction=auction)


def _melded(state: State, event: Melded) -> State:
    seat, was = event.seat, state.court
    melds = tuple([Meldable(_read(meld.cards), meld.points) for meld in event.melds])
    announced = was.announced if event.trump is None else with_one(was.announced, seat, SUIT[event.trump])
    court = replace(was, melded=with_one(was.melded, seat, melds), announced=announced, trumps=announced)
    seen = hand(card for meld in melds for card in meld.cards)
    auction = replace(state.auction, shown=_with(state.auction.shown, seat, seen))
    state = replace(state, court=court, auction=auction)
    if was.melded[OTHER[seat]] is None:
        return replace(state, acting=ALONE[OTHER[seat]])
    return replace(state, phase="trumps", acting=tuple([seat for seat in SEAT if announced[seat] is None]))


def _trump_sealed(state: State, event: TrumpSealed) -> State:
    court = replace(state.court, trumps=with_one(state.court.trumps, event.seat, SUIT[event.suit]))
    return replace(state, acting=tuple([seat for seat in state.acting if seat != event.seat]), court=court)


def _trumps_revealed(state: State, event: TrumpsRevealed) -> State:
    court = replace(state.court, trumps=(SUIT[event.suits[0]], SUIT[event.suits[1]]))
    return replace(state, phase="tricks", acting=ALONE[court.leader], court=court)


# -- tricks


def _card_played(state: State, event: CardPlayed) -> State:
    seat, card = event.seat, CARD[event.card]
    first, second = state.hands
    hands = (first, second ^ 1 << card) if seat else (first ^ 1 << card, second)
    acting, trick = ALONE[OTHER[seat]], (*state.trick, card)
    return State("tricks", acting, hands, trick, state.auction, state.court, state.play_off, state.sheet)


def _trick_taken(state: State, event: TrickTaken) -> State:
    """After two cards it would be the leader's turn again."""
    was = state.court
    taken = (*was.taken, Trick(state.acting[0], event.seat, state.trick))
    court = Court(was.leader, was.melded, was.announced, was.trumps, taken)
    acting = ALONE[event.seat]
    return State("tricks", acting, state.hands, (), state.auction, court, state.play_off, state.sheet)


# -- the play-off


def _bids_picked_up(state: State, event: BidsPickedUp) -> State:
    hands = hand(state.auction.bids[0]), hand(state.auction.bids[1])
    auction = replace(state.auction, shown=hands)
    play_off = PlayOff(first=event.leader, last_first=event.leader)
    return replace(state, phase="play-off", acting=ALONE[event.leader], hands=hands, auction=auction, play_off=play_off)


def _combination_played(state: State, event: CombinationPlayed) -> State:
    seat, was, played = event.seat, state.play_off, _read(event.cards)
    bits = 0
    for card in played:
        bits |= 1 << card
    first, second = state.hands
    hands = (first, second ^ bits) if seat else (first ^ bits, second)
    play_off = PlayOff(was.first, (*was.table, played), was.last_first, was.last)
    return State("play-off", ALONE[OTHER[seat]], hands, (), state.auction, state.court, play_off, state.sheet)


def _passed(state: State, event: Passed) -> State:
    return state


def _round_taken(state: State, event: RoundTaken) -> State:
    was = state.play_off
    play_off = PlayOff(event.seat, (), was.first, was.table)
    acting = ALONE[event.seat]
    return State("play-off", acting, state.hands, (), state.auction, state.court, play_off, state.sheet)


# -- the score sheet


def _phase_scored(state: State, event: PhaseScored) -> State:
    score = Score(event.phase, event.points, event.bonus)
    return replace(state, sheet=replace(state.sheet, phases=(*state.sheet.phases, score), scores=event.scores))


def _deal_scored(state: State, event: DealScored) -> State:
    sheet = replace(state.sheet, scores=(0, 0), deals=(*state.sheet.deals, event.scores), totals=event.totals)
    return replace(state, acting=(), sheet=sheet)


def _finished(state: State, event: Finished) -> State:
    outcome = Outcome(event.places, event.points, event.stake)
    return replace(state, phase="over", sheet=replace(state.sheet, outcome=outcome))


AFTER: dict[type[Event], Callable[[State, Any], State]] = {
    Opened: _opened,
    DealBegun: _deal_begun,
    PackShuffled: _pack_shuffled,
    HandDealt: _hand_dealt,
    CardTurned: _card_turned,
    BidSealed: _bid_sealed,
    BidsRevealed: _bids_revealed,
    CardTaken: _card_taken,
    CardCeded: _card_ceded,
    CardDrawn: _card_drawn,
    StockEmptied: _stock_emptied,
    JokerSwapped: _joker_swapped,
    Melded: _melded,
    TrumpSealed: _trump_sealed,
    TrumpsRevealed: _trumps_revealed,
    CardPlayed: _card_played,
    TrickTaken: _trick_taken,
    BidsPickedUp: _bids_picked_up,
    CombinationPlayed: _combination_played,
    Passed: _passed,
    RoundTaken: _round_taken,
    PhaseScored: _phase_scored,
    DealScored: _deal_scored,
    Finished: _finished,
}


def _with(hands: Pair, seat: Seat, bits: int) -> Pair:
    first, second = hands
    return (first, second | bits) if seat else (first | bits, second)


def _read(of: Sequence[str]) -> tuple[Card, ...]:
    return tuple([CARD[code] for code in of])
