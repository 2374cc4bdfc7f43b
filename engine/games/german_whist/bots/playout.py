"""Uniformly random play to the end on plain ints: no moves, no events, no states."""

from __future__ import annotations

from engine.cards.french import PACK, SUIT_OF
from engine.game import Outcome, Rng
from engine.games.german_whist.decisions import PILE
from engine.games.german_whist.model import HAND, State
from engine.games.german_whist.moves import FOLLOWS
from engine.games.german_whist.tricks import BEATEN_BY
from engine.pairs import places
from engine.rows import row_of

CARDS = row_of(range(len(PACK)))
"""The cards of a hand."""
_PACK = tuple(range(len(PACK)))


def play_out(state: State, rng: Rng) -> Outcome:
    """One ``rng.random()`` a move, an index into the legal moves."""
    sheet = state.sheet
    if sheet.outcome is not None:
        return sheet.outcome
    table, first, second, deal = _Deal(state, rng), *sheet.totals, sheet.deal
    while True:
        tricks = table.played()
        first, second, deal = first + tricks[0], second + tricks[1], deal + 1
        if deal == sheet.options.deals:
            return Outcome(places((first, second)), (first, second))
        table.dealt(deal)


class _Deal:
    """A deal on its way: what changes in place."""

    def __init__(self, state: State, rng: Rng) -> None:
        self.rng = rng
        self.hands = list(state.hands)
        self.stock = list(state.stock[::-1])
        """The next card last."""
        if state.turned is not None:
            self.stock.append(state.turned)
        self.leader = int(state.turn or 0) ^ len(state.trick)
        self.trick = state.trick
        self.beaten_by = BEATEN_BY[state.sheet.trump]
        self.tricks = list(state.won.tricks)

    def dealt(self, deal: int) -> None:
        order = self.rng.shuffled(PILE, deal, _PACK)
        self.leader = leader = deal % 2
        self.hands[leader] = sum([1 << card for card in order[: 2 * HAND : 2]])
        self.hands[1 - leader] = sum([1 << card for card in order[1 : 2 * HAND : 2]])
        self.stock = list(order[: 2 * HAND - 1 : -1])
        self.beaten_by = BEATEN_BY[SUIT_OF[order[2 * HAND]]]
        self.tricks = [0, 0]

    def played(self) -> list[int]:
        """To the end of the deal; the tricks that count."""
        random, hands, stock, leader, tricks = self.rng.random, self.hands, self.stock, self.leader, self.tricks
        beaten_by, trick, self.trick = self.beaten_by, self.trick, ()
        while trick or hands[leader]:
            if trick:
                led, trick = int(trick[0]), ()
            else:
                may = CARDS(hands[leader])
                led = may[int(random() * len(may))]
                hands[leader] ^= 1 << led
            held = hands[1 - leader]
            may = CARDS(held & FOLLOWS[led] or held)
            card = may[int(random() * len(may))]
            hands[1 - leader] = held ^ 1 << card
            if beaten_by[led] >> card & 1:
                leader = 1 - leader
            if stock:
                hands[leader] |= 1 << stock.pop()
                hands[1 - leader] |= 1 << stock.pop()
            else:
                tricks[leader] += 1
        return tricks
