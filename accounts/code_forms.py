"""allauth's forms of an app's codes: each code is accepted once, in all forms together, for as long as it is valid."""

from typing import Any

from allauth.mfa import app_settings
from allauth.mfa.base.forms import AuthenticateForm as LogIn
from allauth.mfa.base.forms import ReauthenticateForm as LogInAgain
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.totp.internal.auth import TOTP
from django.core.cache import cache


def _spend(authenticator: Authenticator, code: str) -> None:
    """Mark *code* as used for all periods in which allauth accepts it; allauth itself does so for one."""
    mark = TOTP(authenticator)._get_used_cache_key(code)
    periods = 1 + 2 * app_settings.TOTP_TOLERANCE
    cache.set(mark, "y", periods * app_settings.TOTP_PERIOD)


class ActivateForm(ActivateTOTPForm):  # type: ignore[misc]
    """The code that switches codes on opens no log-in afterwards."""

    def clean_code(self) -> Any:
        code = super().clean_code()
        _spend(Authenticator(user=self.user), code)
        return code


class _Spending:
    def clean_code(self) -> Any:
        code = super().clean_code()  # type: ignore[misc]
        authenticator: Authenticator = self.authenticator  # type: ignore[attr-defined]
        if authenticator.type == Authenticator.Type.TOTP:
            _spend(authenticator, code)
        return code


class AuthenticateForm(_Spending, LogIn):  # type: ignore[misc]
    pass


class ReauthenticateForm(_Spending, LogInAgain):  # type: ignore[misc]
    pass
