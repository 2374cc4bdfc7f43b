"""Tokens of the API."""

from datetime import timedelta

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from accounts import selectors, services
from accounts.errors import NotYours
from accounts.models import Token, User
from tests.accounts.entrance import owner_of, reset
from tests.commands import printed

pytestmark = pytest.mark.django_db


def test_a_token_opens_its_owners_account(ann: User) -> None:
    _, text = services.create_token(user=ann, name="my bot")
    assert owner_of(text) == ann


def test_a_token_can_be_recognised_by_scanners(ann: User) -> None:
    _, text = services.create_token(user=ann, name="my bot")
    assert text.startswith("crd_")
    assert text.isascii()
    assert text.replace("_", "").isalnum()


def test_the_text_of_a_token_is_nowhere_in_the_database(ann: User) -> None:
    _, text = services.create_token(user=ann, name="my bot")
    row = Token.objects.values().get()
    assert not any(text[8:] in str(value) for value in row.values())


def test_a_revoked_token_opens_nothing(ann: User) -> None:
    token, text = services.create_token(user=ann, name="my bot")
    services.revoke_token(user=ann, token_id=token.pk)
    services.revoke_token(user=ann, token_id=token.pk)
    assert owner_of(text) is None
    assert not selectors.tokens(ann)


def test_nobody_revokes_the_token_of_another(ann: User) -> None:
    token, text = services.create_token(user=ann, name="my bot")
    with pytest.raises(NotYours):
        services.revoke_token(user=User.objects.create_user("ben"), token_id=token.pk)
    assert owner_of(text) == ann


def test_a_token_of_a_closed_account_opens_nothing(ann: User) -> None:
    _, text = services.create_token(user=ann, name="my bot")
    User.objects.update(is_active=False)
    assert owner_of(text) is None


@pytest.mark.parametrize("text", ["", "crd_", "crd_" + "x" * 40, "lip_abc", "crd_\x00", "crd_é"])
def test_a_made_up_token_opens_nothing(text: str) -> None:
    assert owner_of(text) is None


def test_the_last_use_is_noted_at_most_once_a_minute(ann: User) -> None:
    token, text = services.create_token(user=ann, name="my bot")
    owner_of(text)
    token.refresh_from_db()
    first = token.last_used_at
    assert first is not None
    owner_of(text)
    token.refresh_from_db()
    assert token.last_used_at == first
    Token.objects.update(last_used_at=timezone.now() - timedelta(minutes=2))
    owner_of(text)
    token.refresh_from_db()
    assert token.last_used_at is not None
    assert token.last_used_at > first - timedelta(minutes=1)


def test_the_command_prints_a_token_that_works(ann: User) -> None:
    assert owner_of(printed("token", "ANN").strip()) == ann


def test_the_command_says_that_an_account_is_missing() -> None:
    with pytest.raises(CommandError, match="no account called 'nobody'"):
        call_command("token", "nobody")


NEW = {"password1": "ten brown bears", "password2": "ten brown bears"}


@pytest.mark.usefixtures("no_limits")
def test_a_guests_tokens_end_with_the_sign_up(client: Client) -> None:
    guest = services.create_guest()
    client.force_login(guest, backend="django.contrib.auth.backends.ModelBackend")
    _, text = services.create_token(user=guest, name="my bot")
    assert "tokens" in client.get("/account/signup/").content.decode()
    client.post("/account/signup/", {"username": "ann", "password1": "six green bottles"})
    assert not User.objects.get().is_guest
    assert owner_of(text) is None


@pytest.mark.usefixtures("no_limits")
def test_all_tokens_end_with_the_old_password(client: Client, ann: User) -> None:
    ann.set_password("six green bottles")
    ann.save()
    client.force_login(ann, backend="django.contrib.auth.backends.ModelBackend")
    texts = [services.create_token(user=ann, name=name)[1] for name in ("one", "two")]
    of_ben = services.create_token(user=User.objects.create_user("ben"), name="his")[1]
    told = client.post("/account/password/change/", {"oldpassword": "six green bottles", **NEW}, follow=True)
    assert User.objects.get(pk=ann.pk).check_password(NEW["password1"])
    assert [owner_of(text) for text in texts] == [None, None]
    assert owner_of(of_ben) is not None
    assert "tokens for the API have been revoked" in told.content.decode()


@pytest.mark.usefixtures("no_limits")
def test_all_tokens_end_when_a_forgotten_password_is_set_anew(client: Client) -> None:
    client.post("/account/signup/", {"username": "ann", "password1": "six green bottles", "email": "ann@example.org"})
    ann = User.objects.get()
    _, text = services.create_token(user=ann, name="my bot")
    mail.outbox.clear()
    reset("ann@example.org", NEW["password1"])
    assert User.objects.get().check_password(NEW["password1"])
    assert owner_of(text) is None
