"""What all pages of a club share: who may look, its head, its tabs."""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from accounts import selectors as accounts
from accounts.models import User
from tournaments.clubs import access, selectors
from tournaments.clubs.errors import UnknownClub
from tournaments.clubs.gate import Action
from tournaments.clubs.state import Club

Asker = User | AnonymousUser


class May:
    """``may.invite`` in a template: whether the viewer may."""

    def __init__(self, user: Asker, club: Club) -> None:
        self._user = user
        self._club = club
        self._known: dict[Action, bool] = {}

    def __getitem__(self, action: Action) -> bool:
        """The gate is asked once a page, not once a line."""
        if action not in self._known:
            self._known[action] = access.can(self._user, action, self._club)
        return self._known[action]


class Tab(NamedTuple):
    """A part of a club's pages: ``address`` is the name of its path, which takes the club's ``address``."""

    name: str
    label: str | Promise
    address: str
    action: Action
    """Who may do this sees the tab."""


TABS: list[Tab] = [
    Tab("home", _("Home"), "club", "see"),
    Tab("members", _("Members"), "club-members", "see"),
    Tab("history", _("History"), "club-history", "history"),
    Tab("invitations", _("Invitations"), "club-invitations", "invite"),
    Tab("office", _("Ownership"), "club-office", "history"),
]
"""In the order in which they are shown; another room's pages add a line."""

View = Callable[..., HttpResponse]


def of_club(view: View) -> View:
    """A view of a club: it is given the club, if the viewer may see it. Old addresses lead to today's."""

    @wraps(view)
    def found(request: HttpRequest, address: str, **more: Any) -> HttpResponse:
        club_id, slug = selectors.address(address)
        try:
            club = access.seen(request.user, club_id)
        except UnknownClub:
            if not (isinstance(request.user, User) and request.user.is_staff):
                raise
            return asked_why(request, slug)
        if slug != address and request.method in ("GET", "HEAD"):
            return redirect(request.get_full_path().replace(f"/clubs/{address}", f"/clubs/{slug}", 1))
        response = view(request, club, **more)
        if club.founded.visibility != "public":
            response["X-Robots-Tag"] = "noindex"
        return response

    return never_cache(found)


def asked_why(request: HttpRequest, slug: str, error: str = "") -> HttpResponse:
    """A private club is not there for the staff either, until they have said why they look."""
    context = {"address": slug, "error": error, "next": request.POST.get("next") or request.get_full_path()}
    return render(request, "clubs/look.html", context, status=422 if error else 403)


def shown(
    request: HttpRequest, template: str, club: Club, tab: str, *, status: int = 200, **context: Any
) -> HttpResponse:
    """A page of *club*: *tab* is the one it belongs to."""
    user = request.user
    about = {
        "area": "clubs",
        "club": club,
        "facts": club.founded,
        "address": club.founded.slug,
        "role": club.role_of(user.pk),
        "may": May(user, club),
        "tabs": [each for each in TABS if access.can(user, each.action, club)],
        "tab": tab,
    }
    return render(request, template, about | context, status=status)


class Ask(NamedTuple):
    """A question before what cannot be undone: what follows from it, what the button says, where "Back" leads."""

    title: str
    follows: str
    yes: str
    back: str


def asked(request: HttpRequest, club: Club, tab: str, ask: Ask) -> HttpResponse:
    """The page that asks; its form is posted to the address that it has itself."""
    return shown(request, "clubs/ask.html", club, tab, ask=ask)


class Person(NamedTuple):
    id: int
    name: str


def named(users: Iterable[int | None]) -> dict[int, Person]:
    """*users* as pages show them; those whose account is gone are left out."""
    found = accounts.called(user for user in users if user is not None)
    return {user: Person(user, called.name) for user, called in found.items()}


def announces_in(request: HttpRequest) -> Club | None:
    """The club for which a tournament is announced, if one was named; raises what the gate refuses."""
    address = request.POST.get("club") or request.GET.get("club") or ""
    if not address:
        return None
    club = access.seen(request.user, selectors.address(address)[0])
    access.check(request.user, "tournaments", club)
    return club
