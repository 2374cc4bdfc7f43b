"""To an account elsewhere and back: what is asked there opens an account here (:mod:`accounts.elsewhere`)."""

from collections.abc import Callable
from functools import wraps

import requests
import structlog
from allauth.core.internal import ratelimit
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.helpers import render_authentication_error
from allauth.socialaccount.providers.openid_connect import views as openid
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts import elsewhere
from accounts.views import guests_welcome, no_guests

_log = structlog.get_logger(__name__)


def _answering_faults(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """*view* asks another service. If the answer is missing or malformed, the reader gets a page that says so."""

    @wraps(view)
    def asked(request: HttpRequest, provider_id: str) -> HttpResponse:
        if provider_id not in {each.key for each in elsewhere.providers()}:
            raise Http404
        try:
            answer = view(request, provider_id)
        except (requests.RequestException, LookupError, AttributeError, TypeError, ValueError) as fault:
            _log.warning("log-in elsewhere failed", provider=provider_id, fault=type(fault).__name__)
            provider = get_adapter(request).get_provider(request, provider_id)
            answer = render_authentication_error(request, provider, exception=fault)
        if answer.status_code == 401:  # which would have to say how one shows who one is
            answer.status_code = 403
        return answer

    return asked


@require_POST
@guests_welcome
@_answering_faults
def begin(request: HttpRequest, provider_id: str) -> HttpResponse:
    """Go there. A form may lead nowhere else (``form-action``), so a page of ours does."""
    refused: HttpResponse | None = ratelimit.consume_or_429(request, app="allauth.account", action="login")
    if refused is not None:
        return refused
    answer: HttpResponse = openid.login(request, provider_id)
    if not isinstance(answer, HttpResponseRedirect):
        return answer
    page = render(request, "socialaccount/leaving.html", {"address": answer.url})
    page.headers["Refresh"] = f"0; url={answer.url}"
    return page


@require_safe
@guests_welcome
@_answering_faults
def come_back(request: HttpRequest, provider_id: str) -> HttpResponse:
    answer: HttpResponse = openid.callback(request, provider_id)
    return answer


@require_POST
@no_guests
@login_required
def disconnect(request: HttpRequest, account: int) -> HttpResponseBase:
    for error in elsewhere.disconnect(request, str(account)):
        messages.error(request, error)
    return redirect("settings-security")
