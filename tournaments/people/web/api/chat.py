"""``/api/tables/{id}/chat`` and ``/api/lines``: what people write at tables, and what is done about it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from accounts.models import User
from tournaments.clubs import selectors as clubs
from tournaments.kit.endpoints import Own, operation
from tournaments.kit.operations import Done, Nothing
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


class TableChat(Own):
    @operation("getChat", tag="people", answers=Chat, query=After, refusals={404})
    def get(self, *, table_id: str, query: After) -> Chat:
        """Read what was written at a table."""
        return chat.read(places.at_table(table_id), None if self.viewer is None else self.user, after=query.after)

    @operation(
        "writeChat",
        tag="people",
        answers=Said,
        takes=Say,
        status=201,
        refusals={403, 404, 409, 422},
        scope="chat",
        idempotent=True,
    )
    def post(self, *, table_id: str, body: Say, command: str | None) -> Said:
        """Write a line at a table where you sit, until a day after its end."""
        return Said(chat.write(user=self.user, place=places.at_table(table_id), text=body.text, command=command))


class TableMeasures(Own):
    @operation("listMeasures", tag="people", answers=Measures, refusals={401, 403, 404})
    def get(self, *, table_id: str) -> Measures:
        """List what was done at a table by those who moderate there, if you do."""
        return _measures(places.at_table(table_id), self.user)


class ClubChat(Own):
    @operation("getClubChat", tag="people", answers=Chat, query=After, refusals={401, 403, 404})
    def get(self, *, club: str, query: After) -> Chat:
        """Read what was written in a club of yours."""
        user = self.user  # a stranger is asked to log in, whether there is such a club or not
        return chat.read(_place(club), user, after=query.after)

    @operation(
        "writeClubChat",
        tag="people",
        answers=Said,
        takes=Say,
        status=201,
        refusals={403, 404, 409, 422},
        scope="chat",
        idempotent=True,
    )
    def post(self, *, club: str, body: Say, command: str | None) -> Said:
        """Write a line in a club of yours."""
        return Said(chat.write(user=self.user, place=_place(club), text=body.text, command=command))


class ClubMeasures(Own):
    @operation("listClubMeasures", tag="people", answers=Measures, refusals={401, 403, 404})
    def get(self, *, club: str) -> Measures:
        """List what was done in a club by those who moderate there, if you do."""
        user = self.user
        return _measures(_place(club), user)


class LineReport(Own):
    @operation(
        "reportLine",
        tag="people",
        answers=Done,
        takes=Because,
        refusals={403, 404, 422},
        scope="people",
        idempotent=True,
    )
    def post(self, *, line: int, body: Because, command: str | None) -> Done:
        """Have those who moderate there look at a line."""
        moderation.report(user=self.user, line_id=line, cause=body.cause)
        return Done()


class LineRemoval(Own):
    @operation(
        "removeLine",
        tag="people",
        answers=Done,
        takes=Because,
        refusals={403, 404, 422},
        scope="people",
        idempotent=True,
    )
    def post(self, *, line: int, body: Because, command: str | None) -> Done:
        """Take a line out: your own, or where you moderate."""
        moderation.remove(user=self.user, line_id=line, cause=body.cause)
        return Done()


class LineDismissal(Own):
    @operation("dismissReports", tag="people", answers=Done, takes=Nothing, refusals={403, 404, 422}, idempotent=True)
    def post(self, *, line: int, command: str | None) -> Done:
        """Close the reports of a line that may stand."""
        moderation.dismiss(user=self.user, line_id=line)
        return Done()


class LineMute(Own):
    @operation(
        "muteAuthor", tag="people", answers=Done, takes=Mute, refusals={403, 404, 422}, scope="people", idempotent=True
    )
    def post(self, *, line: int, body: Mute, command: str | None) -> Done:
        """Keep the author of a line from writing there for a while."""
        moderation.mute(user=self.user, line_id=line, hours=body.hours, cause=body.cause, command=command)
        return Done()


class ReportList(Own):
    @operation("listReports", tag="people", answers=Reports, refusals={401})
    def get(self) -> Reports:
        """List the reported lines of the places where you moderate."""
        return Reports(tuple(moderation.reported(self.user)))


def _place(club: str) -> str:
    """The club by its id or its address; raises ``UnknownClub``."""
    return places.in_club(clubs.address(club)[0])


def _measures(place: str, user: User) -> Measures:
    return Measures(tuple(moderation.measures(place, user)))
