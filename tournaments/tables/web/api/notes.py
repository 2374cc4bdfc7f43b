"""``/api/tables/<id>/notes``: what the caller has noted for themselves about a table."""

from typing import Annotated

from msgspec import Meta, Struct

from tournaments.kit.endpoints import Own, operation
from tournaments.tables import notes

Seq = Annotated[
    Annotated[int, Meta(ge=1)] | None,
    Meta(description="The event after which that position stands. Null: the last one."),
]


class SeenNote(Struct, frozen=True):
    """A note at a moment of the game. Times are epoch milliseconds."""

    seq: Annotated[int, Meta(description="The event after which that position stands.")]
    text: str
    at: int


class SeenNotes(Struct, frozen=True):
    """Your own notes, in the order of the game."""

    marked: Annotated[bool, Meta(description="Whether you have marked the game.")]
    notes: tuple[SeenNote, ...]


class WriteNote(Struct, frozen=True, forbid_unknown_fields=True):
    """It stands in place of what was noted at the same moment; without any text nothing stands there."""

    text: Annotated[str, Meta(max_length=notes.LONGEST)]
    seq: Seq = None


class MarkGame(Struct, frozen=True, forbid_unknown_fields=True):
    marked: bool


@operation(
    "GET tables/<id:table_id>/notes", "listNotes", needs="replay:read_private", tag="tables", refusals={401, 404}
)
def list_notes(caller: Own, *, table_id: str) -> SeenNotes:
    """List what you have noted about a table.

    Nobody else reads it.
    """
    return _seen(caller.actor, table_id)


@operation("POST tables/<id:table_id>/notes", "writeNote", needs="replay:write", tag="tables", scope="notes")
def write_note(caller: Own, *, table_id: str, body: WriteNote, command: str | None) -> SeenNotes:
    """Note something for yourself at a moment of a table."""
    notes.write(user=caller.user, table=table_id, seq=body.seq, text=body.text)
    return _seen(caller.actor, table_id)


@operation("POST tables/<id:table_id>/mark", "markGame", needs="replay:write", tag="tables", scope="notes")
def mark_game(caller: Own, *, table_id: str, body: MarkGame, command: str | None) -> SeenNotes:
    """Mark a game, to find it again, or no longer."""
    notes.mark(user=caller.user, table=table_id, on=body.marked)
    return _seen(caller.actor, table_id)


def _seen(user: int, table: str) -> SeenNotes:
    found = notes.of(user, table)
    marked = any(each.seq == notes.WHOLE for each in found)
    return SeenNotes(marked, tuple(SeenNote(each.seq, each.text, each.at) for each in found if each.seq))
