"""The live stream in the OpenAPI document. It is a plain async view of the tables' room, so no handler declares it."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from tournaments.api.operations import REFUSALS
from tournaments.api.problems import MEDIA_TYPE
from tournaments.api.schema import Schema, schemas
from tournaments.tables.playing import Status
from tournaments.tables.views import ClockView

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


DESCRIPTION = """
Server-sent events, one a commit. The first says how the table stands; a client that names the last id it has
(`Last-Event-ID`, or `since`) is sent every commit that it missed instead, or the present state alone if those are more
than 200. Lines that begin with a colon say that the stream is still there.
"""


def describe_streams(result: Schema, generator: object, request: object, public: bool) -> Schema:
    """drf-spectacular's hook that adds what it cannot find."""
    components = result.setdefault("components", {}).setdefault("schemas", {})
    components |= {name: schema for name, schema in schemas(StreamLine).items() if name not in components}
    detail = result["paths"].get(PATH.removesuffix("/stream"))
    if detail is not None:
        result["paths"][PATH] = {"get": _operation(detail["get"])}
    return result


def _operation(detail: Schema) -> Schema:
    whose = [one for one in detail["parameters"] if one["in"] == "path"]
    since = {"type": "integer", "minimum": 0}
    shown = {"text/event-stream": {"schema": {"type": "string"}, "x-line": {"$ref": "#/components/schemas/StreamLine"}}}
    refused = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {
        "operationId": "streamTable",
        "summary": "Follow a table live",
        "description": DESCRIPTION.strip(),
        "parameters": [
            *whose,
            {"in": "header", "name": "Last-Event-ID", "schema": since, "description": "The last id you have."},
            {"in": "query", "name": "since", "schema": since, "description": "The same, for clients without headers."},
        ],
        "tags": ["tables"],
        "security": detail["security"],
        "responses": {
            "200": {"description": "The stream.", "content": shown},
            **{str(status): {"description": REFUSALS[status], "content": refused} for status in (400, 401, 404)},
        },
    }
