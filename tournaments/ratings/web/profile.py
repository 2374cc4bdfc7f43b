"""What a player's page shows of their ratings: a curve, whom they met, what they won."""

from collections.abc import Sequence
from typing import Any

import msgspec
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tournaments.ratings import ladders, records, selectors
from tournaments.ratings.names import game_of, is_site
from tournaments.ratings.records import Record
from tournaments.ratings.seasons import season_behind
from tournaments.ratings.selectors import Standing
from tournaments.ratings.titles import Title, titles
from tournaments.ratings.web.charts import Point, chart
from tournaments.tables import catalogue
from tournaments.tables import selectors as tables

SPANS = {"month": (_("Month"), 30), "year": (_("Year"), 365), "all": (_("All"), None)}
VERSUS, CHANGES = 10, 15


class Pool(msgspec.Struct, frozen=True):
    """A tab: ratings of one pool."""

    key: str
    label: str
    standing: Standing


def profile(request: HttpRequest, user: User, open_to: bool) -> dict[str, Any]:
    """Everything about ratings that the page of *user* shows to who asks; a pool, a span and a size may be chosen. With
    *open_to* their games, too."""
    pools = _pools(user, request.user.pk)
    won = [(title, _address(title)) for title in titles(user.pk, viewer=request.user.pk)]
    games = {game.key for game in catalogue.games()}
    context: dict[str, Any] = {"pools": pools, "titles": won, "games": games}
    asked = request.GET.get("pool", "")
    chosen = next((pool for pool in pools if pool.key == asked), pools[0] if pools else None)
    if chosen is None:
        return context
    return context | _rated(request, user, chosen, open_to)


def _pools(user: User, viewer: int | None) -> list[Pool]:
    """Those that *viewer* may see, the one with most tables first."""
    seen = sorted(selectors.ratings_seen(user.pk, viewer).items(), key=lambda each: (-each[1].tables, each[0]))
    return [Pool(key, _label(key), standing) for key, standing in seen]


def _label(pool: str) -> str:
    if (season := season_behind(pool)) is not None:
        return season.title
    game = game_of(pool)
    name = gettext(catalogue.game(game).name) if game else gettext("Season")
    return name if is_site(pool) else gettext("{name} in the club").format(name=name)


def _rated(request: HttpRequest, user: User, pool: Pool, open_to: bool) -> dict[str, Any]:
    span = request.GET.get("span", "")
    span = span if span in SPANS else "all"
    days = SPANS[span][1]
    since, seats = records.since(pool.key, user.pk), _number(request.GET.get("seats", ""))
    points = selectors.curve(user.pk, pool.key, days=days, since=since)
    record = records.record(pool.key, user.pk, since=since, seats=seats, limit=VERSUS)
    if seats is not None and seats not in record.sizes:
        seats, record = None, records.record(pool.key, user.pk, since=since, limit=VERSUS)
    shown = {
        "since": since,
        "lately": records.MOST,
        "pool": pool,
        "rank": ladders.rank_of(pool.key, user.pk),
        "lacking": selectors.lacking(user.pk, pool.key),
        "span": span,
        "spans": [(key, label) for key, (label, _days) in SPANS.items()],
        "chart": chart(points),
        "points": _series(points),
        "runs": record.runs,
    }
    return shown | (_games(user, request.user.pk, pool, record, seats) if open_to else {})


def _games(user: User, viewer: int | None, pool: Pool, record: Record, seats: int | None) -> dict[str, Any]:
    """The tables behind the ratings as far as *viewer* may know of them, and who sat there."""
    changes = selectors.history(user.pk, pool.key, limit=CHANGES)[::-1]
    hidden = tables.hidden_from(viewer, [*(each.table for each in changes), *(each.table for each in record.wins)])
    return {
        "changes": [change for change in changes if change.table not in hidden],
        "sizes": record.sizes if len(record.sizes) > 1 else [],
        "seats": seats,
        "versus": record.versus,
        "wins": [win for win in record.wins if win.table not in hidden],
    }


def _series(points: Sequence[Point]) -> list[list[int | None]]:
    """Seconds, ratings, and provisional ratings up to the first that is none: as the script draws them."""
    new = sum(provisional for _at, _value, provisional in points)
    values = [value for _at, value, _provisional in points]
    return [
        [at // 1000 for at, _value, _provisional in points],
        [value if number >= new - 1 else None for number, value in enumerate(values)],
        [value if number < new else None for number, value in enumerate(values)],
    ]


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) == 1 else None


def _address(title: Title) -> str:
    """The page that a title is about; none where there is no such page."""
    room, _colon, key = title.stream.partition(":")
    return reverse("tournament", args=[key]) if room == "tournament" else ""
