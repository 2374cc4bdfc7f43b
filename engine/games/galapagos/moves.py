"""Moves and common events, each made once; which moves there are, and how they are written."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from engine.cards import Card, cards
from engine.cards.french import CODES, DECK, RANK_OF, FrenchCode
from engine.events import Seat
from engine.games.galapagos.combinations import PASS, PLACE, PLACES, answers, leads
from engine.games.galapagos.events import BidSealed, CardPlayed, TrumpSealed
from engine.games.galapagos.melds import lacking
from engine.games.galapagos.model import Bid, Cede, Meld, Move, Out, Play, State, SuitCode, Swap, Take, Trump
from engine.games.galapagos.tricks import JOKERS, replies
from engine.pairs import OTHER, SEAT
from engine.rows import row_of

CARD: dict[str | None, Card] = {code: DECK.card[code] for code in CODES}
SUIT_CODES: tuple[SuitCode, ...] = ("S", "H", "D", "C")
SUIT: dict[str | None, int] = {code: suit for suit, code in enumerate(SUIT_CODES)}

BID = tuple(Bid(Card(card)) for card in range(len(CODES)))
PLAY = tuple(Play(Card(card)) for card in range(len(CODES)))
SWAP = tuple(Swap(Card(card)) for card in range(len(CODES)))
TRUMP = tuple(Trump(suit) for suit in range(4))
TAKE, CEDE, MELD = Take(), Cede(), Meld()
MELD_WITH = tuple(Meld(suit) for suit in range(4))
CHOICE = (TAKE, CEDE)
BIDS, PLAYS = row_of(BID), row_of(PLAY)

BID_SEALED = tuple(tuple(BidSealed(seat, code) for code in CODES) for seat in SEAT)
"""``[seat][card]``, as the next; then ``[seat][suit]``."""
CARD_PLAYED = tuple(tuple(CardPlayed(seat, code) for code in CODES) for seat in SEAT)
TRUMP_SEALED = tuple(tuple(TrumpSealed(seat, code) for code in SUIT_CODES) for seat in SEAT)

_OUT = "out-"
_MOVES: dict[str, Move] = {
    **{f"bid-{CODES[bid.card]}": bid for bid in BID},
    "take": TAKE,
    "cede": CEDE,
    **{f"swap-{CODES[swap.card]}": swap for swap in SWAP[:52]},
    "meld": MELD,
    **{f"meld-{SUIT_CODES[suit]}": meld for suit, meld in enumerate(MELD_WITH)},
    **{f"trump-{SUIT_CODES[suit]}": trump for suit, trump in enumerate(TRUMP)},
    **{CODES[play.card]: play for play in PLAY},
    "pass": PASS,
}
_NAMES = {move: name for name, move in _MOVES.items()}


def legal(state: State, seat: Seat) -> Sequence[Move]:
    """Every move of *seat*: by cards in deck order; in the play-off as :mod:`.combinations` has them."""
    if seat not in state.acting:
        return ()
    hand, phase = state.hands[seat], state.phase
    if phase == "tricks":
        if not state.trick:
            return PLAYS(hand)
        trumps = state.court.trumps
        return PLAYS(replies(hand, state.trick[0], trumps[OTHER[seat]] or 0, trumps[seat] or 0))
    if phase == "auction":
        return BIDS(hand)
    if phase == "choice":
        return CHOICE
    if phase == "play-off":
        table = state.play_off.table
        return answers(hand, table[-1]) if table else leads(hand)
    return TRUMP if phase == "trumps" else _melding(state, hand, seat)


def _melding(state: State, hand: int, seat: Seat) -> Sequence[Move]:
    announcing = [MELD_WITH[suit] for suit in lacking(hand)]
    swapping = [SWAP[card] for card in sorted(state.auction.bids[seat])] if hand & JOKERS else []
    return (MELD, *announcing, *swapping)


def codes(of: Sequence[Card]) -> tuple[FrenchCode, ...]:
    return tuple([CODES[card] for card in of])


def coded(hand: int) -> tuple[FrenchCode, ...]:
    """A set of cards, in deck order."""
    return codes(tuple(cards(hand)))


# -- notation


def text(move: Move) -> str:
    return _OUT + "-".join(codes(move.cards)) if type(move) is Out else _NAMES[move]


def named(name: str) -> Move | None:
    """The move that is written *name*, if there is one."""
    if not name.startswith(_OUT):
        return _MOVES.get(name)
    played = [CARD[code] for code in name.removeprefix(_OUT).split("-") if code in CARD]
    move = Out(tuple(played))
    return move if text(move) == name and (_is_set(played) or _is_run(played)) else None


def _is_set(played: Sequence[Card]) -> bool:
    """A single card is one, too."""
    ranks = {RANK_OF[card] if card < 52 else 13 + card for card in played}
    return len(ranks) == 1 and all(one < other for one, other in pairwise(played))


def _is_run(played: Sequence[Card]) -> bool:
    """Rising without a gap from a low ace, a joker or any other card on."""
    if len(played) < 3 or len(set(played)) < len(played):
        return False
    first = PLACE[played[0]] % (PLACES - 1)
    return all(PLACE[card] == first + n for n, card in enumerate(played) if n)
