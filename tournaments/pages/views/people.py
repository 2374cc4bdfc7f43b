"""Players' pages and the user's own settings."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import selectors, services
from accounts.errors import NotYours
from accounts.forms import ProfileForm, TokenForm
from accounts.models import User
from tournaments.pages.lists import Page
from tournaments.pages.people import names_of
from tournaments.pages.profile import profile
from tournaments.tables import selectors as tables


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    user = selectors.by_name(name)
    if user is None or not user.is_active:
        raise Http404
    played = Page(request, lambda limit, offset: tables.listed(user=user.pk, limit=limit, offset=offset))
    context = {
        "area": "me" if user == request.user else "",
        "player": user,
        "page": played,
        "names": names_of(played.items),
    }
    context |= profile(request, user)
    return render(request, "people/player.html", context)


@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """Everybody who has an account, and the bots, by name."""
    part = request.GET.get("name", "").strip()
    found = Page(request, lambda limit, offset: selectors.named(part, limit=limit, offset=offset))
    return render(request, "people/list.html", {"area": "ladders", "page": found, "part": part})


@never_cache
@login_required
def settings(request: HttpRequest) -> HttpResponse:
    user = _user(request)
    form = ProfileForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid() and form.save():
        messages.success(request, gettext("Your settings are saved."))
        return redirect("settings")
    return _settings(request, form, TokenForm(), status=422 if form.errors else 200)


@never_cache
@require_POST
@login_required
def create_token(request: HttpRequest) -> HttpResponse:
    """Make a token. Its text is on this answer and nowhere else."""
    user = _user(request)
    form = TokenForm(request.POST)
    if not form.is_valid():
        return _settings(request, ProfileForm(user=user), form, status=422)
    _token, text = services.create_token(user=user, name=form.cleaned_data["name"])
    return _settings(request, ProfileForm(user=user), TokenForm(), made=text)


@require_POST
@login_required
def revoke_token(request: HttpRequest, token_id: int) -> HttpResponse:
    try:
        services.revoke_token(user=_user(request), token_id=token_id)
    except NotYours as unknown:
        raise Http404 from unknown
    messages.success(request, gettext("The token is revoked."))
    return redirect("settings")


def _settings(
    request: HttpRequest, profile: ProfileForm, token: TokenForm, *, made: str = "", status: int = 200
) -> HttpResponse:
    context = {"area": "me", "form": profile, "token_form": token, "made": made}
    return render(
        request, "people/settings.html", context | {"tokens": selectors.tokens(_user(request))}, status=status
    )


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # noqa: S101  login_required came first
    return request.user
