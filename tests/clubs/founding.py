"""Clubs in the database."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from accounts.models import User
from tests.clubs.making import facts
from tournaments.clubs import services
from tournaments.clubs.streams import CLUBS
from tournaments.log import sources
from tournaments.platform.units import DAY


def founded(owner: User, *members: User, **given: Any) -> str:
    """A club of *owner* with *members*, and what is *given* of its facts; all accounts are a month old by now."""
    CLUBS.forget()
    User.objects.update(date_joined=timezone.now() - timedelta(days=30))
    club = services.found(by=owner.pk, facts=facts(**given))
    for member in members:
        token = services.invite(club_id=club, by=owner.pk, expires_at=sources.now_ms() + DAY)
        services.join(club_id=club, by=member.pk, invitation=token)
    return club
