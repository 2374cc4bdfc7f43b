"""Signing up and logging in, open to guests too: allauth turns away anybody who has a session already."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from allauth.account import views
from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.base import views as second_factor
from allauth.mfa.totp.views import activate_totp as totp
from allauth.mfa.webauthn import views as passkeys
from allauth.socialaccount import views as elsewhere
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts import selectors
from accounts.adapter import guest_of
from accounts.errors import NameTaken


def guests_welcome(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """For the length of the view a guest counts as nobody; ``request.guest`` says who it is."""

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        user = request.user
        if not (user.is_authenticated and user.is_guest):
            return view(request, *args, **kwargs)
        request.guest = user  # type: ignore[attr-defined]
        request.user = AnonymousUser()
        try:
            return view(request, *args, **kwargs)
        finally:
            if not request.user.is_authenticated:
                request.user = user

    return shown


class GuestsWelcome:
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return guests_welcome(super().dispatch)(request, *args, **kwargs)  # type: ignore[misc]


class FreeNames:
    """Somebody else may have been quicker: then the name is taken, as if it had been all along."""

    def form_valid(self, form: Any) -> HttpResponse:
        guest = guest_of(self.request)  # type: ignore[attr-defined]
        try:
            done: HttpResponse = super().form_valid(form)  # type: ignore[misc]
        except NameTaken:
            if guest is not None:
                guest.refresh_from_db()
            form.add_error("username", _("That name is taken, or looks like one that is."))
            done = self.form_invalid(form)  # type: ignore[attr-defined]
            done.status_code = 422
        return done


class SignupView(GuestsWelcome, FreeNames, views.SignupView):  # type: ignore[misc]
    def get_initial(self) -> dict[str, Any]:
        """A guest may keep the name."""
        guest = guest_of(self.request)
        return dict(super().get_initial()) | ({"username": guest.username} if guest else {})

    def get_context_data(self, **given: Any) -> dict[str, Any]:
        guest = guest_of(self.request)
        ended = guest is not None and selectors.tokens(guest).exists()
        return dict(super().get_context_data(**given)) | {"ends_tokens": ended}

    def form_valid(self, form: Any) -> HttpResponse:
        done: HttpResponse = super().form_valid(form)
        if self.request.user.is_authenticated:  # else the address is somebody's, which is not told here
            record_authentication(self.request, self.request.user, method="password")
        return done


class LoginView(GuestsWelcome, views.LoginView):  # type: ignore[misc]
    pass


class AuthenticateView(GuestsWelcome, second_factor.AuthenticateView):  # type: ignore[misc]
    """The second step of a log-in."""


class PasskeyLoginView(GuestsWelcome, passkeys.LoginWebAuthnView):  # type: ignore[misc]
    pass


COME: Final = "socialaccount_sociallogin"
"""Where allauth keeps in the session who has come from elsewhere and has no account here yet."""


class ElsewhereSignupView(GuestsWelcome, FreeNames, elsewhere.SignupView):  # type: ignore[misc]
    """A name for somebody who comes from an account elsewhere."""

    def form_valid(self, form: Any) -> HttpResponse:
        """If the name has just been taken, another may be tried. allauth forgets who has come as soon as it saves."""
        come = self.request.session.get(COME)
        done: HttpResponse = super().form_valid(form)
        if done.status_code == 422:
            self.request.session[COME] = come
        return done


def no_guests(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A guest has nothing to log in by, and gets it by signing up alone: somebody who finds their screen could leave an
    address of their own there, which would stay the account's."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and request.user.is_guest:
            return redirect("account_signup")
        return view(request, *args, **kwargs)

    return guarded


addresses = no_guests(views.email)
set_password = no_guests(views.password_set)
change_password = no_guests(views.password_change)
activate_totp = no_guests(totp)
add_passkey = no_guests(passkeys.add_webauthn)
