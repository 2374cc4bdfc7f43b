"""Sensible quick play to the end of the deal, then a judgement: what the search goes by.

A card goes where the lines as they then lie are best for its player, less for the opponent.
"""

from collections.abc import Sequence
from math import exp, sqrt

from engine.cards import cards
from engine.game import Rng
from engine.games.dracula.coffin import IN_COLUMNS, IN_ROWS, MULTIPLIER, OPEN, best, lines, slots
from engine.games.dracula.model import Sheet, State
from engine.games.dracula.scores import DEALS, TARGET, bonus, finish
from engine.pairs import Pair, plus
from engine.places import shares

_CARELESS = 0.1
"""How often any card goes anywhere."""
_WHOLE = 0.25
"""What a point in any line counts beside one in the best."""
_STEEPNESS, _CUSHION, _PER_DEAL = 0.03, 1.0, 50


def rollout(state: State, rng: Rng) -> Sequence[float]:
    sheet = state.sheet
    if sheet.outcome is not None:
        return shares(sheet.outcome)
    if sheet.rows is None:
        return (0.5, 0.5)
    by_rows, by_columns = best(*lines(filled_up(state, rng)))
    return judge(sheet, (by_columns, by_rows) if sheet.rows else (by_rows, by_columns))


def judge(sheet: Sheet, scores: Pair) -> tuple[float, float]:
    """What each seat may hope for when the deal has brought *scores*; the lead in the set will count twice."""
    of_set = sum(s for s, _ in (*sheet.deals, scores)), sum(s for _, s in (*sheet.deals, scores))
    totals = plus(plus(sheet.totals, scores), bonus(of_set))
    sets, played = divmod(sheet.deal + 1, DEALS)
    to_go = 0.0 if not played and finish(sheet.options, sets, totals) else _to_go(sheet, max(totals), -played % DEALS)
    first = 1 / (1 + exp(-_STEEPNESS * (totals[0] - totals[1]) / sqrt(to_go + _CUSHION)))
    return first, 1 - first


def _to_go(sheet: Sheet, most: int, of_set: int) -> float:
    """How many deals are still to come, more or less."""
    return of_set if sheet.options.length == "set" else max(of_set, (TARGET - most) / _PER_DEAL)


def filled_up(state: State, rng: Rng) -> list[int]:
    """The nine slots of the coffin at the end of the deal."""
    random, turn, rows = rng.random, int(state.turn or 0), state.sheet.rows
    hands: list[list[int]] = [list(cards(hand)) for hand in state.hands]
    cells, filled = slots(state.coffin), state.filled
    while hand := hands[turn]:
        onto = OPEN[filled]
        if random() < _CARELESS:
            card, cell = hand[int(random() * len(hand))], onto[int(random() * len(onto))]
        else:
            card, cell = _placed(hand, onto, cells, 1 if turn == rows else -1)
        hand.remove(card)
        cells[cell] = card + 1
        filled |= 1 << cell
        turn = 1 - turn
    return cells


def _placed(hand: Sequence[int], onto: Sequence[int], cells: Sequence[int], sign: int) -> tuple[int, int]:
    """The best card and cell at first sight; *sign* is 1 for who scores rows."""
    weights = _weights(cells)
    worth = [(weight & 31) * MULTIPLIER[weight >> 5] for weight in weights]
    best_of = [max(worth[at] for at in others) for others in _OTHERS]
    found, most = (hand[0], onto[0]), -1e9
    value: float
    for cell in onto:
        row, column = cell // 3, 3 + cell % 3
        in_row, in_column, other_rows, other_columns = weights[row], weights[column], best_of[row], best_of[column]
        for card in hand:
            weight = in_row + IN_ROWS[card + 1]
            across = (weight & 31) * MULTIPLIER[weight >> 5]
            weight = in_column + IN_COLUMNS[card + 1]
            down = (weight & 31) * MULTIPLIER[weight >> 5]
            value = (across if across > other_rows else other_rows) - (down if down > other_columns else other_columns)
            value += _WHOLE * (across - worth[row] - down + worth[column])
            if sign * value > most:
                found, most = (card, cell), sign * value
    return found


_OTHERS = ((1, 2), (0, 2), (0, 1), (4, 5), (3, 5), (3, 4))
"""By line, rows first: those beside it."""


def _weights(cells: Sequence[int]) -> tuple[int, ...]:
    """What lies in the rows and in the columns."""
    a, b, c, d, e, f, g, h, i = cells
    across = IN_ROWS[a] + IN_ROWS[b] + IN_ROWS[c], IN_ROWS[d] + IN_ROWS[e] + IN_ROWS[f]
    w = IN_COLUMNS
    down = w[a] + w[d] + w[g], w[b] + w[e] + w[h], w[c] + w[f] + w[i]
    return (*across, IN_ROWS[g] + IN_ROWS[h] + IN_ROWS[i], *down)
