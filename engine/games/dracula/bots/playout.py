"""Uniformly random play to the end on plain lists: no moves, no events, no states."""

from __future__ import annotations

from collections.abc import Callable

from engine.cards import cards
from engine.cards.french import CODES
from engine.game import Outcome, Rng
from engine.games.dracula.coffin import CARD, CENTRE, DEALT, HAND, OPEN, best, lines, slots
from engine.games.dracula.model import State
from engine.games.dracula.moves import WAYS
from engine.games.dracula.scores import DEALS, bonus, finish
from engine.pairs import SEATS, Pair, plus


def play_out(state: State, rng: Rng) -> Outcome:
    """One ``rng.random()`` a move, an index into the legal moves."""
    sheet = state.sheet
    if sheet.outcome is not None:
        return sheet.outcome
    game = _Game(state, rng)
    totals = sheet.totals
    of_set = sum(first for first, _ in sheet.deals), sum(second for _, second in sheet.deals)
    while True:
        scores = game.play()
        totals, of_set = plus(totals, scores), plus(of_set, scores)
        if game.deal % DEALS == 0:
            totals, of_set = plus(totals, bonus(of_set)), (0, 0)
            if end := finish(sheet.options, game.deal // DEALS, totals):
                return Outcome(end.places, end.points)
            game.shuffle(rng)
        game.lay_out()


class _Game:
    """What a state holds, in a form that changes in place."""

    def __init__(self, state: State, rng: Rng) -> None:
        sheet = state.sheet
        self.random: Callable[[], float] = rng.random
        self.deal = sheet.deal
        self.stock = state.pack.order[state.pack.dealt :]
        self.rows: int | None = sheet.rows
        if sheet.rows is None:
            chosen = WAYS[int(rng.random() * len(WAYS))].way
            self.rows = sheet.dealer if chosen == "queens" else 1 - sheet.dealer
            self.lay_out()
            return
        self.turn = int(state.turn or 0)
        self.hands = [list(cards(hand)) for hand in state.hands]
        self.cells = slots(state.coffin)
        self.filled = state.filled

    def shuffle(self, rng: Rng) -> None:
        self.stock = tuple([CARD[code] for code in rng.shuffled("pack", self.deal // DEALS, CODES)])

    def lay_out(self) -> None:
        """The next deal; hands are kept in deck order, as legal moves are."""
        stock = self.stock
        self.turn = leader = self.deal % SEATS
        first, second = sorted(stock[: 2 * HAND : 2]), sorted(stock[1 : 2 * HAND : 2])
        self.hands = [second, first] if leader else [first, second]
        self.cells = [0] * CENTRE + [stock[2 * HAND] + 1] + [0] * CENTRE
        self.filled = 1 << CENTRE
        self.stock = stock[DEALT:]

    def play(self) -> Pair:
        """Fill the coffin; what the deal brings each seat."""
        random, cells, filled = self.random, self.cells, self.filled
        mine, theirs = self.hands[self.turn], self.hands[1 - self.turn]
        while mine:
            onto = OPEN[filled]
            card, at = divmod(int(random() * (len(mine) * len(onto))), len(onto))
            cell = onto[at]
            cells[cell] = mine.pop(card) + 1
            filled |= 1 << cell
            mine, theirs = theirs, mine
        self.deal += 1
        by_rows, by_columns = best(*lines(cells))
        return (by_columns, by_rows) if self.rows else (by_rows, by_columns)
