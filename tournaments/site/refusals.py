"""The pages about the codes of refusals, which ``type`` of a problem leads to. The codes are taken from the source."""

import re
from functools import cache
from importlib import resources
from typing import Final

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from engine.text import gettext_noop as _

HOLE: Final = re.compile(r"\{\w+\}")
SETTING: Final = re.compile(r"bad_[a-z0-9_]{1,40}")
"""The codes of settings follow from their names."""
ADVICE: Final = {
    400: _("The request cannot be read. Correct it before you send it again."),
    401: _("Log in, or send a token that is valid."),
    403: _("This is for somebody else: another seat, another role, a member of the club."),
    404: _("Nothing is there, or you may not know of it. Check the address and the names."),
    405: _("This address does not take that method."),
    406: _("The answer does not exist in a format that you accept."),
    409: _("It is too early or too late for this, or things have changed. Look again, then decide again."),
    413: _("The request is too large. Send less at a time."),
    415: _("Send JSON, with the header Content-Type: application/json."),
    422: _("The request can be read, but the rules do not allow it. It will be refused until something changes."),
    429: _("Wait for as many seconds as the header Retry-After says. Then send it again."),
    500: _("Something is wrong on our side. Send the request again later, with the same Idempotency-Key."),
    503: _("The service cannot do this now. Wait for as many seconds as the header Retry-After says."),
}


class Refusal(msgspec.Struct, frozen=True):
    """What is known of a code: the statuses that it comes with, and its sentences, in English and with holes."""

    statuses: tuple[int, ...] = ()
    said: tuple[str, ...] = ()


@cache
def refusals() -> dict[str, Refusal]:
    """By code, in order."""
    kept = resources.files("tournaments.site").joinpath("codes.json").read_bytes()
    return msgspec.json.decode(kept, type=dict[str, Refusal])


def find(code: str) -> Refusal | None:
    """What is known of *code*; a setting that cannot be used says nothing but its name.

    >>> find("bad_rounds"), find("nothing")
    (Refusal(statuses=(422,), said=()), None)
    """
    known = refusals().get(code)
    return Refusal((422,)) if known is None and SETTING.fullmatch(code) else known


@require_safe
def listed(request: HttpRequest) -> HttpResponse:
    """All codes."""
    rows = [(code, known.statuses, _sentences(known)[:1]) for code, known in refusals().items()]
    return render(request, "refusals.html", {"rows": rows})


@require_safe
def shown(request: HttpRequest, code: str) -> HttpResponse:
    """What one code means, and what to do."""
    if (known := find(code)) is None:
        raise Http404
    advice = [(status, gettext(ADVICE[status])) for status in known.statuses]
    return render(request, "refusal.html", {"code": code, "advice": advice, "said": _sentences(known)})


def _sentences(known: Refusal) -> list[str]:
    """In the language of the reader; what is filled in is left open."""
    return [HOLE.sub("…", gettext(said)) for said in known.said]
