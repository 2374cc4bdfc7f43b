"""Codes of an app, recovery codes, and what a password alone no longer opens."""

import re

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth as totp
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from accounts import second_factor, services
from accounts.models import User
from accounts.second_factor import MFAAdapter
from tests.accounts.entrance import code_of, is_in, log_in
from tests.commands import printed
from tests.factories import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits")]

PASSWORD = "six green bottles"


@pytest.fixture
def ann(db: None) -> User:
    return User.objects.create_user("ann", password=PASSWORD)


@pytest.fixture
def secret(ann: User) -> str:
    """Ann has switched codes on, some minutes ago; the secret that her app knows."""
    switched_on = switch_on(ann)
    cache.clear()
    return switched_on


def switch_on(ann: User) -> str:
    client = Client()
    log_in(client)
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    page = client.get("/account/second-factor/totp/activate/").content.decode()
    found = re.search(r'id="secret"[^>]*value="([A-Z2-7]+)"', page)
    assert found
    done = client.post("/account/second-factor/totp/activate/", {"code": code_of(found[1])}, follow=True)
    codes = re.search(r'<textarea id="codes"[^>]*>([\d\s]+)', done.content.decode())
    assert codes
    assert len(codes[1].split()) == 10
    ann.codes = codes[1].split()  # type: ignore[attr-defined]
    return found[1]


def test_a_password_alone_opens_nothing_any_more(ann: User, secret: str) -> None:
    client = Client()
    assert log_in(client)["Location"].startswith("/account/second-factor/authenticate/")
    assert not is_in(client)
    assert client.get("/settings").status_code == 302
    client.post("/account/second-factor/authenticate/", {"code": "000000"})
    assert not is_in(client)
    client.post("/account/second-factor/authenticate/", {"code": code_of(secret)})
    assert is_in(client)


def test_a_guest_who_logs_in_takes_the_second_step_too(ann: User, secret: str) -> None:
    client = Client()
    client.force_login(services.create_guest(), backend="django.contrib.auth.backends.ModelBackend")
    log_in(client)
    assert client.get("/account/second-factor/authenticate/").status_code == 200
    client.post("/account/second-factor/authenticate/", {"code": code_of(secret)})
    assert client.session["_auth_user_id"] == str(ann.pk)


@pytest.mark.usefixtures("secret")
def test_the_session_of_the_first_step_is_a_strangers_in_the_api_and_for_streams(ann: User) -> None:
    client = Client()
    log_in(client)
    assert client.post("/api/tables", "{}", content_type="application/json").status_code in {401, 403}
    assert client.get("/settings/tokens").status_code == 302
    assert not ann.tokens.exists()


def test_the_code_that_switched_codes_on_opens_no_log_in(ann: User) -> None:
    secret, client = switch_on(ann), Client()
    log_in(client)
    client.post("/account/second-factor/authenticate/", {"code": code_of(secret)})
    assert not is_in(client)


