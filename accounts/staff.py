"""The service's staff: who they are, and what they did. Both are kept, and neither can be changed afterwards."""

from __future__ import annotations

import datetime
from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone

from accounts.models import StaffAct, User


def members() -> list[User]:
    return list(User.objects.filter(is_staff=True).order_by("username"))


def appoint(user: User, *, ends: bool = False) -> bool:
    """Make *user* one of the staff, or no more; whether that changed anything. By a command: nobody here may."""
    with transaction.atomic():
        changed = User.objects.filter(pk=user.pk, is_staff=ends, is_guest=False, bot_level="").update(is_staff=not ends)
        if changed:
            note("staff.ended" if ends else "staff.appointed", f"user:{user.pk}", by=None)
    return changed > 0


def note(what: str, subject: str, *, by: int | None) -> None:
    """Keep that *by* (nobody: a command) did *what* to *subject*; in the transaction in which it is done."""
    StaffAct.objects.create(at=timezone.now(), by=by, what=what, subject=subject)


def note_events(events: Iterable[tuple[datetime.datetime, int, str, str, int]]) -> None:
    """Keep what was done and stands in the log: when, by whom, its kind, stream and seq. Each once."""
    acts = [StaffAct(at=at, by=by, what=kind, subject=stream, seq=seq) for at, by, kind, stream, seq in events]
    StaffAct.objects.bulk_create(acts, ignore_conflicts=True)


def latest(limit: int) -> list[StaffAct]:
    return list(StaffAct.objects.order_by("-id")[:limit])


def shut_out(limit: int) -> list[User]:
    """Accounts that may not come in, the newest first."""
    return list(User.objects.filter(is_active=False, erased_at__isnull=True).order_by("-id")[:limit])
