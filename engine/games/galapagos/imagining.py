"""A whole state that a view cannot tell from the real one.

From the last auction on a seat knows every card: the two hands and what was bid are the whole pack. Before, the unseen
cards are dealt at random around those that the opponent is known to hold. A spectator's worlds keep to the suits not
followed, and to the melds shown if one of six deals has them. For bots one of a few hands is kept that makes sense:
rich in melds, and poor in what the bids would have been torn from.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from engine.cards import Card, cards, hand
from engine.cards.french import HIGH_RANK_OF, OF_RANK, PACK, RANK_OF, SUIT_OF
from engine.events import Seat
from engine.game import Rng
from engine.games.galapagos.melds import melds, points
from engine.games.galapagos.model import SUIT_CODES, State, View
from engine.games.galapagos.tricks import FOLLOWS, SUIT_AS
from engine.games.galapagos.views import known_state
from engine.imagine import deal_around
from engine.pairs import OTHER, SEAT, Pair, with_one

_WHOLE = (1 << len(PACK)) - 1
_DEALS_TRIED = 6
_LIKELIER = 1.8
"""How many times likelier a hand is that makes one more of sense: see :func:`_sense`."""


class Habits(NamedTuple):
    """How a world is drawn: of how many hands one is kept, and how a sealed bid and a trump are picked from it."""

    hands: int
    bid: Callable[[int, Rng], Card]
    trump: Callable[[int, Rng], int]


def imagine(view: View, rng: Rng) -> State:
    return _world(view, rng, UNIFORM)


def suppose(view: View, rng: Rng) -> State:
    return _world(view, rng, LIKELY)


def _world(view: View, rng: Rng, habits: Habits) -> State:
    state = known_state(view)
    held, stock = _dealt(view, state, rng, habits.hands)
    hands, sealed, trumps = state.hands, state.auction.sealed, state.court.trumps
    for seat in SEAT:
        if seat == view.seat:
            continue
        if view.phase == "auction" and view.sealed[seat]:
            bid = habits.bid(held[seat], rng)
            sealed, held = with_one(sealed, seat, bid), with_one(held, seat, held[seat] ^ 1 << bid)
        if view.phase == "trumps" and seat not in view.to_act and trumps[seat] is None:
            trumps = with_one(trumps, seat, habits.trump(held[seat], rng))
        hands = with_one(hands, seat, held[seat])
    auction, court = replace(state.auction, stock=stock, sealed=sealed), replace(state.court, trumps=trumps)
    return replace(state, hands=hands, auction=auction, court=court)


# -- hands, with a sealed bid among them


def _dealt(view: View, state: State, rng: Rng, most: int) -> tuple[Pair, tuple[Card, ...]]:
    """What each seat holds that is not the viewer's, and the stock."""
    known = state.auction.shown
    unseen = list(cards(_WHOLE & ~_seen(view, state)))
    sizes = [0 if seat == view.seat else _held(view, seat) - known[seat].bit_count() for seat in SEAT]
    if view.seat is None and not view.stock:
        return _for_spectator(view, state, unseen, sizes, rng), ()
    if view.seat is None:
        order = rng.shuffled("unseen", 0, unseen)
        first, second = hand(order[: sizes[0]]), hand(order[sizes[0] : sum(sizes)])
        return (known[0] | first, known[1] | second), order[sum(sizes) :]
    other = OTHER[view.seat]
    size, bids = sizes[other], state.auction.bids[other]
    tried = range(most if view.stock and size else 1)
    orders = [rng.shuffled("unseen", n, unseen) for n in tried]
    order = _likely(orders, [known[other] | hand(order[:size]) for order in orders], bids, rng)
    return with_one((0, 0), other, known[other] | hand(order[:size])), order[size:]


def _held(view: View, seat: Seat) -> int:
    return view.counts[seat] + (view.phase == "auction" and view.sealed[seat])


def _seen(view: View, state: State) -> int:
    """The cards that the viewer knows."""
    auction, court = state.auction, state.court
    seen = state.hands[0] | state.hands[1] | auction.shown[0] | auction.shown[1] | hand(state.trick)
    rows = [*auction.bids, *(trick.cards for trick in court.taken), *(sale.bids for sale in auction.past)]
    rows.append(tuple([card for card in (auction.turned, *auction.sealed) if card is not None]))
    for row in rows:
        seen |= hand(row)
    return seen


