"""The user's own settings: profile, security, tokens, privacy, data."""

from allauth.account.decorators import reauthentication_required
from allauth.account.models import EmailAddress
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import elsewhere, privacy, renaming, second_factor, selectors, services, sessions
from accounts.errors import NotYours, TooManyTokens
from accounts.forms import PrivacyForm, ProfileForm, TokenForm
from accounts.scopes import known
from accounts.sessions import user_of
from tournaments.kit.words import sentence
from tournaments.tables import vacations
from tournaments.tables.errors import RoomError
from tournaments.tables.web.forms import VacationForm


@never_cache
@login_required
def profile(request: HttpRequest) -> HttpResponse:
    user = user_of(request)
    form = ProfileForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid() and form.save():
        messages.success(request, gettext("Your settings are saved."))
        return redirect("settings")
    context = {"form": form, "former": user.former_names.all(), "free_again": renaming.free_again(user)}
    return _page(request, "profile", context, status=422 if form.errors else 200)


# -- security


@never_cache
@login_required
@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """What opens the account, and where it is open."""
    user = user_of(request)
    context = {
        "addresses": EmailAddress.objects.filter(user=user),
        "elsewhere": elsewhere.connected(user),
        "factors": second_factor.factors_of(user),
        "sessions": sessions.listed(user, current=request.session.session_key),
    }
    return _page(request, "security", context)


@require_POST
@login_required
def end_session(request: HttpRequest, session: str) -> HttpResponse:
    try:
        sessions.end(user=user_of(request), session=session)
    except NotYours as unknown:
        raise Http404 from unknown
    messages.success(request, gettext("Logged out there."))
    return redirect("settings-security")


@require_POST
@login_required
def end_other_sessions(request: HttpRequest) -> HttpResponse:
    sessions.end_all(user_of(request), but=request.session.session_key)
    messages.success(request, gettext("Logged out everywhere else."))
    return redirect("settings-security")


# -- tokens


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required(enabled=lambda request: request.method == "POST")  # type: ignore[untyped-decorator]
def tokens(request: HttpRequest) -> HttpResponse:
    """The tokens, and a new one. Its text is on this answer and nowhere else. A link may choose its scopes and name."""
    user = user_of(request)
    asked = {"name": request.GET.get("name", "")[:60], "scopes": known(request.GET.get("scopes", "").split())}
    form, made = TokenForm(request.POST if request.method == "POST" else None, initial=asked), ""
    if form.is_valid():
        try:
            _token, made = services.create_token(user=user, **form.cleaned_data)
            form = TokenForm()
        except TooManyTokens as refused:
            form.add_error(None, str(refused))
    context = {"token_form": form, "made": made, "tokens": selectors.tokens(user)}
    return _page(request, "tokens", context, status=422 if form.errors else 200)


@require_POST
@login_required
def revoke_token(request: HttpRequest, token_id: int) -> HttpResponse:
    try:
        services.revoke_token(user=user_of(request), token_id=token_id)
    except NotYours as unknown:
        raise Http404 from unknown
    messages.success(request, gettext("The token is revoked."))
    return redirect("settings-tokens")


# -- privacy


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def privacy_switches(request: HttpRequest) -> HttpResponse:
    user = user_of(request)
    form = PrivacyForm(request.POST if request.method == "POST" else None, instance=privacy.of(user.pk))
    if request.method == "POST" and form.is_valid():
        privacy.choose(user=user, choices=form.cleaned_data)
        messages.success(request, gettext("Your settings are saved."))
        return redirect("settings-privacy")
    context = {"form": form, "blocked": privacy.blocked(user)}
    return _page(request, "privacy", context, status=422 if form.errors else 200)


@require_POST
@login_required
def unblock(request: HttpRequest) -> HttpResponse:
    other = selectors.by_name(request.POST.get("player", ""))
    if other is None:
        raise Http404
    privacy.unblock(user=user_of(request), other=other)
    return redirect("settings-privacy")


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def vacation(request: HttpRequest) -> HttpResponse:
    user = user_of(request)
    form = VacationForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            vacations.take(user_id=user.pk, days=form.cleaned_data["days"])
        except RoomError as refused:
            form.add_error("days", sentence(refused.reason))
        else:
            messages.success(request, gettext("Your clocks at slow games stand still."))
            return redirect("settings-vacation")
    context = {"form": form, "allowance": vacations.of(user.pk)}
    return _page(request, "vacation", context, status=422 if form.errors else 200)


def _page(request: HttpRequest, part: str, context: dict[str, object], *, status: int = 200) -> HttpResponse:
    return render(request, f"people/{part}.html", {"area": "me", "part": part} | context, status=status)
