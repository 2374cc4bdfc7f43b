"""Who may see a pool, and who may rule on it. What may not be known is not there."""

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


def check_rules(pool: str, viewer: int | None) -> None:
    """Raise unless *viewer* may ask who plays for whom in *pool*: the club's organisers with that duty; of the site the
    service's staff."""
    check_sees(pool, viewer)
    if not is_site(pool):
        _check_club(pool, "ladder_rulings", viewer)
    elif not _is_staff(viewer):
        raise NotStaff()


def check_corrects(pool: str, viewer: int | None) -> None:
    """Raise unless *viewer* may say how a table counts in *pool*: the club's owner; of the site the service's staff."""
    check_sees(pool, viewer)
    if not is_site(pool):
        _check_club(pool, "correct_pool", viewer)
    elif not _is_staff(viewer):
        raise NotStaff()


def _is_staff(viewer: int | None) -> bool:
    return viewer is not None and User.objects.filter(pk=viewer, is_staff=True, is_active=True).exists()


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
