"""Sensible quick play to the end of the round, then a judgement: what the search goes by.

Seats go by first impressions, as in :mod:`engine.games.hasp.bots.advice`, but by look-ups alone.
"""

from collections.abc import Sequence
from math import exp, sqrt
from operator import add
from typing import TypeAlias

from engine.cards.hasp import OF_SUIT, POINTS
from engine.game import Rng
from engine.games.hasp import scores
from engine.games.hasp.bots.advice import ABSTAIN, POWER, ROUND, SWEEP
from engine.games.hasp.dealing import SECOND
from engine.games.hasp.model import NOBODY, UNNAMED, Claim, State
from engine.games.hasp.moves import NO_TRUMP, TRUMP_CODES, Find
from engine.games.hasp.predictions import MENUS, VILLAGE, WORTH
from engine.games.hasp.tricks import CARDS, CLOCKWISE, DECK_MASK, FOLLOWS, STRENGTH, TRUMPS
from engine.places import hopes_by_seat, shares
from engine.rows import row_of

BIT = tuple(1 << card for card in range(CARDS))
cards_of = row_of(range(CARDS))
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
_CARELESS = 0.08
"""How often any card is played."""
_KEEP, _TEMPO, _AVERAGE = 2.0, 0.5, 1.5
"""What the surest card is worth later on, what a trick is worth beside its points, and what a card brings to it."""
_SURE = 0.5
"""How likely a Find All or No Find must be to be said."""
_MARGIN = 3.0
"""This many points ahead the round is won nearly three times in four when it is played again."""
_STEEPNESS, _CUSHION = 1.0, 3.0


def rollout(state: State, rng: Rng) -> Sequence[float]:
    if state.sheet.outcome is not None:
        return shares(state.sheet.outcome)
    return _Table(state, rng).hopes()


def judge(totals: Sequence[int], target: int) -> list[float]:
    """For each side the share of the others that it may hope to beat, between two rounds."""
    scale = _STEEPNESS / sqrt(max(target - max(totals), 0) + _CUSHION)
    return [
        (sum(1 / (1 + exp(scale * (other - mine))) for other in totals) - 0.5) / (len(totals) - 1) for mine in totals
    ]


