"""Pages for a frame on anybody's site: what a stranger may see, and nothing that can be done."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, cast

from csp.decorators import csp_replace
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from tournaments.kit import visibility
from tournaments.kit.words import sentence
from tournaments.log.errors import RoomError
from tournaments.platform.errors import TooOften

View = Callable[..., HttpResponse]
WIDTH: Final = 640
HEIGHT: Final = 420
"""Pixels of a frame, if nobody says otherwise."""


def code_of(address: str, width: int = WIDTH, height: int = HEIGHT) -> SafeString:
    """The HTML that shows the page at *address*, a path and perhaps a query, on another site.

    What may stand in a frame has its address with ``/embed`` behind the path.
    """
    path, mark, query = address.partition("?")
    return format_html(
        '<iframe src="{}{}/embed{}" width="{}" height="{}" title="Cardroom" loading="lazy"></iframe>',
        *(settings.SITE_URL, path, mark + query, width, height),
    )


def embedded(view: Callable[..., HttpResponseBase]) -> View:
    """*view*, asked by a stranger: a frame on a site of the same domain would bring the reader's cookie along.

    What it refuses is said in the frame, with the status that it has anywhere.
    """

    @wraps(view, updated=())
    def shown(request: HttpRequest, *args: Any, **given: Any) -> HttpResponseBase:
        request.user = AnonymousUser()
        try:
            visibility.check(given, request.user)
            return view(request, *args, **given)
        except RoomError as refused:
            return _refusal(request, refused.status, sentence(refused.reason))
        except TooOften as limit:
            return _refusal(request, 429, str(limit))
        except Http404:
            return _refusal(request, 404)

    shown.asks_itself = True  # type: ignore[attr-defined]
    return cast(View, require_safe(xframe_options_exempt(csp_replace({"frame-ancestors": ["*"]})(shown))))


def _refusal(request: HttpRequest, status: int, said: str = "") -> HttpResponse:
    return render(request, "embeds/refused.html", {"said": said}, status=status)
