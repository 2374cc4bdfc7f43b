"""Soup played by both as well as can be: without a stock both hands follow from what everybody has seen.

A point of Soup is worth what the seat made in Duck, so what one gains the other loses: only the margin of the deal
counts. Touching cards of one owner with no others of their ranks are equal.
"""

from collections.abc import Callable, Iterator, Mapping

from engine.cards import Card, cards
from engine.cards.french import HIGH_RANK_OF, OF_RANK, OF_SUIT, RANK_OF, SUIT_OF
from engine.events import Seat
from engine.game import Ending
from engine.games.duck_soup.model import State
from engine.games.duck_soup.moves import Duck, Move, answers, plays
from engine.games.duck_soup.tricks import BEATEN_BY_IN_SOUP, FOUR_CARDS, SOUP_WORTH
from engine.pairs import Pair
from engine.places import Solved, duel
from engine.text import Text
from engine.text import gettext_noop as _

MOST = 8
"""Cards in a hand: a second as a rule, two at worst. With 13 it can take minutes. Puzzles have no more either."""
AT_ONCE = 7
"""As many take half a second, at worst a whole one: for pages, which show many positions and keep what they found."""
MOST_FOR_A_GOAL = 10
"""As many take half a second as a rule where only one goal is asked for, at worst three."""
_UNMATCHED = 2
"""What a card off suit is worth to the leader, and a match played in silence."""
_RANK = tuple(OF_RANK[RANK_OF[card]] & ~(1 << card) for card in range(52))
"""By card: the others of its rank."""
_SUIT = tuple(OF_SUIT[SUIT_OF[card]] for card in range(52))
_RISING = tuple(tuple(sorted(cards(suit), key=HIGH_RANK_OF.__getitem__)) for suit in OF_SUIT)
"""By suit: its cards, the lowest first."""


def can_be_solved(state: State, most: int = MOST) -> bool:
    """Whether the stock is gone, somebody is to play, and no hand has more than *most* cards."""
    held = max(hand.bit_count() for hand in state.hands)
    return state.turn is not None and not state.stock and held <= most


def margins(state: State) -> Mapping[Move, int]:
    """By move: how many points more than the other its seat scores in this deal, if both play their best from then on.

    Raises ``ValueError`` for a position that is not to be solved.
    """
    if not can_be_solved(state):
        raise ValueError("only the end of Soup is solved")
    ahead, weights = _ahead(state), state.sheet.duck
    return {move: ahead + _most(reaches, weights) for move, reaches in _goals(state)}


def reaching(state: State, margin: int) -> Mapping[Move, bool]:
    """By move: whether its seat scores *margin* points more than the other in this deal, whatever the other plays.

    This is quicker: up to :data:`MOST_FOR_A_GOAL` cards. Raises ``ValueError`` beyond.
    """
    if not can_be_solved(state, MOST_FOR_A_GOAL):
        raise ValueError("only the end of Soup is solved")
    ahead = _ahead(state)
    return {move: reaches(margin - ahead) for move, reaches in _goals(state)}


class SoupEnding(Ending[State, Move]):
    """To win the deal is to score more in it than the other."""

    gains = _("points ahead at the end of the deal")
    comes_to = _("After your card you are {n} points ahead at the end of the deal, at best.")
    begun = staticmethod(can_be_solved)

    def solves(self, state: State) -> bool:
        return can_be_solved(state, AT_ONCE)

    def solve(self, state: State) -> Mapping[Move, Solved] | None:
        if not self.solves(state):
            return None
        single = state.sheet.options.length == "deal"
        return {move: Solved(ahead, duel(-ahead, 0) if single else None) for move, ahead in margins(state).items()}

    def good(self, state: State, seat: Seat) -> Mapping[Move, bool]:
        return reaching(state, 1 if state.turn == seat else 0)

    def goal(self, state: State, seat: Seat) -> Text:
        return Text(_("Score more than the other in this deal."))


def _ahead(state: State) -> int:
    """How much more the mover has made so far."""
    seat, weights, won = state.turn or 0, state.sheet.duck, state.won.points
    return weights[seat] * won[seat] - weights[1 - seat] * won[1 - seat]


def _goals(state: State) -> Iterator[tuple[Move, Callable[[int], bool]]]:
    """Each move, with whether a goal can be reached by it."""
    options, held = state.sheet.options, state.hands[state.turn or 0]
    solver = Solver(state.sheet.duck, ducked=2 if options.duck_double else 1, silent=options.allow_silent_match)
    for move in answers(held, state.trick, options) if state.trick else plays(held):
        yield move, _reaches(solver, state, move)


def _most(reaches: Callable[[int], bool], weights: Pair) -> int:
    """The highest goal that is reached: no card is worth more than four points."""
    high = FOUR_CARDS * (MOST + 1) * max(*weights, 1)
    low = -high
    while low < high:
        goal = (low + high + 1) // 2
        if reaches(goal):
            low = goal
        else:
            high = goal - 1
    return low


