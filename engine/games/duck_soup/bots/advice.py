"""How good a move looks at first sight: what the greedy bot plays by.

A move is worth the points that it should win or lose, less what the card is worth in the hand. In Duck that is a low
card, and the more the end of the stock is near, a high one for Soup; Aces are both.
"""

from typing import NamedTuple

from engine.cards import Card, hand
from engine.cards.french import DECK, HIGH_RANK_OF, OF_RANK, OF_SUIT, PACK, RANK_OF, SUIT_OF
from engine.games.duck_soup.model import View
from engine.games.duck_soup.moves import Duck, Move
from engine.games.duck_soup.tricks import CARD, DUCK_WORTH, FOUR_CARDS, SOUP_WORTH

_WHOLE = (1 << len(PACK)) - 1
_DUCK_BEATEN_BY, _SOUP_BEATEN_BY = (
    tuple(hand(Card(card) for card in range(52) if worth[card] < 0) for worth in table)
    for table in (DUCK_WORTH, SOUP_WORTH)
)
"""The cards that win against the card led."""
_STOCK = 26
_KEEPING = 1.5
"""The worth of the best card in the hand, in points."""


class _Odds(NamedTuple):
    """What is not seen, and how much of it the opponent holds."""

    held: int
    unseen: int
    share: float

    def none_of(self, cards: int) -> float:
        """The chance that the opponent holds none of *cards*."""
        return (1 - self.share) ** (self.unseen & cards).bit_count()


def appraise(view: View, move: Move) -> float:
    held = DECK.hand(view.hand)
    unseen = _WHOLE & ~held & ~DECK.hand(view.played)
    theirs = view.counts[1 - (view.seat or 0)]
    odds = _Odds(held, unseen, theirs / unseen.bit_count() if unseen else 0.0)
    if isinstance(move, Duck):
        return -2.0 if view.options.duck_double else -1.0
    keeping = _KEEPING * _keeping(move.card, view.stock)
    if not view.trick:
        return _lead(move.card, odds, soup=not view.stock) - keeping
    led = CARD[view.trick[0]]
    if len(view.trick) == 1:
        return _reply(led, move.card, odds, silent=move.silent, soup=not view.stock) - keeping
    if len(view.trick) == 3:
        return (FOUR_CARDS if RANK_OF[move.card] == RANK_OF[led] else -FOUR_CARDS) - keeping
    # A player who quacks is likely to hold the fourth card, so only one that is certainly elsewhere is no danger.
    return -FOUR_CARDS if odds.unseen & OF_RANK[RANK_OF[led]] else FOUR_CARDS


def _keeping(card: Card, stock: int) -> float:
    """From 0 to 1: how useful *card* is later on."""
    duck = stock / _STOCK
    return duck * (12 - RANK_OF[card]) / 12 + (1 - duck) * HIGH_RANK_OF[card] / 12


def _lead(card: Card, odds: _Odds, *, soup: bool) -> float:
    """Lost if the opponent can beat it; else won, and better when no card of the suit can follow."""
    unbeaten = odds.none_of((_SOUP_BEATEN_BY if soup else _DUCK_BEATEN_BY)[card])
    void = odds.none_of(OF_SUIT[SUIT_OF[card]])
    return unbeaten * (1 + void) - (1 - unbeaten)


def _reply(led: Card, card: Card, odds: _Odds, *, silent: bool, soup: bool) -> float:
    worth = (SOUP_WORTH if soup else DUCK_WORTH)[led][card]
    if worth or silent:
        return -worth if worth else -2.0
    others = OF_RANK[RANK_OF[led]] & ~(1 << led | 1 << card)
    ducked = odds.none_of(others)
    return ducked + (1 - ducked) * (FOUR_CARDS if odds.held & others else -FOUR_CARDS)
