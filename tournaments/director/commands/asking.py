"""Naming people to whom a tournament comes as a question: whether one may ask them, and how many in a day."""

from collections.abc import Collection

from accounts import privacy
from accounts.models import PROGRAM, User
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.director.commands import clubs
from tournaments.director.errors import NotAllowed, Refused
from tournaments.director.state.tournament import Tournament
from tournaments.platform import limits

NOT_ASKED = _("This player cannot be invited.")
"""Whatever the reason: who blocks somebody is not to be found out by asking."""


def closed(tournament: Tournament, by: int | None, users: Collection[int]) -> set[int]:
    """Those of *users* whom *by* may not ask to anything of *tournament*; bots and the service itself are free. In a
    club's tournament its members know each other."""
    if by is None or not users:
        return set()
    people = set(User.objects.filter(pk__in=users, bot_level__in=("", PROGRAM)).values_list("pk", flat=True))
    return privacy.out_of_reach("invitations", by=by, to=people, fellows=clubs.fellows(tournament, by))


def check(tournament: Tournament, by: int | None, users: Collection[int], *, field: str) -> None:
    """Raise :class:`NotAllowed` if one of *users*, who have not been asked yet, may not be asked by *by*."""
    if closed(tournament, by, users):
        raise NotAllowed("not_invitable", NOT_ASKED, field=field)


def count(by: int | None, people: int) -> None:
    """Count *people* that *by* asks against what an account may ask in a day; raises :class:`Refused` if they are more
    than a whole day allows."""
    if by is None or not people:
        return
    most = limits.most_at_once("invited")
    if people > most:
        raise Refused("too_many_invited", Text(_("You can invite at most {most} people a day."), {"most": most}))
    limits.count("invited", user=by, times=people)
