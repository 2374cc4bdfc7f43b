"""allauth's forms of second factors.

Each code of an app is accepted once, in all forms together, for as long as it is valid. What nobody's browser sent is
a wrong passkey and not a fault of ours.
"""

from typing import Any

from allauth.mfa import app_settings
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base.forms import AuthenticateForm as LogIn
from allauth.mfa.base.forms import ReauthenticateForm as LogInAgain
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.totp.internal.auth import TOTP
from allauth.mfa.webauthn import forms
from django.core.cache import cache


def _spend(authenticator: Authenticator, code: str) -> None:
    """Mark *code* as used for all periods in which allauth accepts it; allauth itself does so for one."""
    mark = TOTP(authenticator)._get_used_cache_key(code)
    periods = 1 + 2 * app_settings.TOTP_TOLERANCE
    cache.set(mark, "y", periods * app_settings.TOTP_PERIOD)


class ActivateCodeForm(ActivateTOTPForm):  # type: ignore[misc]
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


class CodeForm(_Spending, LogIn):  # type: ignore[misc]
    pass


class CodeAgainForm(_Spending, LogInAgain):  # type: ignore[misc]
    pass


_MALFORMED = (KeyError, TypeError, ValueError, AttributeError)


class _Checked:
    def clean_credential(self) -> Any:
        try:
            return super().clean_credential()  # type: ignore[misc]
        except _MALFORMED as error:
            raise get_adapter().validation_error("incorrect_code") from error


class PasskeyLoginForm(_Checked, forms.LoginWebAuthnForm):  # type: ignore[misc]
    pass


class PasskeyForm(_Checked, forms.AuthenticateWebAuthnForm):  # type: ignore[misc]
    pass


class PasskeyAgainForm(_Checked, forms.ReauthenticateWebAuthnForm):  # type: ignore[misc]
    pass


class AddPasskeyForm(forms.AddWebAuthnForm):  # type: ignore[misc]
    def clean(self) -> dict[str, Any]:
        try:
            cleaned: dict[str, Any] = super().clean()
        except _MALFORMED as error:
            raise get_adapter().validation_error("incorrect_code") from error
        return cleaned
