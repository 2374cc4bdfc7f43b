"""allauth's forms of passkeys, for which what nobody's browser sent is a wrong passkey and not a fault of ours."""

from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.webauthn import forms

_MALFORMED = (KeyError, TypeError, ValueError, AttributeError)


class _Checked:
    def clean_credential(self) -> Any:
        try:
            return super().clean_credential()  # type: ignore[misc]
        except _MALFORMED as error:
            raise get_adapter().validation_error("incorrect_code") from error


class LoginForm(_Checked, forms.LoginWebAuthnForm):  # type: ignore[misc]
    pass


class AuthenticateForm(_Checked, forms.AuthenticateWebAuthnForm):  # type: ignore[misc]
    pass


class ReauthenticateForm(_Checked, forms.ReauthenticateWebAuthnForm):  # type: ignore[misc]
    pass


class AddForm(forms.AddWebAuthnForm):  # type: ignore[misc]
    def clean(self) -> dict[str, Any]:
        try:
            cleaned: dict[str, Any] = super().clean()
        except _MALFORMED as error:
            raise get_adapter().validation_error("incorrect_code") from error
        return cleaned
