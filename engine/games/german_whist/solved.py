"""The second half played by both as well as can be: both hands follow from what everybody has seen.

A suit is a row of owners, the highest card first, ``a`` for who leads. Cards of one owner with none between them are
equal, and so are plain suits with equal rows: few positions are left to look at.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from engine.cards import Card, cards
from engine.cards.french import HIGH_RANK_OF, OF_SUIT
from engine.events import Seat
from engine.game import Ending
from engine.games.german_whist.model import HAND, State
from engine.games.german_whist.moves import BEATEN_BY, PLAY, Play, playable
from engine.pairs import OTHER, plus
from engine.places import Solved, duel
from engine.text import Text
from engine.text import gettext_noop as _

Rows: TypeAlias = tuple[str, ...]
"""The trumps, then the other suits, sorted."""
_SWAPPED = str.maketrans("ab", "ba")


def can_be_solved(state: State) -> bool:
    """Whether the stock is gone and somebody is to play a card."""
    return state.turn is not None and state.turned is None and bool(state.hands[0] | state.hands[1])


def tricks(state: State) -> Mapping[Card, int]:
    """By card that may be played: how many of the tricks not yet taken its seat takes, if both play their best then.

    Raises ``ValueError`` where the second half has not begun.
    """
    if state.turn is None or not can_be_solved(state):
        raise ValueError("only the second half is solved")
    solver, trump = Solver(), state.sheet.trump
    mine, theirs = state.hands[state.turn], state.hands[OTHER[state.turn]]
    if state.trick:
        (led,) = state.trick
        return {
            card: _after(solver, mine ^ 1 << card, theirs, trump, won=bool(BEATEN_BY[trump][led] >> card & 1))
            for card in cards(playable(mine, state.trick))
        }
    return {
        card: min(
            _after(solver, mine ^ 1 << card, theirs ^ 1 << reply, trump, won=not BEATEN_BY[trump][card] >> reply & 1)
            for reply in cards(playable(theirs, (card,)))
        )
        for card in cards(mine)
    }


def alike(state: State) -> list[tuple[Card, ...]]:
    """The cards that may be played, those together that are equal: touching ones, with none of the other's between."""
    if state.turn is None:
        return []
    mine, theirs = state.hands[state.turn], state.hands[OTHER[state.turn]] | sum(1 << card for card in state.trick)
    runs: list[tuple[Card, ...]] = []
    for suit in OF_SUIT:
        before = False
        for card in sorted(cards((mine | theirs) & suit), key=HIGH_RANK_OF.__getitem__):
            own = bool(playable(mine, state.trick) >> card & 1)
            if own:
                runs[-1:] = [(*runs[-1], card)] if before else [*runs[-1:], (card,)]
            before = own
    return runs


class WhistEnding(Ending[State, Play]):
    """To win the deal, seven of the thirteen tricks that count are needed."""

    gains = _("tricks from here")
    comes_to = _("After your card you take {n} of the last {left} tricks at best.")
    solves = begun = staticmethod(can_be_solved)

    def solve(self, state: State) -> Mapping[Play, Solved] | None:
        if state.turn is None or not can_be_solved(state):
            return None
        sheet, seat = state.sheet, state.turn
        left = state.hands[seat].bit_count()
        last = sheet.deal + 1 == sheet.options.deals
        own, other = plus(sheet.totals, state.won.tricks)[:: 1 if seat == 0 else -1]
        return {
            PLAY[card]: Solved(gain, duel(-own - gain, -other - left + gain) if last else None)
            for card, gain in tricks(state).items()
        }

    def good(self, state: State, seat: Seat) -> Mapping[Play, bool]:
        need, left = _needed(state, seat)
        fewest = need if state.turn == seat else left + 1 - need
        return {PLAY[card]: gain >= fewest for card, gain in tricks(state).items()}

    def decided(self, state: State, seat: Seat) -> bool:
        need, left = _needed(state, seat)
        return not 0 < need <= left

    def alike(self, state: State, moves: Sequence[Play]) -> Sequence[Sequence[Play]]:
        return [[PLAY[card] for card in run] for run in alike(state)]

    def goal(self, state: State, seat: Seat) -> Text:
        need, left = _needed(state, seat)
        return Text(_("Take {n} of the last {left} tricks: then the deal is yours."), {"n": need, "left": left})


