"""Statistics of a game's bids."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.sessions import count_reader
from tournaments.learning.statistics import selectors
from tournaments.tables import catalogue


@require_safe
def statistics(request: HttpRequest, key: str) -> HttpResponse:
    """What people bid, or with ``?of=bots`` what bots do."""
    count_reader(request.user, "replays")
    game, people = catalogue.game(key), request.GET.get("of") != "bots"
    context = {
        "area": "play",
        "game": game,
        "people": people,
        "counted": selectors.is_counted(key),
        "questions": selectors.questions(key, people=people),
        "fewest": selectors.FEWEST,
    }
    return render(request, "statistics/statistics.html", context)
