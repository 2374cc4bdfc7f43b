"""How allauth's provider works here: who issues, which key signs, what the scopes are called."""

import secrets
import string
from datetime import UTC, datetime
from typing import Any, Final, Literal

from allauth.idp.oidc.adapter import DefaultOIDCAdapter
from allauth.idp.oidc.models import PrivateKey
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from accounts.oauth import keys
from accounts.scopes import SCOPES
from accounts.services import APP_PREFIX

ALPHABET: Final = string.ascii_letters + string.digits
LENGTH: Final = 43
IDENTITY: Final = {"openid": _("Know that it is you"), "profile": _("See your public name")}
"""The scopes of OpenID Connect that an app may ask for; an e-mail address is told to nobody."""
_NEWEST: Final = datetime(2026, 1, 1, tzinfo=UTC)


class OIDCAdapter(DefaultOIDCAdapter):  # type: ignore[misc]
    scope_display: Final = IDENTITY | {name: each.words for name, each in SCOPES.items()}

    def generate_client_id(self) -> str:
        return "cra_" + drawn(20)

    def get_issuer(self) -> str:
        """Not what the ``Host`` of a request says."""
        return str(settings.SITE_URL)

    def list_private_keys(
        self, *, did_activate: Literal[True] | None = None, is_active: Literal[True] | None = None
    ) -> list[PrivateKey]:
        """The key that signs, and those of earlier secrets, by which what they signed is still checked."""
        former = [PrivateKey(pem=keys.pem(secret)) for secret in settings.SECRET_KEY_FALLBACKS]
        return [PrivateKey(pem=keys.pem(settings.SECRET_KEY), issued_at=_NEWEST), *former]


def access_token(_request: Any) -> str:
    """The text of a new access token; like those of personal tokens it tells scanners what it is."""
    return APP_PREFIX + drawn(LENGTH)


def refresh_token(_request: Any) -> str:
    return "crr_" + drawn(LENGTH)


def drawn(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _place in range(length))
