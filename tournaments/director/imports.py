"""Requests about who is to come: files of names, invitations, the order of the seeds."""

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

from django.db import transaction

from accounts.models import User
from accounts.selectors import by_ids, by_names
from engine.events import Event
from engine.text import Hole, Text, shortened
from engine.text import gettext_noop as _
from tournaments.director import selectors
from tournaments.director.commands import asking, callers, caps, intake
from tournaments.director.commands.intake import Intake, Known, Taken
from tournaments.director.display import views
from tournaments.director.errors import Refused
from tournaments.director.exchange.faults import Fault, Unreadable
from tournaments.director.exchange.rosters import Roster, from_csv, from_trf
from tournaments.director.policy import apart, pairing
from tournaments.director.selectors import Summary
from tournaments.director.state.invitations import Expected
from tournaments.director.state.tournament import Tournament
from tournaments.director.streams import TOURNAMENTS
from tournaments.log.commands import command_for
from tournaments.platform import limits
from tournaments.tables import caps as table_caps

Kind: TypeAlias = Literal["csv", "trf"]
LONGEST = 500_000
"""Characters of a file."""

_READ: dict[Kind, Callable[[str], Roster]] = {"csv": from_csv, "trf": from_trf}


def preview(*, tournament_id: str, by: int, kind: Kind, text: str) -> Intake:
    """What :func:`take_in` would do, with everything that is wrong with the file. Nothing is done."""
    _count_file(by)
    tournament = TOURNAMENTS.current(tournament_id).state
    callers.check_directs(tournament, by)
    try:
        roster = _read(kind, text)
    except Unreadable as unreadable:
        return Intake(tuple(map(_refused, unreadable.faults)), ())
    return intake.plan(tournament, roster, _known(roster, tournament, by))


def take_in(
    *, tournament_id: str, by: int, kind: Kind, text: str, partly: bool = False, command: str | None = None
) -> Intake:
    """Enter the bots and invite the people of the file: all or none; with *partly* those who can be."""
    _count_file(by)
    made: list[Intake] = []

    def decide(tournament: Tournament) -> Sequence[Event]:
        callers.check_directs(tournament, by)
        made.append(intake.plan(tournament, roster, known))
        return made[-1].events if partly else intake.agreed(made[-1])

    ahead = TOURNAMENTS.current(tournament_id).state
    callers.check_directs(ahead, by)
    roster = _strictly(kind, text)
    known = _known(roster, ahead, by)
    if ahead.status == "announced":
        planned = intake.plan(ahead, roster, known)
        asking.count(by, 0 if planned.refused and not partly else planned.invited)
    with transaction.atomic():
        organiser = TOURNAMENTS.current(tournament_id).state.organiser
        table_caps.hold(organiser)
        TOURNAMENTS.carry_out(
            tournament_id, decide, actor=by, command=command_for(command, "take in", kind, text, partly)
        )
        caps.check_bots(tournament_id, organiser)
    return made[0]


def decline(*, tournament_id: str, user_id: int, command: str | None = None) -> None:
    callers.count(user_id)
    TOURNAMENTS.carry_out(
        tournament_id,
        lambda tournament: intake.decline(tournament, user_id),
        actor=user_id,
        command=command_for(command, "decline invitation"),
    )


def order_seeds(*, tournament_id: str, by: int, users: Sequence[int], command: str | None = None) -> None:
    """Seed *users* first, in this order; none: all by rating."""
    callers.count(by)

    def decide(tournament: Tournament) -> Sequence[Event]:
        callers.check_directs(tournament, by)
        return intake.order(tournament, tuple(users))

    TOURNAMENTS.carry_out(tournament_id, decide, actor=by, command=command_for(command, "order seeds", users))


def keep_apart(
    *,
    tournament_id: str,
    by: int,
    forbidden: Sequence[Sequence[str]],
    mates: Sequence[Sequence[str]],
    command: str | None = None,
) -> None:
    """From the next round on no two of a group of *forbidden* meet, and no two *mates* in the first rounds; by name."""
    callers.count(by)
    groups = [_users(field, groups) for field, groups in (("forbidden", forbidden), ("mates", mates))]

    def decide(tournament: Tournament) -> Sequence[Event]:
        callers.check_directs(tournament, by)
        return apart.keep_apart(tournament, *groups)

    TOURNAMENTS.carry_out(tournament_id, decide, actor=by, command=command_for(command, "keep apart", *groups))


def _users(field: str, groups: Sequence[Sequence[str]]) -> list[list[int]]:
    known = by_names(name for group in groups for name in group)
    for name in (name for group in groups for name in group if name not in known):
        raise Refused("unknown_user", Text(_("There is no player {name}."), {"name": shortened(name)}), field=field)
    return [[known[name].pk for name in group] for group in groups]


def kept_apart(tournament_id: str) -> tuple[list[list[str]], list[list[str]]]:
    """Forbidden groups and mates, by name."""
    tournament = TOURNAMENTS.current(tournament_id).state
    users = by_ids(user for group in (*tournament.forbidden, *tournament.mates) for user in group)
    told = [[users[user].username for user in group if user in users] for group in tournament.forbidden]
    return told, [[users[user].username for user in group if user in users] for group in tournament.mates]


def to_lift(tournament_id: str) -> list[tuple[str, str]]:
    """The fewest forbidden pairs without which the next round can be paired, by name; while it is refused for them."""
    tournament = TOURNAMENTS.current(tournament_id).state
    if tournament.refused != "forbidden_pairs":
        return []
    names = {number: entry.name for number, entry in views.entries(tournament).items()}
    lift = pairing.to_lift(tournament)
    return sorted((names[one], names[two]) for one, two in (sorted(pair) for pair in lift))


def expected(tournament_id: str) -> Expected:
    """Who is to come, and in which order, as this process last saw it."""
    return TOURNAMENTS.recent(tournament_id).state


def invited(tournament_id: str) -> list[User]:
    """Those who are asked to enter and have not, by name."""
    tournament = TOURNAMENTS.current(tournament_id).state
    waiting = [user for user in tournament.invited if not tournament.entry_of(user)]
    return sorted(by_ids(waiting).values(), key=lambda user: user.username.lower())


def invitations(user_id: int) -> list[Summary]:
    """The tournaments to come that *user_id* is asked to enter and has not, the soonest first."""
    return selectors.listed("announced", invited=user_id, soonest=True)


def _count_file(by: int) -> None:
    """One more request of *by*, and one of the few that have a file read."""
    callers.count(by)
    limits.count("imports", user=by)


def _read(kind: Kind, text: str) -> Roster:
    if len(text) > LONGEST:
        raise Unreadable([Fault(0, Text(_("A file can have at most {most} characters."), {"most": LONGEST}))])
    return _READ[kind](text)


def _strictly(kind: Kind, text: str) -> Roster:
    try:
        return _read(kind, text)
    except Unreadable as unreadable:
        fault = unreadable.faults[0]
        words: dict[str, Hole] = {"line": fault.line, "reason": fault.reason}
        raise Refused("bad_import", Text(_("Line {line}: {reason}"), words), field="text") from unreadable


def _refused(fault: Fault) -> Taken:
    return Taken(fault.line, "", "refused", fault.reason)


def _known(roster: Roster, tournament: Tournament, by: int) -> dict[str, Known]:
    users = {name: user for name, user in by_names(named.name for named in roster.names).items() if user.is_active}
    closed = asking.closed(tournament, by, [user.pk for user in users.values()])
    return {
        name: Known(user.pk, bool(user.house_level), user.is_guest, user.pk in closed) for name, user in users.items()
    }
