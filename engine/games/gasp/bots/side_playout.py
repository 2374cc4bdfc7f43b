"""Random play between two sides to the end: the twin of :mod:`engine.games.gasp.bots.playout`."""

from __future__ import annotations

from engine.cards.decktet import SUITS_OF
from engine.game import Outcome, Rng
from engine.games.gasp.bots.playout import BIT, PLAIN, Draw, PlayoutTable
from engine.games.gasp.dealing import CLOCKWISE
from engine.games.gasp.menus import HALF, LOW
from engine.games.gasp.model import EITHER, State
from engine.games.gasp.sums import ONLY, decided, raided
from engine.games.gasp.tricks import CARD, FOLLOWS


def playout(state: State, rng: Rng) -> Outcome:
    return state.outcome or SideTable(state, rng).outcome()


ORDER: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple((order * 2)[:4] for order in orders) for orders in CLOCKWISE
)
"""By seats, then by who leads: who plays the cards of a trick."""


class SideTable(PlayoutTable):
    def __init__(self, state: State, rng: Rng) -> None:
        super().__init__(state, rng)
        self.last = state.last

    def play_on(self) -> None:
        if self.won >= 0 and self.resumed():
            return
        hands, random, orders = self.hands, self.rng.random, ORDER[self.seats]
        order, trick = orders[(self.turn - len(self.trick)) % self.seats], self.trick
        while not self.taken(_finished(trick, hands, order, random), order):
            order, trick = orders[self.turn], []

    def resumed(self) -> bool:
        """A trick was won whose suit or token is still to be settled."""
        if self.won == EITHER and self.last is not None:
            self.turn = self.last.seat
            return self.chosen(CARD[self.last.plays[0]])
        return self.given()

    def taken(self, trick: list[int], order: tuple[int, ...]) -> bool:
        place, suits, _score = decided([CARD[play] for play in trick], self.form.own_crown)
        self.turn = order[place]
        suit = ONLY[suits]
        if suit is None:
            return self.chosen(CARD[trick[0]])
        self.won = suit
        if self.options.ace_raid and (crown := raided(trick, place, suit)) is not None:
            return self.raided(order[crown] % self.sides)
        return self.paid()

    def chosen(self, led: int) -> bool:
        """A suit of the lead; no raid goes with a choice (fact)."""
        suits = SUITS_OF[led]
        self.won = suits[int(self.rng.random() * len(suits))]
        return self.paid()


def _finished(trick: list[int], hands: list[int], order: tuple[int, ...], random: Draw) -> list[int]:
    """*trick* with the cards still to come, the first of *order* being its leader."""
    low, high = PLAIN.low, PLAIN.high
    follows = FOLLOWS[CARD[trick[0]]] if trick else 0
    for seat in order[len(trick) :]:
        hand = hands[seat]
        may = hand & follows or hand
        plays = low[may & LOW] + high[may >> HALF]
        play = plays[int(random() * len(plays))]
        hands[seat] = hand ^ BIT[play]
        if not trick:
            follows = FOLLOWS[CARD[play]]
        trick.append(play)
    return trick
