"""Public names: what one reads is what it is, at sign-up, in the settings, and for tournaments."""

import re
from collections.abc import Callable

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.test import Client

from accounts import naming, services
from accounts.errors import NameReserved, NameTaken, NameUnclear
from accounts.models import User
from accounts.names import bot_names, guest_names
from tournaments.director.errors import Refused
from tournaments.director.state.events import Settings
from tournaments.director.state.settings import check

pytestmark = pytest.mark.usefixtures("no_limits")

LOOK_ALIKE = ["admin", "ADM1N", "Adm\u0456n", "adrnin", "ad.min", "\uff41dmin", "St\u00e1ff"]
DECEITFUL = [*LOOK_ALIKE, "\u0430nn", "a\u200bnn", "ann\u202e", "..", "a\u034fnn"]
HONEST = [
    "Mar\u00eda",
    "Jos\u00e9",
    "Nu\u00f1o",
    "\u0141ukasz",
    "\u674e\u96f7",
    "S\u00f8ren",
    "Neil",
    "ann",
    "Zo\u00eb",
    "\u0410\u043d\u043d\u0430",
    "\u65e5\u672c\u3072\u3089\u30ab\u30ca\u30fc",
    "Emma2",
]


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
    with pytest.raises((NameReserved, NameUnclear)):
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


ALIKE = [
    ("Ann", "ann"),
    ("Ann", "\uff21\uff4e\uff4e"),
    ("Tom", "Torn"),
    ("M0nty", "Monty"),
    ("Billy", "BiIly"),
    ("Billy", "Bi1ly"),
    ("Ian", "lan"),
    ("oce", "\u043e\u0441\u0435"),
    ("Max", "M\u0430x"),
    ("TOP", "\u03a4\u039f\u03a1"),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("first", "second"), ALIKE)
def test_a_name_that_looks_like_somebodys_is_refused(client: Client, first: str, second: str) -> None:
    User.objects.create_user(first)
    told = client.post("/account/signup/", {"username": second, "password1": "six green bottles"})
    assert re.search(r'name="username".*?field-errors', told.content.decode(), re.DOTALL)
    ben = User.objects.create_user("ben")
    client.force_login(ben)
    answer = client.post("/settings", {"name": second, "timezone": ""})
    assert answer.status_code == 422
    assert 'class="field-errors"' in answer.content.decode()
    ben.refresh_from_db()
    assert ben.username == "ben"
    with pytest.raises((NameTaken, NameUnclear)):
        services.rename(user=ben, name=second)


@pytest.mark.django_db
def test_honest_names_do_not_shut_each_other_out() -> None:
    for name in ["Maria", "Nell", "Zoe", "Lukasz", "Jose", *HONEST]:
        services.rename(user=services.create_guest(), name=name)
    assert User.objects.filter(username__in=HONEST).count() == len(HONEST)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "make",
    [
        lambda name: services.make_bot(name, "greedy"),
        lambda name: User.objects.create_user(name),
        lambda name: User.objects.bulk_create([User(username=name)]),
        lambda name: call_command("createsuperuser", username=name, email="", interactive=False),
        lambda name: services.rename(user=User.objects.create_user("ben"), name=name),
    ],
)
def test_every_way_to_a_name_keeps_what_it_looks_like(make: Callable[[str], object]) -> None:
    make("Clover")
    assert User.objects.get(username="Clover").skeleton == naming.skeleton("CIover")
    with pytest.raises((IntegrityError, NameTaken)), transaction.atomic():
        make("C1over")


def test_the_names_that_are_given_here_follow_the_rule() -> None:
    given = [name for names in (bot_names(), guest_names()) for name, _ in zip(names, range(200), strict=False)]
    assert all(naming.is_plain(name) and not naming.is_reserved(name) for name in given)


@pytest.mark.parametrize("name", ["Ev\u200bening", "\u0415vening", "..", "Evening\u202e", "Line\nbreak"])
def test_a_tournament_has_a_name_of_the_same_kind(name: str) -> None:
    with pytest.raises(Refused) as refused:
        check(Settings(name=name, game="duck-soup", format="swiss", starts_at=1))
    assert refused.value.code == "bad_name"


HEAP = "a" + "\u0301" * 5


@pytest.mark.parametrize("name", ["Even\u0301\u0302\u0303\u0308\u0300ing", HEAP, "x" + "\u20dd" * 5])
def test_no_name_lies_under_a_heap_of_marks(name: str) -> None:
    assert not naming.is_plain(name)


@pytest.mark.parametrize("name", ["Tr\u1ea7n", "\u05e9\u05c1\u05b8\u05dc", "\u0e17\u0e35\u0e48", "1\ufe0f\u20e3"])
def test_marks_that_a_script_needs_are_welcome(name: str) -> None:
    assert naming.is_shown(name)
