"""Who guesses is held up, and nobody else by them."""

import secrets
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.http import HttpResponse
from django.test import Client, RequestFactory

from accounts import browsers
from accounts.adapter import AccountAdapter
from accounts.models import User
from tests.accounts.entrance import PASSWORD

pytestmark = pytest.mark.django_db

CLUB, ELSEWHERE = "192.0.2.1", "192.0.2.2"


@pytest.fixture(autouse=True)
def nothing_counted(settings: Any) -> None:
    """allauth counts in the cache, by names and addresses that other tests have too."""
    backend = "django.core.cache.backends.locmem.LocMemCache"
    settings.CACHES = {"default": {"BACKEND": backend, "LOCATION": secrets.token_hex(4)}}


@pytest.fixture
def ann() -> User:
    user = User.objects.create_user("ann", password=PASSWORD)
    EmailAddress.objects.create(user=user, email="ann@example.org", verified=True, primary=True)
    return user


def try_in(client: Client, address: str, password: str = PASSWORD, name: str = "ann") -> bool:
    """Whether it was let in."""
    given = {"login": name, "password": password}
    return bool(client.post("/account/login/", given, headers={"X-Forwarded-For": address}).status_code == 302)


def guess(address: str, times: int = 5) -> None:
    for _ in range(times):
        assert not try_in(Client(), address, "wrong")


def test_wrong_passwords_keep_nobody_out_elsewhere(ann: User) -> None:
    guess(CLUB, 6)
    assert not try_in(Client(), CLUB)
    assert try_in(Client(), ELSEWHERE)


@pytest.mark.parametrize("name", ["ann", "ANN", "ann@example.org"])
def test_a_browser_that_was_in_before_is_let_in_at_the_same_address_too(ann: User, name: str) -> None:
    browser = Client()
    assert try_in(browser, CLUB)
    browser.cookies.pop("sessionid")
    assert browsers.COOKIE in browser.cookies
    guess(CLUB, 15)
    assert not try_in(Client(), CLUB)
    assert try_in(browser, CLUB, name=name)


def test_a_browser_is_known_to_the_accounts_that_it_was_in_alone(ann: User) -> None:
    mine = Client()
    User.objects.create_user("bob", password=PASSWORD)
    assert try_in(mine, CLUB, name="bob")
    mine.cookies.pop("sessionid")
    guess(CLUB, 6)
    assert not try_in(mine, CLUB)
    forged = Client()
    forged.cookies[browsers.COOKIE] = mine.cookies[browsers.COOKIE].value.replace("W", "X", 1) + "x"
    assert not try_in(forged, CLUB)


def test_a_known_browser_does_not_guess_without_end(ann: User) -> None:
    browser = Client()
    assert try_in(browser, CLUB)
    browser.cookies.pop("sessionid")
    assert [try_in(browser, CLUB, "wrong") for _ in range(10)] == [False] * 10
    assert not try_in(browser, CLUB)


@pytest.mark.parametrize("somebody_else", [False, True])
def test_another_cookie_is_no_new_browser_at_a_screen_that_was_left_open(ann: User, somebody_else: bool) -> None:
    """Neither one that is made up, nor one of another account."""
    bob, keys = User.objects.create_user("bob"), set()
    for number in range(3):
        request, response = RequestFactory().get("/"), HttpResponse()
        request.user = ann
        browsers.remember(request, response, bob if number else User.objects.create_user("carl"))
        request.COOKIES[browsers.COOKIE] = response.cookies[browsers.COOKIE].value if somebody_else else str(number)
        keys |= {key for _action, key in AccountAdapter(request)._attempts(request, {"username": "ann"})}
    assert len(keys) == 1


def test_guesses_from_many_addresses_are_slowed_down(ann: User) -> None:
    for number in range(4):
        guess(f"198.51.100.{number}")
    assert not try_in(Client(), ELSEWHERE)


@pytest.mark.parametrize(
    ("path", "given"),
    [
        ("/account/signup/", {"username": "name-{}", "password1": PASSWORD}),
        ("/account/password/reset/", {"email": "somebody-{}@example.org"}),
    ],
)
def test_accounts_and_mails_have_a_day_s_limit_by_address(path: str, given: dict[str, str], settings: Any) -> None:
    rates = {name: settings.ACCOUNT_RATE_LIMITS[name].split(",") for name in ("signup", "reset_password")}
    assert all(any(rate.endswith("/d/ip") for rate in several) for several in rates.values())
    settings.ACCOUNT_RATE_LIMITS = {"signup": "2/d/ip", "reset_password": "2/d/ip"}
    sent = [Client().post(path, {key: value.format(number) for key, value in given.items()}) for number in range(3)]
    assert [answer.status_code for answer in sent] == [302, 302, 429]
