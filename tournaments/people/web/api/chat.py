"""``/api/tables/{id}/chat`` and ``/api/lines``: what people write at tables, and what is done about it."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from accounts.models import User
from tournaments.clubs import selectors as clubs
from tournaments.kit.endpoints import Own, operation
from tournaments.kit.operations import Done
from tournaments.people import chat, moderation, places
from tournaments.people.chat import Chat
from tournaments.people.moderation import Measure, Reported

Cause = Literal["insult", "spam", "cheating", "other"]


class After(Struct, frozen=True, forbid_unknown_fields=True):
    after: Annotated[int, Meta(ge=0, le=2**62, description="The last line that you have.")] = 0


class Say(Struct, frozen=True, forbid_unknown_fields=True):
    text: Annotated[str, Meta(max_length=2_000, description="Plain text, one line of 300 characters at most.")]


class Said(Struct, frozen=True):
    """The number of the line."""

    line: int


class Because(Struct, frozen=True, forbid_unknown_fields=True):
    cause: Cause = "other"


class Mute(Struct, frozen=True, forbid_unknown_fields=True):
    hours: Annotated[int, Meta(ge=0, le=168, description="1, 24 or 168; 0 lets them write again.")]
    cause: Cause = "other"


class Reports(Struct, frozen=True):
    """The open reports of the places where you moderate."""

    reports: tuple[Reported, ...]


class Measures(Struct, frozen=True):
    """What was done at a place, the latest first."""

    measures: tuple[Measure, ...]


@operation("GET tables/<id:table_id>/chat", "getChat", needs="message:read", tag="people", refusals={404})
def get_chat(caller: Own, *, table_id: str, query: After) -> Chat:
    """Read what was written at a table."""
    return chat.read(places.at_table(table_id), None if caller.viewer is None else caller.user, after=query.after)


@operation("POST tables/<id:table_id>/chat", "writeChat", needs="message:write", tag="people", status=201, scope="chat")
def write_chat(caller: Own, *, table_id: str, body: Say, command: str | None) -> Said:
    """Write a line at a table where you sit, until a day after its end."""
    return Said(chat.write(user=caller.user, place=places.at_table(table_id), text=body.text, command=command))


@operation(
    "GET tables/<id:table_id>/chat/measures",
    "listMeasures",
    needs="message:moderate",
    tag="people",
    refusals={401, 403, 404},
)
def list_measures(caller: Own, *, table_id: str) -> Measures:
    """List what was done at a table by those who moderate there, if you do."""
    return _measures(places.at_table(table_id), caller.user)


@operation("GET clubs/<club:club>/chat", "getClubChat", needs="message:read", tag="people", refusals={401, 403, 404})
def get_club_chat(caller: Own, *, club: str, query: After) -> Chat:
    """Read what was written in a club of yours."""
    user = caller.user  # a stranger is asked to log in, whether there is such a club or not
    return chat.read(_place(club), user, after=query.after)


@operation(
    "POST clubs/<club:club>/chat", "writeClubChat", needs="message:write", tag="people", status=201, scope="chat"
)
def write_club_chat(caller: Own, *, club: str, body: Say, command: str | None) -> Said:
    """Write a line in a club of yours."""
    return Said(chat.write(user=caller.user, place=_place(club), text=body.text, command=command))


@operation(
    "GET clubs/<club:club>/chat/measures",
    "listClubMeasures",
    needs="message:moderate",
    tag="people",
    refusals={401, 403, 404},
)
def list_club_measures(caller: Own, *, club: str) -> Measures:
    """List what was done in a club by those who moderate there, if you do."""
    user = caller.user
    return _measures(_place(club), user)


@operation(
    "POST lines/<row:line>/report",
    "reportLine",
    needs="message:write",
    tag="people",
    refusals={403, 404, 422},
    scope="people",
)
def report_line(caller: Own, *, line: int, body: Because, command: str | None) -> Done:
    """Have those who moderate there look at a line."""
    moderation.report(user=caller.user, line_id=line, cause=body.cause)
    return Done()


@operation(
    "POST lines/<row:line>/remove",
    "removeLine",
    needs="message:moderate",
    tag="people",
    refusals={403, 404, 422},
    scope="people",
)
def remove_line(caller: Own, *, line: int, body: Because, command: str | None) -> Done:
    """Take a line out: your own, or where you moderate."""
    moderation.remove(user=caller.user, line_id=line, cause=body.cause)
    return Done()


@operation(
    "POST lines/<row:line>/dismiss", "dismissReports", needs="message:moderate", tag="people", refusals={403, 404, 422}
)
def dismiss_reports(caller: Own, *, line: int, command: str | None) -> Done:
    """Close the reports of a line that may stand."""
    moderation.dismiss(user=caller.user, line_id=line)
    return Done()


@operation(
    "POST lines/<row:line>/mute",
    "muteAuthor",
    needs="message:moderate",
    tag="people",
    refusals={403, 404, 422},
    scope="people",
)
def mute_author(caller: Own, *, line: int, body: Mute, command: str | None) -> Done:
    """Keep the author of a line from writing there for a while."""
    moderation.mute(user=caller.user, line_id=line, hours=body.hours, cause=body.cause, command=command)
    return Done()


@operation("GET reports", "listReports", needs="message:moderate", tag="people", refusals={401})
def list_reports(caller: Own) -> Reports:
    """List the reported lines of the places where you moderate."""
    return Reports(tuple(moderation.reported(caller.user)))


def _place(club: str) -> str:
    """The club by its id or its address; raises ``UnknownClub``."""
    return places.in_club(clubs.address(club)[0])


def _measures(place: str, user: User) -> Measures:
    return Measures(tuple(moderation.measures(place, user)))
