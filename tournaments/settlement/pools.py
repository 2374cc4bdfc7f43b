"""In which pools a finished table is rated."""

from tournaments.clubs import selectors as clubs
from tournaments.clubs.events import Edited
from tournaments.clubs.state import Club
from tournaments.clubs.streams import CLUBS
from tournaments.leagues.seasons import selectors as seasons
from tournaments.log import selectors as log
from tournaments.ratings.names import club_pool, season_pool, site_pool
from tournaments.tables.conduct import guests_at
from tournaments.tables.selectors import Summary


def pools_of(table: Summary) -> list[str]:
    """The site's, but for tables of clubs that were private when it began; the club's, if all people at it but guests
    were members then; those of its seasons that have one. What the club does while they play changes nothing. A table
    in the room is in none of the site's, and in the club's own if it wants that."""
    if table.club is None:
        return [] if table.in_room else [site_pool(table.game)]
    then = _when_it_began(clubs.club(table.club), table)
    if table.in_room and (then is None or not then.founded.room_rated):
        return []
    private = table.in_room or then is None or then.founded.visibility == "private"
    found = [] if private else [site_pool(table.game)]
    if then is not None and _people(table) <= then.members.keys():
        found.append(club_pool(table.club, table.game))
    return [*found, *map(season_pool, seasons.rated_in(table.club, table.game, table.started_at or 0))]


def _when_it_began(club: Club, table: Summary) -> Club | None:
    """*club* as it was when *table* began, as far as it matters."""
    start = table.started_at or 0
    if club.at <= start or _has_stayed(club, table, start):
        return club
    then = None
    for state, commit in CLUBS.steps(club.id, log.load(CLUBS.name(club.id))):
        if commit[0].recorded_at > start:
            break
        then = state
    return then


def _has_stayed(club: Club, table: Summary, start: int) -> bool:
    """Whether the club says of itself what it said at *start*, and all at *table* are members since before: in a club
    where much happens that is mostly so, and its whole past need not be read."""
    if not all(user in club.members and club.members[user].since <= start for user in _people(table)):
        return False
    edited = log.of_kinds([CLUBS.name(club.id)], [Edited.kind])
    return all(each.recorded_at <= start for each in edited)


def _people(table: Summary) -> set[int]:
    """Those who may be rated: neither bots nor guests."""
    seats, guests = zip(table.seats, table.bots, strict=True), guests_at(table)
    return {user for seat, (user, level) in enumerate(seats) if user is not None and not level and seat not in guests}
