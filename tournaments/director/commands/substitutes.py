"""Requests about substitutes before the start."""

from collections.abc import Sequence

from django.db import transaction

from accounts.models import User
from engine.events import Event
from engine.text import gettext_noop as _
from tournaments.director.commands import asking, callers, candidates, caps
from tournaments.director.errors import NotAllowed, Refused
from tournaments.director.policy import substitutes
from tournaments.director.state.tournament import Tournament
from tournaments.director.streams import TOURNAMENTS
from tournaments.log.commands import command_for
from tournaments.tables import caps as table_caps


def name(*, tournament_id: str, leaves: int, comes: int, by: int, command: str | None = None) -> None:
    """Ask *comes* to play instead of *leaves*. An organiser can ask, or a player of that entry."""
    callers.count(by)
    user = _user(comes)

    def decide(tournament: Tournament) -> Sequence[Event]:
        directs = callers.directs(tournament, by)
        entry = tournament.entry_of(leaves)
        if not directs and (entry is None or by not in entry.users):
            raise NotAllowed("not_organiser", _("Only the organiser may do that."))
        events = substitutes.name(tournament, leaves, comes, candidates.known(tournament, user), directs=directs)
        if events and not user.house_level:
            asking.check(tournament, by, [comes], field="substitute")
            asking.count(by, 1)
        return events

    with transaction.atomic():
        organiser = TOURNAMENTS.current(tournament_id).state.organiser
        table_caps.hold(organiser)
        asked = command_for(command, "name substitute", leaves, comes)
        TOURNAMENTS.carry_out(tournament_id, decide, actor=by, command=asked)
        caps.check_bots(tournament_id, organiser)


def confirm(
    *, tournament_id: str, number: int, user_id: int, code: str | None = None, command: str | None = None
) -> None:
    """*user_id* plays where they were asked to."""
    callers.count(user_id)
    user = _user(user_id)

    def decide(tournament: Tournament) -> Sequence[Event]:
        return substitutes.confirm(tournament, number, user_id, candidates.known(tournament, user, code=code))

    TOURNAMENTS.carry_out(
        tournament_id, decide, actor=user_id, command=command_for(command, "confirm substitute", number)
    )


def drop(*, tournament_id: str, number: int, user_id: int, command: str | None = None) -> None:
    """*user_id* declines, or takes it back."""
    callers.count(user_id)

    def decide(tournament: Tournament) -> Sequence[Event]:
        return substitutes.drop(tournament, number, user_id, directs=callers.directs(tournament, user_id))

    TOURNAMENTS.carry_out(tournament_id, decide, actor=user_id, command=command_for(command, "drop substitute", number))


def _user(user_id: int) -> User:
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is None:
        raise Refused("unknown_user", _("There is no such player."), field="substitute")
    return user
