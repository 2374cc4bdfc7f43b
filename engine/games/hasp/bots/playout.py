"""Random play to the end on plain locals: the fast twin of :func:`engine.game.uniform_playout`, draw for draw.

No moves, no events, no states: hands are bits, and what may be played is looked up.
"""

from __future__ import annotations

from operator import add
from typing import TypeAlias

from engine.cards.hasp import POINTS, SUIT_OF
from engine.game import Outcome, Rng
from engine.games.hasp import scores
from engine.games.hasp.dealing import FIRST, PILE, SECOND
from engine.games.hasp.model import NOBODY, UNNAMED, Claim, State
from engine.games.hasp.moves import TRUMP_CODES, Find
from engine.games.hasp.predictions import MENUS, VILLAGE, WORTH
from engine.games.hasp.tricks import (
    CARD,
    CARDS,
    CLOCKWISE,
    DECK_MASK,
    FOLLOWS,
    PACKS,
    STRENGTH,
    TRUMPS,
)
from engine.rows import of_subsets

BIT = tuple(1 << card for card in range(CARDS))
_PACK_OF_BITS = {seats: tuple(BIT[CARD[code]] for code in codes) for seats, codes in PACKS.items()}
HALF = 14
LOW = (1 << HALF) - 1
LOW_CARDS, HIGH_CARDS = of_subsets(range(HALF)), of_subsets(range(HALF, CARDS))
_Said: TypeAlias = tuple[tuple[Find, ...], int, Claim | None]
"""A prediction, what it adds to the pot, and the Find All or No Find in it."""
SAYINGS: tuple[tuple[tuple[tuple[_Said, ...], ...], ...], ...] = tuple(
    tuple(
        tuple(tuple((m.finds, WORTH[m.finds][1], scores.claim_in(m.finds)) for m in menu) for menu in by_village)
        for by_village in by_several
    )
    for by_several in MENUS
)
"""As the menus of moves."""


def play_out(state: State, rng: Rng) -> Outcome:
    return state.sheet.outcome or Table(state, rng).play_on()


class Table:
    """What a state holds, in a form that changes in place."""

    def __init__(self, state: State, rng: Rng) -> None:
        deal, sheet, seats = state.deal, state.sheet, state.seats
        self.seats, self.sides, self.options, self.rng = seats, len(sheet.totals), sheet.options, rng
        self.values = POINTS[sheet.options.values]
        self.hands = [state.hands >> CARDS * seat & DECK_MASK for seat in range(seats)]
        self.rest = [BIT[card] for card in deal.rest]
        self.round, self.trump, self.pot, self.said = deal.round, deal.trump, deal.pot, list(deal.said)
        self.claim = deal.claim and deal.claim[1]
        self.claimant = deal.claim[0] % self.sides if deal.claim else NOBODY
        self.leader = (state.turn - len(state.trick)) % seats
        self.trick: tuple[int, ...] = state.trick
        self.points, self.totals = list(state.won.points), sheet.totals

    def play_on(self) -> Outcome:
        while True:
            if self.trump == UNNAMED:
                self.announce()
            self.totals = tuple(map(add, self.totals, self._gained()))
            self.round += 1
            if scores.over(self.totals, self.options, self.round):
                return scores.outcome(self.totals, self.seats)
            self._deal()

    def _gained(self) -> tuple[int, ...]:
        """Play the round to its end: what it brings to each side."""
        held = self.first_trick()
        while held and self.hands[self.leader]:
            held = self.next_trick()
        if self.claim:
            return scores.by_claim(self.sides, self.claimant, self.pot, held=held)
        return scores.by_points(self.points, self.round % self.seats, self.said, self.pot)

    def _deal(self) -> None:
        seats, self.leader = self.seats, self.round % self.seats
        pack = self.rng.shuffled(PILE, self.round, _PACK_OF_BITS[seats])
        dealt = FIRST[seats] * seats
        for place, seat in enumerate(CLOCKWISE[seats][self.leader]):
            self.hands[seat] = sum(pack[place:dealt:seats])
        self.rest = list(pack[dealt:])
        self.trump = SUIT_OF[pack[dealt].bit_length() - 1] if seats == 3 else UNNAMED
        self.pot, self.said, self.claim, self.claimant = 1, [], None, NOBODY
        self.trick, self.points = (), [0] * self.sides

    def announce(self) -> None:
        seats = self.seats
        self.trump = int(self.rng.random() * len(TRUMP_CODES))
        for place, seat in enumerate(CLOCKWISE[seats][self.leader]):
            self.hands[seat] |= sum(self.rest[place : SECOND[seats] * seats : seats])

    def first_trick(self) -> bool:
        """The trick on the table or about to begin, with the predictions still to be made."""
        hands, random, trumps, trick = self.hands, self.rng.random, TRUMPS[self.trump], [*self.trick]
        order = CLOCKWISE[self.seats][self.leader]
        for place in range(len(trick), self.seats):
            hand = hands[order[place]]
            if len(self.said) == place:
                self.predict(order[place], hand)
            may = (hand & FOLLOWS[trick[0]] or hand & trumps or hand) if trick else hand
            plays = LOW_CARDS[may & LOW] + HIGH_CARDS[may >> HALF]
            card = plays[int(random() * len(plays))]
            hands[order[place]] = hand ^ BIT[card]
            trick.append(card)
        strength, values = STRENGTH[self.trump][trick[0]], self.values
        powers = [strength[card] for card in trick]
        return self.take(order[powers.index(max(powers))], sum([values[card] for card in trick]))

    def predict(self, seat: int, hand: int) -> None:
        menu = SAYINGS[self.claim is None][self.options.multi_predictions][hand >> VILLAGE]
        finds, bonus, claim = menu[int(self.rng.random() * len(menu))]
        self.said.append(finds)
        self.pot += bonus
        if claim:
            self.claim, self.claimant = claim, seat % self.sides

    def next_trick(self) -> bool:
        """A trick without predictions: most of them are."""
        hands, random, trumps, values = self.hands, self.rng.random, TRUMPS[self.trump], self.values
        order = CLOCKWISE[self.seats][self.leader]
        winner = order[0]
        hand = hands[winner]
        plays = LOW_CARDS[hand & LOW] + HIGH_CARDS[hand >> HALF]
        led = plays[int(random() * len(plays))]
        hands[winner] = hand ^ BIT[led]
        follows, strength, points = FOLLOWS[led], STRENGTH[self.trump][led], values[led]
        best = strength[led]
        for seat in order[1:]:
            hand = hands[seat]
            may = hand & follows or hand & trumps or hand
            plays = LOW_CARDS[may & LOW] + HIGH_CARDS[may >> HALF]
            card = plays[int(random() * len(plays))]
            hands[seat] = hand ^ BIT[card]
            points += values[card]
            if strength[card] > best:
                best, winner = strength[card], seat
        return self.take(winner, points)

    def take(self, winner: int, points: int) -> bool:
        """Whether a Find All or No Find may still come true."""
        side, self.leader = winner % self.sides, winner
        self.points[side] += points
        return self.claim is None or not scores.broken(self.claim, self.claimant, side)
