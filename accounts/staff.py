"""The service's staff: who they are, and what they did. Both are kept, and neither can be changed afterwards."""

import datetime
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from django.db import transaction
from django.utils import timezone

from accounts.models import StaffAct, User

APPOINTED: Final = "staff.appointed"
ENDED: Final = "staff.ended"


class Service(NamedTuple):
    """When somebody was one of the staff."""

    now: bool
    changes: Sequence[tuple[datetime.datetime, bool]]
    """When they became one, or were one no more; the first comes first. Who was made one by other means has none."""

    def was_on(self, moment: datetime.datetime) -> bool:
        """Until the next change it was the other way round."""
        return next((not became for when, became in self.changes if when >= moment), self.now)


def services() -> dict[int, Service]:
    """Of everybody who is one of the staff, or was."""
    now = {user.pk for user in members()}
    changes: dict[int, list[tuple[datetime.datetime, bool]]] = {user: [] for user in now}
    for act in StaffAct.objects.filter(what__in=[APPOINTED, ENDED]).order_by("id"):
        changes.setdefault(int(act.subject.removeprefix("user:")), []).append((act.at, act.what == APPOINTED))
    return {user: Service(user in now, found) for user, found in changes.items()}


def members() -> list[User]:
    return list(User.objects.filter(is_staff=True).order_by("username"))


def appoint(user: User, *, ends: bool = False) -> bool:
    """Make *user* one of the staff, or no more; whether that changed anything. By a command: nobody here may."""
    with transaction.atomic():
        changed = User.objects.filter(pk=user.pk, is_staff=ends, is_guest=False, bot_level="").update(is_staff=not ends)
        if changed:
            note(ENDED if ends else APPOINTED, f"user:{user.pk}", by=None)
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
