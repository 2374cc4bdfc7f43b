"""Calendars as files: of a club, and of a person by a secret address."""

from hashlib import sha256

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect
from django.utils.cache import patch_cache_control
from django.utils.http import parse_etags, quote_etag
from django.views.decorators.http import require_POST, require_safe

from accounts.sessions import user_of
from tournaments.clubs import access, selectors
from tournaments.clubs.errors import UnknownClub
from tournaments.clubs.state import Club
from tournaments.clubs.web import club_page
from tournaments.leagues import feeds


@require_safe
def of_club(request: HttpRequest, address: str) -> HttpResponse:
    """What is private is in nobody's calendar but by the member's own address."""
    club = access.seen(request.user, selectors.address(address)[0])
    if club.founded.visibility == "private":
        raise UnknownClub()
    return _file(request, feeds.of_club(club))


@require_safe
def of_token(request: HttpRequest, token: str) -> HttpResponse:
    return _file(request, feeds.of_user(feeds.user_of(token)))


def _file(request: HttpRequest, body: bytes) -> HttpResponse:
    """Unchanged bytes are not sent again."""
    etag = quote_etag(sha256(body).hexdigest()[:32])
    asked = parse_etags(request.headers.get("If-None-Match", ""))
    known = etag in asked or f"W/{etag}" in asked
    answer = HttpResponseNotModified() if known else HttpResponse(body, content_type="text/calendar; charset=utf-8")
    answer.headers["ETag"] = etag
    answer.headers["X-Robots-Tag"] = "noindex"
    patch_cache_control(answer, private=True, no_cache=True)
    return answer


@require_POST
@login_required
@club_page.of_club
def renew(request: HttpRequest, club: Club) -> HttpResponse:
    """A new secret address of one's own calendar, or none."""
    user = user_of(request).pk
    if "revoke" in request.POST:
        feeds.revoke(user)
    else:
        feeds.renew(user)
    return redirect("club-calendar", address=club.founded.slug)
