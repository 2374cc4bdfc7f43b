"""Random play to the end on plain locals: the fast twin of :func:`engine.game.uniform_playout`, draw for draw.

No moves, no states, and events only where a token changes hands. Cards are bits: a hand is their sum.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from engine.game import Outcome, Rng
from engine.games.gasp.dealing import CLOCKWISE, FORMS, PILE
from engine.games.gasp.decisions import complete, raid, raided, standing
from engine.games.gasp.evolution import moved
from engine.games.gasp.menus import HALF, LOW, Menu
from engine.games.gasp.model import State
from engine.games.gasp.tokens import FULL, ONE, PER_SIDE, SIDE, gifts
from engine.games.gasp.tricks import CARD, CARDS, FOLLOWS, LEADS, MATES, REPLIES, holder, packed, won_in

_BITS = tuple(1 << card for card in range(CARDS))
BIT = tuple(1 << card for card in CARD)
"""By packed play: its card's bit."""
PLAIN = Menu([(packed(card, None),) for card in range(CARDS)])
LEADS_OF = Menu([tuple(packed(play.card, play.suit) for play in plays) for plays in LEADS])
REPLIES_TO = tuple(
    Menu([tuple(packed(play.card, play.suit) for play in plays) for plays in replies]) for replies in REPLIES
)
Draw: TypeAlias = Callable[[], float]


def playout(state: State, rng: Rng) -> Outcome:
    return state.outcome or _Table(state, rng).outcome()


class PlayoutTable:
    """What a state holds, in a form that changes in place; and what becomes of tokens, draws and rounds."""

    def __init__(self, state: State, rng: Rng) -> None:
        self.seats, self.sides, self.options, self.rng = state.seats, state.sides, state.options, rng
        self.form = FORMS[state.seats, state.sides]
        self.hands = [int(state.held(seat)) for seat in range(state.seats)]
        self.stock = [1 << card for card in reversed(state.stock)]
        self.turn, self.trick, self.won = state.turn, list(state.trick), state.won
        self.tokens, self.round = state.tokens, state.round

    def outcome(self) -> Outcome:
        self.play_on()
        return Outcome(*standing(self.tokens, self.seats, self.sides))

    def play_on(self) -> None:
        """To the end."""
        raise NotImplementedError

    # Each of these says whether the game has ended.

    def paid(self) -> bool:
        """``turn`` has won a trick in ``won``."""
        side = self.turn % self.sides
        if self.tokens >> (PER_SIDE * side + 2 * self.won) & 2:
            return self.given()
        self.tokens += ONE[side][self.won]
        return self.tokens >> PER_SIDE * side & SIDE == FULL or self.refilled()

    def given(self) -> bool:
        side, suit = self.turn % self.sides, self.won
        choices = gifts(self.tokens, self.sides, side, suit)
        if not choices:
            self.tokens -= ONE[side][suit]
            return self.refilled()
        gift = choices[int(self.rng.random() * len(choices))]
        theirs = ONE[gift.to]
        self.tokens += theirs[suit] + (0 if gift.suit is None else ONE[side][gift.suit] - theirs[gift.suit])
        return self.tokens >> PER_SIDE * side & SIDE == FULL or self.refilled()

    def raided(self, owner: int) -> bool:
        own = self.options.ace_raid_own_token
        event = raid(self.tokens, self.sides, self.turn, owner, self.won, own_token=own)
        self.tokens = moved(self.tokens, self.sides, event)
        return complete(self.tokens, self.sides, event) or self.refilled()

    def refilled(self) -> bool:
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
        form, seats, self.turn = self.form, self.seats, self.round % self.seats
        pack, dealt = self.rng.shuffled(PILE, self.round, _BITS), form.hand * form.seats
        for place, seat in enumerate(CLOCKWISE[seats][self.turn]):
            self.hands[seat] = sum(pack[place:dealt:seats])
        self.stock = list(pack[: dealt + form.aside - 1 : -1])
        return False


class _Table(PlayoutTable):
    def play_on(self) -> None:
        hands, random, clockwise = self.hands, self.rng.random, CLOCKWISE[self.seats]
        if self.won >= 0 and self.given():
            return
        order, trick = clockwise[self.turn - len(self.trick)], self.trick
        while not self._taken(_finished(trick, hands, order, random), order):
            order, trick = clockwise[self.turn], []

    def _taken(self, trick: list[int], order: tuple[int, ...]) -> bool:
        at = holder(trick)
        self.turn = turn = order[at]
        self.won = suit = won_in(trick, at)
        if self.options.ace_raid and (crown := raided(trick, at)) is not None:
            return self.raided(order[crown])
        if self.tokens >> (PER_SIDE * turn + 2 * suit) & 2:
            return self.given()
        self.tokens += ONE[turn][suit]
        return self.tokens >> PER_SIDE * turn & SIDE == FULL or self.refilled()


def _finished(trick: list[int], hands: list[int], order: tuple[int, ...], random: Draw) -> list[int]:
    """*trick* with the cards still to come, the first of *order* being its leader."""
    if not trick:
        hand = hands[order[0]]
        plays = LEADS_OF.low[hand & LOW] + LEADS_OF.high[hand >> HALF]
        play = plays[int(random() * len(plays))]
        hands[order[0]] = hand ^ BIT[play]
        trick.append(play)
    led = CARD[trick[0]]
    follows, mates = FOLLOWS[led], MATES[led]
    for seat in order[len(trick) :]:
        hand = hands[seat]
        may = hand & follows or hand
        plays = REPLIES_TO[led][may] if may & mates else PLAIN[may]
        play = plays[int(random() * len(plays))]
        hands[seat] = hand ^ BIT[play]
        trick.append(play)
    return trick
