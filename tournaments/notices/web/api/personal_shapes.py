"""The personal stream in the OpenAPI document. It is a plain async view, so no handler declares it."""

from typing import Final

from tournaments.kit.schema import Schema, schemas
from tournaments.notices.personal.lines import PersonalNotice, PersonalReady, PersonalTable
from tournaments.tables.web.api.stream_shapes import responses

PATH: Final = "/api/stream"
BESIDE: Final = "/api/notices"
SHAPES: Final = (PersonalTable, PersonalNotice, PersonalReady)
DESCRIPTION: Final = """
One stream of everything that concerns you: your tables, your turns with the table as your seat sees it, results,
rematches, and all that you are told: invitations, challenges, pairings, rulings. A program that plays needs no other.

It begins with how things stand: your tables, and what waits for an answer. These lines have no cursor, and the line
`ready` follows them. After that a line comes as things happen, with the cursor behind it. Come back with the last one
(`Last-Event-ID`, or `since`), and you are told what you missed and nothing twice: of each table and of each notice the
last that was told, since what was before it is overtaken. A cursor is good for a week, and for 200 tables and 200
notices; after that the stream begins again, as it does without one.

While it is open you are at your tables: others see that you are there, and tables of tournaments begin once all their
players are. A program that only looks says `sit=false`.

Lines about tables show your cards: they come to tokens that are for `table:read` as well.

The lines are server-sent events. With `Accept: application/x-ndjson` each is one line of JSON by itself; `cursor` is in
the line, and an empty line says that the stream is still there. It ends soon after its token was revoked or its session
ended, and is one of the 100 streams that a user may keep open.
"""
_CURSOR: Final = {"type": "string", "pattern": "^[0-9]{1,18}-[0-9]{1,18}$"}
_SIT: Final = {"type": "boolean", "default": True}
_PARAMETERS: Final = [
    {"in": "header", "name": "Last-Event-ID", "schema": _CURSOR, "description": "The last cursor you have."},
    {"in": "query", "name": "since", "schema": _CURSOR, "description": "The same, for clients without headers."},
    {"in": "query", "name": "sit", "schema": _SIT, "description": "Whether you are at your tables by it."},
]


def describe_stream(result: Schema, generator: object, request: object, public: bool) -> Schema:
    """drf-spectacular's hook that adds what it cannot find."""
    inbox = result["paths"].get(BESIDE)
    if inbox is None:
        return result
    components = result["components"]["schemas"]
    shapes = {name: schema for shape in SHAPES for name, schema in schemas(shape).items()}
    components |= {name: schema for name, schema in shapes.items() if name not in components}
    answers = responses(SHAPES, (400, 401, 403, 429, 503))
    line = {"anyOf": [{"$ref": f"#/components/schemas/{shape.__name__}"} for shape in SHAPES]}
    answers["200"]["content"]["application/x-ndjson"] = {
        "schema": {"type": "string", "contentMediaType": "application/x-ndjson", "contentSchema": line}
    }
    result["paths"][PATH] = {
        "get": {
            "operationId": "streamPersonal",
            "summary": "Follow everything that concerns you",
            "description": DESCRIPTION.strip(),
            "parameters": _PARAMETERS,
            "tags": ["notices"],
            "security": inbox["get"]["security"],
            "responses": answers,
        }
    }
    return result
