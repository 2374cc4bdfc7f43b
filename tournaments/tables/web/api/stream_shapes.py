"""The live stream in the OpenAPI document. It is a plain async view, so no handler declares it."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from tournaments.kit.operations import REFUSALS
from tournaments.kit.problems import MEDIA_TYPE
from tournaments.kit.schema import Schema, schemas
from tournaments.tables.presence import SeatPresence
from tournaments.tables.seen import ClockView
from tournaments.tables.state import Status

PATH = "/api/tables/{table_id}/stream"


class StreamEvent(Struct, frozen=True):
    """An event of the table; its other fields are those of its kind, as far as the caller may see them."""

    seq: int
    kind: str


class StreamLine(Struct, frozen=True, kw_only=True):
    """What one commit brought, in the `data` of a server-sent event whose `id` is its `seq`."""

    seq: Annotated[int, Meta(description="The last event of the commit.")]
    events: tuple[StreamEvent, ...]
    view: Annotated[dict[str, Any] | None, Meta(description="What you know after it; null before the deal.")]
    legal: Annotated[tuple[str, ...], Meta(description="The moves that you may make after it.")]
    to_act: tuple[int, ...]
    clocks: tuple[ClockView, ...]
    status: Status


class StreamPresence(Struct, frozen=True):
    """Who is there, in the `data` of an event called `presence`. It has no id: nothing of it stands in the log."""

    seats: Annotated[
        tuple[SeatPresence, ...], Meta(description="The seats that people play; neither bots' nor given up ones.")
    ]


class StreamWatching(Struct, frozen=True):
    """How many people follow the table without a seat, in the `data` of an event called `watching`, without an id."""

    watching: Annotated[int, Meta(ge=0)]


class StreamChat(Struct, frozen=True):
    """That something was written at the table, or taken out, in the `data` of an event called `chat`."""

    last: Annotated[int, Meta(description="The number of the line. Read the chat for what is for you.")]


class StreamEnd(Struct, frozen=True):
    """That the table is over and no more follows, in the `data` of an event called `end`."""

    seq: Annotated[int, Meta(description="The last event.")]
    status: Literal["finished", "aborted"]


DESCRIPTION = """
Server-sent events, one a commit. The first says how the table stands; a client that names the last id it has
(`Last-Event-ID`, or `since`) is sent every commit that it missed instead, or the present state alone if those are more
than 200, or if there is no such id. Lines that begin with a colon say that the stream is still there.

When the table is finished or aborted, an event called `end` follows the last line, and the stream ends. A client that
comes back with the last id is answered with 204: a browser's `EventSource` does not ask again then. With `stay=true`
the stream goes on, for what may follow the end of a table: the ratings, a rematch, chat.

Beside them come events called `presence`, without an id: which of the seated players follow the table, at first and
whenever one comes or has been away for some seconds. They are not part of the log and are not sent again.
Events called `watching` say how many people follow the table who have no seat there.
Events called `chat` are of the same kind: something was written, which is read at `/api/tables/{table_id}/chat`.

A user may keep 100 streams open; visitors and guests together may keep 300 from one address. A stream ends soon
after its token was revoked or its session ended.
"""


REFUSED = (400, 401, 404, 429, 503)
OVER = {"204": {"description": "The table is over, and you have been sent all of it."}}
STAY = {"type": "boolean", "default": False}
SEAT = {"type": "boolean", "default": True}


NOTICES = "/api/notices/stream"
NOTICES_DESCRIPTION = """
Server-sent events: how many of your notices wait, at first and whenever that changes. There is nothing to resume: the
first event after a new connection says how it is now. Lines that begin with a colon say that the stream is still there.
"""


TALK = "/api/clubs/{club}/chat/stream"
TALK_DESCRIPTION = """
Server-sent events called `chat`: the number of the last line, at first and with each new one. What was written is read
at `/api/clubs/{club}/chat`. The stream ends soon after you have left the club.
"""


class UnreadNotices(Struct, frozen=True):
    """How many notices wait, in the `data` of an event; 100 stands for more than 99."""

    unread: int


def describe_streams(result: Schema, generator: object, request: object, public: bool) -> Schema:
    """drf-spectacular's hook that adds what it cannot find."""
    components = result.setdefault("components", {}).setdefault("schemas", {})
    shapes = schemas(StreamLine) | schemas(StreamPresence) | schemas(StreamWatching)
    shapes |= schemas(StreamChat) | schemas(StreamEnd)
    components |= {name: schema for name, schema in shapes.items() if name not in components}
    detail = result["paths"].get(PATH.removesuffix("/stream"))
    if detail is not None:
        result["paths"][PATH] = {"get": _operation(detail["get"])}
    inbox = result["paths"].get(NOTICES.removesuffix("/stream"))
    if inbox is not None:
        components |= {name: schema for name, schema in schemas(UnreadNotices).items() if name not in components}
        result["paths"][NOTICES] = {"get": _of_notices(inbox["get"])}
    talk = result["paths"].get(TALK.removesuffix("/stream"))
    if talk is not None:
        result["paths"][TALK] = {"get": _of_talk(talk["get"])}
    return result


def _of_notices(inbox: Schema) -> Schema:
    return {
        "operationId": "streamNotices",
        "summary": "Hear how many notices wait",
        "description": NOTICES_DESCRIPTION.strip(),
        "parameters": [],
        "tags": ["notices"],
        "security": inbox["security"],
        "responses": responses((UnreadNotices,), (400, 401, 403, 429, 503)),
    }


def _of_talk(chat: Schema) -> Schema:
    return {
        "operationId": "streamClubChat",
        "summary": "Hear that something was written in a club",
        "description": TALK_DESCRIPTION.strip(),
        "parameters": [one for one in chat["parameters"] if one["in"] == "path"],
        "tags": ["people"],
        "security": chat["security"],
        "responses": responses((StreamChat,), (400, 401, 403, 404, 429, 503)),
    }


def responses(shapes: Sequence[type[Struct]], statuses: Sequence[int]) -> Schema:
    """A stream of events, in whose ``data`` is one of *shapes*; to programs that read no streams it is text."""
    named = [{"$ref": f"#/components/schemas/{shape.__name__}"} for shape in shapes]
    data = {"anyOf": named} if len(named) > 1 else named[0]
    events = {"type": "string", "contentMediaType": "text/event-stream", "contentSchema": data}
    refused = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {
        "200": {"description": "The stream.", "content": {"text/event-stream": {"schema": events}}},
        **{str(status): {"description": REFUSALS[status], "content": refused} for status in statuses},
    }


def _operation(detail: Schema) -> Schema:
    whose = [one for one in detail["parameters"] if one["in"] == "path"]
    since = {"type": "integer", "minimum": 0}
    return {
        "operationId": "streamTable",
        "summary": "Follow a table live",
        "description": DESCRIPTION.strip(),
        "parameters": [
            *whose,
            {"in": "header", "name": "Last-Event-ID", "schema": since, "description": "The last id you have."},
            {"in": "query", "name": "since", "schema": since, "description": "The same, for clients without headers."},
            {"in": "query", "name": "stay", "schema": STAY, "description": "Whether to stay after the end."},
            {"in": "query", "name": "seat", "schema": SEAT, "description": "False: as a spectator, where you sit too."},
        ],
        "tags": ["tables"],
        "security": detail["security"],
        "responses": OVER | responses((StreamLine, StreamPresence, StreamWatching, StreamChat, StreamEnd), REFUSED),
    }
