"""Apps that may act for somebody, and those that they registered."""

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.errors import NotYours, TooManyApps
from accounts.forms import AppForm
from accounts.oauth import apps
from accounts.sessions import user_of
from accounts.views import no_guests


@never_cache
@login_required
@no_guests
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required(enabled=lambda request: request.method == "POST")  # type: ignore[untyped-decorator]
def listed(request: HttpRequest) -> HttpResponse:
    """Who is connected; one's own apps, and a new one."""
    user = user_of(request)
    form = AppForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            apps.register(owner=user, **form.cleaned_data)
        except TooManyApps as refused:
            form.add_error(None, str(refused))
        except NotYours:
            form.add_error(None, gettext("An account of a bot registers no apps."))
        else:
            messages.success(request, gettext("The app is registered."))
            return redirect("settings-apps")
    context = {"area": "me", "part": "apps", "form": form, "own": apps.of(user), "connected": apps.connected(user)}
    return render(request, "people/apps.html", context, status=422 if form.errors else 200)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required(enabled=lambda request: request.method == "POST")  # type: ignore[untyped-decorator]
def edit(request: HttpRequest, app: str) -> HttpResponse:
    """Where one's own app calls people back."""
    try:
        own = apps.one(owner=user_of(request), app=app)
    except NotYours as unknown:
        raise Http404 from unknown
    form = AppForm(request.POST if request.method == "POST" else None, app=own)
    if form.is_valid():
        apps.change(owner=user_of(request), app=app, **form.cleaned_data)
        messages.success(request, gettext("The app is changed."))
        return redirect("settings-apps")
    context = {"area": "me", "part": "apps", "form": form, "app": own}
    return render(request, "people/app.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
def disconnect(request: HttpRequest, app: str) -> HttpResponse:
    try:
        apps.disconnect(user=user_of(request), app=app)
    except NotYours as unknown:
        raise Http404 from unknown
    messages.success(request, gettext("The app is disconnected."))
    return redirect("settings-apps")


@require_POST
@login_required
def remove(request: HttpRequest, app: str) -> HttpResponse:
    try:
        apps.remove(owner=user_of(request), app=app)
    except NotYours as unknown:
        raise Http404 from unknown
    messages.success(request, gettext("The app is removed."))
    return redirect("settings-apps")
