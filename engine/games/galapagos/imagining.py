"""A whole state that a view cannot tell from the real one.

From the last auction on a seat knows every card: the two hands and what was bid are the whole pack. Before, the unseen
cards are dealt at random around those that the opponent is known to hold, and of a few such hands one is kept that
makes sense of the opponent's bids. A spectator's worlds keep to the melds shown and to the suits not followed.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine.cards import Card, cards, hand
from engine.cards.french import HIGH_RANK_OF, OF_RANK, PACK, RANK_OF, SUIT_OF
from engine.events import Seat
from engine.game import Rng
from engine.games.galapagos.melds import melds
from engine.games.galapagos.model import Pair, State, View, with_one
from engine.games.galapagos.moves import OTHER, SEAT
from engine.games.galapagos.tricks import FOLLOWS, SUIT_AS
from engine.games.galapagos.views import known_state
from engine.imagine import deal_around

_WHOLE = (1 << len(PACK)) - 1
_HANDS_TRIED = 3
_DEALS_TRIED = 6
_SENSELESS = 0.8
"""A bid that breaks up a pair or a sequence: how much less likely a hand is for each."""


def imagine(view: View, rng: Rng) -> State:
    state = known_state(view)
    held, stock = _dealt(view, state, rng)
    hands, sealed, trumps = state.hands, state.auction.sealed, state.court.trumps
    for seat in SEAT:
        if seat == view.seat:
            continue
        if view.phase == "auction" and view.sealed[seat]:
            bid = _bid(held[seat], rng)
            sealed, held = with_one(sealed, seat, bid), with_one(held, seat, held[seat] ^ 1 << bid)
        if view.phase == "trumps" and seat not in view.to_act and trumps[seat] is None:
            trumps = with_one(trumps, seat, _trump(held[seat], rng))
        hands = with_one(hands, seat, held[seat])
    auction, court = replace(state.auction, stock=stock, sealed=sealed), replace(state.court, trumps=trumps)
    return replace(state, hands=hands, auction=auction, court=court)


# -- hands, with a sealed bid among them


def _dealt(view: View, state: State, rng: Rng) -> tuple[Pair, tuple[Card, ...]]:
    """What each seat holds that is not the viewer's, and the stock."""
    known = state.auction.shown
    unseen = list(cards(_WHOLE & ~_seen(view, state)))
    sizes = [0 if seat == view.seat else _held(view, seat) - known[seat].bit_count() for seat in SEAT]
    if view.seat is None and not view.stock:
        return _for_spectator(view, state, unseen, sizes, rng), ()
    order = rng.shuffled("unseen", 0, unseen)
    if view.seat is None:
        first, second = hand(order[: sizes[0]]), hand(order[sizes[0] : sum(sizes)])
        return (known[0] | first, known[1] | second), order[sum(sizes) :]
    other = OTHER[view.seat]
    at = _sensible(order, sizes[other], state.auction.bids[other], rng)
    drawn, stock = order[at : at + sizes[other]], order[:at] + order[at + sizes[other] :]
    return with_one((0, 0), other, known[other] | hand(drawn)), stock


def _held(view: View, seat: Seat) -> int:
    return view.counts[seat] + (view.phase == "auction" and view.sealed[seat])


def _seen(view: View, state: State) -> int:
    """The cards that are no secret to the viewer."""
    auction, court = state.auction, state.court
    seen = state.hands[0] | state.hands[1] | auction.shown[0] | auction.shown[1] | hand(state.trick)
    rows = [*auction.bids, *(trick.cards for trick in court.taken), *(sale.bids for sale in auction.past)]
    rows.append(tuple([card for card in (auction.turned, *auction.sealed) if card is not None]))
    for row in rows:
        seen |= hand(row)
    return seen


def _sensible(order: Sequence[Card], size: int, bids: Sequence[Card], rng: Rng) -> int:
    """Where in *order* a hand of *size* begins that goes with *bids*: few would break up what they hold."""
    if not bids or not size:
        return 0
    starts = range(0, min(_HANDS_TRIED * size, len(order) - size + 1), size)
    likely = []
    for start in starts:
        drawn = hand(order[start : start + size])
        likely.append(_SENSELESS ** sum([(drawn & NEAR[bid]).bit_count() for bid in bids]))
    left = rng.random() * sum(likely)
    for start, weight in zip(starts, likely, strict=True):
        left -= weight
        if left < 0:
            return start
    return 0


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
        first, second = deal_around(rng.shuffled("unseen", attempt, unseen), sizes, barred)
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


def _bid(held: int, rng: Rng) -> Card:
    """A card of *held*, rather one that belongs to nothing."""
    order = list(cards(held))
    one, two = (order[int(rng.random() * len(order))] for _ in range(2))
    return one if (NEAR[one] & held).bit_count() <= (NEAR[two] & held).bit_count() else two


def _trump(held: int, rng: Rng) -> int:
    """The suit of a card of *held*, so rather a long one."""
    order = list(cards(held & _WHOLE))
    return SUIT_OF[order[int(rng.random() * len(order))]]
