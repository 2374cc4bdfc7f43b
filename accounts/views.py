"""Signing up and logging in, open to guests too: allauth turns away anybody who has a session already."""

from __future__ import annotations

from typing import Any

from allauth.account import views
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _

from accounts.adapter import guest_of
from accounts.errors import NameTaken


class GuestsWelcome:
    """For the length of the view a guest counts as nobody; ``request.guest`` says who it is."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        user = request.user
        if not (user.is_authenticated and user.is_guest):
            return super().dispatch(request, *args, **kwargs)  # type: ignore[misc, no-any-return]
        request.guest = user  # type: ignore[attr-defined]
        request.user = AnonymousUser()
        try:
            return super().dispatch(request, *args, **kwargs)  # type: ignore[misc, no-any-return]
        finally:
            if not request.user.is_authenticated:
                request.user = user


class SignupView(GuestsWelcome, views.SignupView):  # type: ignore[misc]
    def form_valid(self, form: Any) -> HttpResponse:
        """Somebody else may have been quicker: then the name is taken, as if it had been all along."""
        guest = guest_of(self.request)
        try:
            done: HttpResponse = super().form_valid(form)
        except NameTaken:
            if guest is not None:
                guest.refresh_from_db()
            form.add_error("username", _("That name is taken, or looks like one that is."))
            told: HttpResponse = self.form_invalid(form)
            told.status_code = 422
            return told
        return done


class LoginView(GuestsWelcome, views.LoginView):  # type: ignore[misc]
    pass
