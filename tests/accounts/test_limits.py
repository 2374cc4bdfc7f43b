"""How often somebody may do something: the same for every way in, counted once, and never in the way of the service."""

from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from redis import RedisError

from accounts import services
from accounts.models import User
from tests.factories import announced
from tournaments.platform import limits
from tournaments.platform.callers import Caller, address_of, calling
from tournaments.platform.errors import TooOften

pytestmark = pytest.mark.usefixtures("fresh_allowances")

EVENING: dict[limits.Action, int] = {"tables": 2, "moves": 20, "boards": 60, "replays": 4}
"""What somebody does in a lively minute."""
HOME, CLUB = Caller("192.0.2.1"), Caller("192.0.2.2")


def often(times: int, **who: Any) -> int:
    """How many of *times* moves are let through."""
    done = 0
    for _ in range(times):
        try:
            limits.count("moves", **who)
        except TooOften:
            return done
        done += 1
    return done


def test_every_user_has_an_allowance_of_their_own(settings: Any) -> None:
    settings.RATES = {"moves": "3/min"}
    with calling(HOME):
        assert [often(5, user=1), often(5, user=1), often(5, user=2)] == [3, 0, 3]


def test_one_is_told_how_long_to_wait(settings: Any) -> None:
    settings.RATES = {"moves": "2/min"}
    with calling(HOME):
        often(2, user=1)
        with pytest.raises(TooOften) as refused:
            limits.count("moves", user=1)
    assert refused.value.retry_after == 30


def test_the_narrowest_of_several_rates_counts_and_a_refusal_costs_nothing(settings: Any) -> None:
    settings.RATES = {"moves": "2/s,3/h"}
    with calling(HOME):
        assert often(5, user=1) == 2
        settings.RATES = {"moves": "3/h"}
        assert often(5, user=1) == 1


def test_an_address_is_counted_for_guests_and_strangers_only(settings: Any) -> None:
    settings.RATES = {"address_moves": "2/min"}
    with calling(HOME):
        assert often(50, user=1) == 50
        assert [often(1, user=number, guest=True) for number in range(2, 5)] == [1, 1, 0]
        assert often(1) == 0
    with calling(CLUB):
        assert often(1, user=4, guest=True) == 1


def test_what_the_service_does_by_itself_is_not_counted(settings: Any) -> None:
    settings.RATES = {"moves": "1/min"}
    assert often(10, user=1) == 10


def test_without_valkey_nothing_is_counted(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(**_given: object) -> None:
        raise RedisError("away")

    settings.RATES = {"moves": "1/min"}
    monkeypatch.setattr(limits, "_spend", lambda: away)
    with calling(HOME):
        assert often(10, user=1) == 10


def test_all_that_a_request_falls_under_is_one_round_trip(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.RATES = {"guest_moves": "9/s,90/min", "address_moves": "99/min"}
    calls: list[int] = []

    def spend(*, keys: list[str], args: list[int]) -> list[int]:
        calls.append(len(keys))
        return [0] * (1 + 2 * len(keys))

    monkeypatch.setattr(limits, "_spend", lambda: spend)
    with calling(HOME):
        limits.count("moves", user=1, guest=True)
    assert calls == [3]


def test_what_is_left_is_told_of_each_allowance(settings: Any) -> None:
    settings.RATES = {"guest_moves": "9/h,90/d", "address_moves": "5/h"}
    limits.forget()
    with calling(Caller("2001:db8:1:2::")):
        for left in (4, 3, 2, 1, 0):
            limits.count("moves", user=1, guest=True)
            told = {(each.name, each.rate.most): each.left for each in limits.counted()}
            assert told == {("guest_moves", 9): left + 4, ("guest_moves", 90): left + 85, ("address_moves", 5): left}
        with pytest.raises(TooOften):
            limits.count("moves", user=1, guest=True)
        refused = {each.rate.most: each for each in limits.counted()}
        assert (refused[9].left, refused[5].left) == (4, 0)
        assert 3_590 <= refused[5].seconds <= 3_600
    limits.forget()
    assert limits.counted() == ()


@pytest.mark.parametrize("text", ["", "100000", "0/min", "10/fortnight", "-1/s", "1/m/planet", "10/min,"])
def test_a_rate_that_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a rate"):
        limits.parse(text)


@pytest.mark.parametrize(
    ("forwarded", "address"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("10.0.0.1, 203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("nonsense", "nonsense"),
    ],
)
def test_the_address_is_the_one_that_the_proxy_saw(rf: Any, forwarded: str, address: str) -> None:
    assert address_of(rf.get("/", headers={"X-Forwarded-For": forwarded})) == address


@pytest.mark.django_db
def test_pages_have_the_limits_of_the_api(settings: Any) -> None:
    settings.RATES = {"guest_tables": "2/min", "tournaments": "1/min", "names": "1/h", "tokens": "1/h"}
    guest = Client()
    guest.force_login(services.create_guest(), backend="django.contrib.auth.backends.ModelBackend")
    opened = [guest.post("/games/duck-soup/open", {"seats": "2", "against": "people"}) for _ in range(3)]
    assert [answer.status_code for answer in opened] == [302, 302, 429]
    assert 20 <= int(opened[2]["Retry-After"]) <= 30  # less what has passed meanwhile
    ann = Client()
    ann.force_login(User.objects.create_user("ann"))
    assert [
        ann.post("/settings/tokens", {"name": "x", "scopes": "bot:play", "days": "30"}).status_code for _ in range(2)
    ] == [200, 429]
    assert [ann.post("/settings", {"name": name}).status_code for name in ("anna", "annie")] == [302, 429]
    cup = announced(User.objects.create_user("olga").pk)
    assert [ann.post(f"/tournaments/{cup}/join").status_code for _ in range(2)] == [302, 429]


def test_every_action_has_a_rate_and_every_rate_an_action(settings: Any) -> None:
    limits.check(settings.RATES)
    without = {name: rate for name, rate in settings.RATES.items() if name != "replays"}
    with pytest.raises(ImproperlyConfigured, match="without a rate \\['replays'\\]"):
        limits.check(without)
    with pytest.raises(ImproperlyConfigured, match="without an action \\['moovs'\\]"):
        limits.check({**settings.RATES, "moovs": "1/s"})


@pytest.mark.django_db
def test_forty_phones_behind_one_router_come_in_and_play(django_user_model: type[User]) -> None:
    """The evening of a club at the rates of every service: half of them are guests."""
    for at in range(40):
        guest = at % 2 == 0
        with calling(HOME):
            user = services.create_guest() if guest else django_user_model.objects.create_user(f"phone{at}")
            for action, times in EVENING.items():
                for _ in range(times):
                    limits.count(action, user=user.pk, guest=guest)
