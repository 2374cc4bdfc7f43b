"""What a season's events tell those who played it. Pure."""

from engine.events import Event
from tournaments.leagues.seasons import events as e
from tournaments.leagues.seasons.season import Season
from tournaments.notices.told import Telling, Told


def of_season(event: Event, season: Season) -> Telling:
    """What follows from *event*: its end, the titles, and a correction for those whose place it changed."""
    match event:
        case e.Closed(places=places, titles=titles):
            over = [_told("season_over", season, (each.user,), place=each.place) for each in places]
            won = [_told("title", season, (each.user,), what=each.title, division=each.division) for each in titles]
            return Telling([*over, *won])
        case e.Amended(places=places):
            return Telling([_told("ruling", season, (each.user,), place=each.place) for each in places])
    return Telling()


def _told(kind: str, season: Season, users: tuple[int, ...], **facts: object) -> Told:
    club = season.rules.club
    where = {"club": club, "season": season.id, "title": season.rules.title, "game": season.rules.game}
    return Told(kind=kind, users=users, subject=season.id, facts=where | facts, club=club)