def _likely(
    orders: Sequence[tuple[Card, ...]], held: Sequence[int], bids: Sequence[Card], rng: Rng
) -> tuple[Card, ...]:
    """One of *orders*, which give the hands *held* to who made *bids*: the likelier the more sense its hand makes."""
    if len(orders) == 1:
        return orders[0]
    weights = [_LIKELIER ** _sense(one, bids) for one in held]
    left = rng.random() * sum(weights)
    for order, weight in zip(orders, weights, strict=True):
        left -= weight
        if left < 0:
            return order
    return orders[-1]


def _sense(held: int, bids: Sequence[Card]) -> float:
    """Players keep what goes together and bid what does not."""
    kept = sum([(NEAR[card] & held).bit_count() for card in cards(held)])
    torn = sum([(NEAR[bid] & held).bit_count() for bid in bids])
    return points(held) / 10 + 0.15 * (kept - torn)


def _near(card: Card) -> int:
    """The cards that make a pair or two in sequence with *card*."""
    touching = sum(
        1 << other
        for other in range(len(PACK))
        if SUIT_OF[other] == SUIT_OF[card] and abs(HIGH_RANK_OF[other] - HIGH_RANK_OF[card]) == 1
    )
    return touching | OF_RANK[RANK_OF[card]] & ~(1 << card)


NEAR = (*(_near(Card(card)) for card in range(len(PACK))), 0, 0)


def _for_spectator(view: View, state: State, unseen: Sequence[Card], sizes: Sequence[int], rng: Rng) -> Pair:
    """Hands without the suits that were not followed, and if one is soon found with the melds shown and no others."""
    known, barred = state.auction.shown, _voids(state)
    for attempt in range(_DEALS_TRIED):
        first, second = deal_around(rng.shuffled("unseen", attempt, unseen), sizes, barred, rng)
        hands = known[0] | first, known[1] | second
        if all(_melds_as_shown(state, seat, hands[seat]) for seat in SEAT):
            break
    return hands


def _voids(state: State) -> Pair:
    """By seat: the cards of suits that it did not follow."""
    barred, trumps = (0, 0), state.court.trumps
    for trick in state.court.taken:
        led, reply = trick.cards
        own, other = trumps[trick.leader] or 0, trumps[OTHER[trick.leader]] or 0
        if SUIT_AS[other][reply] != SUIT_AS[own][led]:
            follower = OTHER[trick.leader]
            barred = with_one(barred, follower, barred[follower] | FOLLOWS[other][SUIT_AS[own][led]])
    return barred[0], barred[1]


def _melds_as_shown(state: State, seat: Seat, held: int) -> bool:
    shown = state.court.melded[seat]
    played = hand(trick.cards[trick.leader != seat] for trick in state.court.taken) | (
        hand(state.trick) if state.acting == (OTHER[seat],) else 0
    )
    return shown is None or melds(held | played, state.court.announced[seat]) == shown


# -- what was chosen in secret


def _any_bid(held: int, rng: Rng) -> Card:
    order = list(cards(held))
    return order[int(rng.random() * len(order))]


def _any_trump(_held: int, rng: Rng) -> int:
    return int(rng.random() * len(SUIT_CODES))


def likely_bid(held: int, rng: Rng) -> Card:
    """A card of *held*, rather one that belongs to nothing."""
    order = list(cards(held))
    one, two = (order[int(rng.random() * len(order))] for _ in range(2))
    return one if (NEAR[one] & held).bit_count() <= (NEAR[two] & held).bit_count() else two


def _likely_trump(held: int, rng: Rng) -> int:
    """The suit of a card of *held*, so rather a long one."""
    order = list(cards(held & _WHOLE))
    return SUIT_OF[order[int(rng.random() * len(order))]]


UNIFORM = Habits(1, _any_bid, _any_trump)
LIKELY = Habits(6, likely_bid, _likely_trump)
