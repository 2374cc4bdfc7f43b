"""Public names: what one reads is what it is, at sign-up, in the settings, and for tournaments."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts import naming, services
from accounts.errors import NameTaken
from accounts.models import User
from accounts.names import bot_names, guest_names
from tournaments.director.errors import Refused
from tournaments.director.events import Settings
from tournaments.director.settings import check

LOOK_ALIKE = ["admin", "ADM1N", "Adm\u0456n", "adrnin", "ad.min", "\uff41dmin", "St\u00e1ff"]
DECEITFUL = [*LOOK_ALIKE, "\u0430nn", "a\u200bnn", "ann\u202e", "..", "a\u034fnn"]
HONEST = ["ann", "Zo\u00eb", "\u0410\u043d\u043d\u0430", "\u65e5\u672c\u3072\u3089\u30ab\u30ca\u30fc", "Emma2"]


@pytest.fixture(autouse=True)
def _no_limits(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS, settings.RATES = False, {}


@pytest.mark.django_db
@pytest.mark.parametrize("name", DECEITFUL)
def test_a_deceitful_name_is_refused_at_sign_up_and_in_the_settings(client: Client, name: str) -> None:
    told = client.post("/account/signup/", {"username": name, "password1": "six green bottles"})
    assert 'class="field-errors"' in told.content.decode()
    assert not User.objects.exists()
    guest = services.create_guest()
    client.force_login(guest, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.post("/settings", {"name": name, "timezone": ""})
    assert answer.status_code == 422
    assert 'class="field-errors"' in answer.content.decode()
    with pytest.raises(NameTaken):
        services.rename(user=guest, name=name)
    guest.refresh_from_db()
    assert guest.username != name


@pytest.mark.django_db
@pytest.mark.parametrize("name", HONEST)
def test_an_honest_name_is_welcome_in_any_script(client: Client, name: str) -> None:
    client.post("/account/signup/", {"username": name, "password1": "six green bottles"})
    assert User.objects.get().username == name


@pytest.mark.django_db
def test_a_name_is_kept_in_its_one_form(client: Client) -> None:
    client.force_login(User.objects.create_user("ann"))
    client.post("/settings", {"name": "\uff22\uff45\uff4e", "timezone": ""})
    assert User.objects.get().username == "Ben"


@pytest.mark.django_db
def test_who_has_a_name_already_keeps_it(client: Client) -> None:
    client.force_login(User.objects.create_user("support"))
    assert client.post("/settings", {"name": "support", "timezone": "Asia/Tokyo"}).status_code == 302
    assert User.objects.get().timezone == "Asia/Tokyo"


def test_the_names_that_are_given_here_follow_the_rule() -> None:
    given = [name for names in (bot_names(), guest_names()) for name, _ in zip(names, range(200), strict=False)]
    assert all(naming.is_plain(name) and not naming.is_reserved(name) for name in given)


@pytest.mark.parametrize("name", ["Ev\u200bening", "\u0415vening", "..", "Evening\u202e", "Line\nbreak"])
def test_a_tournament_has_a_name_of_the_same_kind(name: str) -> None:
    with pytest.raises(Refused) as refused:
        check(Settings(name=name, game="duck-soup", format="swiss", starts_at=1), (2,))
    assert refused.value.code == "bad_name"
