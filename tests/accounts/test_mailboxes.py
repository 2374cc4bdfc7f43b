"""Nobody's mailbox is filled by somebody who knows their address, from however many computers."""

import secrets
import time

import pytest
from allauth.core.internal import ratelimit
from django.core import mail
from django.test import Client

from tests.accounts.entrance import PASSWORD

pytestmark = pytest.mark.django_db

TRIES = 30


@pytest.fixture
def every_four_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look at the clock is four minutes after the one before."""
    began, looks = time.time(), iter(range(10_000))

    class Clock:
        monotonic = staticmethod(time.monotonic)
        sleep = staticmethod(time.sleep)

        @staticmethod
        def time() -> float:
            return began + 240 * next(looks)

    monkeypatch.setattr(ratelimit, "time", Clock)


def from_somewhere(number: int) -> Client:
    return Client(headers={"X-Forwarded-For": f"198.51.100.{number}"})


@pytest.mark.usefixtures("every_four_minutes")
def test_signing_up_again_and_again_with_an_address_sends_it_ten_mails_a_day() -> None:
    address = f"{secrets.token_hex(6)}@example.org"
    for number in range(TRIES):
        form = {"username": f"u{secrets.token_hex(6)}", "password1": PASSWORD, "email": address}
        assert from_somewhere(number).post("/account/signup/", form).status_code == 302
    assert len([message for message in mail.outbox if message.to == [address]]) == 10


@pytest.mark.usefixtures("every_four_minutes")
def test_asking_for_another_password_again_and_again_sends_twenty_mails_a_day() -> None:
    address = f"{secrets.token_hex(6)}@example.org"
    told = [
        from_somewhere(number).post("/account/password/reset/", {"email": address}).status_code
        for number in range(TRIES)
    ]
    assert len([message for message in mail.outbox if message.to == [address]]) == 20
    assert told == [302] * 20 + [429] * 10
