"""Random play to the end on plain locals: the fast twin of :func:`engine.game.uniform_playout`, draw for draw.

No moves, no states, and events only where a token changes hands. Cards are bits: a hand is their sum.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from engine.game import Outcome, Rng
from engine.games.gasp.dealing import ASIDE, CLOCKWISE, HAND, PILE
from engine.games.gasp.evolution import moved
from engine.games.gasp.menus import HALF, LOW, Menu
from engine.games.gasp.settlement import complete, raid, raided, standing
from engine.games.gasp.state import State
from engine.games.gasp.tokens import FULL, ONE, PER_SIDE, SIDE, gifts
from engine.games.gasp.tricks import CARD, CARDS, FOLLOWS, LEADS, MATES, REPLIES, holder, packed, won_in

_BITS = tuple(1 << card for card in range(CARDS))
_BIT = tuple(1 << card for card in CARD)
"""By packed play: its card's bit."""
_LEADS = Menu([tuple(packed(play.card, play.suit) for play in plays) for plays in LEADS])
_PLAIN = Menu([(packed(card, None),) for card in range(CARDS)])
_REPLIES = tuple(
    Menu([tuple(packed(play.card, play.suit) for play in plays) for plays in replies]) for replies in REPLIES
)
_Draw: TypeAlias = Callable[[], float]


def playout(state: State, rng: Rng) -> Outcome:
    return state.outcome or Outcome(*standing(_Table(state, rng).play_on(), state.seats))


class _Table:
    """What a state holds, in a form that changes in place."""

    def __init__(self, state: State, rng: Rng) -> None:
        self.seats, self.options, self.rng = state.seats, state.options, rng
        self.hands = [int(state.held(seat)) for seat in range(state.seats)]
        self.stock = [1 << card for card in reversed(state.stock)]
        self.turn, self.trick, self.won = state.turn, list(state.trick), state.won
        self.tokens, self.round = state.tokens, state.round

    def play_on(self) -> int:
        """The tokens at the end."""
        hands, random, clockwise = self.hands, self.rng.random, CLOCKWISE[self.seats]
        if self.won >= 0 and self._given():
            return self.tokens
        order, trick = clockwise[self.turn - len(self.trick)], self.trick
        while not self._taken(_finished(trick, hands, order, random), order):
            order, trick = clockwise[self.turn], []
        return self.tokens

    def _taken(self, trick: list[int], order: tuple[int, ...]) -> bool:
        """Whether the game ends with this trick."""
        at = holder(trick)
        self.turn = turn = order[at]
        self.won = suit = won_in(trick, at)
        if self.options.ace_raid and (crown := raided(trick, at)) is not None:
            return self._raided(order[crown])
        if self.tokens >> (PER_SIDE * turn + 2 * suit) & 2:
            return self._given()
        self.tokens += ONE[turn][suit]
        return self.tokens >> PER_SIDE * turn & SIDE == FULL or self._refilled()

    def _given(self) -> bool:
        turn, suit = self.turn, self.won
        choices = gifts(self.tokens, self.seats, turn, suit)
        if not choices:
            self.tokens -= ONE[turn][suit]
            return self._refilled()
        gift = choices[int(self.rng.random() * len(choices))]
        theirs = ONE[gift.to]
        self.tokens += theirs[suit] + (0 if gift.suit is None else ONE[turn][gift.suit] - theirs[gift.suit])
        return self.tokens >> PER_SIDE * turn & SIDE == FULL or self._refilled()

    def _raided(self, owner: int) -> bool:
        event = raid(self.tokens, self.turn, owner, self.won, own_token=self.options.ace_raid_own_token)
        self.tokens = moved(self.tokens, event)
        return complete(self.tokens, event) or self._refilled()

    def _refilled(self) -> bool:
        """Draw, or deal the next round; whether there is none."""
        hands, stock = self.hands, self.stock
        if stock:
            for seat in CLOCKWISE[self.seats][self.turn]:
                hands[seat] |= stock.pop()
        elif not hands[self.turn]:
            return self._dealt()
        return False

    def _dealt(self) -> bool:
        self.round += 1
        if self.round >= self.options.max_rounds:
            return True
        seats, self.turn = self.seats, self.round % self.seats
        pack = self.rng.shuffled(PILE, self.round, _BITS)
        for place, seat in enumerate(CLOCKWISE[seats][self.turn]):
            self.hands[seat] = sum(pack[place : HAND * seats : seats])
        self.stock = list(pack[: HAND * seats + ASIDE[seats] - 1 : -1])
        return False


def _finished(trick: list[int], hands: list[int], order: tuple[int, ...], random: _Draw) -> list[int]:
    """*trick* with the cards still to come, the first of *order* being its leader."""
    if not trick:
        hand = hands[order[0]]
        plays = _LEADS.low[hand & LOW] + _LEADS.high[hand >> HALF]
        play = plays[int(random() * len(plays))]
        hands[order[0]] = hand ^ _BIT[play]
        trick.append(play)
    led = CARD[trick[0]]
    follows, mates = FOLLOWS[led], MATES[led]
    for seat in order[len(trick) :]:
        hand = hands[seat]
        may = hand & follows or hand
        plays = _REPLIES[led][may] if may & mates else _PLAIN[may]
        play = plays[int(random() * len(plays))]
        hands[seat] = hand ^ _BIT[play]
        trick.append(play)
    return trick
