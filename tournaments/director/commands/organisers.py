"""Naming those who direct a tournament together with its organiser."""

from __future__ import annotations

from collections.abc import Sequence

from accounts.models import User
from engine.events import Event
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.director.commands import callers
from tournaments.director.errors import Refused, WrongStatus
from tournaments.director.state.attendance import OrganisersNamed
from tournaments.director.state.tournament import Tournament
from tournaments.director.streams import TOURNAMENTS

MOST = 10


def decide(tournament: Tournament, users: Sequence[int]) -> Sequence[Event]:
    """*users* and nobody else direct *tournament* beside its organiser. Pure."""
    if tournament.status in ("finished", "cancelled"):
        raise WrongStatus("finished", _("The tournament is over."))
    named = tuple(dict.fromkeys(user for user in users if user != tournament.organiser))
    if len(named) > MOST:
        raise Refused("too_many_organisers", Text(_("{most} others at most."), {"most": MOST}), field="players")
    return (OrganisersNamed(named),) if named != tournament.organisers else ()


def name_organisers(*, tournament_id: str, by: int, users: Sequence[int], command: str | None = None) -> None:
    """Have *users*, people with an account, direct it too; whoever is not among them does not any more."""
    callers.count(by)
    if User.objects.filter(pk__in=users).exclude(is_guest=False, bot_level="").exists():
        raise Refused("no_organiser", _("Guests and bots direct no tournaments."), field="players")

    def named(tournament: Tournament) -> Sequence[Event]:
        callers.check_owns(tournament, by)
        return decide(tournament, users)

    TOURNAMENTS.carry_out(tournament_id, named, actor=by, command=command)
