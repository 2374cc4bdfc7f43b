"""The way of every request: the gate, what follows, how often, and within which caps."""

from collections.abc import Callable, Sequence
from typing import Final

from django.db import connection, transaction

from accounts.models import User
from engine.events import Event
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.clubs import access, gate
from tournaments.clubs.choices import MOST_JOINED, MOST_OWN_REQUESTS, MOST_OWNED
from tournaments.clubs.errors import Refused, WrongStatus
from tournaments.clubs.models import Club as ClubRow
from tournaments.clubs.models import Member as MemberRow
from tournaments.clubs.models import Request as RequestRow
from tournaments.clubs.state import Club
from tournaments.clubs.streams import CLUBS
from tournaments.log import sources
from tournaments.log.commands import Command
from tournaments.platform import limits

_LOCKS: Final = 0x636C7562
"""The class of these advisory locks: "club"."""

Decision = Callable[[Club], Sequence[Event]]


def ask(
    club_id: str,
    decide: Decision,
    *,
    by: int,
    action: gate.Action,
    subject: int | None = None,
    command: Command = None,
    rate: limits.Action | None = None,
    invited: bool | Callable[[Club], bool] = False,
) -> Club:
    """Carry out what *by* asks for, if the gate lets them; against *rate* counts only what changes something.

    *invited*: they know of the club, also if it is private.
    """
    limits.count("clubs", user=by)
    person, now, spent = access.person_of(by), sources.now_ms(), _Spent(rate, by)

    def decided(club: Club) -> Sequence[Event]:
        knows = invited(club) if callable(invited) else invited
        refused = gate.refusal(person, action, club, subject, now=now, invited=knows)
        if refused is not None:
            raise refused
        events = decide(club)
        if events:
            spent()
        return events

    with transaction.atomic():
        return CLUBS.carry_out(club_id, decided, actor=by, command=command)


class _Spent:
    """Counts a request once, however often it is decided."""

    def __init__(self, rate: limits.Action | None, user: int) -> None:
        self._rate = rate
        self._user = user

    def __call__(self) -> None:
        if self._rate is not None:
            limits.count(self._rate, user=self._user)
            self._rate = None


# -- how much somebody may have; counted after it was made, as a repeated command makes nothing


def hold(owner: int | str) -> None:
    """Let nobody else make something of the same owner until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", [_LOCKS, str(owner)])


def check_owned(user: int) -> None:
    owned = ClubRow.objects.filter(owner=user, closed_at__isnull=True).count()
    _check("too_many_clubs_owned", owned, MOST_OWNED, _("One person can own at most {most} clubs."))


def check_joined(user: int) -> None:
    joined = MemberRow.objects.filter(user=user, club__closed_at__isnull=True).count()
    _check("too_many_clubs", joined, MOST_JOINED, _("One person can be in at most {most} clubs."))


def check_requests(user: int) -> None:
    waiting = RequestRow.objects.filter(user=user, club__closed_at__isnull=True).count()
    reason = _("You are waiting for an answer from {most} clubs: withdraw a request first.")
    _check("too_many_own_requests", waiting, MOST_OWN_REQUESTS, reason)


def _check(code: str, have: int, most: int, reason: str) -> None:
    if have > most:
        raise WrongStatus(code, Text(reason, {"most": most}))


def check_user(user: int) -> None:
    """Raise :class:`Refused` unless *user* can be in a club: no guest, no bot, nobody who is shut out."""
    if not access.person_of(user).is_member_of_the_public:
        raise Refused("unknown_user", _("There is no such player, or they cannot be in a club."), field="user")


def check_known(user: int) -> None:
    """Raise :class:`Refused` if there is no such account."""
    if not User.objects.filter(pk=user).exists():
        raise Refused("unknown_user", _("There is no such player."), field="user")
