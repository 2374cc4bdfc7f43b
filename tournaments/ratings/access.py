"""Who may see a pool, and who may rule on it. What may not be known is not there."""

from typing import Literal

from accounts.models import User
from tournaments.clubs import access as clubs
from tournaments.clubs.errors import UnknownClub
from tournaments.clubs.gate import Action
from tournaments.clubs.streams import CLUBS
from tournaments.log.errors import RoomError
from tournaments.ratings.errors import NotStaff, UnknownPool
from tournaments.ratings.names import club_of, is_site
from tournaments.ratings.seasons import season_behind


def check_sees(pool: str, viewer: int | None) -> None:
    """Raise ``UnknownPool`` unless *viewer* may see *pool*: that of the site is open to everybody, a club's and its
    seasons' to those who see the club."""
    if not is_site(pool):
        _check_club(pool, "see", viewer)


def sees(pool: str, viewer: int | None) -> bool:
    """Whether *viewer* may see *pool*."""
    try:
        check_sees(pool, viewer)
    except RoomError:
        return False
    return True


def check_may(pool: str, action: Literal["ladder_rulings", "correct_pool"], viewer: int | None) -> None:
    """Raise unless *viewer* may do *action*. In a club's pool its organisers with that duty may see who plays for whom
    (``ladder_rulings``), and its owner may correct it (``correct_pool``). In a pool of the site only staff may."""
    if not is_site(pool):
        _check_club(pool, action, viewer)
    elif viewer is None or not User.objects.filter(pk=viewer, is_staff=True, is_active=True).exists():
        raise NotStaff()


def club_behind(pool: str) -> str | None:
    """The club whose pool it is, or whose season's."""
    season = season_behind(pool)
    return season.club if season else club_of(pool)


def _check_club(pool: str, action: Action, viewer: int | None) -> None:
    club = club_behind(pool)
    if club is None:
        raise UnknownPool()
    try:
        state = CLUBS.current(club).state
    except UnknownClub:
        raise UnknownPool() from None
    user = User.objects.filter(pk=viewer).first() if viewer is not None else None
    if not clubs.can(user, "see", state):
        raise UnknownPool()
    clubs.check(user, action, state)
