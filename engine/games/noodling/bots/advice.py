"""How good a move looks at first sight: what the greedy bot plays by.

A prize is worth what it adds to a bot's score, and half of what it would add to the rival's who gains most by it; a
bid is worth the prize times the chance that it stands, less what the cards would do in the next auction.
"""

from collections.abc import Iterator
from math import exp
from typing import NamedTuple

from engine.cards import Card
from engine.cards.decktet import DECK
from engine.games.noodling.model import View
from engine.games.noodling.moves import Bid, Move, Prize
from engine.games.noodling.pips import CLAIM, MAJORS, MATCHES, SIDE, STAGES, claim, row, spelt
from engine.games.noodling.views import belongings

TO_COME = tuple(DECK.hand(code for pile in STAGES[stage:] for code in pile) for stage in range(len(STAGES) + 1))
"""By stage: the cards that are still to be seen in later ones."""
LEFT_OF_A_MARKET = 2 / 3
"""The chance that a card of a market is not taken."""
HOPE = 0.5
"""Aces and crowns that one expects to match a card beside those one owns."""
_SPITE = 0.5
NUMBER = 1.2
"""The worth of a number card in the bot's deck as long as all stages are to come, in points."""
KEEPING = 0.35
"""The worth of a card kept in the hand, in points; a new hand brings it back."""
_DOUBT = 1.0
"""In trumps: how far what a rival holds may be from what is expected."""
_EAGERNESS = 0.75
"""How often a rival overbids who can."""


class _Rival(NamedTuple):
    """What somebody who has not passed can be expected to bid."""

    pips: float
    trumps: float


def appraise(view: View, move: Move) -> float:
    if isinstance(move, Prize):
        return _of_prize(view, move.card)
    if not isinstance(move, Bid):
        return KEEPING * (3 - len(view.hand)) * _later(view)
    prize = DECK.card[view.prize or ""]
    mine = move.cards | DECK.hand(view.seats[view.seat or 0].front)
    stands = _chance(view, prize, claim(prize, mine))
    return stands * _stake(view, prize) - KEEPING * move.cards.bit_count() * _later(view)


def _of_prize(view: View, prize: Card) -> float:
    """Won with all that one holds; or else it goes to the rival who wants it most."""
    me = view.seat or 0
    held = claim(prize, DECK.hand(view.hand))
    wins = _chance(view, prize, held) if spelt(held)[0] >= 3 else 0.0
    return wins * _gain(view, me, prize) - (1 - wins) * _EAGERNESS * max(_rival_gains(view, prize))


def _stake(view: View, prize: Card) -> float:
    return _gain(view, view.seat or 0, prize) + _SPITE * max(0.0, *_rival_gains(view, prize))


def _rival_gains(view: View, prize: Card) -> list[float]:
    return [_gain(view, at, prize) for at in range(len(view.seats)) if at != view.seat]


# -- what a prize is worth


def _gain(view: View, at: int, prize: Card) -> float:
    """The points that *prize* should bring to the seat *at*."""
    majors = belongings(view, at) & MAJORS
    matched = (MATCHES[prize] & majors).bit_count()
    lost = _stays(view, 1 << prize) * matched * matched
    if not MAJORS >> prize & 1:
        return NUMBER * (1 - view.stage / (view.options.stages + 1)) - lost
    return -lost + sum(
        stays * (2 * ((MATCHES[card] & majors).bit_count() + HOPE) + 1)
        for stays, pool in _pools(view)
        for card in row(pool)
        if card != prize and MATCHES[card] >> prize & 1
    )


def _pools(view: View) -> Iterator[tuple[float, int]]:
    """The cards that nobody owns, by the chance that they stay so to the end."""
    ahead = max(0, view.options.stages - max(view.stage, 3))
    again = LEFT_OF_A_MARKET**ahead
    yield again, DECK.hand(view.shared) | DECK.hand(view.market)
    yield again * LEFT_OF_A_MARKET, DECK.hand(view.stock) | TO_COME[min(view.stage, 3)]


def _stays(view: View, card: int) -> float:
    return next((stays for stays, pool in _pools(view) if pool & card), 0.0)


def _later(view: View) -> float:
    """Whether there is a next auction before everybody draws anyway."""
    return 1.0 if len(view.stock) >= 3 else 0.0


# -- how likely it is won


def _chance(view: View, prize: Card, bid: int) -> float:
    """That nobody who is still in overbids."""
    pips, trumps = spelt(bid)
    stands = 1.0
    for rival in _rivals(view, prize):
        if rival.pips >= pips:
            stands *= 1 - _EAGERNESS / (1 + exp((trumps - rival.trumps) / _DOUBT))
    return stands


def _rivals(view: View, prize: Card) -> Iterator[_Rival]:
    worth = CLAIM[prize]
    for at, seen in enumerate(view.seats):
        if at == view.seat or at in view.out:
            continue
        front = claim(prize, DECK.hand(seen.front))
        known = claim(prize, DECK.hand(seen.known))
        hidden = seen.hand - len(seen.known)
        among = [worth[DECK.card[code]] for code in (seen.unseen if seen.shuffles else SIDE)] or [0]
        pips, trumps = (sum(part) / len(among) for part in zip(*map(spelt, among), strict=True))
        sure = [a + b for a, b in zip(spelt(front), spelt(known), strict=True)]
        yield _Rival(sure[0] + 3 * hidden if pips > 2 else sure[0] + pips * hidden, sure[1] + trumps * hidden)