def _needed(state: State, seat: Seat) -> tuple[int, int]:
    """How many tricks *seat* still needs, of how many."""
    return HAND // 2 + 1 - state.won.tricks[seat], HAND - sum(state.won.tricks)


def _after(solver: "Solver", mine: int, theirs: int, trump: int, *, won: bool) -> int:
    """The tricks of who holds *mine*, from one on that was *won* or lost."""
    if won:
        return 1 + solver.most(_rows(mine, theirs, trump))
    return mine.bit_count() - solver.most(_rows(theirs, mine, trump))


def _rows(leads: int, follows: int, trump: int) -> Rows:
    held = [sorted(cards((leads | follows) & suit), key=HIGH_RANK_OF.__getitem__, reverse=True) for suit in OF_SUIT]
    rows = ["".join("a" if leads >> card & 1 else "b" for card in suit) for suit in held]
    return rows.pop(trump), *sorted(rows)


class Solver:
    """Remembers what it has found out, for one deal."""

    def __init__(self) -> None:
        self._bounds: dict[Rows, tuple[int, int]] = {}

    def most(self, rows: Rows) -> int:
        """How many tricks who leads takes."""
        low, high = self._bounds.get(rows, (0, _left(rows)))
        while low < high:
            goal = (low + high + 1) // 2
            if self._takes(rows, goal):
                low = goal
            else:
                high = goal - 1
        return low

    def _takes(self, rows: Rows, goal: int) -> bool:
        """Whether who leads takes *goal* tricks or more."""
        left = _left(rows)
        low, high = self._bounds.get(rows, (0, left))
        if low < goal <= high:
            takes = any(self._holds(rows, lead, goal, left) for lead in _cards_of("a", rows))
            low, high = (goal, high) if takes else (low, goal - 1)
            self._bounds[rows] = low, high
        return goal <= low

    def _holds(self, rows: Rows, lead: tuple[int, int], goal: int, left: int) -> bool:
        """Whether the *goal* is reached by this lead, whatever is played to it."""
        for reply in _replies(rows, lead):
            after = _without(rows, lead, reply)
            if _beats(reply, lead):
                if self._takes(_turned(after), left - goal):
                    return False
            elif not self._takes(after, goal - 1):
                return False
        return True


def _left(rows: Rows) -> int:
    return sum(map(len, rows)) // 2


def _cards_of(owner: str, rows: Rows) -> Iterator[tuple[int, int]]:
    """A card of each run of equal ones, as suit and place in it."""
    for suit, row in enumerate(rows):
        before = ""
        for place, who in enumerate(row):
            if who == owner != before:
                yield suit, place
            before = who


def _replies(rows: Rows, lead: tuple[int, int]) -> list[tuple[int, int]]:
    replies = list(_cards_of("b", rows))
    return [reply for reply in replies if reply[0] == lead[0]] or replies


def _beats(reply: tuple[int, int], lead: tuple[int, int]) -> bool:
    if reply[0] == lead[0]:
        return reply[1] < lead[1]
    return reply[0] == 0


def _without(rows: Rows, *gone: tuple[int, int]) -> Rows:
    left = [*rows]
    for suit, place in sorted(gone, reverse=True):
        left[suit] = left[suit][:place] + left[suit][place + 1 :]
    return left[0], *sorted(left[1:])


def _turned(rows: Rows) -> Rows:
    """The same with the other in the lead."""
    trumps, *others = (row.translate(_SWAPPED) for row in rows)
    return trumps, *sorted(others)
