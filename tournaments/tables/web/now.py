"""What goes on at this moment, as parts of pages that every reader fetches again and again.

A part is the same for everybody who reads its language: nothing of the reader goes into it, not even a form's token.
So it is drawn once in a while for all of them together, however many they are.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from tournaments.platform.replica import of_the_primary
from tournaments.tables import selectors
from tournaments.tables.web import tv
from tournaments.tables.web.minis import running
from tournaments.tables.web.names import names_of

FRESH: Final = 2
"""Seconds for which a part is not drawn again."""
KEPT: Final = 10
"""Seconds for which the last one is shown to those who ask while it is being drawn again."""


class Kind(NamedTuple):
    """A part by its template, with this many tables at most."""

    template: str
    context: Callable[[], dict[str, Any]]


def _open(limit: int) -> dict[str, Any]:
    tables = selectors.listed("open", limit=limit)
    return {"open_tables": tables, "names": names_of(tables)}


KINDS: Final = {
    "home": Kind("tables/now.html", lambda: _open(6) | {"live": running(limit=4)}),
    "air": Kind("tables/on_air.html", tv.on_air),
    "tables": Kind("tables/now_tables.html", lambda: _open(24)),
    "tv": Kind("tables/tv.html", tv.context),
}


class Part(NamedTuple):
    html: SafeString
    live: bool
    """Whether anything is being played."""


def part(name: str) -> Part:
    """The part called *name*, as it was a moment ago. While Valkey is away it is drawn for each reader."""
    key = _key(name, get_language())
    mine = cache.add(f"{key}/fresh", True, FRESH)  # the first to add it draws; the others take what there is
    kept: tuple[str, bool] | None = None if mine else cache.get(key)
    if kept is None:
        kept = _drawn(KINDS[name])
        cache.set(key, kept, KEPT)
    html, live = kept
    return Part(mark_safe(html), live)  # noqa: S308  drawn by a template


def forget() -> None:
    """Draw all parts again when they are asked for, in every language."""
    keys = [_key(name, language) for name in KINDS for language, _title in settings.LANGUAGES]
    cache.delete_many([*keys, *(f"{key}/fresh" for key in keys)])


def _key(name: str, language: str | None) -> str:
    return f"now/{name}/{language}"


@of_the_primary()
def _drawn(kind: Kind) -> tuple[str, bool]:
    context = kind.context()
    return render_to_string(kind.template, context), bool(context.get("live"))
