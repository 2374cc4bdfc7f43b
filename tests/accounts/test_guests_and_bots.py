"""Guests and bots."""

import pytest

from accounts import selectors, services
from accounts.errors import CastUsedUp, NameTaken
from accounts.models import User
from tournaments.platform.callers import Caller, calling

pytestmark = pytest.mark.django_db


def test_guests_have_friendly_names_of_their_own() -> None:
    names = {services.create_guest().username for _ in range(20)}
    assert len(names) == 20
    assert all(name.isalnum() for name in names)


def test_a_guest_has_no_password() -> None:
    guest = services.create_guest()
    assert guest.is_guest
    assert not guest.has_usable_password()


def test_a_taken_name_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    User.objects.create_user("BraveOwl1")
    monkeypatch.setattr(services, "guest_names", lambda: iter(["braveowl1", "CalmJay2"]))
    assert services.create_guest().username == "CalmJay2"


def test_a_bot_is_made_once_and_keeps_its_level_up_to_date() -> None:
    first = services.make_bot("Oswin", "greedy")
    again = services.make_bot("Oswin", "ismcts-50")
    assert first.pk == again.pk
    assert again.bot_level == "ismcts-50"
    assert list(selectors.bots()) == [again]


def test_a_person_is_never_made_a_bot() -> None:
    User.objects.create_user("ann")
    with pytest.raises(NameTaken):
        services.make_bot("Ann", "greedy")


def test_names_differ_by_more_than_their_case() -> None:
    ann = User.objects.create_user("ann")
    guest = services.create_guest()
    with pytest.raises(NameTaken):
        services.rename(user=guest, name="ANN")
    services.rename(user=ann, name="Ann")
    assert selectors.by_name("aNN") == ann


def test_one_more_bot_takes_the_first_name_that_is_free():
    services.make_bot("Ada", "greedy")
    hired = [services.hire_bot("uniform") for _ in range(services.CAST)]
    assert hired[0].username == "Anselm"
    assert len({bot.username for bot in hired}) == services.CAST
    assert all(bot.bot_level == "uniform" for bot in hired)


def test_the_cast_of_a_level_never_grows():
    for _ in range(services.CAST):
        services.hire_bot("uniform")
    with pytest.raises(CastUsedUp):
        services.hire_bot("uniform")
    assert services.hire_bot("greedy").bot_level == "greedy"


def test_guests_of_one_address_are_told_from_others_without_keeping_it():
    made = []
    for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2"):
        with calling(Caller(address)):
            made.append(services.create_guest().origin)
    assert made[0] == made[1] != made[2]
    assert "192.0.2" not in made[0]
    assert services.create_guest().origin == ""
