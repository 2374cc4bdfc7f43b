"""Who is asking, "play now as a guest", how much a stranger may ask for, and where somebody is logged in."""

import hashlib
from datetime import datetime

import msgspec
from django.contrib.auth import login
from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from accounts import services
from accounts.errors import NotYours
from accounts.models import Session, User
from tournaments.platform import limits


def ensure_user(request: HttpRequest) -> User:
    """The user of this session; a visitor without one becomes a guest, within a limit for each address."""
    if request.user.is_authenticated:
        return request.user
    guest = services.create_guest()
    login(request, guest, backend="django.contrib.auth.backends.ModelBackend")
    return guest


def user_of(request: HttpRequest) -> User:
    """Who asks a view that ``login_required`` guards."""
    assert isinstance(request.user, User)  # noqa: S101  login_required came first
    return request.user


def count_reader(user: User | AnonymousUser, action: limits.Action, times: int = 1) -> None:
    """Count that *user* reads what is expensive to make, as much as this many *times*; raises :class:`TooOften`."""
    if user.is_authenticated:
        limits.count(action, user=user.pk, guest=user.is_guest, times=times)
    else:
        limits.count(action, times=times)


class OpenSession(msgspec.Struct, frozen=True):
    """A log-in that is still good. ``id`` names it and opens nothing."""

    id: str
    device: str
    created_at: datetime
    last_used_at: datetime
    current: bool


def listed(user: User, *, current: str | None = None) -> list[OpenSession]:
    """The sessions of *user*, the last used first; *current* is the key of the one that asks."""
    rows = _of(user).order_by("-last_used_at")
    return [
        OpenSession(handle(row.pk), row.device, row.created_at, row.last_used_at or row.created_at, row.pk == current)
        for row in rows
    ]


def end(*, user: User, session: str) -> None:
    """Log out there, at once on pages and on open streams; raises :class:`NotYours`."""
    for key in _of(user).values_list("session_key", flat=True):
        if handle(key) == session:
            Session.objects.filter(pk=key).delete()
            return
    raise NotYours("no such session")


def end_all(user: User, *, but: str | None = None) -> int:
    """Log out everywhere, except in the session with the key *but*; how many sessions that were."""
    return _of(user).exclude(pk=but).delete()[0]


def handle(key: str) -> str:
    """What names a session in lists and addresses: its key opens it, this does not."""
    return hashlib.sha256(f"session {key}".encode()).hexdigest()[:24]


def _of(user: User) -> QuerySet[Session]:
    return Session.objects.filter(user=user, expire_date__gt=timezone.now())
