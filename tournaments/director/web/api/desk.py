"""``/api/tournaments/<id>/desk`` and ``/messages``: who is waited for, and what everybody is told."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tournaments.director import selectors
from tournaments.director.commands import desk, places
from tournaments.director.display import attention
from tournaments.director.display.shapes import EntryInfo
from tournaments.kit.endpoints import Endpoint, operation
from tournaments.kit.operations import Done


class Waiting(Struct, frozen=True, kw_only=True):
    """A match without a result. Times are epoch milliseconds."""

    round: int
    number: Annotated[int, Meta(description="Of its table in the round.")]
    match: str
    table: str | None
    state: Literal["gathering", "playing", "over", "in_room"]
    awaited: Annotated[tuple[EntryInfo, ...], Meta(description="Who is to come, or to act.")]
    since: Annotated[int, Meta(description="When the last thing happened there.")]
    until: int | None
    needs: Annotated[bool, Meta(description="Whether somebody should look.")]


class Desk(Struct, frozen=True):
    """What an organiser has to look after, most pressing first."""

    refused: Annotated[str | None, Meta(description="Why the next round could not be paired.")]
    overdue: Annotated[tuple[int, ...], Meta(description="Rounds that should have been over.")]
    waiting: tuple[Waiting, ...]


class SendMessage(Struct, frozen=True, forbid_unknown_fields=True):
    text: Annotated[str, Meta(min_length=1, max_length=1_000)]
    to: Annotated[
        tuple[int, ...], Meta(max_length=1_000, description="The entries that it is for alone. None: everybody.")
    ] = ()


class Message(Struct, frozen=True):
    id: str
    text: str
    at: int
    by: Annotated[str, Meta(description="Who wrote it; empty if that is not known.")]


class Messages(Struct, frozen=True):
    """What the organiser has told everybody, the last first."""

    messages: tuple[Message, ...]


@operation(
    "GET tournaments/<id:tournament_id>/desk", "getDesk", needs="tournament:direct", tag="tournaments", refusals={404}
)
def get_desk(caller: Endpoint, *, tournament_id: str) -> Desk:
    """Get what a tournament waits for.

    Every match without a result, with who is to come or to act there.
    """
    detail = selectors.detail(tournament_id)
    overdue = tuple(paired.number for paired in attention.overdue(detail))
    return Desk(detail.refused, overdue, tuple(map(_waiting, attention.watched(detail))))


@operation(
    "GET tournaments/<id:tournament_id>/messages",
    "listMessages",
    needs="tournament:read",
    tag="tournaments",
    refusals={404},
)
def list_messages(caller: Endpoint, *, tournament_id: str) -> Messages:
    """List the messages to everybody.

    For those who have entered, the organiser and staff; to others there are none.
    """
    found = attention.notices_for(tournament_id, caller.request.user)
    return Messages(tuple(Message(each.id, each.text, each.at, each.by) for each in found))


@operation(
    "POST tournaments/<id:tournament_id>/messages",
    "sendMessage",
    needs="tournament:direct",
    tag="tournaments",
    scope="tournaments",
)
def send_message(caller: Endpoint, *, tournament_id: str, body: SendMessage, command: str | None) -> Done:
    """Tell everybody something.

    Everybody who has entered gets a notice; it stands on the tournament's page and at its tables. The organiser does.
    """
    desk.send_message(tournament_id=tournament_id, by=caller.actor, text=body.text, to=body.to, command=command)
    return Done()


@operation(
    "POST tournaments/<id:tournament_id>/messages/<id:message_id>/withdraw",
    "withdrawMessage",
    needs="tournament:direct",
    tag="tournaments",
    scope="tournaments",
)
def withdraw_message(caller: Endpoint, *, tournament_id: str, message_id: str, command: str | None) -> Done:
    """Take a message back.

    It is shown to nobody any more, and its words are deleted. The organiser does.
    """
    desk.withdraw_message(tournament_id=tournament_id, by=caller.actor, text=message_id, command=command)
    return Done()


@operation(
    "POST tournaments/<id:tournament_id>/calls/<id:match>",
    "callOrganiser",
    needs="tournament:write",
    tag="tournaments",
    scope="tournaments",
)
def call_organiser(caller: Endpoint, *, tournament_id: str, match: str, command: str | None) -> Done:
    """Call the organisers to a match.

    Its players do. It rings at the desk until an organiser has seen to it.
    """
    desk.call(tournament_id=tournament_id, match=match, user_id=caller.actor, command=command)
    return Done()


@operation(
    "POST tournaments/<id:tournament_id>/calls/<id:match>/answered",
    "answerCall",
    needs="tournament:direct",
    tag="tournaments",
    scope="tournaments",
)
def answer_call(caller: Endpoint, *, tournament_id: str, match: str, command: str | None) -> Done:
    """Say that a call has been seen to.

    The organiser does.
    """
    desk.answer_call(tournament_id=tournament_id, match=match, by=caller.actor, command=command)
    return Done()


class SettleReport(Struct, frozen=True, forbid_unknown_fields=True):
    seq: Annotated[int, Meta(description="Of the table, as you saw it: refused if it has moved on.")]


class PlaceMatch(Struct, frozen=True, forbid_unknown_fields=True):
    in_room: Annotated[bool, Meta(description="Whether it is played with real cards.")]


@operation(
    "POST tournaments/<id:tournament_id>/matches/<id:match>/place",
    "placeMatch",
    needs="tournament:direct",
    tag="tournaments",
    scope="tournaments",
)
def place_match(caller: Endpoint, *, tournament_id: str, match: str, body: PlaceMatch, command: str | None) -> Done:
    """Have a match played with real cards, or here.

    Before its table begins; another one is opened for it. The organiser does.
    """
    places.place(tournament_id=tournament_id, by=caller.actor, match=match, in_room=body.in_room, command=command)
    return Done()


@operation(
    "POST tournaments/<id:tournament_id>/matches/<id:match>/settle",
    "settleReport",
    needs="tournament:direct",
    tag="tournaments",
    scope="tournaments",
)
def settle_report(caller: Endpoint, *, tournament_id: str, match: str, body: SettleReport, command: str | None) -> Done:
    """Confirm what a player has reported of a match.

    An organiser who does not play in it does.
    """
    places.settle(tournament_id=tournament_id, by=caller.actor, match=match, seen=body.seq, command=command)
    return Done()


def _waiting(row: attention.Watched) -> Waiting:
    return Waiting(
        round=row.round,
        number=row.number,
        match=row.match.match,
        table=row.match.table,
        state=row.state,
        awaited=row.awaited,
        since=row.since,
        until=row.until,
        needs=row.needs,
    )
