"""Uniformly random play to the end on plain lists: no moves, no events, no states."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable

from engine.cards import Card, cards
from engine.cards.french import PACK
from engine.game import Outcome, Rng
from engine.games.duck_soup.model import DuckSoupOptions, State
from engine.games.duck_soup.scores import deal_scores, finish
from engine.games.duck_soup.tricks import CARD, DUCK_WORTH, FOUR_CARDS, SOUP_WORTH
from engine.pairs import Pair


def play_out(state: State, rng: Rng) -> Outcome:
    """From *state*, which is between two tricks; one ``rng.random()`` a move, an index into the legal moves."""
    sheet = state.sheet
    if sheet.outcome is not None:
        return sheet.outcome
    options, deals, totals, duck, points = sheet.options, sheet.deal, sheet.totals, sheet.duck, state.won.points
    course = _Course(options, rng.random)
    hands, leader = [list(cards(hand)) for hand in state.hands], int(state.turn or 0)
    stock = [Card(card) for card in reversed(state.stock)]
    while True:
        if stock:
            duck, leader = course.play(hands, stock, leader, points)
            points = (0, 0)
        soup, _ = course.play(hands, stock, leader, points)
        scores = deal_scores(duck, soup)
        totals = totals[0] + scores[0], totals[1] + scores[1]
        deals += 1
        if end := finish(options, deals, scores, totals):
            return Outcome(end.places, end.points, end.stake)
        order = [CARD[code] for code in rng.shuffled("pack", deals, PACK)]
        leader, points = deals % 2, (0, 0)
        hands[leader], hands[1 - leader], stock = sorted(order[:26:2]), sorted(order[1:26:2]), order[:25:-1]


class _Course:
    def __init__(self, options: DuckSoupOptions, random: Callable[[], float]) -> None:
        self._silent = options.allow_silent_match
        self._ducked = 2 if options.duck_double else 1
        self._random = random

    def play(self, hands: list[list[Card]], stock: list[Card], leader: int, points: Pair) -> tuple[Pair, int]:
        """Play until the stock is used up or, in Soup, the hands are; the points of the course and the next leader.

        The hands are kept in deck order, as legal moves are; the top of *stock* is its end.
        """
        random, silent = self._random, self._silent
        soup = not stock
        worth = SOUP_WORTH if soup else DUCK_WORTH
        mine, theirs = hands[leader], hands[1 - leader]
        my_points, their_points = points[leader], points[1 - leader]
        while stock or (soup and mine):
            led = mine.pop(int(random() * len(mine)))
            won = (
                self._reply_or_silence(led, theirs, worth)
                if silent
                else worth[led][theirs.pop(int(random() * len(theirs)))]
            )
            if not won:
                won = self._answer(led, mine, theirs)
            if won > 0:
                my_points += won
            else:
                mine, theirs, my_points, their_points, leader = theirs, mine, their_points - won, my_points, 1 - leader
            if stock:
                insort(mine, stock.pop())
                insort(theirs, stock.pop())
        return ((their_points, my_points) if leader else (my_points, their_points)), leader

    def _reply_or_silence(self, led: Card, theirs: list[Card], worth: tuple[tuple[int, ...], ...]) -> int:
        """The worth of the trick when a match may also be played in silence: those moves come last."""
        matches = [card for card in theirs if card >> 2 == led >> 2]
        choice = int(self._random() * (len(theirs) + len(matches)))
        if choice < len(theirs):
            return worth[led][theirs.pop(choice)]
        theirs.remove(matches[choice - len(theirs)])
        return 2

    def _answer(self, led: Card, mine: list[Card], theirs: list[Card]) -> int:
        """The leader's answer to a Quack, and what comes of it: worth as in the tables."""
        thirds = [card for card in mine if card >> 2 == led >> 2]
        choice = int(self._random() * (len(thirds) + 1))
        if choice == len(thirds):
            return -self._ducked
        mine.remove(thirds[choice])
        fourth = theirs.pop(int(self._random() * len(theirs)))
        return -FOUR_CARDS if fourth >> 2 == led >> 2 else FOUR_CARDS
