"""Guests and bots."""

from __future__ import annotations

import pytest

from accounts import selectors, services
from accounts.errors import NameTaken
from accounts.models import User

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
    hired = [services.hire_bot("uniform") for _ in range(30)]
    assert hired[0].username == "Anselm"
    assert len({bot.username for bot in hired}) == 30
    assert all(bot.bot_level == "uniform" for bot in hired)
