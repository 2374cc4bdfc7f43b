"""Ways in, as people take them on pages."""

import re
from typing import Any

from allauth.mfa.totp.internal import auth as totp
from django.core import mail
from django.test import Client

from accounts import services
from accounts.models import User

PASSWORD = "six green bottles"


def sign_up(client: Client, name: str, **more: str) -> Any:
    return client.post("/account/signup/", {"username": name, "password1": PASSWORD, **more}, follow=True)


def reset(email: str, password: str) -> None:
    """Reset a forgotten password, by the link in the mail."""
    client = Client()
    client.post("/account/password/reset/", {"email": email})
    link = re.search(r"https?://[^/]+(/account/password/reset/key/\S+)", str(mail.outbox[0].body))
    assert link
    page = client.get(link[1], follow=True)
    client.post(page.request["PATH_INFO"], {"password1": password, "password2": password})


def code_of(secret: str) -> str:
    counter = [*totp.yield_hotp_counters_from_time()][1]
    return str(totp.format_hotp_value(totp.hotp_value(secret, counter)))


def log_in(client: Client, name: str = "ann") -> Any:
    return client.post("/account/login/", {"login": name, "password": PASSWORD})


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def owner_of(text: str) -> User | None:
    """Whose token *text* is."""
    shown = services.authenticate_token(text)
    return None if shown is None else shown.user