class _Table:
    """What a state holds, in a form that changes in place: no moves, no events, no states. Hands are bits."""

    def __init__(self, state: State, rng: Rng) -> None:
        deal, sheet, seats = state.deal, state.sheet, state.seats
        self.seats, self.sides, self.options, self.random = seats, len(sheet.totals), sheet.options, rng.random
        self.values = POINTS[sheet.options.values]
        self.hands = [state.hands >> CARDS * seat & DECK_MASK for seat in range(seats)]
        self.rest = [BIT[card] for card in deal.rest]
        self.trump, self.pot, self.said = deal.trump, deal.pot, list(deal.said)
        self.claim = deal.claim and deal.claim[1]
        self.claimant = deal.claim[0] % self.sides if deal.claim else NOBODY
        self.leader = (state.turn - len(state.trick)) % seats
        self.trick: tuple[int, ...] = state.trick
        self.points, self.totals = list(state.won.points), sheet.totals

    def hopes(self) -> Sequence[float]:
        if self.trump == UNNAMED:
            self.announce()
        held = self.trick_from(self.trick)
        while held and self.hands[self.leader]:
            held = self.trick_from(())
        ends = self._by_claim(held=held) if self.claim else self._by_points()
        by_side = [sum(chance * hopes[side] for chance, hopes in ends) for side in range(self.sides)]
        return hopes_by_seat(by_side, self.seats)

    def _by_claim(self, *, held: bool) -> list[tuple[float, list[float]]]:
        return [(1.0, self._after(scores.by_claim(self.sides, self.claimant, self.pot, held=held)))]

    def _by_points(self) -> list[tuple[float, list[float]]]:
        """Each side wins the round as likely as its points say: quick play ends better or worse by accident."""
        odds = [exp(points / _MARGIN) for points in self.points]
        won = [tuple(self.pot if side == winner else 0 for side in range(self.sides)) for winner in range(self.sides)]
        return [(odd / sum(odds), self._after(gained)) for odd, gained in zip(odds, won, strict=True)]

    def _after(self, gained: Sequence[int]) -> list[float]:
        return judge(tuple(map(add, self.totals, gained)), self.options.target)

    # -- what is said

    def announce(self) -> None:
        seats, hand = self.seats, self.hands[self.leader]
        self.trump = max(range(len(TRUMP_CODES)), key=lambda trump: _promise(hand, trump))
        for place, seat in enumerate(CLOCKWISE[seats][self.leader]):
            self.hands[seat] |= sum(self.rest[place : SECOND[seats] * seats : seats])

    def predict(self, seat: int, hand: int) -> None:
        """Find All or No Find if it should come true, all other finds in front with a good hand, or a pass."""
        power, menu = self._mean(hand), SAYINGS[self.claim is None][self.options.multi_predictions][hand >> VILLAGE]
        wanted = self._claim(power)
        good = ROUND[self.seats].at(power - self._others(seat)) > 0.5
        finds, bonus, claim = max(menu, key=lambda said: (said[2] == wanted, said[1] if good else -said[1]))
        self.said.append(finds)
        self.pot += bonus
        if claim:
            self.claim, self.claimant = claim, seat % self.sides

    def _claim(self, power: float) -> str | None:
        if SWEEP[self.seats].at(power) > _SURE:
            return "all"
        return "none" if ABSTAIN[self.seats].at(power) > _SURE else None

    def _mean(self, hand: int) -> float:
        power = POWER[self.trump]
        cards = cards_of(hand)
        return sum([power[card] for card in cards]) / len(cards)

    def _others(self, seat: int) -> float:
        return sum(self._mean(hand) for other, hand in enumerate(self.hands) if other != seat) / (self.seats - 1)

    # -- cards

    def trick_from(self, trick: Sequence[int]) -> bool:
        """The trick on the table or about to begin, with the predictions still to be made; as ``take``."""
        hands, random, trumps, played = self.hands, self.random, TRUMPS[self.trump], [*trick]
        order = CLOCKWISE[self.seats][self.leader]
        for place in range(len(played), self.seats):
            seat = order[place]
            hand = hands[seat]
            if len(self.said) == place:
                self.predict(seat, hand)
            may = (hand & FOLLOWS[played[0]] or hand & trumps or hand) if played else hand
            plays = cards_of(may)
            if len(plays) == 1:
                card = plays[0]
            elif random() < _CARELESS:
                card = plays[int(random() * len(plays))]
            else:
                card = self._chosen(plays, played, order)
            hands[seat] = hand ^ BIT[card]
            played.append(card)
        powers = [STRENGTH[self.trump][played[0]][card] for card in played]
        return self.take(order[powers.index(max(powers))], sum([self.values[card] for card in played]))

    def take(self, winner: int, points: int) -> bool:
        """Whether a Find All or No Find may still come true."""
        side, self.leader = winner % self.sides, winner
        self.points[side] += points
        return self.claim is None or not scores.broken(self.claim, self.claimant, side)

    def _chosen(self, plays: Sequence[int], trick: list[int], order: Sequence[int]) -> int:
        power, sides, to_come = POWER[self.trump], self.sides, self.seats - len(trick) - 1
        side = order[len(trick)] % sides
        beat, ours = 0, 0.0
        strength: Sequence[int] = ()
        if trick:
            strength = STRENGTH[self.trump][trick[0]]
            powers = [strength[card] for card in trick]
            beat = max(powers)
            at = powers.index(beat)
            if order[at] % sides == side:
                ours = power[trick[at]] if to_come else 1.0
        stake, keep = self._stake(side, trick, to_come)
        values, scored = self.values, self.claim is None
        best, most = plays[0], -99.0
        for card in plays:
            if not trick:
                chance = power[card]
            elif strength[card] > beat:
                chance = power[card] if to_come else 1.0
            else:
                chance = ours
            points = stake + values[card] if scored else stake
            value = (2 * chance - 1) * points - keep * power[card]
            if value > most:
                best, most = card, value
        return best

    def _stake(self, side: int, trick: Sequence[int], to_come: int) -> tuple[float, float]:
        """What the trick is worth to *side* without the card to come, and what holding a sure card is."""
        if self.claim is None:
            return sum([self.values[card] for card in trick]) + _AVERAGE * to_come + _TEMPO, _KEEP
        if self.claim == "all":
            return 1.0, 0.04
        return -1.0, -0.04


def _promise(hand: int, trump: int) -> float:
    power = POWER[trump]
    length = 0 if trump == NO_TRUMP else (hand & OF_SUIT[trump]).bit_count()
    return sum([power[card] for card in cards_of(hand)]) + 0.25 * (length - 1)