def _reaches(solver: "Solver", state: State, move: Move) -> Callable[[int], bool]:
    """Whether the mover makes a number of points more than the other from here on."""
    seat = state.turn or 0
    mine, theirs = state.hands[seat], state.hands[1 - seat]
    if isinstance(move, Duck):
        return lambda goal: not solver.leads(theirs, mine, 1 - seat, 1 - goal - solver.weigh(1 - seat, solver.ducked))
    card, left = move.card, mine & ~(1 << move.card)
    if not state.trick:
        return lambda goal: solver.holds(left, theirs, seat, card, goal)
    led = state.trick[0]
    if len(state.trick) == 1:
        if move.silent:
            return lambda goal: not solver.leads(theirs, left, 1 - seat, 1 - goal - solver.weigh(1 - seat, _UNMATCHED))
        return lambda goal: not solver.replied(theirs, left, 1 - seat, (led, card), 1 - goal)
    if len(state.trick) == 2:
        return lambda goal: solver.survives(left, theirs, seat, led, goal)
    return lambda goal: not solver.ended(theirs, left, 1 - seat, (led, card), 1 - goal)


class Solver:
    """Remembers what it has found out, for one deal. Hands are the leader's and the other's; goals the leader's."""

    def __init__(self, weights: Pair, *, ducked: int, silent: bool) -> None:
        self.ducked = ducked
        self._weights = weights
        self._silent = silent
        self._bounds: dict[tuple[int, int, int], tuple[int, int]] = {}

    def weigh(self, seat: int, points: int) -> int:
        return self._weights[seat] * points

    def leads(self, mine: int, theirs: int, seat: int, goal: int) -> bool:
        """Whether *seat*, which leads, makes *goal* points more than the other."""
        left = _UNMATCHED * mine.bit_count()
        if not -left * self._weights[1 - seat] < goal <= left * self._weights[seat]:
            return goal <= 0 or goal <= -left * self._weights[1 - seat]
        key = mine, theirs, seat
        low, high = self._bounds.get(key, (-left * self._weights[1 - seat], left * self._weights[seat]))
        if low < goal <= high:
            reached = any(self.holds(mine ^ 1 << card, theirs, seat, card, goal) for card in _leads(mine, theirs))
            low, high = (goal, high) if reached else (low, goal - 1)
            self._bounds[key] = low, high
        return goal <= low

    def holds(self, mine: int, theirs: int, seat: int, led: Card, goal: int) -> bool:
        """Whether the *goal* is reached once *led* is on the table, whatever is played to it."""
        replies = _replies(mine | 1 << led, theirs, led)
        if not all(self.replied(mine, theirs ^ 1 << reply, seat, (led, reply), goal) for reply in replies):
            return False
        silent = cards(_RANK[led] & theirs) if self._silent else ()
        rest = goal - self.weigh(seat, _UNMATCHED)
        return all(self.leads(mine, theirs ^ 1 << reply, seat, rest) for reply in silent)

    def replied(self, mine: int, theirs: int, seat: int, trick: tuple[Card, Card], goal: int) -> bool:
        led, reply = trick
        worth = SOUP_WORTH[led][reply]
        if worth > 0:
            return self.leads(mine, theirs, seat, goal - self.weigh(seat, worth))
        if worth < 0:
            return self._lost(mine, theirs, seat, -worth, goal)
        if self._lost(mine, theirs, seat, self.ducked, goal):
            return True
        return any(self.survives(mine ^ 1 << third, theirs, seat, led, goal) for third in cards(_RANK[led] & mine))

    def survives(self, mine: int, theirs: int, seat: int, led: Card, goal: int) -> bool:
        """Whether the *goal* is reached after a third card, whatever is the fourth."""
        return all(self.ended(mine, theirs ^ 1 << card, seat, (led, card), goal) for card in cards(theirs))

    def ended(self, mine: int, theirs: int, seat: int, trick: tuple[Card, Card], goal: int) -> bool:
        led, fourth = trick
        if _RANK[led] >> fourth & 1:
            return self._lost(mine, theirs, seat, FOUR_CARDS, goal)
        return self.leads(mine, theirs, seat, goal - self.weigh(seat, FOUR_CARDS))

    def _lost(self, mine: int, theirs: int, seat: int, points: int, goal: int) -> bool:
        """The trick is the other's."""
        return not self.leads(theirs, mine, 1 - seat, 1 - goal - self.weigh(1 - seat, points))


def _leads(mine: int, theirs: int) -> list[Card]:
    """A card of each run of equal ones; those first that few can beat, match or follow."""

    def danger(card: Card) -> tuple[int, int, int, int]:
        answers = BEATEN_BY_IN_SOUP[card] & theirs, _RANK[card] & theirs, _SUIT[card] & theirs
        return (*map(int.bit_count, answers), HIGH_RANK_OF[card])  # type: ignore[return-value]  # three of them

    return sorted(_distinct(mine, mine | theirs), key=danger)


def _replies(mine: int, theirs: int, led: Card) -> Iterator[Card]:
    """The same of what may be played to *led*: what wins first, then what matches, follows, is thrown away."""
    winning, matching = BEATEN_BY_IN_SOUP[led] & theirs, _RANK[led] & theirs
    following = _SUIT[led] & theirs & ~winning
    for some in (winning, matching, following, theirs & ~_SUIT[led] & ~matching):
        yield from _distinct(some, mine | theirs)


def _distinct(some: int, left: int) -> Iterator[Card]:
    """*some* cards of one hand, of equal ones the lowest; *left* are all that are left."""
    for suit, rising in zip(OF_SUIT, _RISING, strict=True):
        if not some & suit:
            continue
        equal = False
        for card in rising:
            if left >> card & 1:
                alone = bool(some >> card & 1) and not left & _RANK[card]
                if some >> card & 1 and not (equal and alone):
                    yield card
                equal = alone
