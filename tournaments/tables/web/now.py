"""What goes on at this moment, as parts of pages that every reader fetches again and again.

A part is the same for everybody who reads its language: nothing of the reader goes into it, not even a form's token.
So it is drawn once in a while for all of them together, however many they are.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from tournaments.kit import faces
from tournaments.tables import catalogue, selectors
from tournaments.tables.selectors import Summary
from tournaments.tables.web.names import names_of

SHOWN = 5
CLOTH_KEPT = 60


class Mini:
    """A table as a spectator sees it from afar."""

    def __init__(self, summary: Summary, names: list[str], cards: list[SafeString]) -> None:
        self.summary = summary
        self.game = catalogue.game(summary.game)
        self.names = names
        self.cards = cards


def mini_tables(tables: Iterable[Summary]) -> list[Mini]:
    listed = list(tables)
    users = names_of(listed)
    return [
        Mini(table, [users[seat].username for seat in table.seats if seat is not None and seat in users], _cloth(table))
        for table in listed
    ]


def _cloth(table: Summary) -> list[SafeString]:
    """What a spectator sees on the table: the trick, or else the first row; backs between deals."""
    key = f"mini/{table.id}/{table.seq}/{get_language()}"
    kept: list[SafeString] | None = cache.get(key)
    if kept is None:
        kept = _cards(table.id)
        cache.set(key, kept, CLOTH_KEPT)
    return kept


def _cards(table_id: str) -> list[SafeString]:
    picture = selectors.view(table_id=table_id, user_id=None).picture
    if picture is None:
        return []
    zones = sorted((z for z in picture.zones if z.form in ("trick", "row", "grid")), key=lambda z: z.form != "trick")
    for zone in zones[:1]:
        spots = [spot for spot in zone.spots if spot.card or (spot.empty and zone.form != "grid")][:SHOWN]
        if spots:
            return [faces.card(picture.edition or picture.deck, s.card) if s.card else faces.slot("") for s in spots]
    return [faces.back() for _ in range(3)]


FRESH: Final = 2
"""Seconds for which a part is not drawn again."""
KEPT: Final = 10
"""Seconds for which the last one is shown to those who ask while it is being drawn again."""


class Kind(NamedTuple):
    """A part by its template, with this many tables at most."""

    template: str
    open: int
    playing: int


KINDS: Final = {"home": Kind("tables/now.html", 6, 4), "tables": Kind("tables/now_tables.html", 24, 12)}


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


def _drawn(kind: Kind) -> tuple[str, bool]:
    open_tables = selectors.listed("open", limit=kind.open)
    live = mini_tables(selectors.live(limit=kind.playing))
    context = {"open_tables": open_tables, "live": live, "names": names_of(open_tables)}
    return render_to_string(kind.template, context), bool(live)
