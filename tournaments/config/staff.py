"""The page of those who look after the service: how it is, what waits, what was done. For staff alone."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Final

from django.contrib import messages
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from msgspec import Struct

from accounts import selectors, staff
from accounts.models import StaffAct, User
from tournaments.clubs import selectors as clubs
from tournaments.clubs import services as club_services
from tournaments.config.condition.judging import PATIENCE, Description, describe
from tournaments.config.condition.looking import everywhere
from tournaments.config.condition.parts import STATES
from tournaments.director import overdue
from tournaments.kit.words import sentence
from tournaments.log import sources
from tournaments.log.errors import RoomError
from tournaments.people import overview
from tournaments.ratings import selectors as ratings
from tournaments.tables import selectors as tables

FRESH: Final = 8
"""Seconds for which all of the staff are shown what was found out for one of them."""
WORKERS_MAY_TAKE: Final = 0.6
"""Seconds until they have answered, while somebody waits for the page."""
SHOWN: Final = 20
ACTS: Final = 30

View = Callable[[HttpRequest, User], HttpResponse]
Page = Callable[[HttpRequest], HttpResponse]


class Act(Struct, frozen=True):
    """Something that staff did, as it is shown."""

    row: StaffAct
    by: str
    link: str


class Kept(Struct, frozen=True):
    """Somebody who is kept from something."""

    name: str
    what: str
    of: str = ""
    until: int | None = None
    """Epoch ms."""


def for_staff(view: View) -> Page:
    """To everybody else it is not there."""

    @wraps(view)
    def guarded(request: HttpRequest) -> HttpResponse:
        viewer = request.user
        if not (isinstance(viewer, User) and viewer.is_staff and viewer.is_active):
            raise Http404
        return view(request, viewer)

    return guarded


@for_staff
@never_cache
@require_safe
def service(request: HttpRequest, viewer: User) -> HttpResponse:
    return render(request, "staff/service.html", {"area": "staff", "trusted": clubs.trusted(), **_seen(viewer)})


@for_staff
@never_cache
@require_safe
def now(request: HttpRequest, viewer: User) -> HttpResponse:
    """What of the page changes."""
    return render(request, "staff/now.html", _seen(viewer))


def _seen(viewer: User) -> dict[str, object]:
    found, until = _described(), sources.now_ms()
    parts = sorted(found.parts, key=lambda part: -STATES.index(part.state))
    return {
        "state": found.state,
        "at": found.at,
        "troubled": [part for part in parts if part.state != "ok"],
        "well": [part for part in parts if part.state == "ok"],
        "slow": tables.overdue(until - 1000 * int(PATIENCE["clocks"][0]))[:SHOWN],
        "waiting": overdue.waiting(until - 1000 * int(PATIENCE["tournaments"][0]), most=SHOWN),
        "reports": overview.open_reports(),
        "kept": _kept_out(viewer),
        "acts": _acts(),
    }


def _described() -> Description:
    """A moment old at most: workers are given time to answer, and that once for everybody who looks."""
    known: Description | None = cache.get("staff/description")
    if known is None:
        known = describe(everywhere.fully(patience=WORKERS_MAY_TAKE))
        cache.set("staff/description", known, FRESH)
    return known


def _kept_out(viewer: User) -> Sequence[Kept]:
    muted, excluded = overview.muted(SHOWN, viewer=viewer), ratings.excluded(SHOWN)
    names = selectors.called([one.user for one in muted] + [user for user, _pool in excluded])
    return [
        *(Kept(user.username, "account") for user in staff.shut_out(SHOWN)),
        *(Kept(names[one.user].name, "chat", one.place, one.until) for one in muted if one.user in names),
        *(Kept(names[user].name, "ratings", pool) for user, pool in excluded if user in names),
    ]


def _acts() -> Sequence[Act]:
    rows = staff.latest(ACTS)
    about = [int(row.subject[5:]) for row in rows if row.subject.startswith("user:")]
    names = selectors.called([row.by for row in rows if row.by is not None] + about)
    known = {user: called.name for user, called in names.items()}
    return [Act(row, known.get(row.by or 0, ""), _link(row.subject, known)) for row in rows]


def _link(subject: str, names: dict[int, str]) -> str:
    """Where *subject* is shown. What belongs to a club shows itself to those alone who may see the club."""
    kind, _colon, name = subject.partition(":")
    if kind == "user":
        return reverse("player", args=[names[int(name)]]) if int(name) in names else ""
    pages = {"table": "table", "tournament": "tournament", "pool": "ladder-rulings"}
    return reverse(pages[kind], args=[name]) if kind in pages and ":" not in name else ""


@for_staff
@require_POST
def trust(request: HttpRequest, viewer: User) -> HttpResponse:
    """A club is trusted with the site's ratings, or no longer; the page says why it was refused."""
    slug, trusted = request.POST.get("club", "").strip(), request.POST.get("trusted") == "yes"
    try:
        club_id, _slug = clubs.address(slug)
        club_services.trust(club_id=club_id, by=viewer.pk, trusted=trusted, reason=request.POST.get("reason", ""))
    except RoomError as refused:
        messages.warning(request, sentence(refused.reason))
    return redirect("staff")


urlpatterns = [
    path("staff", service, name="staff"),
    path("staff/now", now, name="staff-now"),
    path("staff/trust", trust, name="staff-trust"),
]
