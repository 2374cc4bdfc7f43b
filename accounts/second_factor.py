"""How django-allauth's second factors work here: codes of an app, recovery codes, passkeys; and how they are listed."""

import base64
import hmac
import os
from datetime import datetime
from io import BytesIO
from typing import Final
from urllib.parse import urlsplit

import msgspec
import segno
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.translation import gettext

from accounts.models import User


class Passkey(msgspec.Struct, frozen=True):
    id: int
    name: str
    passwordless: bool
    created_at: datetime
    last_used_at: datetime | None


class Factors(msgspec.Struct, frozen=True):
    """*app* is since when codes of an app are asked for; *codes* how many recovery codes are left."""

    app: datetime | None = None
    app_used_at: datetime | None = None
    codes: int | None = None
    passkeys: tuple[Passkey, ...] = ()

    @property
    def on(self) -> bool:
        """Whether a password alone does not open the account."""
        return self.app is not None or bool(self.passkeys)


def factors_of(user: User) -> Factors:
    app = used = codes = None
    passkeys = []
    for row in Authenticator.objects.filter(user=user).order_by("created_at"):
        if row.type == Authenticator.Type.TOTP:
            app, used = row.created_at, row.last_used_at
        elif row.type == Authenticator.Type.RECOVERY_CODES:
            codes = len(row.wrap().get_unused_codes())
        else:
            key = row.wrap()
            made = Passkey(row.pk, key.name, bool(key.is_passwordless), row.created_at, row.last_used_at)
            passkeys.append(made)
    return Factors(app, used, codes, tuple(passkeys))


SITE: Final = "Cardroom"


class MFAAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Secrets are encrypted at rest: a copy of the database alone makes nobody's codes."""

    def get_totp_issuer(self) -> str:
        return SITE

    def get_totp_label(self, user: User) -> str:
        """The public name: an app's list is shown around more often than an address."""
        return user.username

    def build_totp_svg(self, url: str) -> str:
        made = BytesIO()
        segno.make(url, error="m").save(made, kind="svg", scale=5, border=4, light="#fff", xmldecl=False)
        return made.getvalue().decode()

    def encrypt(self, text: str) -> str:
        return _keys().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """What nobody knows, so that no code is right, if the server's key is another one now."""
        try:
            return _keys().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            return base64.b32encode(os.urandom(20)).decode()

    def generate_authenticator_name(self, user: User, type: object) -> str:  # noqa: A002  as the base class has it
        return gettext("Passkey")

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """The service, by the address that people type: not by what a request says."""
        return {"id": urlsplit(settings.SITE_URL).hostname or "localhost", "name": SITE}


def _keys() -> MultiFernet:
    """The key of today first; what earlier ones have locked is still read."""
    secrets = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    digests = (hmac.digest(str(secret).encode(), b"cardroom second factors", "sha256") for secret in secrets)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])
