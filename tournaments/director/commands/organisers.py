"""Naming those who direct a tournament together with its organiser."""

from collections.abc import Sequence
from functools import partial

from accounts.models import User
from engine.events import Event
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.director.commands import asking, callers
from tournaments.director.errors import Refused, WrongStatus
from tournaments.director.state.attendance import OrganiserConfirmed, OrganiserLeft, OrganisersAsked, OrganisersNamed
from tournaments.director.state.tournament import Tournament
from tournaments.director.streams import TOURNAMENTS
from tournaments.log.commands import command_for

MOST = 10


def decide(tournament: Tournament, users: Sequence[int]) -> Sequence[Event]:
    """*users* and nobody else direct *tournament* beside its organiser, once they have confirmed. Pure."""
    if tournament.status in ("finished", "cancelled"):
        raise WrongStatus("finished", _("The tournament is over."))
    named = tuple(dict.fromkeys(user for user in users if user != tournament.organiser))
    if len(named) > MOST:
        raise Refused("too_many_organisers", Text(_("At most {most} other people."), {"most": MOST}), field="players")
    stay = tuple(user for user in tournament.organisers if user in named)
    new = tuple(user for user in named if user not in (*stay, *tournament.asked))
    if new and tournament.settings.club is not None:
        reason = _("A club’s organisers direct its tournaments. To add somebody, make them an organiser of the club.")
        raise Refused("club_directs", reason, field="players")
    return (
        *((OrganisersNamed(stay),) if stay != tournament.organisers else ()),
        *(OrganiserLeft(user) for user in tournament.asked if user not in named),
        *((OrganisersAsked(new),) if new else ()),
    )


def answer(tournament: Tournament, user: int, *, confirms: bool) -> Sequence[Event]:
    """*user*, who was asked, *confirms*; or declines, or steps down. Pure."""
    if user not in (*tournament.asked, *tournament.organisers):
        raise Refused("not_asked", _("You have no open request to direct this tournament."))
    if tournament.status in ("finished", "cancelled") and confirms:
        raise WrongStatus("finished", _("The tournament is over."))
    if confirms:
        return (OrganiserConfirmed(user),) if user in tournament.asked else ()
    return (OrganiserLeft(user),)


def name_organisers(*, tournament_id: str, by: int, users: Sequence[int], command: str | None = None) -> None:
    """Ask *users*, people with an account, to direct it too; all others no longer do."""
    callers.count(by)
    if User.objects.filter(pk__in=users).exclude(is_guest=False, bot_level="").exists():
        raise Refused("no_organiser", _("Guests and bots cannot direct tournaments."), field="players")

    def named(tournament: Tournament) -> Sequence[Event]:
        callers.check_owns(tournament, by)
        events = decide(tournament, users)
        for asked in (event.users for event in events if isinstance(event, OrganisersAsked)):
            asking.check(tournament, by, asked, field="players")
            asking.count(by, len(asked))
        return events

    TOURNAMENTS.carry_out(tournament_id, named, actor=by, command=command_for(command, "name organisers", users))


def confirm(*, tournament_id: str, user_id: int, command: str | None = None) -> None:
    """*user_id* directs it too, as they were asked to."""
    _answer(tournament_id, user_id, command, confirms=True)


def step_down(*, tournament_id: str, user_id: int, command: str | None = None) -> None:
    """*user_id* does not direct it: they decline, or step down."""
    _answer(tournament_id, user_id, command, confirms=False)


def _answer(tournament_id: str, user_id: int, command: str | None, *, confirms: bool) -> None:
    callers.count(user_id)
    decided = partial(answer, user=user_id, confirms=confirms)
    TOURNAMENTS.carry_out(tournament_id, decided, actor=user_id, command=command_for(command, "organise", confirms))
