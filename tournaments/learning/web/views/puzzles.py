"""Puzzles: those of the day, one to be answered, and what came of an answer."""

from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.sessions import count_reader
from tournaments.kit.words import sentence
from tournaments.learning.puzzles import catalogue, days, selectors, services
from tournaments.learning.puzzles.catalogue import Asked
from tournaments.learning.puzzles.errors import Refused, UnknownPuzzle
from tournaments.learning.web.posing import Answered, Posed, Solved, page_of
from tournaments.tables import catalogue as games


@never_cache
@require_safe
def puzzles(request: HttpRequest) -> HttpResponse:
    """Today's puzzle of each game, and how the reader stands."""
    count_reader(request.user, "replays")
    user, today = _solver(request), timezone.localdate()
    standing = selectors.standing(user, today) if user else None
    missed = next((square.day for square in reversed(standing.fortnight) if square.open), None) if standing else None
    context = {
        "area": "puzzles",
        "today": today,
        "standing": standing,
        "missed": missed,
        "daily": [page_of(selectors.of_day(game, today), user, today) for game in selectors.daily_games()],
        "without": [game for game in games.games() if game.key not in selectors.daily_games()],
        "fewest": days.FEWEST,
        "games": [games.game(game) for game in selectors.daily_games()],
    }
    return render(request, "puzzles/puzzles.html", context)


@never_cache
@require_safe
def of_day(request: HttpRequest, key: str, day: str) -> HttpResponse:
    """The puzzle of a game and of a day of the reader's fortnight: ``today``, or a date such as 2026-11-26."""
    count_reader(request.user, "replays")
    today = timezone.localdate()
    when = today if day == "today" else _date(day)
    if when is None or not selectors.within_fortnight(when, today):
        raise UnknownPuzzle()
    return _page(request, selectors.of_day(key, when), when)


@never_cache
@require_safe
def puzzle(request: HttpRequest, puzzle_id: str) -> HttpResponse:
    """One puzzle, on no day."""
    count_reader(request.user, "replays")
    return _page(request, catalogue.asked(puzzle_id), None)


@never_cache
@require_POST
def answer(request: HttpRequest, puzzle_id: str) -> HttpResponse:
    """``move`` in the notation of the log; ``day`` as an ISO date where the puzzle was that of a day."""
    user = request.user if isinstance(request.user, User) else None
    day, move = _date(request.POST.get("day", "")), request.POST.get("move", "")
    try:
        judged = services.answer(puzzle_id=puzzle_id, move=move, user=user, today=timezone.localdate(), day=day)
    except Refused as refused:
        asked, said = catalogue.asked(puzzle_id), sentence(refused.reason)
        return _page(request, asked, day, refused=said, status=refused.status)
    asked = catalogue.asked(puzzle_id)
    shown = Answered(asked, _meant(asked, day), move, judged)
    return render(request, "puzzles/puzzle.html", _context(request, shown))


@never_cache
@require_safe
def another(request: HttpRequest, key: str) -> HttpResponse:
    """To the next puzzle of a game, behind ``?after=`` if that is one."""
    count_reader(request.user, "replays")
    user = _solver(request)
    found = selectors.next_for(key, user.pk if user else None, request.GET.get("after", ""))
    return redirect("puzzle", puzzle_id=found.id)


def _page(
    request: HttpRequest, asked: Asked, day: date | None, *, refused: str = "", status: int = 200
) -> HttpResponse:
    """Unanswered, or for somebody who has solved it with its solution."""
    user = _solver(request)
    row = selectors.answer_of(user.pk if user else None, asked.id, day)
    shown: Posed = Posed(asked, _meant(asked, day))
    if row is not None and row.solved:
        shown = Solved(asked, _meant(asked, day))
    return render(request, "puzzles/puzzle.html", _context(request, shown) | {"refused": refused}, status=status)


def _context(request: HttpRequest, shown: Posed) -> dict[str, Any]:
    user, today = _solver(request), timezone.localdate()
    return {
        "area": "puzzles",
        "shown": shown,
        "view": shown.board.view,
        "board": shown.board,
        "game": games.game(shown.asked.game),
        "standing": selectors.standing(user, today) if user else None,
        "today": today,
    }


def _meant(asked: Asked, day: date | None) -> date | None:
    """The *day*, if it is within reach and its puzzle is this one."""
    if day is None or not selectors.within_fortnight(day, timezone.localdate()):
        return None
    try:
        return day if selectors.of_day(asked.game, day).id == asked.id else None
    except UnknownPuzzle:
        return None


def _solver(request: HttpRequest) -> User | None:
    """Guests and strangers may try; nothing is kept of it."""
    return request.user if isinstance(request.user, User) and not request.user.is_guest else None


def _date(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if len(text) == len("2026-11-26") else None
    except ValueError:
        return None
