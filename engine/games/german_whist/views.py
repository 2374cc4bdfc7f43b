"""What a seat knows, and a whole state that it cannot tell from the real one."""

from collections.abc import Iterable, Sequence

from engine.cards import Card, cards
from engine.cards.french import DECK, OF_SUIT, PACK
from engine.events import Seat
from engine.game import Rng
from engine.games.german_whist.model import (
    NO_TRUMP,
    SUIT_CODES,
    Codes,
    LastTrick,
    SeenTrick,
    Sheet,
    State,
    SuitCode,
    View,
    Won,
)
from engine.games.german_whist.moves import BIT, CARD
from engine.imagine import deal_around
from engine.pairs import SEAT, Pair

WHOLE = (1 << len(PACK)) - 1
_SUITS = tuple(tuple(code for suit, code in enumerate(SUIT_CODES) if bits >> suit & 1) for bits in range(16))
_NONE_OF = tuple(sum(OF_SUIT[suit] for suit in range(4) if bits >> suit & 1) for bits in range(16))
"""By void suits as bits: the cards that are not held."""


def view(state: State, seat: Seat | None) -> View:
    sheet, won, last = state.sheet, state.won, state.won.last
    return View(
        seat=seat,
        options=sheet.options,
        deal=sheet.deal,
        dealer=sheet.dealer,
        turn=state.turn,
        trump=None if sheet.trump == NO_TRUMP else SUIT_CODES[sheet.trump],
        hand=() if seat is None else _coded(cards(state.hands[seat])),
        counts=(state.hands[0].bit_count(), state.hands[1].bit_count()),
        stock=len(state.stock),
        turned=None if state.turned is None else PACK[state.turned],
        trick=_coded(state.trick),
        played=_coded(cards(_played(state))),
        known=(_coded(cards(state.known[0])), _coded(cards(state.known[1]))),
        voids=(_SUITS[state.voids[0]], _SUITS[state.voids[1]]),
        for_stock=won.stock,
        tricks=won.tricks,
        last=SeenTrick(_coded(last.cards), last.leader, last.winner) if last else None,
        deals=sheet.deals,
        totals=sheet.totals,
        outcome=sheet.outcome,
    )


def imagine(view: View, rng: Rng) -> State:
    """Cards that were seen to be taken are where they are; the others lie where no void forbids it."""
    hands, stock = _dealt(view, rng)
    seen = view.last
    last = LastTrick(_read(seen.cards), seen.leader, seen.winner) if seen else None
    trump = NO_TRUMP if view.trump is None else SUIT_CODES.index(view.trump)
    return State(
        hands=hands,
        stock=bytes(stock),
        turned=None if view.turned is None else CARD[view.turned],
        trick=_read(view.trick),
        turn=view.turn,
        known=(_hand(view.known[0]), _hand(view.known[1])),
        voids=(_bits(view.voids[0]), _bits(view.voids[1])),
        won=Won(view.for_stock, view.tricks, last),
        sheet=Sheet(view.options, view.deal, view.dealer, trump, view.deals, view.totals, view.outcome),
    )


def unseen(view: View) -> int:
    """The cards of which the viewer knows nothing but that they lie in a hand or in the stock."""
    return WHOLE & ~_hand((*view.hand, *view.played, *view.known[0], *view.known[1], view.turned))


def _dealt(view: View, rng: Rng) -> tuple[Pair, Sequence[int]]:
    hidden = rng.shuffled("unseen", 0, list(cards(unseen(view))))
    sizes = [0 if at == view.seat else view.counts[at] - len(view.known[at]) for at in SEAT]
    barred = [_NONE_OF[_bits(view.voids[at])] for at in SEAT]
    if any(barred):
        one, two, rest = map(int, deal_around(hidden, [*sizes, len(hidden) - sum(sizes)], [*barred, 0], rng))
    else:
        one, two, rest = (sum(1 << card for card in part) for part in _cut(hidden, sizes))
    dealt = [one | _hand(view.known[0]), two | _hand(view.known[1])]
    if view.seat is not None:
        dealt[view.seat] = _hand(view.hand)
    return (dealt[0], dealt[1]), [card for card in hidden if rest >> card & 1]


def _cut(row: Sequence[Card], sizes: Sequence[int]) -> Iterable[Sequence[Card]]:
    first, second = sizes
    return row[:first], row[first : first + second], row[first + second :]


def _played(state: State) -> int:
    hidden = state.hands[0] | state.hands[1] | (0 if state.turned is None else 1 << state.turned)
    for card in state.stock:
        hidden |= 1 << card
    return WHOLE & ~hidden


def _hand(codes: Iterable[str | None]) -> int:
    return sum(BIT[code] for code in {code for code in codes if code})


def _bits(codes: Iterable[SuitCode]) -> int:
    return sum(1 << SUIT_CODES.index(code) for code in codes)


def _coded(of: Iterable[Card]) -> Codes:
    return tuple([PACK[card] for card in of])


def _read(codes: Iterable[str]) -> tuple[Card, ...]:
    return tuple([DECK.card[code] for code in codes])
