"""Error pages in the site's look, and the one place where refusals of the rooms below become pages."""

from collections.abc import Callable
from urllib.parse import urlencode, urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import is_valid_path, reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.kit.words import sentence
from tournaments.log.errors import RoomError
from tournaments.platform.errors import Refusal, TooOften
from tournaments.platform.outages import RETRY_AFTER, Outage

_WORDS = {
    400: (_("We could not understand that"), _("Something in the address or the form was not understood.")),
    403: (_("This is not open to you"), _("It belongs to somebody else.")),
    404: (_("Page not found"), _("The address may be mistyped, or the table is gone.")),
    409: (_("That came too late"), _("Things have moved on since you looked. Go back and look again.")),
    422: (_("That is not possible"), _("The request was understood and refused.")),
    429: (
        _("Too many attempts"),
        _("Too many requests from your address. Wait a minute and try again."),
    ),
    503: (
        _("One moment, please"),
        _("Cardroom cannot reach its records just now. No move of yours is lost. Try again in a few seconds."),
    ),
    500: (_("Something broke here"), _("It is our fault, it has been noted, and no move of yours is lost.")),
}
_OUTAGES = {
    "unavailable": _WORDS[503],
    "read_only": (
        _("Read-only for now"),
        _("The service is read-only at the moment, so this was not saved. Nothing that was saved before is lost."),
    ),
    "disk_full": (
        _("Out of storage"),
        _("The service has run out of storage, so this was not saved. Nothing that was saved before is lost."),
    ),
}
A_MINUTE = 60
"""Seconds, as the words of 429 say."""
_TO_STRANGERS = _("You may have to log in, or it belongs to somebody else.")


def page(request: HttpRequest, status: int, text: str = "", **more: str) -> HttpResponse:
    title, usual = _WORDS.get(status, _WORDS[400])
    context = {"code": status, "title": title, "text": text or usual, **more}
    return render(request, "error.html", context, status=status)


def refusal(request: HttpRequest, status: int, text: str = "") -> HttpResponse:
    """What may not be done. It may be open to a stranger who logs in."""
    if status == 403 and not request.user.is_authenticated:
        return page(request, status, text or str(_TO_STRANGERS), log_in=_log_in(request))
    return page(request, status, text)


def _log_in(request: HttpRequest) -> str:
    """Where a stranger logs in, and comes back from: to the page asked for, or to the one whose form was refused."""
    came = request.get_full_path() if request.method in ("GET", "HEAD") else request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(came, {request.get_host()}):
        return reverse("account_login")
    return f"{reverse('account_login')}?{urlencode({'next': urlsplit(came)._replace(scheme='', netloc='').geturl()})}"


def too_often(request: HttpRequest, limit: TooOften) -> HttpResponse:
    response = page(request, 429, str(limit))
    response["Retry-After"] = str(limit.retry_after)
    return response


def too_many(request: HttpRequest) -> HttpResponse:
    """Of the ways in, whose limits are allauth's: they do not say for how long."""
    response = page(request, 429)
    response["Retry-After"] = str(A_MINUTE)
    return response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return page(request, 400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return refusal(request, 403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return page(request, 403, gettext("The form was open for too long, or cookies are off. Go back and send it again."))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Our pages end without a slash: a reader who typed one is sent to the page without it, if there is one."""
    path, query, arguments = request.get_full_path().partition("?")
    without = request.path.rstrip("/")
    if request.method in ("GET", "HEAD") and without not in ("", request.path) and is_valid_path(without):
        return redirect(path.rstrip("/") + query + arguments, permanent=True)
    return page(request, 404)


def broken(request: HttpRequest) -> HttpResponse:
    return page(request, 500)


def unavailable(request: HttpRequest, outage: Outage = "unavailable") -> HttpResponse:
    """What is the matter with the database. Drawn without the request, as user, session and messages lie there."""
    title, text = _OUTAGES[outage]
    context = {"code": 503, "title": title, "text": text, "again": request.path if request.method == "GET" else ""}
    headers = {"Retry-After": str(RETRY_AFTER)}
    return HttpResponse(render_to_string("error.html", context), status=503, headers=headers)


def _above(path: str) -> str:
    """The nearest page above *path*."""
    while path := path.rstrip("/").rpartition("/")[0]:
        if is_valid_path(path):
            return path
    return reverse("home")


class ErrorPages:
    """A refusal that no view has answered becomes an error page with its reason. Paths of the API have their own.

    An address that only takes a form is left standing in the browser when the form is refused. A reader
    who loads it again, or changes the language there, is led to the page above it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == 405 and request.method == "GET" and not request.path.startswith("/api/"):
            return redirect(_above(request.path))
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if request.path.startswith("/api/"):
            return None
        if isinstance(exception, RoomError):
            return refusal(request, exception.status, sentence(exception.reason))
        if isinstance(exception, TooOften):
            return too_often(request, exception)
        if isinstance(exception, Refusal):
            return refusal(request, exception.status)
        return None
