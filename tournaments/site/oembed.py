"""oEmbed (https://oembed.com, 1.0): what a program that finds one of our addresses may show in its place."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import Resolver404, resolve
from django.views.decorators.http import require_safe

from engine.text import gettext_noop as _
from tournaments.kit.embeds import HEIGHT, WIDTH, code_of
from tournaments.log.errors import Refused

KEPT = 86_400
"""Seconds for which an answer holds: it names an address, and nothing of what is there."""


@require_safe
def oembed(request: HttpRequest) -> HttpResponse:
    """The frame for ``?url=``, as large as ``maxwidth`` and ``maxheight`` let it be. It never says whether something is
    there: the frame does, to those who look.

    501 for a format that is not JSON. Raises ``Http404`` for an address that nothing can be shown of, and
    :class:`~tournaments.log.errors.Refused` for a size that is not a number.
    """
    if request.GET.get("format", "json") != "json":
        answer = HttpResponse(status=501)
        answer._has_been_logged = True  # type: ignore[attr-defined]  # the service has no fault
        return answer
    width, height = _most(request, "maxwidth", WIDTH), _most(request, "maxheight", HEIGHT)
    said = {
        "version": "1.0",
        "type": "rich",
        "provider_name": "Cardroom",
        "provider_url": settings.SITE_URL,
        "html": code_of(_address(request.GET.get("url", "")), width, height),
        "width": width,
        "height": height,
        "cache_age": KEPT,
    }
    return JsonResponse(said, headers={"Access-Control-Allow-Origin": "*"})


def _most(request: HttpRequest, name: str, usual: int) -> int:
    given = request.GET.get(name, str(usual))
    if not (given.isascii() and given.isdecimal() and 0 < len(given) < 6):
        raise Refused("bad_size", _("Width and height are whole numbers of pixels."))
    return min(int(given), usual)


def _address(url: str) -> str:
    """Path and query of *url*, if it is ours and may stand in a frame."""
    own = f"{settings.SITE_URL}/"
    if not url.startswith(own):
        raise Http404
    parts = urlsplit(f"/{url.removeprefix(own).lstrip('/')}")
    try:
        resolve(f"{parts.path}/embed")
    except Resolver404 as nothing:
        raise Http404 from nothing
    return f"{parts.path}?{parts.query}" if parts.query else parts.path
