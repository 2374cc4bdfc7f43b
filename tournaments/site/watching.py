"""Watch: what is being played, for all; and for one reader that of their clubs, their tournaments and their friends."""

from datetime import timedelta
from typing import cast

from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from tournaments.clubs import selectors as clubs
from tournaments.director import read
from tournaments.director import selectors as director
from tournaments.director.web.agenda import agenda
from tournaments.people import friends
from tournaments.tables.selectors import Near
from tournaments.tables.web.now import part
from tournaments.tables.web.tv import context_near

FRESH = 4
"""Seconds for which what is near a reader is not drawn again, however many pages they have open."""


@require_safe
def tv(request: HttpRequest) -> HttpResponse:
    """What is being played, and what begins today for all that the reader may know of."""
    return _page(request, part("tv").html)


@never_cache
@login_required
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """The same of what is near the reader."""
    return _page(request, _near(cast(User, request.user)), near=True)


@never_cache
@login_required
@require_safe
def mine_now(request: HttpRequest) -> HttpResponse:
    """Its part that changes, for its script."""
    return HttpResponse(_near(cast(User, request.user)))


def _page(request: HttpRequest, now: SafeString, *, near: bool = False) -> HttpResponse:
    today = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    begun, over = (int((today + timedelta(days=days)).timestamp() * 1000) for days in (0, 1))
    coming = director.listed(
        "announced", "running", viewer=request.user.pk, soonest=True, since=begun, until=over, limit=4
    )
    return render(request, "tv.html", {"area": "tv", "now": now, "near": near, "tonight": agenda(coming)})


def _near(user: User) -> SafeString:
    """Drawn for this reader alone, and kept for nobody else."""
    key = f"tv/near/{user.pk}/{get_language()}"
    kept: str | None = cache.get(key)
    if kept is None:
        joined = [each.id for each in clubs.of_user(user.pk, viewer=user)]
        near = Near(joined, read.matches_near(user.pk), friends.open_to(user.pk))
        kept = render_to_string("tables/tv.html", context_near(user, near))
        cache.set(key, kept, FRESH)
    return mark_safe(kept)  # noqa: S308  # drawn by a template
