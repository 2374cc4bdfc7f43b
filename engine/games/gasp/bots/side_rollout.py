"""Sensible quick play between two sides: the twin of :mod:`engine.games.gasp.bots.rollout`."""

from collections.abc import Sequence
from functools import cache

from engine.cards import cards
from engine.cards.decktet import SUITS_OF
from engine.game import Rng
from engine.games.gasp.bots.prospects import GAIN
from engine.games.gasp.bots.quick import BIT, PLAIN, QuickTable
from engine.games.gasp.dealing import CLOCKWISE
from engine.games.gasp.menus import HALF, LOW
from engine.games.gasp.model import EITHER, State
from engine.games.gasp.sums import ONLY, SHARED, Command, command, decided, raided
from engine.games.gasp.tokens import PER_SIDE, SIDE
from engine.games.gasp.tricks import CARD, CARDS, FOLLOWS, VALUE
from engine.places import shares

_FOUR = 4
_ORDER: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple((order * 2)[:_FOUR] for order in orders) for orders in CLOCKWISE
)
"""By seats, then by who leads: who plays the cards of a trick."""


def rollout(state: State, rng: Rng) -> Sequence[float]:
    if state.outcome is not None:
        return shares(state.outcome)
    return _Table(state).hopes()


@cache
def _makers(led: int, mate: int | None, need: int) -> int:
    """The cards that make at least the score *need*, with what their side has played: as ``side_appraisal`` counts."""
    shared = SHARED[led]
    return sum(
        1 << card
        for card in cards(FOLLOWS[led])
        if VALUE[card] + (VALUE[mate] if mate is not None and shared[card] & shared[mate] else 0) >= need
    )


@cache
def _turns(held: int, unseen: int) -> tuple[float, ...]:
    """By how many of the *unseen* cards would do it: how likely one of the *held* ones turns the trick."""
    return tuple([_WILLING * (1 - (1 - min(1.0, makers / max(1, unseen))) ** held) for makers in range(CARDS)])


_WILLING = 0.7
_IN_HAND = 0.9
"""How often a card that could turn the trick is played, unseen or its own."""
_HELD_BY = tuple(tuple(suit for suit in range(6) if bits >> suit & 1) for bits in range(64))
"""By suits as bits: the suits."""


class _Table(QuickTable):
    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.last = state.last

    def play_on(self) -> None:
        if self.won >= 0 and self._resumed():
            return
        orders = _ORDER[self.seats]
        order, trick = orders[(self.turn - len(self.trick)) % self.seats], self.trick
        while not self._taken(self._finished(trick, order), order):
            order, trick = orders[self.turn], []

    def _resumed(self) -> bool:
        """A trick was won whose suit or token is still to be settled."""
        if self.won == EITHER and self.last is not None:
            self.turn = self.last.seat
            return self._chosen(CARD[self.last.plays[0]])
        return self.given()

    def _taken(self, trick: list[int], order: tuple[int, ...]) -> bool:
        place, suits, _score = decided([CARD[play] for play in trick], self.form.own_crown)
        self.turn = order[place]
        suit = ONLY[suits]
        if suit is None:
            return self._chosen(CARD[trick[0]])
        self.won = suit
        if self.options.ace_raid and (crown := raided(trick, place, suit)) is not None:
            return self.raided(order[crown] % self.sides)
        return self.paid()

    def _chosen(self, led: int) -> bool:
        """The better suit of the lead; no raid goes with a choice (fact)."""
        gain = GAIN[self.tokens >> PER_SIDE * (self.turn % self.sides) & SIDE]
        self.won = max(SUITS_OF[led], key=gain.__getitem__)
        return self.paid()

    def _finished(self, trick: list[int], order: tuple[int, ...]) -> list[int]:
        """*trick* with the cards still to come, the first of *order* being its leader."""
        hands, unplayed = self.hands, sum(self.hands) + sum(self.stock)
        for seat in order[len(trick) :]:
            hand = hands[seat]
            may = (hand & FOLLOWS[CARD[trick[0]]] or hand) if trick else hand
            plays = PLAIN.low[may & LOW] + PLAIN.high[may >> HALF]
            play = plays[0] if len(plays) == 1 else self._best(plays, trick, order, unplayed ^ hand)
            hands[seat] = hand ^ BIT[play]
            unplayed ^= BIT[play]
            trick.append(play)
        return trick

    def _best(self, plays: Sequence[int], trick: list[int], order: tuple[int, ...], unseen: int) -> int:
        at = len(trick)
        if trick and not FOLLOWS[CARD[trick[0]]] & BIT[plays[0]]:
            return min(plays, key=lambda play: self.kept(play, unseen))
        side, own_crown = order[at] % 2, self.form.own_crown
        mine, theirs = (GAIN[self.tokens >> PER_SIDE * which & SIDE] for which in (side, 1 - side))
        best, most = plays[0], -99.0
        for play in plays:
            after = [*trick, play]
            now = command(after, own_crown=own_crown)
            lasting = self._lasting(after, now, order, unseen)
            chance = 1 - lasting if (now.place ^ at) & 1 else lasting
            worth = chance * max([mine[suit] + theirs[suit] for suit in _HELD_BY[now.suits]]) - self.kept(play, unseen)
            if worth > most:
                best, most = play, worth
        return best

    def _lasting(self, trick: list[int], now: Command, order: tuple[int, ...], unseen: int) -> float:
        """How likely the side in command still is after the cards to come."""
        count, chance, led = len(trick), 1.0, CARD[trick[0]]
        me = order[count - 1]
        for at in range(count, _FOUR):
            makers = _makers(led, CARD[trick[at - 2]] if 2 <= at < count + 2 else None, now.score)
            hand = self.hands[order[at]]
            if order[at] == me:
                turned = _IN_HAND if makers & hand & ~BIT[trick[-1]] else 0.0
            else:
                turned = _turns(hand.bit_count(), unseen.bit_count())[(makers & unseen).bit_count()]
            chance = chance * (1 - turned) if (at ^ now.place) & 1 else chance + (1 - chance) * turned
        return chance
