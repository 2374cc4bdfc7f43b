"""Several requests at the same moment: none is lost, none is a fault, and no limit is passed."""

from typing import Any

import pytest

from accounts import privacy
from accounts.models import User
from tests.clubs.founding import founded
from tests.meeting import at_once, meet
from tournaments.notices import outside, services
from tournaments.notices.hooks import services as hooks
from tournaments.notices.hooks.owners import Owner
from tournaments.notices.models import PushTarget, Webhook
from tournaments.people import friends, matching, seeks
from tournaments.tables import selectors
from tournaments.tables.models import Table

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
    ask: dict[str, Any] = {"user": ann, "owner": Owner("club", club), "flavour": "standard", "types": ["club.news"]}
    monkeypatch.setattr(outside, "resolved", lambda _url: None)
    meet(monkeypatch, outside, "resolved", 3)
    made = at_once(*[lambda: hooks.add(**ask, url="https://x.example/", command="once").secret] * 3)
    assert made == [Webhook.objects.get().secret] * 3


def test_of_several_at_once_none_is_one_webhook_or_browser_too_many(
    club: str, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask: dict[str, Any] = {"user": ann, "owner": Owner("club", club), "flavour": "standard", "types": ["club.news"]}
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


def test_nobody_is_seated_twice_though_all_ask_and_are_paired_at_the_same_moment(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All wait before any is paired, then each renews: every browser would pair all of them."""
    with monkeypatch.context() as patch:
        patch.setattr(matching, "groups", lambda *_given, **_named: [])
        at_once(*[lambda user=user: seeks.ask(user=user, game="german-whist").game for user in people])
    meet(monkeypatch, seeks, "_pair", len(people))
    found = at_once(*[lambda user=user: seeks.renew(user=user) for user in people])
    tables = [wait.table for wait in found if isinstance(wait, seeks.Wait) and wait.table]
    assert Table.objects.count() == len(people) // 2
    seated = sorted(user or 0 for table in Table.objects.all() for user in selectors.summary(table.pk).seats)
    assert seated == sorted(user.pk for user in people)
    assert len(tables) == len(people), "each is led to a table"


def test_who_presses_often_at_the_same_moment_waits_once(ann: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    meet(monkeypatch, seeks, "_keep", 6)
    at_once(*[lambda user=user: seeks.ask(user=user, game="german-whist").game for user in (ann, bob) * 3])
    assert Table.objects.count() == 1


def test_who_ends_the_wait_at_that_moment_is_seated_or_is_not(
    ann: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(matching, "groups", lambda *_given, **_named: [])
        for user in (ann, bob):
            seeks.ask(user=user, game="german-whist")
    at_once(lambda: seeks.end(user=ann), lambda: seeks.renew(user=bob), lambda: seeks.renew(user=bob))
    wait, tables = seeks.of_user(bob.pk), [*Table.objects.all()]
    assert wait is not None
    assert [wait.table] == [table.pk for table in tables] or (wait.table is None and not tables)
