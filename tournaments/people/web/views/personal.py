"""All that is kept of somebody: fetched, and erased."""

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import erasure
from accounts.sessions import user_of
from tournaments.people import export
from tournaments.platform import limits


@never_cache
@login_required
@require_safe
def data(request: HttpRequest) -> HttpResponse:
    return _page(request)


@never_cache
@login_required
@require_safe
def download(request: HttpRequest) -> HttpResponseBase:
    user = user_of(request)
    limits.count("exports", user=user.pk, guest=user.is_guest)
    answer = HttpResponse(export.document(user), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{export.FILE}"'
    return answer


@require_POST
@login_required
def erase(request: HttpRequest) -> HttpResponse:
    """Asked for by the name, so that nobody does it by accident."""
    user = user_of(request)
    if request.POST.get("name", "").strip() != user.username:
        return _page(request, wrong=True)
    erasure.ask(user=user, session=request.session.session_key)
    if user.is_guest:
        return redirect("settings-data")
    logout(request)
    messages.info(request, gettext("Your account will be erased in 14 days. Logging in before then keeps it."))
    return redirect("home")


@require_POST
@login_required
def keep(request: HttpRequest) -> HttpResponse:
    """The account stays after all: how a guest says so, who cannot log in again."""
    if erasure.take_back(user=user_of(request)):
        messages.success(request, gettext("Your account stays."))
    return redirect("settings-data")


def _page(request: HttpRequest, *, wrong: bool = False) -> HttpResponse:
    context = {"area": "me", "part": "data", "wrong": wrong}
    return render(request, "people/data.html", context, status=422 if wrong else 200)
