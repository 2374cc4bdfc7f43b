"""The first lessons: all of them, one, each step of it by its address, its end."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.sessions import count_reader
from tournaments.learning.lessons import progress
from tournaments.learning.lessons.lesson import Lesson
from tournaments.learning.lessons.registry import LESSONS
from tournaments.learning.web import lesson_page
from tournaments.learning.web.lesson_list import Offered, offered
from tournaments.log.errors import Refused
from tournaments.tables import catalogue


@never_cache
@require_safe
def lessons(request: HttpRequest) -> HttpResponse:
    """All lessons, and how far one has come in them."""
    found = offered(request.user.pk)
    return render(
        request, "lessons/list.html", {"area": "games", "lessons": found, "begun": any(x.step for x in found)}
    )


@never_cache
@require_safe
def lesson(request: HttpRequest, key: str) -> HttpResponse:
    """The steps of a lesson."""
    _lesson(key)
    return render(request, "lessons/lesson.html", {"area": "games", "lesson": _offered(request, key)})


@never_cache
@require_safe
def step(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """A step; with ``?move=`` what comes of that move. Nothing is changed but how far one has come."""
    found = _lesson(key)
    if not 1 <= number <= len(found.steps):
        raise Http404(gettext("This lesson has no such step."))
    count_reader(request.user, "replays")
    status, move = 200, request.GET.get("move")
    try:
        shown = lesson_page.asked(found, number) if move is None else lesson_page.answered(found, number, move)
    except Refused as error:
        status, shown = error.status, lesson_page.refused(found, number, error)
    if request.method == "GET":
        progress.reach(user_id=request.user.pk, game=key, step=number)
    felt = lesson_page.felt(found, number, shown)
    context = {"lesson": _offered(request, key), "number": number, "shown": shown, "felt": felt}
    return render(request, "lessons/step.html", context, status=status)


@never_cache
@require_safe
def done(request: HttpRequest, key: str) -> HttpResponse:
    """What was seen, and three ways on."""
    found = _lesson(key)
    if request.method == "GET":
        progress.finish(user_id=request.user.pk, game=key)
    others = [each for each in offered(request.user.pk) if each.game.key != key and not each.done]
    context = {
        "area": "games",
        "lesson": _offered(request, key),
        "end": found.end,
        "level": catalogue.levels()[0],
        "next": others[0] if others else None,
    }
    return render(request, "lessons/done.html", context)


@require_POST
def forget(request: HttpRequest) -> HttpResponse:
    """All lessons are as if they had not been begun."""
    count_reader(request.user, "replays")
    if request.user.is_authenticated:
        progress.forget(user_id=request.user.pk)
    return redirect("learn")


def _lesson(key: str) -> Lesson:
    if key not in LESSONS:
        raise Http404(gettext("There is no such lesson."))
    return LESSONS[key]


def _offered(request: HttpRequest, key: str) -> Offered:
    return next(each for each in offered(request.user.pk) if each.game.key == key)
