"""The part of the OpenAPI document that says what webhooks are sent: ``webhooks``, one for each type."""

import functools
from collections.abc import Iterator
from importlib import resources
from typing import Any, Final

import msgspec

from tournaments.kit.schema import Schema, schemas
from tournaments.notices.hooks import shapes
from tournaments.notices.webhook_types import ADDED, EVENTS, NOTICES, TEST

_EVENTS: Final[dict[str, type[shapes.TournamentTold]]] = {
    "announced": shapes.AnnouncedTold,
    "round_drawn": shapes.RoundTold,
    "table_opened": shapes.TablesTold,
    "result": shapes.ResultTold,
    "ruling": shapes.RulingTold,
    "finished": shapes.FinishedTold,
    "cancelled": shapes.CancelledTold,
}
_HEADERS: Final = {
    "webhook-id": "The message's name, the same at every try: what has come before is dropped by it.",
    "webhook-timestamp": "When it was sent, in seconds since 1970.",
    "webhook-signature": "`v1,` and the signature of `id.timestamp.body` by the webhook's secret.",
}
_ANSWERS: Final = {
    "200": "Taken. Any answer from 200 to 299 is.",
    "410": "Gone: the webhook ends. Any other answer is a failure, and the message comes again.",
}


def types() -> Iterator[tuple[str, str, type[msgspec.Struct]]]:
    """Each type, what it says, and the shape of its ``data``."""
    yield ADDED, "A new webhook’s first message", shapes.WebhookTold
    yield TEST, "A test", shapes.WebhookTold
    for event in EVENTS.values():
        yield event.name, f"Of a tournament: {event.title}", _EVENTS[event.key]
    for club in NOTICES["club"].values():
        yield club.name, f"To all members of a club: {club.title}", shapes.ClubTold
    for own in NOTICES["account"].values():
        yield own.name, f"To you: {own.title}", shapes.AccountTold


def webhooks() -> Schema:
    """By type, as OpenAPI 3.1 has them."""
    return {name: {"post": _operation(name, says, data)} for name, says, data in types()}


def components() -> dict[str, dict[str, Schema]]:
    """What they name: schemas, headers and answers."""
    shown = {data for _name, _says, data in types()}
    headers = {
        header: {"name": header, "in": "header", "required": True, "description": why, "schema": {"type": "string"}}
        for header, why in _HEADERS.items()
    }
    return {
        "schemas": {name: schema for data in shown for name, schema in schemas(data).items()},
        "parameters": headers,
        "responses": {f"told-{status}": {"description": why} for status, why in _ANSWERS.items()},
    }


@functools.cache
def examples() -> dict[str, Any]:
    """A recorded message of each type."""
    text = resources.files("tournaments.notices.hooks").joinpath("examples.json").read_bytes()
    found: dict[str, Any] = msgspec.json.decode(text)
    return found


def _operation(name: str, says: str, data: type[msgspec.Struct]) -> Schema:
    first = "".join(part.capitalize() for part in name.replace("_", ".").split("."))
    content: Schema = {"schema": schema(name, data)}
    if (recorded := examples().get(name)) is not None:
        content["examples"] = {"Recorded": {"value": recorded}}
    return {
        "operationId": f"told{first}",
        "tags": ["webhooks"],
        "summary": says,
        "description": (data.__doc__ or "").partition("\n")[0],
        "security": [{}],
        "parameters": [{"$ref": f"#/components/parameters/{header}"} for header in _HEADERS],
        "requestBody": {"required": True, "content": {"application/json": content}},
        "responses": {status: {"$ref": f"#/components/responses/told-{status}"} for status in _ANSWERS},
    }


def schema(name: str, data: type[msgspec.Struct]) -> Schema:
    """Of a message of the type *name*."""
    return {
        "type": "object",
        "required": ["type", "timestamp", "position", "data"],
        "properties": {
            "type": {"type": "string", "enum": [name]},
            "timestamp": {"type": "string", "format": "date-time", "description": "When it happened."},
            "position": {
                "type": "integer",
                "description": "The order of what this webhook is told: it grows, with gaps.",
            },
            "data": {"$ref": f"#/components/schemas/{data.__name__}"},
        },
    }
