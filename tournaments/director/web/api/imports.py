"""Who is to come to a tournament: files of names, invitations, the order of the seeds."""

from typing import Annotated, Literal, TypeAlias

from django.utils.translation import gettext as _
from msgspec import Meta, Struct

from accounts import selectors as accounts
from tournaments.director import imports
from tournaments.director.commands.intake import Intake
from tournaments.director.exchange.faults import MOST_NAMES
from tournaments.kit.endpoints import Endpoint, operation
from tournaments.kit.operations import Done
from tournaments.kit.problems import Unprocessable
from tournaments.kit.requests import LongJsonBytes
from tournaments.kit.words import plain


class ImportNames(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A file of names. Without `confirm` nothing is done: the answer says what would be."""

    text: Annotated[str, Meta(max_length=imports.LONGEST, description="The file.")]
    kind: Annotated[
        Literal["csv", "trf"],
        Meta(description="`csv`: a header with a column `name`; `trf`: a FIDE report, whose order the seeds take."),
    ] = "csv"
    confirm: Annotated[bool, Meta(description="Enter the bots and invite the people, or refuse all of it.")] = False
    partly: Annotated[bool, Meta(description="With `confirm`: pass over the lines that are refused.")] = False


class ImportedLine(Struct, frozen=True):
    """What becomes of a line of the file; 0 is about all of it."""

    line: int
    name: str
    outcome: Annotated[
        Literal["enters", "invited", "entered", "waiting", "refused"],
        Meta(description="A bot enters, a person is invited; has entered or been invited before; cannot be."),
    ]
    reason: Annotated[str | None, Meta(description="Why it is refused.")]


class ImportedNames(Struct, frozen=True):
    """A file of names, line by line."""

    lines: tuple[ImportedLine, ...]
    unread: Annotated[tuple[str, ...], Meta(description="Columns, or a report's records, that mean nothing here.")]
    apart: Annotated[int, Meta(description="Groups of a report of whom no two meet.")]
    accelerated: Annotated[bool, Meta(description="Whether the first rounds become accelerated, as in the report.")]
    done: Annotated[bool, Meta(description="Whether it was confirmed, and has been done.")]


class Invitations(Struct, frozen=True):
    """Those who are asked to enter a tournament and have not, by name."""

    players: tuple[str, ...]


class SeedOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """The first seeds by name; all others follow by rating. None: all by rating."""

    players: Annotated[tuple[Annotated[str, Meta(max_length=150)], ...], Meta(max_length=MOST_NAMES)] = ()


Group: TypeAlias = Annotated[
    tuple[Annotated[str, Meta(max_length=150)], ...], Meta(min_length=2, max_length=200, description="Players by name.")
]


class KeptApart(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is kept apart, from the next round on. What is not named any more is lifted."""

    forbidden: Annotated[tuple[Group, ...], Meta(max_length=1_000, description="No two of a group ever meet.")] = ()
    mates: Annotated[
        tuple[Group, ...], Meta(max_length=1_000, description="No two of a group should meet in the first rounds.")
    ] = ()


class Apart(Struct, frozen=True):
    """Who is kept apart, by name."""

    forbidden: tuple[tuple[str, ...], ...]
    mates: tuple[tuple[str, ...], ...]
    lift: Annotated[
        tuple[tuple[str, ...], ...], Meta(description="The fewest pairs without which a refused round can be paired.")
    ]


@operation(
    "GET tournaments/<id:tournament_id>/apart",
    "getKeptApart",
    needs="tournament:direct",
    parser=LongJsonBytes,
    tag="tournaments",
    refusals={404},
)
def get_kept_apart(caller: Endpoint, *, tournament_id: str) -> Apart:
    """List who is kept apart."""
    forbidden, mates = imports.kept_apart(tournament_id)
    return Apart(*(tuple(map(tuple, groups)) for groups in (forbidden, mates, imports.to_lift(tournament_id))))


@operation(
    "POST tournaments/<id:tournament_id>/apart",
    "keepApart",
    needs="tournament:direct",
    parser=LongJsonBytes,
    tag="tournaments",
    scope="tournaments",
)
def keep_apart(caller: Endpoint, *, tournament_id: str, body: KeptApart, command: str | None) -> Done:
    """Keep players apart.

    The organiser does, before the start or while it is played; it holds from the next round on.
    """
    imports.keep_apart(
        tournament_id=tournament_id, by=caller.actor, forbidden=body.forbidden, mates=body.mates, command=command
    )
    return Done()


@operation(
    "POST tournaments/<id:tournament_id>/import",
    "importNames",
    needs="tournament:direct",
    parser=LongJsonBytes,
    tag="tournaments",
    scope="tournaments",
)
def import_names(caller: Endpoint, *, tournament_id: str, body: ImportNames, command: str | None) -> ImportedNames:
    """Take names from a file.

    The organiser does, before the start: bots enter, people are invited and enter themselves.
    """
    if not body.confirm:
        seen = imports.preview(tournament_id=tournament_id, by=caller.actor, kind=body.kind, text=body.text)
        return _told(seen, done=False)
    taken = imports.take_in(
        tournament_id=tournament_id,
        by=caller.actor,
        kind=body.kind,
        text=body.text,
        partly=body.partly,
        command=command,
    )
    return _told(taken, done=True)


@operation(
    "GET tournaments/<id:tournament_id>/invitations",
    "listInvitations",
    needs="tournament:read",
    tag="tournaments",
    refusals={404},
)
def list_invitations(caller: Endpoint, *, tournament_id: str) -> Invitations:
    """List those who are invited to a tournament."""
    return Invitations(tuple(user.username for user in imports.invited(tournament_id)))


@operation(
    "POST tournaments/<id:tournament_id>/invitations/decline",
    "declineInvitation",
    needs="tournament:write",
    tag="tournaments",
    refusals={404, 409, 422},
    scope="tournaments",
)
def decline_invitation(caller: Endpoint, *, tournament_id: str, command: str | None) -> Done:
    """Decline an invitation to a tournament.

    Entering stays open to you.
    """
    imports.decline(tournament_id=tournament_id, user_id=caller.actor, command=command)
    return Done()


@operation(
    "POST tournaments/<id:tournament_id>/seeds",
    "orderSeeds",
    needs="tournament:direct",
    parser=LongJsonBytes,
    tag="tournaments",
    scope="tournaments",
)
def order_seeds(caller: Endpoint, *, tournament_id: str, body: SeedOrder, command: str | None) -> Done:
    """Set the order of the first seeds.

    The organiser does, before the start. It holds for those who have entered by then.
    """
    users = accounts.by_names(body.players)
    if missing := [name for name in body.players if name not in users]:
        raise Unprocessable(
            _("There is no player {name}.").format(name=missing[0][:40]), "unknown_user", field="players"
        )
    order = [users[name].pk for name in body.players]
    imports.order_seeds(tournament_id=tournament_id, by=caller.actor, users=order, command=command)
    return Done()


def _told(intake: Intake, *, done: bool) -> ImportedNames:
    lines = (
        ImportedLine(line.line, line.name, line.outcome, plain(line.reason) if line.reason else None)
        for line in intake.lines
    )
    return ImportedNames(tuple(lines), intake.unread, intake.apart, intake.accelerated, done)
