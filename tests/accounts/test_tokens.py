"""Tokens of the API."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from accounts import credentials, selectors, services
from accounts.credentials import Identity
from accounts.errors import NotYours, TooManyTokens
from accounts.models import Token, User
from accounts.scopes import SCOPES
from tests.accounts.entrance import PASSWORD, log_in, owner_of, reset
from tests.commands import printed
from tournaments.people.tasks import forget_sessions

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


# -- what it is for, and until when


SENT = {"name": "my bot", "scopes": ["bot:play", "club:read"], "days": "90"}


def browser_of(user: User) -> Client:
    user.set_password(PASSWORD)
    user.save()
    client = Client()
    log_in(client)
    return client


@pytest.mark.usefixtures("no_limits")
def test_the_page_makes_a_token_for_what_was_ticked(ann: User) -> None:
    page = browser_of(ann).post("/settings/tokens", SENT).content.decode()
    token = ann.tokens.get()
    assert token.scopes == ["bot:play", "club:read"]
    assert token.ends_at is not None
    assert timedelta(days=89) < token.ends_at - timezone.now() <= timedelta(days=90)
    assert "bot:play · club:read" in page


@pytest.mark.usefixtures("no_limits")
@pytest.mark.parametrize(
    "other", [{"scopes": []}, {"scopes": ["everything"]}, {"days": "10000"}, {"days": ""}, {"name": ""}]
)
def test_the_page_makes_no_token_for_nothing_or_what_is_not_offered(ann: User, other: dict[str, object]) -> None:
    assert browser_of(ann).post("/settings/tokens", SENT | other).status_code == 422
    assert not Token.objects.exists()


@pytest.mark.usefixtures("no_limits")
def test_a_token_without_an_end_is_a_choice_and_a_year_the_usual_one(ann: User) -> None:
    browser = browser_of(ann)
    assert re.search(r'value="365"[^>]*checked', browser.get("/settings/tokens").content.decode())
    browser.post("/settings/tokens", SENT | {"days": "never"})
    assert ann.tokens.get().ends_at is None


@pytest.mark.usefixtures("no_limits")
def test_a_link_ticks_the_boxes(ann: User) -> None:
    page = browser_of(ann).get("/settings/tokens?scopes=bot:play+no:such+club:read&name=Hal").content.decode()
    assert re.findall(r'name="scopes" value="([^"]+)"[^>]*checked', page) == ["bot:play", "club:read"]
    assert 'value="Hal"' in page


def test_a_token_ends_by_itself_on_open_streams_too(ann: User) -> None:
    token, text = services.create_token(user=ann, name="my bot", scopes=["bot:play"], days=30)
    stream = Identity(ann.pk, token=services.digest_of(text))
    assert owner_of(text) == ann
    assert credentials.still_good([stream]) == {stream}
    Token.objects.filter(pk=token.pk).update(ends_at=timezone.now() - timedelta(hours=1))
    assert owner_of(text) is None
    assert credentials.still_good([stream]) == set()
    assert not selectors.tokens(ann)


def test_tokens_from_before_there_were_scopes_open_everything_without_an_end(ann: User) -> None:
    text = "crd_" + "x" * 40
    Token.objects.create(user=ann, name="old", prefix="crd_xxxx", digest=services.digest_of(text))
    shown = services.authenticate_token(text)
    assert shown is not None
    assert all(shown.opens(name) for name in SCOPES)
    assert Token.objects.get().ends_at is None


def test_the_command_takes_scopes_and_an_end(ann: User) -> None:
    text = printed("token", "ann", "--scopes", "bot:play", "club:read", "--days", "30").strip()
    shown = services.authenticate_token(text)
    assert shown is not None
    assert shown.scopes == ("bot:play", "club:read")
    assert Token.objects.get().ends_at is not None
    with pytest.raises(CommandError, match="invalid choice"):
        call_command("token", "ann", "--scopes", "everything")
    for days in ("0", "3651", "a year"):
        with pytest.raises(CommandError, match=f"'{days}' is not a whole number from 1 to 3650$"):
            call_command("token", "ann", "--days", days)


@pytest.mark.usefixtures("no_limits")
def test_an_account_has_fifty_tokens_that_open_something(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_TOKENS", 2)
    first, _text = services.create_token(user=ann, name="one")
    services.create_token(user=ann, name="two", command="c")
    services.create_token(user=ann, name="two", command="c")
    with pytest.raises(TooManyTokens):
        services.create_token(user=ann, name="three")
    assert Token.objects.filter(user=ann).count() == 2
    services.revoke_token(user=ann, token_id=first.pk)
    services.create_token(user=ann, name="three")


def test_what_has_opened_nothing_for_a_month_is_forgotten(ann: User) -> None:
    kept, _text = services.create_token(user=ann, name="kept")
    for name, change in (("revoked", "revoked_at"), ("ended", "ends_at")):
        token, _text = services.create_token(user=ann, name=name)
        Token.objects.filter(pk=token.pk).update(**{change: timezone.now() - timedelta(days=31)})
    forget_sessions()
    assert list(Token.objects.filter(user=ann)) == [kept]
