"""Sensible quick play to the end of the deal, then a judgement: what the search goes by.

Both seats play by first impressions, as in :mod:`engine.games.german_whist.bots.advice`. For the stock neither knows
what the other has drawn; later each knows, having seen every other card.
"""

from engine.cards.french import PACK
from engine.game import Rng
from engine.games.german_whist.bots.prospects import HIGHER, RUFFS, WORTH, holds, hopes
from engine.games.german_whist.model import State
from engine.games.german_whist.moves import BEATEN_BY, FOLLOWS
from engine.pairs import plus
from engine.places import shares
from engine.rows import row_of

CARDS = row_of(range(len(PACK)))
"""The cards of a hand."""
_CARELESS = 0.05
"""How often any card is played for the stock."""
_KEEPING = 0.6


def roll_out(state: State, rng: Rng) -> tuple[float, ...]:
    """What each seat may hope for from *state*."""
    sheet = state.sheet
    if sheet.outcome is not None:
        return shares(sheet.outcome)
    tricks = Deal(state, rng).play_on()
    return hopes(plus(sheet.totals, (tricks[0], tricks[1])), sheet.options.deals - sheet.deal - 1)


class Deal:
    """A deal on its way: what changes in place."""

    def __init__(self, state: State, rng: Rng) -> None:
        self.random = rng.random
        self.trump = state.sheet.trump
        self.worth, self.beaten_by = WORTH[self.trump], BEATEN_BY[self.trump]
        self.hands, self.known = list(state.hands), list(state.known)
        self.stock = list(state.stock[::-1])
        if state.turned is not None:
            self.stock.append(state.turned)
        self.hidden = sum([1 << card for card in state.stock])
        self.worth_hidden = sum([self.worth[card] for card in state.stock])
        self.tricks = list(state.won.tricks)
        self.leader = int(state.turn or 0) ^ len(state.trick)
        self.trick = state.trick

    def play_on(self) -> list[int]:
        hands = self.hands
        trick = self.trick
        while trick or hands[self.leader]:
            stock = self.stock
            if trick:
                led, trick = int(trick[0]), ()
            else:
                led = self.lead_for_stock() if stock else self.lead()
                hands[self.leader] ^= 1 << led
            card = self.reply_for_stock(led) if stock else self.reply(led)
            hands[1 - self.leader] ^= 1 << card
            if self.beaten_by[led] >> card & 1:
                self.leader = 1 - self.leader
            if stock:
                self.refill()
            else:
                self.tricks[self.leader] += 1
        return self.tricks

    def refill(self) -> None:
        winner, stock = self.leader, self.stock
        taken, drawn = stock.pop(), stock.pop()
        self.hands[winner] |= 1 << taken
        self.known[winner] |= 1 << taken
        self.hands[1 - winner] |= 1 << drawn
        gone = 1 << drawn
        self.worth_hidden -= self.worth[drawn]
        if stock:
            gone |= 1 << stock[-1]
            self.worth_hidden -= self.worth[stock[-1]]
        self.hidden &= ~gone

    def lead_for_stock(self) -> int:
        me = self.leader
        mine, theirs = CARDS(self.hands[me]), self.hands[1 - me]
        if self.random() < _CARELESS:
            return mine[int(self.random() * len(mine))]
        known = self.known[1 - me] & theirs
        unseen, hidden = (theirs | self.hidden) & ~known, (theirs ^ known).bit_count()
        gain, worth, trump = self.gain(), self.worth, self.trump
        best, most = mine[0], -99.0
        for card in mine:
            value = holds(card, trump, unseen, hidden, known) * gain - worth[card]
            if value > most:
                best, most = card, value
        return best

    def reply_for_stock(self, led: int) -> int:
        held = self.hands[1 - self.leader]
        may = CARDS(held & FOLLOWS[led] or held)
        if self.random() < _CARELESS:
            return may[int(self.random() * len(may))]
        beaten, gain, worth = self.beaten_by[led], self.gain(), self.worth
        return max(may, key=lambda card: (gain if beaten >> card & 1 else 0.0) - worth[card])

    def gain(self) -> float:
        """What the card turned up is worth more than one drawn unseen."""
        return self.worth[self.stock[-1]] - self.worth_hidden / max(1, self.hidden.bit_count())

    def lead(self) -> int:
        """The cards in the other hand are known by now."""
        theirs, worth, ruffs = self.hands[1 - self.leader], self.worth, RUFFS[self.trump]
        best, most = -1, -99.0
        for card in CARDS(self.hands[self.leader]):
            beats = theirs & HIGHER[card] if theirs & FOLLOWS[card] else theirs & ruffs[card]
            value = (0.0 if beats else 1.0) - _KEEPING * worth[card]
            if value > most:
                best, most = card, value
        return best

    def reply(self, led: int) -> int:
        held, worth = self.hands[1 - self.leader], self.worth
        may = held & FOLLOWS[led] or held
        return min(CARDS(may & self.beaten_by[led] or may), key=worth.__getitem__)
