"""Sensible quick play of a few tricks, then a judgement: what the search goes by.

Seats go by first impressions, as in :mod:`engine.games.gasp.bots.advice`, but by look-ups alone.
"""

from collections.abc import Sequence
from functools import cache

from engine.cards import cards
from engine.game import Rng
from engine.games.gasp.bots.prospects import GAIN, LOSS
from engine.games.gasp.bots.quick import BIT, LEADS_OF, PLAIN, REPLIES_TO, QuickTable
from engine.games.gasp.dealing import CLOCKWISE
from engine.games.gasp.decisions import raided
from engine.games.gasp.menus import HALF, LOW
from engine.games.gasp.model import State
from engine.games.gasp.tokens import PER_SIDE, SIDE
from engine.games.gasp.tricks import (
    CARD,
    CARDS,
    FIRST_CROWN,
    FOLLOWS,
    MATES,
    RAISED,
    SHARED,
    VALUE,
    WORTH,
    holder,
    value,
    won_in,
)
from engine.places import shares


def rollout(state: State, rng: Rng) -> Sequence[float]:
    if state.outcome is not None:
        return shares(state.outcome)
    return _Table(state).hopes()


_RISK = 0.2
"""What it costs to be beaten with a card that was ahead."""
RAISES = tuple(1 << card - FIRST_CROWN if card >= FIRST_CROWN else 0 for card in range(CARDS))
"""By card: the Ace that it would bring to 11."""
BEATERS = tuple(
    tuple(
        sum(1 << other for other in cards(FOLLOWS[led]) if VALUE[other] >= VALUE[card] or RAISES[card] >> other & 1)
        for card in range(CARDS)
    )
    for led in range(CARDS)
)
"""By card led, then by card: the cards that beat it; a crown brings its own Ace to 11."""


@cache
def _holds(to_come: int, cards_each: int, unseen: int) -> tuple[float, ...]:
    """By how many of the *unseen* cards would beat it: how likely a card holds against the seats *to_come*."""
    missed = [(1 - min(1.0, beaters / max(1, unseen))) ** cards_each for beaters in range(CARDS)]
    return tuple([(_MEEK + (1 - _MEEK) * none) ** to_come for none in missed])


_MEEK = 0.1
"""How often a seat that could beat a card does not."""


class _Table(QuickTable):
    def play_on(self) -> None:
        if self.won >= 0 and self.given():
            return
        order, trick = CLOCKWISE[self.seats][self.turn - len(self.trick)], self.trick
        while not self._taken(self._finished(trick, order), order):
            order, trick = CLOCKWISE[self.seats][self.turn], []

    def _taken(self, trick: list[int], order: tuple[int, ...]) -> bool:
        at = holder(trick)
        self.turn, self.won = order[at], won_in(trick, at)
        if self.options.ace_raid and (crown := raided(trick, at)) is not None:
            return self.raided(order[crown])
        return self.paid()

    def _finished(self, trick: list[int], order: tuple[int, ...]) -> list[int]:
        """*trick* with the cards still to come, the first of *order* being its leader."""
        hands, unplayed = self.hands, sum(self.hands) + sum(self.stock)
        for seat in order[len(trick) :]:
            hand = hands[seat]
            plays = self._plays(hand, trick)
            if len(plays) == 1:
                play = plays[0]
            elif trick:
                play = self._reply(plays, trick, order, unplayed ^ hand)
            else:
                play = self._lead(plays, seat, unplayed ^ hand)
            hands[seat] ^= BIT[play]
            unplayed ^= BIT[play]
            trick.append(play)
        return trick

    def _plays(self, hand: int, trick: list[int]) -> tuple[int, ...]:
        if not trick:
            return LEADS_OF.low[hand & LOW] + LEADS_OF.high[hand >> HALF]
        led = CARD[trick[0]]
        may = hand & FOLLOWS[led] or hand
        return REPLIES_TO[led][may] if may & MATES[led] else PLAIN[may]

    def _lead(self, plays: Sequence[int], seat: int, unseen: int) -> int:
        holds = _holds(self.seats - 1, self.hands[seat].bit_count(), unseen.bit_count())
        gain = GAIN[self.tokens >> PER_SIDE * seat & SIDE]
        best, most = plays[0], -99.0
        for play in plays:
            card = CARD[play]
            chance = holds[(BEATERS[card][card] & unseen).bit_count()]
            worth = chance * (gain[SHARED[card][play]] + _RISK) - self.kept(play, unseen)
            if worth > most:
                best, most = play, worth
        return best

    def _reply(self, plays: Sequence[int], trick: list[int], order: tuple[int, ...], unseen: int) -> int:
        led, at, seat, table = CARD[trick[0]], holder(trick), order[len(trick)], sum([BIT[play] for play in trick])
        holds = _holds(self.seats - len(trick) - 1, self.hands[seat].bit_count(), unseen.bit_count())
        beat, shared, beaters = value(CARD[trick[at]], table), SHARED[led], BEATERS[led]
        rival = LOSS[self.tokens >> PER_SIDE * order[at] & SIDE][shared[trick[at]]] + _RISK
        gain = GAIN[self.tokens >> PER_SIDE * seat & SIDE]
        best, most = plays[0], -99.0
        for play in plays:
            card, worth = CARD[play], -self.kept(play, unseen)
            counts = value(card, table) if WORTH[led][play] and not table & RAISES[card] else 0
            if counts >= beat:
                chance = holds[0 if counts == RAISED else (beaters[card] & unseen).bit_count()]
                worth += chance * (gain[shared[play]] + rival) - _RISK
            if worth > most:
                best, most = play, worth
        return best
