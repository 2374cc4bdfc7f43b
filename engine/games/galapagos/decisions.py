"""What follows from a move: deals, auctions, melds and trumps, tricks, the play-off (rules sheet, section 7)."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.cards.french import CODES, JOKERS, PACK, SUIT_OF
from engine.events import Seat
from engine.game import Chance
from engine.games.galapagos import refusals
from engine.games.galapagos.auctions import WORTH
from engine.games.galapagos.combinations import beats
from engine.games.galapagos.events import (
    BID_SEALED,
    CARD_PLAYED,
    TRUMP_SEALED,
    BidsPickedUp,
    BidsRevealed,
    CardCeded,
    CardDrawn,
    CardTaken,
    CardTurned,
    CombinationPlayed,
    DealBegun,
    DealScored,
    Finished,
    GalapagosEvent,
    HandDealt,
    JokerSwapped,
    Melded,
    PackShuffled,
    Passed,
    PhaseScored,
    RoundTaken,
    StockEmptied,
    TrickTaken,
    TrumpsRevealed,
)
from engine.games.galapagos.melds import lacking, melds
from engine.games.galapagos.model import SUIT_CODES, GalapagosOptions, Scored, SeenMeld, Sheet, State
from engine.games.galapagos.moves import Bid, Cede, Meld, Out, Pass, Play, Swap, Take, Trump, codes
from engine.games.galapagos.scores import PER_CARD_LEFT, bonus, ending, stake, trick_points
from engine.games.galapagos.tricks import JOKERS as JOKER_BITS
from engine.games.galapagos.tricks import WINS, replies
from engine.pairs import OTHER, SEAT, SEATS, Pair, places, plus

_TAKEN = tuple(TrickTaken(seat) for seat in SEAT)


# -- the deal and its auctions


def deal(options: GalapagosOptions, deal: int, chance: Chance) -> tuple[GalapagosEvent, ...]:
    """A new pack, 13 cards to each in ones from the dealer's left, or 12 and a joker, and the first card turned up."""
    dealer, left = OTHER[deal % SEATS], SEAT[deal % SEATS]
    red, black = JOKERS
    jokers = None if not options.jokers else (red, black) if left == 0 else (black, red)
    order, dealt = chance.shuffled("pack", deal, PACK), 24 if options.jokers else 26
    return (
        DealBegun(deal, dealer, jokers),
        PackShuffled("pack", order),
        HandDealt(left, order[:dealt:2]),
        HandDealt(dealer, order[1:dealt:2]),
        CardTurned(order[dealt]),
    )


def _bid(state: State, seat: Seat, move: Bid, chance: Chance) -> Sequence[GalapagosEvent]:
    """The second bid opens both."""
    auction, card = state.auction, move.card
    if state.phase != "auction" or not state.hands[seat] >> card & 1:
        raise refusals.refusal(state, seat, move)
    sealed, theirs = BID_SEALED[seat][card], auction.sealed[OTHER[seat]]
    if theirs is None or auction.turned is None:
        return (sealed,)
    worth = WORTH[SUIT_OF[auction.turned]]
    tied = worth[card] >> 2 == worth[theirs] >> 2
    winner = seat if worth[card] > worth[theirs] else OTHER[seat]
    bids = (CODES[theirs], CODES[card]) if seat else (CODES[card], CODES[theirs])
    return (sealed, BidsRevealed(bids, winner, tied))


def _take(state: State, seat: Seat, move: Take, chance: Chance) -> Sequence[GalapagosEvent]:
    turned = state.auction.turned
    if state.phase != "choice" or turned is None:
        raise refusals.refusal(state, seat, move)
    return (CardTaken(seat, CODES[turned]), *_drawn(state, OTHER[seat]))


def _cede(state: State, seat: Seat, move: Cede, chance: Chance) -> Sequence[GalapagosEvent]:
    turned = state.auction.turned
    if state.phase != "choice" or turned is None:
        raise refusals.refusal(state, seat, move)
    return (CardCeded(seat, CODES[turned]), *_drawn(state, seat))


def _drawn(state: State, seat: Seat) -> tuple[GalapagosEvent, GalapagosEvent]:
    """*seat* has the next card unseen, and then another is turned up, or who drew the last one is to meld."""
    stock = state.auction.stock
    then = CardTurned(CODES[stock[1]]) if len(stock) > 1 else StockEmptied(seat)
    return CardDrawn(seat, CODES[stock[0]]), then


# -- melds and trumps


def _swap(state: State, seat: Seat, move: Swap, chance: Chance) -> Sequence[GalapagosEvent]:
    joker = state.hands[seat] & JOKER_BITS
    if state.phase != "melds" or not joker or move.card not in state.auction.bids[seat]:
        raise refusals.refusal(state, seat, move)
    return (JokerSwapped(seat, CODES[joker.bit_length() - 1], CODES[move.card]),)


