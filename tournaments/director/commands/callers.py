"""Who asks something of a tournament: how often they may, and what only its organiser may."""

from accounts.models import User
from engine.text import gettext_noop as _
from tournaments.director.commands import clubs
from tournaments.director.errors import NotAllowed
from tournaments.director.state.tournament import Tournament
from tournaments.platform import limits


def count(by: int | None) -> None:
    """That *by* asks for something again; the service itself may as often as it needs to."""
    if by is not None:
        limits.count("tournaments", user=by)


def check_directs(tournament: Tournament, by: int | None) -> None:
    """Raise :class:`NotAllowed` unless *by* directs it (:func:`clubs.directors`), is staff, or the service itself."""
    if not (by is None or by in clubs.directors(tournament) or is_staff(by)):
        raise _not_organiser()


def directs(tournament: Tournament, by: int) -> bool:
    """Whether *by* directs it, or is staff."""
    try:
        check_directs(tournament, by)
    except NotAllowed:
        return False
    return True


def moves_site(tournament: Tournament, by: int | None) -> bool:
    """Whether a ruling that *by* signs moves the site's ratings: one of the staff, or in a club that staff trust; not
    where the tournament has been taken out of them. The others' change the tournament, and their own club's pools."""
    if tournament.unrated:
        return False
    return clubs.is_trusted(tournament.settings.club) or (by is not None and is_staff(by))


def check_owns(tournament: Tournament, by: int | None) -> None:
    """Raise :class:`NotAllowed` unless *by* announced it, or is staff, or the service itself."""
    if by is None or by == tournament.organiser or is_staff(by):
        return
    raise _not_organiser()


def is_staff(user: int) -> bool:
    return User.objects.filter(pk=user, is_staff=True).exists()


def _not_organiser() -> NotAllowed:
    return NotAllowed("not_organiser", _("Only the organiser may do that."))
