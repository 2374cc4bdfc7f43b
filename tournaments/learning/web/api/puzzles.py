"""``/api/puzzles``: those of the day, and answers to them."""

from datetime import date
from typing import Annotated, Literal

from django.utils import timezone
from msgspec import Meta, Struct

from accounts.middleware import zone
from accounts.models import User
from engine.picture import Picture
from tournaments.kit.endpoints import Endpoint, operation
from tournaments.kit.words import sentence
from tournaments.learning.puzzles import catalogue, selectors, services, showing
from tournaments.learning.puzzles.catalogue import Asked

CALENDAR = "By your own calendar (the time zone of your account), as 2026-11-26."
Day = Annotated[str, Meta(description=CALENDAR)]
Move = Annotated[str, Meta(max_length=40, description="In the notation of the log.")]

MayHold = Annotated[
    tuple[tuple[str, ...], ...],
    Meta(description="By seat, the cards that another may hold. Empty where all is known: the picture shows its hand."),
]


class DailyPuzzle(Struct, frozen=True):
    """``answered``: how you have answered it: `first` (right at once), `later`, `wrong`, or `missed` (not yet)."""

    id: str
    game: str
    goal: str
    answered: Literal["first", "later", "wrong", "missed"]


class PuzzleStanding(Struct, frozen=True):
    """Your rating as a solver of puzzles, after how many, and how many days in a row."""

    rating: int
    answers: int
    streak: int


class DailyPuzzles(Struct, frozen=True):
    """``standing`` is null for strangers and guests: nothing is kept of their answers."""

    day: Day
    puzzles: tuple[DailyPuzzle, ...]
    standing: PuzzleStanding | None


class PuzzleShape(Struct, frozen=True):
    """A position as its solver sees it: the table drawn as data, and the moves of which one class wins for certain."""

    id: str
    game: str
    seat: int
    goal: str
    moves: tuple[str, ...]
    may_hold: MayHold
    picture: Picture


class AnswerPuzzle(Struct, frozen=True, forbid_unknown_fields=True):
    """With ``day`` it is meant as the puzzle of that day: today's, or a missed one that may still be made up."""

    move: Move
    day: Annotated[date, Meta(description=CALENDAR)] | None = None


class PuzzleAnswer(Struct, frozen=True):
    """``line`` is how play goes on after a wrong move, as `2:KS`. ``rating`` is null where nothing was counted."""

    right: bool
    line: tuple[str, ...]
    rating: int | None


@operation("GET puzzles", "listPuzzles", needs="study:read", tag="puzzles")
def list_puzzles(caller: Endpoint) -> DailyPuzzles:
    """List today's puzzle of each game that has one."""
    user, today = _solver(caller), _today(caller)
    found = [selectors.of_day(game, today) for game in selectors.daily_games()]
    standing = selectors.standing(user, today) if user else None
    own = PuzzleStanding(standing.rating, standing.answers, standing.streak) if standing else None
    return DailyPuzzles(today.isoformat(), tuple(_daily(asked, user, today) for asked in found), own)


@operation("GET puzzles/<pool:puzzle_id>", "getPuzzle", needs="study:read", tag="puzzles", refusals={404})
def get_puzzle(caller: Endpoint, *, puzzle_id: str) -> PuzzleShape:
    """Get a puzzle by its id.

    Nothing of it follows from its solution.
    """
    asked = catalogue.asked(puzzle_id)
    view = showing.posed(asked.kept)
    if view.picture is None:
        raise AssertionError("the cards have been dealt")
    goal = sentence(view.picture.goal)
    proof = asked.kept.puzzle
    return PuzzleShape(asked.id, asked.game, proof.seat, goal, view.legal, proof.may_hold, view.picture)


@operation(
    "POST puzzles/<pool:puzzle_id>/answer",
    "answerPuzzle",
    needs="study:write",
    tag="puzzles",
    scope="puzzles",
    refusals={404, 422},
)
def answer_puzzle(caller: Endpoint, *, puzzle_id: str, body: AnswerPuzzle, command: str | None) -> PuzzleAnswer:
    """Answer a puzzle.

    Sent again it changes nothing. Your first answer counts for your rating, and for the day if it is that day's puzzle.
    """
    judged = services.answer(
        puzzle_id=puzzle_id, move=body.move, user=_user(caller), today=_today(caller), day=body.day
    )
    lines = catalogue.asked(puzzle_id).kept.puzzle.lines
    line = lines[body.move].line if body.move in lines else ()
    return PuzzleAnswer(judged.right, line, judged.after if judged.counted else None)


def _daily(asked: Asked, user: User | None, today: date) -> DailyPuzzle:
    row = selectors.answer_of(user.pk if user else None, asked.id, today)
    picture = showing.posed(asked.kept).picture
    return DailyPuzzle(asked.id, asked.game, sentence(picture.goal) if picture else "", selectors.how(row))


def _user(caller: Endpoint) -> User | None:
    return User.objects.get(pk=caller.viewer) if caller.viewer is not None else None


def _solver(caller: Endpoint) -> User | None:
    user = _user(caller)
    return None if user is None or user.is_guest else user


def _today(caller: Endpoint) -> date:
    """By the account's own calendar: a program has no browser that says where it is."""
    user = _user(caller)
    return timezone.localdate(timezone=zone(user.timezone) if user else None)
