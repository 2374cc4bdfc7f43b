"""Clubs, as the tests of them begin."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from tests.clubs.making import facts
from tournaments.clubs import services
from tournaments.clubs.streams import CLUBS
from tournaments.log import sources

Found = Callable[..., str]


@pytest.fixture(autouse=True)
def _nothing_kept_of_clubs() -> None:
    CLUBS.forget()


@pytest.fixture
def settled(db: None) -> list[User]:
    """People whose accounts are a month old."""
    before = timezone.now() - timedelta(days=30)
    return [User.objects.create(username=f"member{number}", date_joined=before) for number in range(1, 9)]


@pytest.fixture
def found(settled: list[User]) -> Found:
    """Found a club of the first of them, with *members*, and what is *given* of its facts."""

    def make(*members: User, **given: Any) -> str:
        club_id = services.found(by=settled[0].pk, facts=facts(**{"join": "open", **given}))
        for member in members:
            services.join(club_id=club_id, by=member.pk, **_token(club_id, settled[0], given))
        return club_id

    return make


def _token(club_id: str, owner: User, given: dict[str, Any]) -> dict[str, str]:
    if given.get("visibility") != "private" and given.get("join", "open") == "open":
        return {}
    token = services.invite(club_id=club_id, by=owner.pk, expires_at=sources.now_ms() + 86_400_000)
    return {"invitation": token}
