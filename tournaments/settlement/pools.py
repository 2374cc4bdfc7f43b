"""In which pools a finished table is rated."""

from __future__ import annotations

from tournaments.clubs import selectors as clubs
from tournaments.clubs.state import Club
from tournaments.clubs.streams import CLUBS
from tournaments.leagues.seasons import selectors as seasons
from tournaments.log import selectors as log
from tournaments.ratings.names import club_pool, season_pool, site_pool
from tournaments.tables.selectors import Summary


def pools_of(table: Summary) -> list[str]:
    """The site's, but for tables of private clubs; the club's, if all people at it were members when it began; those of
    its seasons that have one."""
    if table.club is None:
        return [site_pool(table.game)]
    club = clubs.club(table.club)
    private = club.founded.visibility == "private"
    found = [] if private else [site_pool(table.game)]
    if _all_members(club, table):
        found.append(club_pool(table.club, table.game))
    return [*found, *map(season_pool, seasons.rated_in(table.club, table.game, table.started_at or 0))]


def _all_members(club: Club, table: Summary) -> bool:
    """Whether all people at *table* were members of *club* when it began, also if somebody has left since."""
    start = table.started_at or 0
    users = {user for user, level in zip(table.seats, table.bots, strict=True) if user is not None and not level}
    if all(user in club.members and club.members[user].since <= start for user in users):
        return True
    if all(user in club.members for user in users):
        return False  # some of them came later
    then = None
    for state, commit in CLUBS.steps(club.id, log.load(CLUBS.name(club.id))):
        if commit[0].recorded_at > start:
            break
        then = state
    return then is not None and users <= set(then.members)
