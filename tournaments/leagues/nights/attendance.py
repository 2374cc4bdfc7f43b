"""Who was at a club night: whom an organiser marked, and who sat at one of the club's tables around it."""

from tournaments.clubs.state import Club
from tournaments.leagues.nights.calendar import Night
from tournaments.leagues.nights.selectors import AFTER, BEFORE
from tournaments.tables.models import Seat, Table


def present(night: Night, club: Club) -> set[int]:
    """A mark counts more than a seat. Bots and strangers at the club's tables are passed over."""
    sat = _seated(club.id, night.starts_at - BEFORE, night.ends_at + AFTER) & {*club.members, *night.answers}
    return {user for user in sat | night.marks.keys() if night.marks.get(user, user in sat)}


def absent(night: Night, there: set[int]) -> list[int]:
    """Those who said yes and did not come."""
    return [user for user, answer in night.answers.items() if answer == "yes" and user not in there]


def _seated(club: str, since: int, until: int) -> set[int]:
    """Who sat at a table of the club that was begun between those times."""
    begun = Table.objects.filter(club=club, started_at__gte=since, started_at__lte=until, came_from__isnull=True)
    return set(Seat.objects.filter(table__in=begun.values("pk")).values_list("user", flat=True))
