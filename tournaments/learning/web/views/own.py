"""One's own analysed games: those in which a proved win was let go, those with mistakes, and means over many."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.sessions import count_reader, user_of
from tournaments.kit.lists import Page
from tournaments.learning.analysis import by_seat
from tournaments.learning.web.own import luck_of, played


@never_cache
@require_safe
@login_required
def analysed(request: HttpRequest) -> HttpResponse:
    """``?which=thrown``: a proved win was let go; ``mistakes``: with a proved mistake; ``Http404`` for others."""
    count_reader(request.user, "searches")
    user = user_of(request)
    which = next((each for each in by_seat.WHICH if each == request.GET.get("which", "all")), None)
    if which is None:
        raise Http404
    page = Page(request, lambda limit, offset: by_seat.games_of(user.pk, which, limit, offset))
    context = {
        "area": "games",
        "which": which,
        "page": page,
        "games": played(list(page.items), user.pk),
        "summed": [(each, luck_of(each)) for each in by_seat.summed(user.pk)],
    }
    return render(request, "learning/own.html", context)
