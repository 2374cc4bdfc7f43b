"""``/api/clubs/{club}/seasons``, ``/titles``; ``/api/calendar-feed``."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from tournaments.kit.endpoints import Endpoint, operation
from tournaments.kit.operations import Nothing
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
    player,
)
from tournaments.leagues.web.api.night_shapes import SetId
from tournaments.ratings.names import season_pool

FACTS = ("title", "game", "unit", "starts_at", "ends_at")


class SeasonList(LeagueEndpoint):
    @operation("listSeasons", tag=TAG, answers=ClubSeasons, refusals={404})
    def get(self, *, club_id: str) -> ClubSeasons:
        """List the seasons of a club."""
        self.seen(club_id)
        rows = selectors.of_club(club_id)
        return ClubSeasons(
            tuple(
                SeasonLine(id=row.pk, closed_at=row.closed_at, **{name: getattr(row, name) for name in FACTS})
                for row in rows
            )
        )

    @operation("openSeason", answers=SetId, takes=OpenSeason, status=201, **WRITES)
    def post(self, *, club_id: str, body: OpenSeason, command: str | None) -> SetId:
        """Open a season of a league."""
        divisions = tuple(tuple(player(name, "divisions") for name in division) for division in body.divisions)
        names_ = ("game", "title", "since", "to", "unit", "points", "best", "least", "down", "pool")
        draft = Draft(divisions=divisions, **{name: getattr(body, name) for name in names_})
        return SetId(services.open_season(club_id=club_id, by=self.actor, draft=draft, command=command))


class SeasonEndpoint(LeagueEndpoint):
    def season(self, club_id: str, season_id: str) -> Season:
        """The season, if it is that club's."""
        season = selectors.season(season_id)
        if season.rules.club != club_id:
            raise UnknownSeason()
        return season


class SeasonHistory(SeasonEndpoint):
    @operation("getSeasonHistory", tag=TAG, answers=LeagueHistory, query=LeagueHistoryQuery, refusals={401, 403, 404})
    def get(self, *, club_id: str, season_id: str, query: LeagueHistoryQuery) -> LeagueHistory:
        """Get the history of a season in words, for members of its club."""
        self.check("history", self.seen(club_id))
        self.season(club_id, season_id)
        return history(of_season(season_id, **query.asked()))


class SeasonView(SeasonEndpoint):
    @operation("getSeason", tag=TAG, answers=ClubSeason, query=LeagueAsOf, refusals={403, 404})
    def get(self, *, club_id: str, season_id: str, query: LeagueAsOf) -> ClubSeason:
        """Get a season with its tables."""
        self.seen(club_id, query)
        season = self.season(club_id, season_id)
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


class TitleList(LeagueEndpoint):
    @operation("listTitles", tag=TAG, answers=ClubTitles, refusals={404})
    def get(self, *, club_id: str) -> ClubTitles:
        """List the titles won in a club."""
        self.seen(club_id)
        won = titles.of_club(club_id, now=now())
        known = names(each.user for each in won)
        return ClubTitles(tuple(_title(each, known) for each in won))


def _title(title: titles.Title, known: dict[int, str]) -> TitleLine:
    given: dict[str, Any] = {name: getattr(title, name) for name in ("name", "at", "stream", "seq")}
    return TitleLine(player=known.get(title.user, ""), title=title.kind, **given)


class CalendarFeed(Endpoint):
    @operation("getCalendarFeed", tag=TAG, answers=Feed)
    def get(self) -> Feed:
        """Get the address of your calendar.

        It holds the nights of your clubs, your challenges and matches; whoever has the address can read it.
        """
        token = feeds.token_of(self.actor)
        return Feed(reverse("calendar-feed", args=[token]) if token else None)

    @operation("renewCalendarFeed", tag=TAG, answers=Feed, takes=Nothing, scope="leagues", idempotent=True)
    def post(self, *, command: str | None) -> Feed:
        """Make another address of your calendar.

        The one before leads nowhere any more.
        """
        return Feed(reverse("calendar-feed", args=[feeds.renew(self.actor, command)]))


class CalendarFeedRevocation(Endpoint):
    @operation("revokeCalendarFeed", tag=TAG, answers=Feed, takes=Nothing, idempotent=True)
    def post(self, *, command: str | None) -> Feed:
        """Revoke the address of your calendar."""
        feeds.revoke(self.actor)
        return Feed(None)
