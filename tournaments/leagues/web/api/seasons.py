"""``/api/clubs/{club}/seasons``, ``/titles``; ``/api/calendar-feed``."""

from typing import Any

from django.urls import reverse

from tournaments.kit.endpoints import Endpoint, operation
from tournaments.kit.naming import named
from tournaments.kit.operations import Done
from tournaments.leagues import feeds, titles
from tournaments.leagues.errors import UnknownSeason
from tournaments.leagues.history import of_season
from tournaments.leagues.nights.selectors import now
from tournaments.leagues.rules.league import Line
from tournaments.leagues.seasons import selectors, services
from tournaments.leagues.seasons.decisions import Draft
from tournaments.leagues.seasons.season import Season, tables
from tournaments.leagues.web.api.ladder_shapes import (
    ClubSeason,
    ClubSeasons,
    ClubTitles,
    EditSeason,
    Feed,
    OpenSeason,
    SeasonLine,
    SeasonRow,
    TitleLine,
)
from tournaments.leagues.web.api.leagues import (
    TAG,
    WRITES,
    LeagueAsOf,
    LeagueEndpoint,
    LeagueHistory,
    LeagueHistoryQuery,
    history,
    names,
)
from tournaments.leagues.web.api.night_shapes import SetId
from tournaments.ratings.names import season_pool

FACTS = ("title", "game", "unit", "starts_at", "ends_at")


@operation("GET clubs/<club:club>/seasons", "listSeasons", needs="club:read", tag=TAG, refusals={404})
def list_seasons(caller: LeagueEndpoint, *, club_id: str) -> ClubSeasons:
    """List the seasons of a club."""
    caller.seen(club_id)
    rows = selectors.of_club(club_id)
    return ClubSeasons(
        tuple(
            SeasonLine(id=row.pk, closed_at=row.closed_at, **{name: getattr(row, name) for name in FACTS})
            for row in rows
        )
    )


@operation("POST clubs/<club:club>/seasons", "openSeason", needs="club:lead", status=201, **WRITES)
def open_season(caller: LeagueEndpoint, *, club_id: str, body: OpenSeason, command: str | None) -> SetId:
    """Open a season of a league."""
    divisions = tuple(tuple(named(name, field="divisions").pk for name in division) for division in body.divisions)
    names_ = ("game", "title", "since", "to", "unit", "points", "best", "least", "down", "pool")
    draft = Draft(divisions=divisions, **{name: getattr(body, name) for name in names_})
    return SetId(services.open_season(club_id=club_id, by=caller.actor, draft=draft, command=command))


@operation("POST clubs/<club:club>/seasons/<id:season_id>/edit", "editSeason", needs="club:lead", **WRITES)
def edit_season(caller: LeagueEndpoint, *, club_id: str, season_id: str, body: EditSeason, command: str | None) -> Done:
    """Give a season another title, or before its first result other days."""
    services.edit(
        club_id=club_id,
        by=caller.actor,
        season_id=season_id,
        title=body.title,
        since=body.since,
        to=body.to,
        command=command,
    )
    return Done()


@operation("POST clubs/<club:club>/seasons/<id:season_id>/delete", "deleteSeason", needs="club:lead", **WRITES)
def delete_season(caller: LeagueEndpoint, *, club_id: str, season_id: str, command: str | None) -> Done:
    """Delete a season in which nothing has counted."""
    services.delete(club_id=club_id, by=caller.actor, season_id=season_id, command=command)
    return Done()


class SeasonEndpoint(LeagueEndpoint):
    def season(self, club_id: str, season_id: str) -> Season:
        """The season, if it is that club's."""
        season = selectors.season(season_id)
        if season.rules.club != club_id or season.deleted:
            raise UnknownSeason()
        return season


@operation(
    "GET clubs/<club:club>/seasons/<id:season_id>/history",
    "getSeasonHistory",
    needs="club:read",
    tag=TAG,
    refusals={401, 403, 404},
)
def get_season_history(
    caller: SeasonEndpoint, *, club_id: str, season_id: str, query: LeagueHistoryQuery
) -> LeagueHistory:
    """Get the history of a season in words, for members of its club."""
    caller.check("history", caller.seen(club_id))
    caller.season(club_id, season_id)
    return history(of_season(season_id, **query.asked()))


@operation("GET clubs/<club:club>/seasons/<id:season_id>", "getSeason", needs="club:read", tag=TAG, refusals={403, 404})
def get_season(caller: SeasonEndpoint, *, club_id: str, season_id: str, query: LeagueAsOf) -> ClubSeason:
    """Get a season with its tables."""
    caller.seen(club_id, query)
    season = caller.season(club_id, season_id)
    if query.seq is not None and query.seq < season.seq:
        season = selectors.season(season_id, as_of=query.seq)
    return ClubSeason(
        id=season.id,
        seq=season.seq,
        closed_at=season.closed_at,
        amended_at=season.amended_at,
        divisions=_divisions(season),
        pool=season_pool(season.id) if season.rules.pool else None,
        dropped=tuple(season.dropped),
        **{name: getattr(season.rules, name) for name in (*FACTS, "best", "least", "down")},
    )


def _divisions(season: Season) -> tuple[tuple[SeasonRow, ...], ...]:
    lines = tables(season)
    known = names(line.player for division in lines for line in division)
    return tuple(tuple(_row(line, known) for line in division) for division in lines)


def _row(line: Line, known: dict[int, str]) -> SeasonRow:
    return SeasonRow(
        place=line.place,
        player=known.get(line.player, ""),
        points=str(line.total),
        results=tuple(None if each is None else str(each) for each in line.results),
        counted=line.counted,
    )


@operation("GET clubs/<club:club>/titles", "listTitles", needs="club:read", tag=TAG, refusals={404})
def list_titles(caller: LeagueEndpoint, *, club_id: str) -> ClubTitles:
    """List the titles won in a club."""
    caller.seen(club_id)
    won = titles.of_club(club_id, now=now())
    known = names(each.user for each in won)
    return ClubTitles(tuple(_title(each, known) for each in won))


def _title(title: titles.Title, known: dict[int, str]) -> TitleLine:
    given: dict[str, Any] = {name: getattr(title, name) for name in ("name", "at", "stream", "seq")}
    return TitleLine(player=known.get(title.user, ""), title=title.kind, **given)


@operation("GET calendar-feed", "getCalendarFeed", needs="account:write", tag=TAG)
def get_calendar_feed(caller: Endpoint) -> Feed:
    """Get the address of your calendar.

    It holds the nights of your clubs, your challenges and matches; anybody who has the address can read it.
    """
    token = feeds.token_of(caller.actor)
    return Feed(reverse("calendar-feed", args=[token]) if token else None)


@operation("POST calendar-feed", "renewCalendarFeed", needs="account:write", tag=TAG, scope="leagues", refusals=())
def renew_calendar_feed(caller: Endpoint, *, command: str | None) -> Feed:
    """Make another address of your calendar.

    The one before leads nowhere any more.
    """
    return Feed(reverse("calendar-feed", args=[feeds.renew(caller.actor, command)]))


@operation("POST calendar-feed/revoke", "revokeCalendarFeed", needs="account:write", tag=TAG, refusals=())
def revoke_calendar_feed(caller: Endpoint, *, command: str | None) -> Feed:
    """Revoke the address of your calendar."""
    feeds.revoke(caller.actor)
    return Feed(None)
