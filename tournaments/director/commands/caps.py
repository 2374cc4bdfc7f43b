"""How many tournaments one organiser may have at a time, and how many bots in them (see ``tables/caps.py``)."""

from typing import Final

from django.conf import settings
from django.db.models import QuerySet

from accounts.models import PROGRAM, User
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.director.errors import Refused
from tournaments.director.models import Entry, Tournament

_AHEAD: Final = ("announced", "running")


def check_tournaments(organiser: int) -> None:
    """Raises :class:`Refused` if *organiser* has announced more than somebody may."""
    _check("too_many_tournaments", _ahead(organiser).count(), settings.CAPS["tournaments"], _TOURNAMENTS)


def check_bots(tournament_id: str, organiser: int) -> None:
    """Raises :class:`Refused` if there are more bots in the tournament, or in all of *organiser*'s, than may be."""
    entered = Entry.objects.filter(withdrawn=False)
    _check("too_many_bots", _bots(entered.filter(tournament=tournament_id)), settings.CAPS["tournament_bots"], _BOTS)
    anywhere = entered.filter(tournament__in=_ahead(organiser))
    _check("too_many_bots", _bots(anywhere), settings.CAPS["organiser_bots"], _ORGANISERS_BOTS)


def _ahead(organiser: int) -> QuerySet[Tournament]:
    return Tournament.objects.filter(organiser=organiser, status__in=_AHEAD)


def _bots(entries: QuerySet[Entry]) -> int:
    users = [user for each in entries.values_list("users", flat=True) for user in each]
    bots = set(User.objects.filter(pk__in=users).exclude(bot_level__in=("", PROGRAM)).values_list("pk", flat=True))
    return sum(user in bots for user in users)


def _check(code: str, have: int, most: int, reason: str) -> None:
    if have > most:
        raise Refused(code, Text(reason, {"most": most}))


_TOURNAMENTS = _("You already have {most} announced or running tournaments: finish or cancel one first.")
_BOTS = _("A tournament can have at most {most} bots.")
_ORGANISERS_BOTS = _("You already have {most} bots in your tournaments.")
