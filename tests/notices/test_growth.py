"""What was told, and who was here, is not kept for ever."""

from datetime import timedelta

import pytest
from django.contrib.sessions.backends.base import SessionBase
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Session, User
from accounts.session_store import SessionStore
from tests.clock import Clock
from tournaments.notices import inserting
from tournaments.notices.inserting import KEPT
from tournaments.notices.models import Notice, Outgoing, Webhook
from tournaments.notices.tasks import forget
from tournaments.notices.told import Told
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


def test_webhooks_of_many_people_are_told_in_as_many_statements_as_that_of_one(ann: User) -> None:
    people = User.objects.bulk_create([User(username=f"p{each}", skeleton=f"p{each}") for each in range(41)])
    Webhook.objects.bulk_create(
        [
            Webhook(
                id=f"hook{user.pk:06}",
                user=user,
                url="https://example.org/",
                flavour="standard",
                kinds=["joined"],
                secret="whsec_",
                made_by=user.pk,
                made_at=1,
            )
            for user in people
        ]
    )

    def statements(users: list[User], seq: int) -> int:
        told = Told(kind="joined", users=tuple(user.pk for user in users), subject="x", facts={"user": 1})
        with CaptureQueriesContext(connection) as asked:
            inserting.write(told, stream="club:c1ub000001", seq=seq, at=1_000_000)
        return len(asked)

    assert statements(people[:1], 1) == statements(people[1:], 2)
    assert Outgoing.objects.filter(channel="webhook", status="waiting").count() == 41
    assert Outgoing.objects.values("number").distinct().count() == 41
