"""How good a move looks at first sight: what the greedy bot goes by.

A card is worth the points that it should win or lose, less what it may do later; after a Find All or No Find only who
takes the trick counts. A prediction is worth what it adds to the pot, as likely as the round is won.
"""

from collections.abc import Iterator
from math import exp
from typing import NamedTuple

from engine.cards import cards
from engine.cards.hasp import DECK, NUMBER_OF, OF_SUIT, POINTS, SUIT_OF, VILLAGE
from engine.games.hasp.model import SIDES, View
from engine.games.hasp.moves import NO_TRUMP, TRUMP_CODES, Announce, Move, Predict
from engine.games.hasp.scores import BONUS, claim_in
from engine.games.hasp.tricks import CARD, CARDS, FOLLOWS, PACKS, STRENGTH, TRUMPS, holder, none_of

_CHILD = (0.02, 0.03, 0.05, 0.12, 0.28, 0.5)
"""By number: how likely a child's card that is not a trump takes a trick."""
_WILLING = 0.9
"""A player who can beat a card with another of its suit mostly does."""
_KEEP = 2.0
"""What the surest card is worth later on, in points."""
_TEMPO = 0.5
"""What winning a trick is worth beside its points."""


class _Odds(NamedTuple):
    """A chance as a logistic curve over the mean power of a hand."""

    slope: float
    base: float

    def at(self, power: float) -> float:
        return 1 / (1 + exp(-self.slope * power - self.base))


ROUND = {2: _Odds(15.6, -0.35), 3: _Odds(12.9, -1.2), 4: _Odds(5.9, -0.15)}
"""By seats: that the points win the round, over what the hand has more than the unseen cards."""
SWEEP = {2: _Odds(23.8, -14.1), 3: _Odds(29.7, -17.3), 4: _Odds(13.0, -8.4)}
"""That a Find All comes true."""
ABSTAIN = {2: _Odds(-30.2, 5.5), 3: _Odds(-18.6, 3.5), 4: _Odds(-13.5, -0.15)}
"""That a No Find does."""
_BY_CLAIM = {False: 0.4, True: 0.6}
"""That the round is won when somebody has said Find All or No Find; ``True``: the other side has."""


def power(card: int, trump: int) -> float:
    """How likely *card* takes a trick, roughly."""
    number = NUMBER_OF[card]
    if SUIT_OF[card] == VILLAGE:
        return 0.65 + 0.1 * (number - 7)
    return 0.3 + 0.06 * number if SUIT_OF[card] == trump else _CHILD[number - 1]


POWER: tuple[tuple[float, ...], ...] = tuple(
    tuple(power(card, trump) for card in range(CARDS)) for trump in range(NO_TRUMP + 1)
)
"""By trump, then by card."""


def appraise(view: View, move: Move) -> float:
    if isinstance(move, Announce):
        return _of_trump(view, move.trump)
    table = _Table(view)
    return table.of_prediction(move) if isinstance(move, Predict) else table.of_play(move.card)


def _of_trump(view: View, trump: int) -> float:
    """What the first cards promise with *trump*; a long suit of it is worth more than its cards."""
    held = DECK.hand(view.hand)
    length = 0 if trump == NO_TRUMP else (held & OF_SUIT[trump]).bit_count()
    return sum(POWER[trump][card] for card in cards(held)) + 0.25 * (length - 1)


