"""What the way in tells strangers, where its links lead, and when a guest stops being one."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core import mail
from django.db import IntegrityError, transaction
from django.test import Client

from accounts import services
from accounts.models import User
from tests.accounts.entrance import PASSWORD, is_in, reset, sign_up
from tests.api.client import Caller

pytestmark = pytest.mark.django_db

KNOWN, UNKNOWN = "ann@example.org", "eve@example.org"
SITE = "https://cards.example.org"
MAIL_SERVER = "django.core.mail.backends.smtp.EmailBackend"
AWAY = "That did not get through. Try again in a moment."


@pytest.fixture(autouse=True)
def _settings(settings: Any, no_limits: None) -> None:
    settings.SITE_URL = SITE
    settings.ALLOWED_HOSTS = ["*"]


@pytest.fixture
def ann() -> User:
    sign_up(Client(), "ann", email=KNOWN)
    mail.outbox.clear()
    return User.objects.get(username="ann")


def told(answer: Any, *private: str) -> tuple[Any, ...]:
    """What is seen of *answer* except for what the one who asked entered themselves."""
    text = re.sub(r'name="csrfmiddlewaretoken" value="\w+"|X-CSRFToken[^}]*', "", answer.content.decode())
    for entered in private:
        text = text.replace(entered, "…")
    text = re.sub(r"(?<=avatar )[^\"]*|/players/\d+", "", text)  # its colour comes from the account's number
    return answer.status_code, answer.redirect_chain, text


def guest_client() -> tuple[Client, User]:
    client, guest = Client(), services.create_guest()
    client.force_login(guest, backend="django.contrib.auth.backends.ModelBackend")
    return client, guest


@pytest.mark.usefixtures("ann")
def test_sign_up_does_not_tell_whether_an_address_is_known() -> None:
    seen = []
    for name, email in (("xqbob", KNOWN), ("xqeve", UNKNOWN)):
        seen.append(told(sign_up(Client(), name, email=email), name, email))
        assert User.objects.filter(username=name).exists()
    assert seen[0][2].splitlines() == seen[1][2].splitlines()
    assert seen[0] == seen[1]


@pytest.mark.usefixtures("ann")
def test_a_reset_does_not_tell_whether_an_address_is_known() -> None:
    seen = [
        told(Client().post("/account/password/reset/", {"email": email}, follow=True), email)
        for email in (KNOWN, UNKNOWN)
    ]
    assert seen[0] == seen[1]
    assert [message.to for message in mail.outbox] == [[KNOWN], [UNKNOWN]]


@pytest.mark.usefixtures("ann")
def test_while_the_mail_server_is_away_one_signs_up_and_a_reset_says_to_try_again(settings: Any) -> None:
    settings.EMAIL_BACKEND, settings.EMAIL_HOST, settings.EMAIL_PORT = MAIL_SERVER, "127.0.0.1", 1
    for name, email in (("bob", KNOWN), ("eve", UNKNOWN)):
        client = Client()
        signed_up = sign_up(client, name, email=email)
        assert (signed_up.status_code, is_in(client)) == (200, True)
        assert AWAY not in signed_up.content.decode()
        seen = told(Client().post("/account/password/reset/", {"email": email}, follow=True), email)
        assert seen[0] == 200
        assert seen[2].count(AWAY) == 1


@pytest.mark.usefixtures("ann")
@pytest.mark.parametrize("names", [("ann", "eve"), (KNOWN, UNKNOWN)])
def test_a_failed_log_in_does_not_tell_whether_a_name_is_known(
    names: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed: list[str] = []
    for way in ("encode", "verify"):
        monkeypatch.setattr(Argon2PasswordHasher, way, counted(getattr(Argon2PasswordHasher, way), hashed))
    seen, efforts = [], []
    for name in names:
        hashed.clear()
        answer = Client().post("/account/login/", {"login": name, "password": "wrong"}, follow=True)
        seen.append(told(answer, f'value="{name}"'))
        efforts.append(len(hashed))
    assert seen[0] == seen[1]
    assert efforts[0] == efforts[1] > 0


def counted(function: Callable[..., Any], calls: list[str]) -> Callable[..., Any]:
    def call(*given: Any) -> Any:
        calls.append(function.__name__)
        return function(*given)

    return call


@pytest.mark.usefixtures("ann")
def test_links_in_messages_lead_to_the_service_whatever_the_host_said() -> None:
    elsewhere = Client(headers={"host": "evil.example.net"})
    for email in (KNOWN, UNKNOWN):
        elsewhere.post("/account/password/reset/", {"email": email})
    sign_up(elsewhere, "bob", email="bob@example.org")
    elsewhere.post("/account/email/", {"action_send": "", "email": "bob@example.org"})
    assert len(mail.outbox) >= 3
    for message in mail.outbox:
        text = f"{message.subject} {message.body}"
        assert "evil.example.net" not in text
        assert all(link.startswith(f"{SITE}/") for link in re.findall(r"https?://\S+", text))
    assert re.search(rf"{SITE}/account/password/reset/key/\S+", str(mail.outbox[0].body))


def by_sign_up(client: Client, guest: User) -> None:
    sign_up(client, guest.username, email="")


def by_reset(_client: Client, guest: User) -> None:
    """With an address from before only those who sign up could give one."""
    EmailAddress.objects.create(user=guest, email=UNKNOWN)
    reset(UNKNOWN, PASSWORD)


@pytest.mark.parametrize("way", [by_sign_up, by_reset])
def test_a_guest_who_sets_a_password_is_a_full_user(way: Any) -> None:
    client, guest = guest_client()
    rated = {"game": "duck-soup", "seats": ["me", None], "rated": True}
    assert Caller(guest).post("/api/tables", rated).status == 403
    way(client, guest)
    guest.refresh_from_db()
    assert guest.check_password(PASSWORD)
    assert (guest.is_guest, guest.origin) == (False, "")
    again = Client()
    again.post("/account/login/", {"login": guest.username, "password": PASSWORD})
    assert again.session["_auth_user_id"] == str(guest.pk)
    assert Caller(guest).post("/api/tables", rated).status == 201


def test_nobody_is_a_guest_with_a_password() -> None:
    guest = services.create_guest()
    guest.set_password(PASSWORD)
    guest.save(update_fields=["password"])
    guest.refresh_from_db()
    assert not guest.is_guest
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(pk=guest.pk).update(is_guest=True)
