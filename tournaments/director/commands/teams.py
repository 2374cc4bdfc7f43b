"""Requests about fixed teams: naming one, confirming, declining."""

from collections.abc import Sequence

from django.db import transaction

from accounts import naming
from accounts.models import User
from engine.events import Event
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.director.commands import asking, callers, candidates, caps
from tournaments.director.errors import NotAllowed, Refused
from tournaments.director.policy import teams
from tournaments.director.policy.teams import NAME_LENGTH
from tournaments.director.state.teams import TeamNamed
from tournaments.director.state.tournament import Tournament
from tournaments.director.streams import TOURNAMENTS
from tournaments.log import sources, texts
from tournaments.log.commands import command_for
from tournaments.tables import caps as table_caps


def name(
    *,
    tournament_id: str,
    users: Sequence[int],
    by: int,
    name: str = "",
    code: str | None = None,
    command: str | None = None,
) -> None:
    """Enter with the others of *users*, of whom *by* is the first; people confirm, bots need not. The organiser enters
    teams of bots. Without a *name* the team is called by its members."""
    callers.count(by)
    called = _checked(name)
    members = _members(users)
    text = _text_id(tournament_id, by, command) if called else None

    def decide(tournament: Tournament) -> Sequence[Event]:
        directs = by != users[0]
        if directs:
            callers.check_directs(tournament, by)
            if not all(user.house_level for user in members):
                raise NotAllowed("enters_alone", _("People, and bots that others run, have to enter themselves."))
        known = {user.pk: candidates.known(tournament, user, code=code, waived=directs) for user in members}
        events = teams.name(tournament, users, known, called=text)
        if new := [event.users for event in events if isinstance(event, TeamNamed)]:
            others = [user.pk for user in members if not user.house_level and user.pk != by and user.pk in new[0]]
            asking.check(tournament, by, others, field="partners")
            asking.count(by, len(others))
        return events

    with transaction.atomic():
        organiser = TOURNAMENTS.current(tournament_id).state.organiser
        if any(user.house_level for user in members):
            table_caps.hold(organiser)
        asked = command_for(command, "name team", users, called)
        after = TOURNAMENTS.carry_out(tournament_id, decide, actor=by, command=asked)
        if text is not None and _is_named(after, text):
            texts.keep(text, author=by, body=called)
        caps.check_bots(tournament_id, organiser)


def confirm(
    *, tournament_id: str, number: int, user_id: int, code: str | None = None, command: str | None = None
) -> None:
    """*user_id* plays in the team that they were named for."""
    callers.count(user_id)

    def decide(tournament: Tournament) -> Sequence[Event]:
        proposal = tournament.proposals.get(number)
        users = User.objects.filter(pk__in=proposal.users if proposal else [user_id])
        known = {user.pk: candidates.known(tournament, user, code=code) for user in users}
        return teams.confirm(tournament, number, user_id, known)

    TOURNAMENTS.carry_out(tournament_id, decide, actor=user_id, command=command_for(command, "confirm team", number))


def drop(*, tournament_id: str, number: int, user_id: int, command: str | None = None) -> None:
    """*user_id* does not play in it: who was named declines, who named takes it back."""
    callers.count(user_id)
    TOURNAMENTS.carry_out(
        tournament_id,
        lambda tournament: teams.drop(tournament, number, user_id),
        actor=user_id,
        command=command_for(command, "drop team", number),
    )


def _members(users: Sequence[int]) -> list[User]:
    found = User.objects.in_bulk(list(users))
    if any(user not in found or not found[user].is_active for user in users):
        raise Refused("unknown_user", _("There is no such player."), field="partners")
    return [found[user] for user in dict.fromkeys(users)]


def _checked(name: str) -> str:
    """*name* as it is kept: short, in one script."""
    plain = " ".join(name.split())
    if len(plain) > NAME_LENGTH:
        raise Refused(
            "bad_name", Text(_("A name can have at most {most} characters."), {"most": NAME_LENGTH}), field="name"
        )
    if "\0" in plain or (plain and not naming.is_plain(naming.normalised(plain))):
        raise Refused("bad_name", _("A name must use one script and no invisible characters."), field="name")
    return plain


def _is_named(tournament: Tournament, text: str) -> bool:
    named = [each.name for each in tournament.entries.values()]
    return text in [*named, *(each.name for each in tournament.proposals.values())]


def _text_id(tournament_id: str, by: int, command: str | None) -> str:
    return sources.id_for(by, f"team/{tournament_id}/{command}") if command else sources.new_id()
