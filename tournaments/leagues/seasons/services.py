"""Requests about seasons, and what the service does for them by itself.

``by`` is the user who asks; times are epoch ms; ``command`` is the name of the request.
"""

from collections.abc import Sequence
from datetime import date
from functools import partial

from django.db import transaction
from msgspec.structs import replace

from engine.events import Event
from engine.text import gettext_noop as _
from tournaments.clubs.state import Club
from tournaments.clubs.streams import CLUBS
from tournaments.leagues import requests
from tournaments.leagues.errors import Refused, UnknownSeason
from tournaments.leagues.models import Season as SeasonRow
from tournaments.leagues.rules.divisions import Division
from tournaments.leagues.rules.recurrence import local_date
from tournaments.leagues.seasons import decisions, selectors, units
from tournaments.leagues.seasons.decisions import Draft
from tournaments.leagues.seasons.season import Season
from tournaments.leagues.seasons.streams import SEASONS
from tournaments.log import sources
from tournaments.log.commands import command_for
from tournaments.log.errors import Conflict
from tournaments.tables import catalogue

MOST_OPEN = 20


@requests.counted
def open_season(*, club_id: str, by: int, draft: Draft, command: str | None = None) -> str:
    """Open a season of the club and return its id; its divisions are those that the one before ended with, if none
    are named."""
    club = requests.allowed(club_id, by, "seasons")
    catalogue.game(draft.game)
    if not club.members.keys() >= {user for division in draft.divisions for user in division}:
        raise Refused("not_a_member", _("Only members of the club can begin in a division."), field="divisions")
    season_id = sources.id_for(by, f"{club_id}/{command}") if command else sources.new_id()
    zone = club.founded.zone
    asked = command_for(command, "open", draft)
    if SEASONS.has_taken(season_id, actor=by, command=asked):
        return season_id
    following = replace(
        draft, divisions=_of_members(club, draft.divisions or selectors.next_divisions(club_id, draft.game))
    )
    today = local_date(sources.now_ms(), zone)
    events = decisions.open_season(season_id, club_id, following, zone=zone, today=today)
    try:
        with transaction.atomic():
            SEASONS.begin(season_id, events, actor=by, command=asked)
            if SeasonRow.objects.filter(club=club_id, closed_at__isnull=True).count() > MOST_OPEN:
                raise Refused("too_many_seasons", _("The club already has twenty open seasons."))
    except Conflict:
        SEASONS.has_taken(season_id, actor=by, command=asked)
    return season_id


@requests.counted
def edit(
    *, club_id: str, by: int, season_id: str, title: str, since: date, to: date, command: str | None = None
) -> None:
    """Call a season otherwise, or move it before its first result."""
    club = requests.allowed(club_id, by, "seasons")

    def decide(season: Season) -> Sequence[Event]:
        zone = club.founded.zone
        today = local_date(sources.now_ms(), zone)
        return decisions.edit(_of_club(season, club_id), title, since, to, zone=zone, today=today)

    asked = command_for(command, "edit", title, since, to)
    SEASONS.carry_out(season_id, decide, actor=by, command=asked)


@requests.counted
def delete(*, club_id: str, by: int, season_id: str, command: str | None = None) -> None:
    """Take a season out of all lists, in which nothing has counted."""
    requests.allowed(club_id, by, "seasons")
    SEASONS.carry_out(
        season_id,
        lambda season: decisions.delete(_of_club(season, club_id)),
        actor=by,
        command=command_for(command, "delete"),
    )


def _of_club(season: Season, club_id: str) -> Season:
    if season.rules.club != club_id:
        raise UnknownSeason()
    return season


def _of_members(club: Club, divisions: Sequence[Division]) -> tuple[Division, ...]:
    """Who has left since the season before is named in none."""
    return tuple(tuple(user for user in division if user in club.members) for division in divisions)


def proceed(*, season_id: str) -> None:
    """Take in what has been played, drop what rulings have made void, and close the season when nothing can count any
    more."""
    _follow(SEASONS.current(season_id).state)
    season = SEASONS.current(season_id).state
    still_open = units.some_open(season.rules)
    gone = _gone(season)
    ratings = selectors.ratings(season)

    def decide(state: Season) -> Sequence[Event]:
        return decisions.close(state, ratings=ratings, gone=gone, still_open=still_open, now=sources.now_ms())

    SEASONS.carry_out(season_id, decide, actor=None, command=None)


def _follow(season: Season) -> None:
    played = {unit.unit: unit for unit in units.played(season)}
    for unit in played.values():
        if season.units.get(unit.unit) != unit:
            SEASONS.carry_out(season.id, partial(decisions.count, unit=unit), actor=None, command=None)
    for name in season.units.keys() - played.keys():
        SEASONS.carry_out(season.id, partial(decisions.drop, unit=name), actor=None, command=None)


def _gone(season: Season) -> set[int]:
    """Those of the season who are no longer members."""
    members = CLUBS.current(season.rules.club).state.members
    users = {user for unit in season.units.values() for user in unit.users if user is not None}
    return {user for user in users | {each for some in season.rules.divisions for each in some} if user not in members}