class _Table:
    """What a seat can work out before its move."""

    def __init__(self, view: View) -> None:
        seats = len(view.counts)
        self.view, self.seats, self.sides = view, seats, SIDES[seats]
        self.me, self.trump = view.seat or 0, TRUMP_CODES.index(view.trump or "none")
        self.side = self.me % self.sides
        claims = [(claim_in(finds), seat) for seat, finds in enumerate(view.predictions) if finds]
        self.claim = next((claim for claim in claims if claim[0]), None)
        self.held = DECK.hand(view.hand)
        self.shown = [DECK.hand(codes) for codes in view.shown]
        turned = DECK.hand([view.turned] if view.turned else ())
        known = self.held | turned | DECK.hand(view.seen) | sum(self.shown) & ~self.held
        self.unseen = DECK.hand(PACKS[seats]) & ~known
        self.barred = [none_of(codes) for codes in view.voids]

    def has(self, seat: int, wanted: int) -> float:
        """How likely *seat* holds one of *wanted*."""
        if self.shown[seat] & wanted:
            return 1.0
        possible = (self.unseen & wanted & ~self.barred[seat]).bit_count()
        drawn = self.view.counts[seat] - self.shown[seat].bit_count()
        return float(1 - (1 - possible / max(1, self.unseen.bit_count())) ** drawn)

    # -- predictions

    def of_prediction(self, move: Predict) -> float:
        """The expected value of the round with this prediction, in victory points."""
        pot = self.view.pot + sum(BONUS[find] for find in move.finds)
        if "all" in move.finds:
            return pot * (2 * SWEEP[self.seats].at(self._mean(self.held)) - 1)
        if "none" in move.finds:
            return pot * (2 * ABSTAIN[self.seats].at(self._mean(self.held)) - 1)
        return pot * (2 * self._ahead() - 1)

    def _mean(self, held: int) -> float:
        return sum(POWER[self.trump][card] for card in cards(held)) / max(1, held.bit_count())

    def _ahead(self) -> float:
        """How likely the round is won without a Find All or No Find of its own."""
        if self.claim is not None:
            return _BY_CLAIM[self.claim[1] % self.sides != self.side]
        return ROUND[self.seats].at(self._mean(self.held) - self._mean(self.unseen))

    # -- cards

    def of_play(self, card: int) -> float:
        trick = (*(CARD[played.card] for played in self.view.trick), card)
        winner = (self.me - len(self.view.trick) + holder(trick, self.trump)) % self.seats
        keep = POWER[self.trump][card]
        if self.claim is None:
            chance = self._taken_by(self.side, trick, winner)
            return (2 * chance - 1) * self._points(trick) - _KEEP * keep
        claim, claimant = self.claim[0], self.claim[1] % self.sides
        if claim == "all":
            return self._taken_by(self.side, trick, winner) - 0.02 * keep
        taken = self._taken_by(claimant, trick, winner)
        return 0.02 * keep - taken if claimant == self.side else taken - 0.02 * keep

    def _points(self, trick: tuple[int, ...]) -> float:
        """What the trick should come to: an average card from each who is still to play."""
        values = POINTS[self.view.options.values]
        average = sum(values[card] for card in cards(self.unseen)) / max(1, self.unseen.bit_count())
        return sum(values[card] for card in trick) + average * (self.seats - len(trick)) + _TEMPO

    def _taken_by(self, side: int, trick: tuple[int, ...], winner: int) -> float:
        """How likely *side* takes the trick, each seat still to play beating its best card if it can."""
        chance = float(winner % self.sides == side)
        for seat, beaten in self._to_come(trick):
            if seat % self.sides == side:
                chance += (1 - chance) * beaten
            else:
                chance *= 1 - beaten
        return chance

    def _to_come(self, trick: tuple[int, ...]) -> Iterator[tuple[int, float]]:
        """The seats after this one, and how likely each beats what lies there."""
        led, strength = trick[0], STRENGTH[self.trump][trick[0]]
        best = max(strength[card] for card in trick)
        above = sum(1 << card for card in range(CARDS) if strength[card] > best)
        follows = FOLLOWS[led]
        for after in range(1, self.seats - len(trick) + 1):
            seat = (self.me + after) % self.seats
            higher = self.has(seat, above & follows) * _WILLING
            void = 1 - self.has(seat, follows)
            yield seat, min(1.0, higher + void * self.has(seat, above & TRUMPS[self.trump] & ~follows))
