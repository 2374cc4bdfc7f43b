"""Several requests at the same moment: none is lost, none is a fault, and no limit is passed."""

from typing import Any

import pytest

from accounts import privacy
from accounts.models import User
from tests.clubs.founding import founded
from tests.meeting import at_once, meet
from tournaments.notices import hooks, outside, services
from tournaments.notices.models import PushTarget, Webhook
from tournaments.people import friends

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_who_ask_each_other_at_the_same_moment_are_friends(
    ann: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for user in (ann, bob):
        privacy.choose(user=user, choices={"invitations": "anyone"})
    meet(monkeypatch, friends, "person", 2)
    at_once(lambda: friends.ask(user=ann, name="bob"), lambda: friends.ask(user=bob, name="ann"))
    assert friends.among(ann.pk, [bob.pk])


@pytest.fixture
def club(ann: User) -> str:
    return founded(ann)


def test_one_command_makes_one_webhook_and_answers_alike(club: str, ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    ask: dict[str, Any] = {"user": ann, "club_id": club, "flavour": "standard", "kinds": ["news"]}
    monkeypatch.setattr(outside, "resolved", lambda _url: None)
    meet(monkeypatch, outside, "resolved", 3)
    made = at_once(*[lambda: hooks.add(**ask, url="https://x.example/", command="once").secret] * 3)
    assert made == [Webhook.objects.get().secret] * 3


def test_of_several_at_once_none_is_one_webhook_or_browser_too_many(
    club: str, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask: dict[str, Any] = {"user": ann, "club_id": club, "flavour": "standard", "kinds": ["news"]}
    monkeypatch.setattr(hooks, "MOST", 2)
    monkeypatch.setattr(services, "MOST_BROWSERS", 2)
    monkeypatch.setattr(outside, "resolved", lambda _url: None)
    meet(monkeypatch, outside, "resolved", 4)
    told = at_once(*[lambda: hooks.add(**ask, url="https://x.example/").flavour] * 4)
    assert sorted(told) == ["standard"] * 2 + ["too_many_webhooks"] * 2
    meet(monkeypatch, outside, "check", 4)
    keys = {"p256dh": "B" + "x" * 86, "auth": "y" * 22}
    addresses = [f"https://push.example/{number}" for number in range(4)]
    acts = [lambda at=at: services.subscribe(user_id=ann.pk, endpoint=at, **keys) for at in addresses]
    assert sorted(map(str, at_once(*acts))) == ["None", "None", "too_many_browsers", "too_many_browsers"]
    assert PushTarget.objects.count() == 2
