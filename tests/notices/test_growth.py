"""What was told, and who was here, is not kept for ever."""

from datetime import timedelta

import pytest
from django.contrib.sessions.backends.base import SessionBase
from django.utils import timezone

from accounts.models import Session, User
from accounts.session_store import SessionStore
from tests.clock import Clock
from tournaments.notices.inserting import KEPT
from tournaments.notices.models import Notice
from tournaments.notices.tasks import forget
from tournaments.people.tasks import forget_sessions

pytestmark = pytest.mark.django_db


def test_notices_of_more_than_a_year_ago_are_forgotten_and_no_others(ann: User, clock: Clock):
    for number, at in enumerate((clock.now - KEPT - 1, clock.now - KEPT, clock.now)):
        Notice.objects.create(id=f"n{number}", user=ann, kind="news", subject="x", facts={}, at=at, shown=True)
    forget()
    assert [row.pk for row in Notice.objects.order_by("at")] == ["n1", "n2"]


def test_sessions_that_are_over_are_forgotten_and_no_others(ann: User):
    kept: list[SessionBase] = [SessionStore(), SessionStore()]
    for session in kept:
        session.create()
    Session.objects.filter(pk=kept[0].session_key).update(expire_date=timezone.now() - timedelta(seconds=1))
    forget_sessions()
    assert [row.pk for row in Session.objects.all()] == [kept[1].session_key]
