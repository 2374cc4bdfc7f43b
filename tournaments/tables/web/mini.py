"""Small live tables: the cards that lie on the cloth, and who sits there."""

from collections.abc import Iterable

from django.core.cache import cache
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tournaments.kit import faces
from tournaments.tables import catalogue, selectors
from tournaments.tables.selectors import Summary
from tournaments.tables.web.names import names_of

SHOWN = 5
KEPT = 60


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
        kept = _drawn(table.id)
        cache.set(key, kept, KEPT)
    return kept


def _drawn(table_id: str) -> list[SafeString]:
    picture = selectors.view(table_id=table_id, user_id=None).picture
    if picture is None:
        return []
    zones = sorted((z for z in picture.zones if z.form in ("trick", "row", "grid")), key=lambda z: z.form != "trick")
    for zone in zones[:1]:
        spots = [spot for spot in zone.spots if spot.card or (spot.empty and zone.form != "grid")][:SHOWN]
        if spots:
            return [faces.card(picture.edition or picture.deck, s.card) if s.card else faces.slot("") for s in spots]
    return [faces.back() for _ in range(3)]
