"""The way to an account and back: links to signing up and logging in that know the page one comes from."""

from urllib.parse import urlencode

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import HttpRequest, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.urls import reverse


def way_in(request: HttpRequest | None, name: str) -> str:
    """The address of the page *name*, with the way back to the page of *request*: always a path of our own."""
    back = _back(request) if request is not None else ""
    return f"{reverse(name)}?{urlencode({'next': back}, safe='/')}" if back else reverse(name)


def _back(request: HttpRequest) -> str:
    """Nothing for what is only posted to, and for home. The pages of the account hand on what they were given."""
    if request.path.startswith("/account/"):
        given = request.GET.get("next") or _posted(request)
        return given if given.startswith("/") and not given.startswith(("//", "/\\")) else ""
    return request.get_full_path() if request.method in ("GET", "HEAD") and request.path != "/" else ""


def _posted(request: HttpRequest) -> str:
    """Nothing of a body that cannot be read: the page that says so leads to an account as well."""
    try:
        return request.POST.get("next", "")
    except (BadRequest, SuspiciousOperation, MultiPartParserError, UnreadablePostError):
        return ""
