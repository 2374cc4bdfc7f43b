"""A token that ends within a week: its owner is told once."""

import pytest

from accounts import services
from accounts.models import Token, User
from tests.clock import Clock
from tournaments.notices import naming, timed
from tournaments.notices.models import Notice

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits")]


def made(user: User, name: str, days: int | None) -> Token:
    return services.create_token(user=user, name=name, scopes=["table:read"], days=days)[0]


def told() -> list[str]:
    return [each.text for each in naming.in_words(list(Notice.objects.filter(kind="token_ends").order_by("at", "id")))]


def test_its_owner_is_told_a_week_before_and_once(ann: User, clock: Clock) -> None:
    made(ann, "hall clock", 30)
    made(ann, "another", 365)
    made(ann, "for good", None)
    timed.look_at_tokens()
    assert told() == []
    clock.days(23.5)
    assert timed.look_at_tokens() == 1
    timed.look_at_tokens()
    (said,) = told()
    assert said.startswith("Your token for hall clock ends ")
    clock.days(1)
    assert timed.look_at_tokens() == 0


def test_nobody_is_told_of_one_that_is_revoked(ann: User, clock: Clock) -> None:
    token = made(ann, "hall clock", 30)
    services.revoke_token(user=ann, token_id=token.pk)
    clock.days(24)
    assert timed.look_at_tokens() == 0


def test_it_leads_to_where_another_is_made(ann: User, clock: Clock) -> None:
    made(ann, "hall clock", 30)
    clock.days(24)
    timed.look_at_tokens()
    (shown,) = naming.in_words(list(Notice.objects.filter(kind="token_ends")))
    assert shown.path == "/settings/tokens"