def test_a_code_that_was_used_is_remembered_for_as_long_as_it_is_taken(
    ann: User, secret: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    marks: dict[str, float] = {}
    monkeypatch.setattr(cache, "set", lambda mark, _value, timeout: marks.update({mark: timeout}))
    client = Client()
    log_in(client)
    client.post("/account/second-factor/authenticate/", {"code": code_of(secret)})
    assert is_in(client)
    assert [timeout for mark, timeout in marks.items() if "totp.used" in mark] == [90]


def test_a_code_is_good_once(secret: str) -> None:
    first, second, code = Client(), Client(), code_of(secret)
    for client in (first, second):
        log_in(client)
        client.post("/account/second-factor/authenticate/", {"code": code})
    assert [is_in(first), is_in(second)] == [True, False]


@pytest.mark.usefixtures("secret")
def test_a_recovery_code_is_good_once_and_counted(ann: User) -> None:
    first, second, code = Client(), Client(), ann.codes[3]  # type: ignore[attr-defined]
    for client in (first, second):
        log_in(client)
        client.post("/account/second-factor/authenticate/", {"code": code})
    assert [is_in(first), is_in(second)] == [True, False]
    assert second_factor.factors_of(ann).codes == 9


@pytest.mark.usefixtures("secret")
def test_recovery_codes_are_shown_once(ann: User) -> None:
    client = client_of(ann)
    page = client.get("/account/second-factor/recovery-codes/").content.decode()
    assert ann.codes[0] not in page  # type: ignore[attr-defined]


def test_secrets_are_not_in_the_database_and_another_key_opens_nothing(
    ann: User, secret: str, settings: Settings
) -> None:
    assert secret not in str([*Authenticator.objects.values()])
    settings.SECRET_KEY = "x" * 50
    guessed = totp.format_hotp_value(totp.hotp_value("", [*totp.yield_hotp_counters_from_time()][1]))
    for code in (code_of(secret), guessed):
        client = Client()
        log_in(client)
        client.post("/account/second-factor/authenticate/", {"code": code})
        assert not is_in(client)


def test_what_an_earlier_key_has_locked_is_still_read(settings: Settings) -> None:
    settings.SECRET_KEY = "one" * 20
    locked = MFAAdapter().encrypt("text")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "two" * 20, ["one" * 20]
    assert MFAAdapter().decrypt(locked) == "text"


def test_too_many_wrong_codes_are_told_to_wait(ann: User, secret: str, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login_failed": "3/m/key"}
    client = Client()
    log_in(client)
    for _ in range(4):
        client.post("/account/second-factor/authenticate/", {"code": "000000"})
    client.post("/account/second-factor/authenticate/", {"code": code_of(secret)})
    assert not is_in(client)


def test_switching_off_asks_who_it_is_first(ann: User, secret: str) -> None:
    client = client_of(ann)
    answer = client.post("/account/second-factor/totp/deactivate/")
    assert "reauthenticate" in answer["Location"]
    assert second_factor.factors_of(ann).on
    client.get(answer["Location"], follow=True)
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    client.post("/account/second-factor/totp/deactivate/")
    assert not second_factor.factors_of(ann).on


def test_a_guest_signs_up_first() -> None:
    client = Client()
    client.force_login(services.create_guest(), backend="django.contrib.auth.backends.ModelBackend")
    for path in ("totp/activate/", "webauthn/add/"):
        assert client.get(f"/account/second-factor/{path}")["Location"] == "/account/signup/"


@pytest.mark.parametrize("credential", ["", "{}", "[]", "null", '{"id": 1}', '{"response": {"userHandle": "AA"}}', "x"])
def test_a_made_up_passkey_opens_nothing(credential: str) -> None:
    client = Client(headers={"x-requested-with": "XMLHttpRequest"})
    assert "challenge" in client.get("/account/second-factor/webauthn/login/").json()["request_options"]["publicKey"]
    answer = client.post("/account/second-factor/webauthn/login/", {"credential": credential})
    assert answer.status_code == 302
    assert not is_in(client)


@pytest.mark.usefixtures("secret")
def test_nobody_touches_the_factors_of_another(ann: User) -> None:
    row = Authenticator.objects.filter(user=ann).first()
    assert row
    bob = User.objects.create_user("bob", password=PASSWORD)
    client = Client()
    log_in(client, bob.username)
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    for verb in ("remove", "edit"):
        path = f"/account/second-factor/webauthn/keys/{row.pk}/{verb}/"
        assert client.get(path).status_code == 404
        assert client.post(path, {"name": "x"}).status_code == 404
    assert Authenticator.objects.filter(user=ann).count() == 2


@pytest.mark.usefixtures("secret")
def test_who_runs_the_service_helps_somebody_who_has_lost_them(ann: User) -> None:
    before = client_of(ann)
    assert "totp since" in printed("factors", "ANN")
    assert second_factor.factors_of(ann).on
    assert "Factors removed: 2." in printed("factors", "ann", "--remove")
    assert not second_factor.factors_of(ann).on
    assert before.get("/settings").status_code == 302
    client = Client()
    log_in(client)
    assert is_in(client)
    with pytest.raises(CommandError, match="no account"):
        call_command("factors", "nobody")
