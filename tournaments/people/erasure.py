"""An account is erased: first what it holds in every room, then what says whose it was."""

from django.db import transaction
from django.utils import timezone

from accounts import erasure
from accounts.models import User
from tournaments.log import texts
from tournaments.people import friends, leaving
from tournaments.people.models import Line, Report, TableInvitation


def erase(user_id: int) -> bool:
    """Erase an account whose wait is over; whether it was. Killed in the middle it begins again, and is done once."""
    due = User.objects.filter(pk=user_id, erasure_at__lte=timezone.now(), erased_at=None)
    if not due.exists():
        return False
    leaving.leave(user_id)
    with transaction.atomic():
        if not erasure.clear(user_id):
            return False
        texts.erase_of(user_id)
        Line.objects.filter(author=user_id).delete()
        Report.objects.filter(by=user_id).delete()
        TableInvitation.objects.filter(by=user_id).delete()
        TableInvitation.objects.filter(to=user_id).delete()
        friends.forget(user_id)
    return True
