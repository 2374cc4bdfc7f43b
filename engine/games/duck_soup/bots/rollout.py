"""Sensible quick play to the end of the deal: what the search goes by.

Both seats play by first impressions, as in :mod:`engine.games.duck_soup.bots.advice`, on plain lists. A hand is known
to its owner only, so a lead goes by the odds of what is not seen; in Soup that is the other hand exactly.
"""

from math import exp, sqrt

from engine.cards import cards
from engine.cards.french import HIGH_RANK_OF, OF_RANK, OF_SUIT, RANK_OF, SUIT_OF
from engine.game import Rng
from engine.games.duck_soup.model import DuckSoupOptions, State
from engine.games.duck_soup.scores import TARGET, deal_scores, finish
from engine.games.duck_soup.tricks import BEATEN_BY_IN_DUCK, BEATEN_BY_IN_SOUP, DUCK_WORTH, FOUR_CARDS, SOUP_WORTH
from engine.pairs import Pair
from engine.places import shares

_STOCK = 26
_KEEPING = 1.5
"""The worth of the best card in the hand, in points."""
_CARELESS = 0.08
"""How often any card is played."""


def _keeping(card: int, stock: int) -> float:
    duck = stock / _STOCK
    return _KEEPING * (duck * (12 - RANK_OF[card]) / 12 + (1 - duck) * HIGH_RANK_OF[card] / 12)


_KEEP = tuple(tuple(_keeping(card, stock) for card in range(52)) for stock in range(_STOCK + 1))
"""By cards in the stock, then by card: what it is worth in the hand."""
_SUIT = tuple(OF_SUIT[SUIT_OF[card]] for card in range(52))
_NONE_OF = tuple(
    tuple(tuple((stock / ((stock + held) or 1)) ** n for n in range(14)) for held in range(14))
    for stock in range(_STOCK + 1)
)
"""By stock, then by the size of a hand, then by how many cards are sought: the chance that the hand holds none."""
_RANK = tuple(OF_RANK[RANK_OF[card]] & ~(1 << card) for card in range(52))
"""By card: the others of its rank."""
_STEEPNESS, _CUSHION, _PER_DEAL = 0.195, 40, 58
"""Fitted to games of such play from any two totals: what a lead is worth grows as the target comes near."""


def roll_out(state: State, rng: Rng) -> tuple[float, ...]:
    """What each seat may hope for from *state*."""
    sheet = state.sheet
    if sheet.outcome is not None:
        return shares(sheet.outcome)
    turn, trick = int(state.turn or 0), state.trick
    scores = deal_scores(*Deal(state, rng).play(turn ^ len(trick) & 1, trick))
    totals = sheet.totals[0] + scores[0], sheet.totals[1] + scores[1]
    return judge(sheet.options, sheet.deal + 1, scores, totals)


def judge(options: DuckSoupOptions, deals: int, scores: Pair, totals: Pair) -> tuple[float, float]:
    """What each seat may hope for after *deals* deals, the last worth *scores*.

    By how much a game was won counts too: quick play ends a little better or worse by accident, and what is nearly
    won is better than what is nearly lost.
    """
    to_go = _to_go(options, deals, scores, totals)
    first = 1 / (1 + exp(-_STEEPNESS * (totals[0] - totals[1]) / sqrt(to_go + _CUSHION)))
    return first, 1 - first


def _to_go(options: DuckSoupOptions, deals: int, scores: Pair, totals: Pair) -> int:
    """How many points are still to be made, more or less."""
    if finish(options, deals, scores, totals):
        return 0
    return min(max(TARGET - max(totals), 0), _PER_DEAL * (options.max_rounds - deals))


