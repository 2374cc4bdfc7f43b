"""Sensible quick play between two sides: the twin of :mod:`engine.games.gasp.rollouts`."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards.decktet import SUITS_OF
from engine.game import Rng, shares
from engine.games.gasp.menus import HALF, LOW
from engine.games.gasp.playouts import BIT, PLAIN
from engine.games.gasp.prospects import GAIN, LOSS
from engine.games.gasp.rollouts import QuickTable
from engine.games.gasp.side_playouts import ORDER, SideTable
from engine.games.gasp.state import State
from engine.games.gasp.sums import command
from engine.games.gasp.tokens import PER_SIDE, SIDE
from engine.games.gasp.tricks import CARD, FOLLOWS, RAISED, VALUE

_FOUR = 4
_MOST = 2 * RAISED


def rollout(state: State, rng: Rng) -> Sequence[float]:
    if state.outcome is not None:
        return shares(state.outcome)
    return _Table(state, rng).hopes()


def _holds(score: int, to_come: int) -> float:
    """How likely a side stays in command with *score* when so many cards, every other one its own, are to come."""
    beaten = 0.75 - 0.055 * score if score <= RAISED else 0.2 * (_MOST - score) / RAISED
    return float((1 - max(0.05, beaten)) ** ((to_come + 1) // 2))


_HOLD = tuple(tuple(_holds(score, to_come) for score in range(_MOST + 1)) for to_come in range(_FOUR))
"""By cards to come, then by score."""
_HELD_BY = tuple(tuple(suit for suit in range(6) if bits >> suit & 1) for bits in range(64))
"""By suits as bits: the suits."""


class _Table(QuickTable, SideTable):
    def play_on(self) -> None:
        if self.won >= 0 and self.resumed():
            return
        orders = ORDER[self.seats]
        order, trick = orders[(self.turn - len(self.trick)) % self.seats], self.trick
        while not self.taken(self._finished(trick, order), order):
            order, trick = orders[self.turn], []

    def chosen(self, led: int) -> bool:
        gain = GAIN[self.tokens >> PER_SIDE * (self.turn % self.sides) & SIDE]
        self.won = max(SUITS_OF[led], key=gain.__getitem__)
        return self.paid()

    def _finished(self, trick: list[int], order: tuple[int, ...]) -> list[int]:
        """*trick* with the cards still to come, the first of *order* being its leader."""
        hands = self.hands
        for seat in order[len(trick) :]:
            hand = hands[seat]
            may = (hand & FOLLOWS[CARD[trick[0]]] or hand) if trick else hand
            plays = PLAIN.low[may & LOW] + PLAIN.high[may >> HALF]
            if len(plays) == 1:
                play = plays[0]
            else:
                play = self._best(plays, trick, seat % self.sides)
            hands[seat] = hand ^ BIT[play]
            trick.append(play)
        return trick

    def _best(self, plays: Sequence[int], trick: list[int], side: int) -> int:
        keep, gain = self.keep, GAIN[self.tokens >> PER_SIDE * side & SIDE]
        if not trick:
            return max(plays, key=lambda play: _of_lead(CARD[play], gain) - keep[play])
        loss = LOSS[self.tokens >> PER_SIDE * (1 - side) & SIDE]
        if not FOLLOWS[CARD[trick[0]]] & BIT[plays[0]]:
            return min(plays, key=keep.__getitem__)
        at, hold, own_crown = len(trick), _HOLD[_FOUR - len(trick) - 1], self.form.own_crown
        best, most = plays[0], -99.0
        for play in plays:
            place, suits, score = command([*trick, play], own_crown=own_crown)
            mine = (place ^ at) & 1 == 0
            worth = max([(gain if mine else loss)[suit] for suit in _HELD_BY[suits]])
            value = (hold[score] * worth if mine else -hold[score] * worth) - keep[play]
            if value > most:
                best, most = play, value
        return best


def _of_lead(card: int, gain: Sequence[float]) -> float:
    return _HOLD[3][VALUE[card]] * max([gain[suit] for suit in SUITS_OF[card]])