def _meld(state: State, seat: Seat, move: Meld, chance: Chance) -> Sequence[GalapagosEvent]:
    """The second to meld ends the phase; a player without a trump chooses one."""
    hand, court, suit = state.hands[seat], state.court, move.trump
    if state.phase != "melds" or (suit is not None and suit not in lacking(hand)):
        raise refusals.refusal(state, seat, move)
    shown = tuple([SeenMeld(codes(meld.cards), meld.points) for meld in melds(hand, suit)])
    points = sum([meld.points for meld in shown])
    melded = Melded(seat, shown, None if suit is None else SUIT_CODES[suit], points)
    others = court.melded[OTHER[seat]]
    if others is None:
        return (melded,)
    theirs, trump = sum([meld.points for meld in others]), court.announced[OTHER[seat]]
    scored = _scored(state.sheet, "melds", _pair(seat, points, theirs))
    if suit is None or trump is None:
        return (melded, scored)
    return (melded, scored, _trumps(seat, suit, trump))


def _trump(state: State, seat: Seat, move: Trump, chance: Chance) -> Sequence[GalapagosEvent]:
    if state.phase != "trumps":
        raise refusals.refusal(state, seat, move)
    sealed, theirs = TRUMP_SEALED[seat][move.suit], state.court.trumps[OTHER[seat]]
    return (sealed,) if theirs is None else (sealed, _trumps(seat, move.suit, theirs))


def _trumps(seat: Seat, own: int, other: int) -> TrumpsRevealed:
    first, second = _pair(seat, own, other)
    return TrumpsRevealed((SUIT_CODES[first], SUIT_CODES[second]))


# -- tricks


def _play(state: State, seat: Seat, move: Play, chance: Chance) -> Sequence[GalapagosEvent]:
    card, hand = move.card, state.hands[seat]
    if state.phase != "tricks" or not hand >> card & 1:
        raise refusals.refusal(state, seat, move)
    if not state.trick:
        return (CARD_PLAYED[seat][card],)
    led, trumps = state.trick[0], state.court.trumps
    leader, follower = trumps[OTHER[seat]] or 0, trumps[seat] or 0
    if not replies(hand, led, leader, follower) >> card & 1:
        raise refusals.refusal(state, seat, move)
    winner = seat if WINS[leader][follower][led] >> card & 1 else OTHER[seat]
    if hand != 1 << card:
        return (CARD_PLAYED[seat][card], _TAKEN[winner])
    won = sum([trick.winner == winner for trick in state.court.taken]) + 1
    tricks = _pair(winner, won, len(state.court.taken) + 1 - won)
    scored = _scored(state.sheet, "tricks", trick_points(tricks, winner))
    return (CARD_PLAYED[seat][card], _TAKEN[winner], scored, BidsPickedUp(winner))


# -- the play-off


def _out(state: State, seat: Seat, move: Out, chance: Chance) -> Sequence[GalapagosEvent]:
    """A player without cards ends the deal."""
    hand, table, bits = state.hands[seat], state.play_off.table, 0
    for card in move.cards:
        bits |= 1 << card
    if state.phase != "play-off" or bits & ~hand or (table and not beats(move.cards, table[-1])):
        raise refusals.refusal(state, seat, move)
    played = CombinationPlayed(seat, codes(move.cards))
    if bits != hand:
        return (played,)
    left = PER_CARD_LEFT * state.hands[OTHER[seat]].bit_count()
    return (played, *_after_deal(state.sheet, _scored(state.sheet, "play-off", _pair(seat, left, 0)), chance))


def _pass(state: State, seat: Seat, move: Pass, chance: Chance) -> Sequence[GalapagosEvent]:
    if state.phase != "play-off" or not state.play_off.table:
        raise refusals.refusal(state, seat, move)
    return (Passed(seat), RoundTaken(OTHER[seat]))


# -- scores


def _pair(seat: Seat, own: int, other: int) -> Pair:
    return (other, own) if seat else (own, other)


def _scored(sheet: Sheet, phase: Scored, points: Pair) -> PhaseScored:
    after = plus(sheet.scores, points)
    extra = bonus(phase, sheet.scores, after)
    return PhaseScored(phase, points, extra, plus(after, extra))


def _after_deal(sheet: Sheet, last: PhaseScored, chance: Chance) -> tuple[GalapagosEvent, ...]:
    totals = plus(sheet.totals, last.scores)
    scored = DealScored(last.scores, totals)
    by = ending(sheet.options, sheet.deal + 1, totals)
    if by is None:
        return (last, scored, *deal(sheet.options, sheet.deal + 1, chance))
    return (last, scored, Finished(places(totals), totals, stake(totals), by))


DECIDE: dict[type[Any], Callable[[State, Seat, Any, Chance], Sequence[GalapagosEvent]]] = {
    Bid: _bid,
    Take: _take,
    Cede: _cede,
    Swap: _swap,
    Meld: _meld,
    Trump: _trump,
    Play: _play,
    Out: _out,
    Pass: _pass,
}
"""By type of move: the events that follow from it, or ``Rejected``."""