class Deal:
    """A deal on its way: what changes in place."""

    def __init__(self, state: State, rng: Rng) -> None:
        self.random = rng.random
        self.hands: list[list[int]] = [list(cards(hand)) for hand in state.hands]
        self.sets = list(state.hands)
        self.stock: list[int] = list(state.stock[::-1])
        self.hidden = sum(1 << card for card in state.stock)
        self.points = list(state.won.points)
        self.ducked = 2 if state.sheet.options.duck_double else 1
        self.duck: Pair = state.sheet.duck
        soup = not self.stock
        self.worth = SOUP_WORTH if soup else DUCK_WORTH
        self.beaten_by = BEATEN_BY_IN_SOUP if soup else BEATEN_BY_IN_DUCK

    def play(self, leader: int, trick: tuple[int, ...]) -> tuple[Pair, Pair]:
        """To its end, from a *trick* that *leader* began; the points of the two courses."""
        if trick:
            leader = self.finish(leader, trick)
        hands = self.hands
        while hands[0] or hands[1]:
            leader = self.reply(leader, self.lead(leader))
        return self.duck, (self.points[0], self.points[1])

    # Each of these plays on to the end of the trick and says who leads to the next.

    def finish(self, leader: int, trick: tuple[int, ...]) -> int:
        if len(trick) == 1:
            return self.reply(leader, trick[0])
        if len(trick) == 2:
            return self.answer(leader, trick[0])
        return self.fourth(leader, trick[0])

    def _remove(self, seat: int, card: int) -> int:
        self.hands[seat].remove(card)
        self.sets[seat] ^= 1 << card
        return card

    def take(self, seat: int, points: int) -> int:
        self.points[seat] += points
        stock = self.stock
        if stock:
            first, second = stock.pop(), stock.pop()
            self.hands[seat].append(first)
            self.hands[1 - seat].append(second)
            self.sets[seat] |= 1 << first
            self.sets[1 - seat] |= 1 << second
            self.hidden ^= 1 << first | 1 << second
            if not stock:
                self.duck = self.points[0], self.points[1]
                self.points = [0, 0]
                self.worth, self.beaten_by = SOUP_WORTH, BEATEN_BY_IN_SOUP
        return seat

    def lead(self, seat: int) -> int:
        mine, theirs = self.hands[seat], self.sets[1 - seat]
        if self.random() < _CARELESS:
            return self._remove(seat, mine[int(self.random() * len(mine))])
        n = len(self.stock)
        keep, beaten_by, unseen = _KEEP[n], self.beaten_by, theirs | self.hidden
        none_of = _NONE_OF[n][len(self.hands[1 - seat])]
        best, worth = mine[0], -99.0
        for card in mine:
            unbeaten = none_of[(unseen & beaten_by[card]).bit_count()]
            value = unbeaten * (2 + none_of[(unseen & _SUIT[card]).bit_count()]) - keep[card]
            if value > worth:
                best, worth = card, value
        return self._remove(seat, best)

    def reply(self, leader: int, led: int) -> int:
        seat = 1 - leader
        mine = self.hands[seat]
        row = self.worth[led]
        if self.random() < _CARELESS:
            best = mine[int(self.random() * len(mine))]
        else:
            keep = _KEEP[len(self.stock)]
            best, most = mine[0], -99.0
            for card in mine:
                won = row[card]
                value = (-won if won else self.quack(seat, led, card)) - keep[card]
                if value > most:
                    best, most = card, value
        self._remove(seat, best)
        won = row[best]
        if not won:
            return self.answer(leader, led)
        return self.take(leader, won) if won > 0 else self.take(seat, -won)

    def quack(self, seat: int, led: int, card: int) -> float:
        others = _RANK[led] & ~(1 << card)
        unseen = (self.sets[1 - seat] | self.hidden) & others
        ducked = _NONE_OF[len(self.stock)][len(self.hands[1 - seat])][unseen.bit_count()]
        return ducked + (1 - ducked) * (FOUR_CARDS if self.sets[seat] & others else -FOUR_CARDS)

    def answer(self, leader: int, led: int) -> int:
        """Quack back only where the fourth card cannot be with the opponent."""
        thirds = self.sets[leader] & _RANK[led]
        seat = 1 - leader
        if not thirds or (self.sets[seat] | self.hidden) & _RANK[led]:
            return self.take(seat, self.ducked)
        self._remove(leader, thirds.bit_length() - 1)
        return self.fourth(leader, led)

    def fourth(self, leader: int, led: int) -> int:
        seat = 1 - leader
        matches = self.sets[seat] & _RANK[led]
        if matches:
            self._remove(seat, matches.bit_length() - 1)
            return self.take(seat, FOUR_CARDS)
        keep, mine = _KEEP[len(self.stock)], self.hands[seat]
        self._remove(seat, min(mine, key=keep.__getitem__))
        return self.take(leader, FOUR_CARDS)
