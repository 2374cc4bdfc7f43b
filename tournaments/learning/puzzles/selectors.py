"""What pages and the API ask: the puzzles of a day, how somebody stands, which one comes next."""

from datetime import date, timedelta
from typing import Final, NamedTuple

from accounts.models import User
from tournaments.kit.numbers import number_in
from tournaments.learning.puzzles import catalogue, days, rating
from tournaments.learning.puzzles.catalogue import Asked
from tournaments.learning.puzzles.days import How, Square
from tournaments.learning.puzzles.errors import UnknownPuzzle
from tournaments.learning.puzzles.models import Answer, Solver
from tournaments.log import sources

_BETTER: Final[tuple[How, ...]] = ("missed", "wrong", "later", "first")
"""Of several puzzles on a day the best answer stands for it."""


class Standing(NamedTuple):
    """How somebody stands: their rating as a solver, days in a row, and the last two weeks."""

    rating: int
    answers: int
    streak: int
    fortnight: list[Square]


def daily_games() -> list[str]:
    """The games that have a puzzle of the day: those whose file has enough."""
    return [game for game in catalogue.games() if len(catalogue.of_file(game)) >= days.FEWEST]


def of_day(game: str, day: date) -> Asked:
    """Raises :class:`UnknownPuzzle` for a game that has none."""
    if game not in daily_games():
        raise UnknownPuzzle()
    return catalogue.numbered(game, days.number_on(day, len(catalogue.of_file(game)), game))


def within_fortnight(day: date, today: date) -> bool:
    return today - timedelta(days=days.FORTNIGHT) < day <= today


def counts_for(asked: Asked, day: date, user: int, today: date) -> bool:
    """Whether an answer of *user* counts for *day*: it is that day's puzzle, and today's or still to be made up."""
    if asked.game not in daily_games() or of_day(asked.game, day).id != asked.id:
        return False
    return day == today or any(square.day == day and square.open for square in fortnight(user, today))


def how(row: Answer | None) -> How:
    if row is None:
        return "missed"
    return "first" if row.first else "later" if row.solved else "wrong"


def fortnight(user: int, today: date) -> list[Square]:
    rows = Answer.objects.filter(user=user, day__gt=today - timedelta(days=2 * days.FORTNIGHT))
    recent = list(rows.only("day", "made_up", "moves", "solved"))
    done: dict[date, How] = {}
    for row in recent:
        if row.day is not None:
            done[row.day] = max(done.get(row.day, "missed"), how(row), key=_BETTER.index)
    return days.fortnight(today, done, [row.made_up for row in recent if row.made_up])


def standing(user: User, today: date) -> Standing:
    solver = Solver.objects.filter(user=user.pk).first()
    solved = Answer.objects.filter(user=user.pk, day__isnull=False, solved=True).values_list("day", flat=True)
    run = days.streak({day for day in solved if day}, today)
    shown = round(solver.rating if solver else rating.START)
    return Standing(shown, solver.answers if solver else 0, run, fortnight(user.pk, today))


def answer_of(user: int | None, puzzle_id: str, day: date | None) -> Answer | None:
    """What *user* has answered on that *day*, or on none; a puzzle that has come back is as new."""
    row = Answer.objects.filter(user=user, puzzle=puzzle_id, day=day).first() if user is not None else None
    return None if row is not None and row.due_at is not None and row.due_at <= sources.now_ms() else row


def next_for(game: str, user: int | None, behind: str) -> Asked:
    """What to try after *behind*: what comes back to *user*, then the puzzle nearest to their rating, or simply the
    next. Raises :class:`UnknownPuzzle`."""
    count = len(catalogue.of_file(game)) if game in catalogue.games() else 0
    if not count:
        raise UnknownPuzzle()
    if user is not None:
        found = _due(game, user) or _nearest(game, user)
        if found is not None and found.id != behind:
            return found
    return catalogue.numbered(game, (number_in(behind.rpartition("-")[2], digits=5) or 0) % count)


def _due(game: str, user: int) -> Asked | None:
    """What comes back first. One that is gone is passed over: its table is not public any more, or its file shorter."""
    rows = Answer.objects.filter(user=user, game=game, due_at__lte=sources.now_ms()).order_by("due_at")
    for puzzle in rows.values_list("puzzle", flat=True):
        try:
            return catalogue.asked(puzzle)
        except UnknownPuzzle:
            continue
    return None


def _nearest(game: str, user: int) -> Asked | None:
    """Of those that were not answered yet."""
    answered = set(Answer.objects.filter(user=user, game=game).values_list("puzzle", flat=True))
    own = Solver.objects.filter(user=user).values_list("rating", flat=True).first() or rating.START
    left = {puzzle: own_rating for puzzle, own_rating in catalogue.ratings(game).items() if puzzle not in answered}
    found = min(left, key=lambda puzzle: abs(left[puzzle] - own), default=None)
    return None if found is None else catalogue.asked(found)
