"""Sensible quick play of a few tricks, then a judgement: what the search goes by.

Seats go by first impressions, as in :mod:`engine.games.gasp.appraisal`, but by look-ups alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Rng, shares
from engine.games.gasp.dealing import CLOCKWISE
from engine.games.gasp.menus import HALF, LOW
from engine.games.gasp.playouts import BIT, LEADS_OF, PLAIN, REPLIES_TO, PlayoutTable
from engine.games.gasp.prospects import GAIN, LOSS, WEALTH, danger, hopes
from engine.games.gasp.settlement import raided
from engine.games.gasp.state import State
from engine.games.gasp.tokens import FULL, ONE, PER_SIDE, SIDE, gifts
from engine.games.gasp.tricks import (
    CARD,
    FOLLOWS,
    MATES,
    RAISED,
    SHARED,
    VALUE,
    WORTH,
    holder,
    won_in,
)

TRICKS = 4
"""So many tricks are played, or to the end of the round."""
CARELESS = 0.08
"""How often any card is played."""


def rollout(state: State, rng: Rng) -> Sequence[float]:
    if state.outcome is not None:
        return shares(state.outcome)
    return _Table(state, rng).hopes()


class QuickTable(PlayoutTable):
    def __init__(self, state: State, rng: Rng) -> None:
        super().__init__(state, rng)
        self.tricks = TRICKS

    def hopes(self) -> Sequence[float]:
        self.play_on()
        return hopes(self.tokens, self.sides, self.seats)

    def given(self) -> bool:
        """The gift that leaves the giver best off."""
        side, suit, tokens = self.turn % self.sides, self.won, self.tokens
        ways = [_after(tokens, side, suit, gift.to, gift.suit) for gift in gifts(tokens, self.sides, side, suit)]
        self.tokens = max(ways, key=lambda way: way[0])[1] if ways else tokens - ONE[side][suit]
        return self.tokens >> PER_SIDE * side & SIDE == FULL or self.refilled()

    def refilled(self) -> bool:
        self.tricks -= 1
        return self.tricks <= 0 or not (self.stock or self.hands[self.turn]) or super().refilled()


def _after(tokens: int, side: int, suit: int, to: int, taken: int | None) -> tuple[float, int]:
    theirs = ONE[to]
    after = tokens + theirs[suit] + (0 if taken is None else ONE[side][taken] - theirs[taken])
    shift = PER_SIDE * to
    harm = danger(WEALTH[after >> shift & SIDE]) - danger(WEALTH[tokens >> shift & SIDE])
    return WEALTH[after >> PER_SIDE * side & SIDE] - harm, after


# -- cards


def _later(card: int) -> float:
    """What a card may win later on."""
    return 0.05 * (4 if card < 6 else VALUE[card])


KEEP = tuple(_later(card) for card in CARD)
"""By packed play."""


def _holds(value: int, to_come: int) -> float:
    """How likely a card of *value* is not beaten by those *to_come*: some third of the unseen cards follow."""
    beaters = max(0.0, (RAISED - value) * 0.11)
    missed = (1 - 0.33 * min(1.0, beaters)) ** 5
    return float((0.15 + 0.85 * missed) ** to_come)


HOLD = tuple(tuple(_holds(value, to_come) for value in range(RAISED + 1)) for to_come in range(5))
"""By seats to come, then by value."""


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
        hands, random = self.hands, self.rng.random
        for seat in order[len(trick) :]:
            plays = self._plays(hands[seat], trick)
            if len(plays) == 1:
                play = plays[0]
            elif random() < CARELESS:
                play = plays[int(random() * len(plays))]
            else:
                play = self._reply(plays, trick, order) if trick else self._lead(plays, seat)
            hands[seat] ^= BIT[play]
            trick.append(play)
        return trick

    def _plays(self, hand: int, trick: list[int]) -> tuple[int, ...]:
        if not trick:
            return LEADS_OF.low[hand & LOW] + LEADS_OF.high[hand >> HALF]
        led = CARD[trick[0]]
        may = hand & FOLLOWS[led] or hand
        return REPLIES_TO[led][may] if may & MATES[led] else PLAIN[may]

    def _lead(self, plays: Sequence[int], seat: int) -> int:
        hold, gain = HOLD[self.seats - 1], GAIN[self.tokens >> PER_SIDE * seat & SIDE]
        best, most = plays[0], -1.0
        for play in plays:
            shared = SHARED[CARD[play]][play]
            value = hold[VALUE[CARD[play]]] * gain[shared] - KEEP[play]
            if value > most:
                best, most = play, value
        return best

    def _reply(self, plays: Sequence[int], trick: list[int], order: tuple[int, ...]) -> int:
        led, at, tokens = CARD[trick[0]], holder(trick), self.tokens
        worth, shared, hold = WORTH[led], SHARED[led], HOLD[self.seats - len(trick) - 1]
        beat = worth[trick[at]]
        rival = LOSS[tokens >> PER_SIDE * order[at] & SIDE][shared[trick[at]]]
        gain = GAIN[tokens >> PER_SIDE * order[len(trick)] & SIDE]
        best, most = plays[0], -99.0
        for play in plays:
            value = worth[play]
            chance = hold[value] * (gain[shared[play]] + rival) if value and value >= beat else 0.0
            if chance - KEEP[play] > most:
                best, most = play, chance - KEEP[play]
        return best
