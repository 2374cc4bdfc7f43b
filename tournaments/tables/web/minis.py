"""Small tables: what a spectator sees from afar of those that are being played, the most worth watching first."""

from collections.abc import Sequence

from django.core.cache import cache
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from engine.picture import Picture
from tournaments.director.read import Named, named
from tournaments.kit import faces
from tournaments.kit.words import Reader
from tournaments.ratings.read import rated_at
from tournaments.tables import catalogue, selectors, worth
from tournaments.tables.selectors import Near, Summary
from tournaments.tables.web.names import names_of

SHOWN = 5
CLOTH_KEPT = 60


class Mini:
    """A table as a spectator sees it from afar."""

    def __init__(
        self,
        summary: Summary,
        names: dict[int, str],
        look: tuple[list[SafeString], worth.Seen | None],
        facts: worth.Facts,
        tournament: Named | None,
    ) -> None:
        self.summary = summary
        self.game = catalogue.game(summary.game)
        self.names = list(names.values())
        self.tournament = tournament
        self.cards, seen = look
        self.worth = worth.worth(seen, facts) if seen else 0.0
        self.why = Reader("french", names, None).html(worth.why(seen, facts)) if seen else ""


def running(*, limit: int) -> list[Mini]:
    """Those that everybody may know of, the most worth watching first: four queries, and one for their tournaments."""
    tables = selectors.live(limit=limit)
    tournaments = named([each.match for each in tables if each.match], None)
    return _minis([each for each in tables if each.match is None or each.match in tournaments], tournaments)


def near(viewer: int, others: Near, *, limit: int) -> list[Mini]:
    """Those of the tables *near* somebody that they may know of, the most worth watching first."""
    tables = selectors.played_near(viewer, others, limit=limit)
    tournaments = named([each.match for each in tables if each.match], viewer)
    return _minis([each for each in tables if each.match is None or each.match in tournaments], tournaments)


def _minis(tables: Sequence[Summary], tournaments: dict[str, Named]) -> list[Mini]:
    users = names_of(tables)
    ratings = rated_at((table.game, user) for table in tables for user in table.seats if user is not None)
    found = []
    for table in tables:
        names = {seat: users[user].username for seat, user in enumerate(table.seats) if user in users}
        people = [user for user, bot in zip(table.seats, table.bots, strict=True) if user is not None and not bot]
        own = tuple(ratings[table.game, user] for user in people if (table.game, user) in ratings)
        facts = worth.Facts(table.match is not None, table.rated, table.bots.count(""), own)
        found.append(Mini(table, names, look(table), facts, tournaments.get(table.match or "")))
    return sorted(found, key=lambda mini: -mini.worth)


def look(table: Summary) -> tuple[list[SafeString], worth.Seen | None]:
    """The cards on the table, and how it stands, as a spectator sees it."""
    key = f"mini/{table.id}/{table.seq}/{get_language()}"
    kept: tuple[list[SafeString], worth.Seen | None] | None = cache.get(key)
    if kept is None:
        picture = selectors.view(table_id=table.id, user_id=None).picture
        kept = ([], None) if picture is None else (_cards(picture), worth.seen(picture))
        cache.set(key, kept, CLOTH_KEPT)
    return kept


def _cards(picture: Picture) -> list[SafeString]:
    """The trick, or else the first row; backs between deals."""
    zones = sorted((z for z in picture.zones if z.form in ("trick", "row", "grid")), key=lambda z: z.form != "trick")
    for zone in zones[:1]:
        spots = [spot for spot in zone.spots if spot.card or (spot.empty and zone.form != "grid")][:SHOWN]
        if spots:
            return [faces.card(picture.edition or picture.deck, s.card) if s.card else faces.slot("") for s in spots]
    return [faces.back() for _ in range(3)]
