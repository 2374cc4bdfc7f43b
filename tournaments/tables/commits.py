"""One way in for every request about a table: decide, append, tell; begin again if somebody else was quicker."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.db import transaction

from engine.events import Event
from engine.text import gettext_noop as _
from tournaments.log import selectors as log_selectors
from tournaments.log import services as log
from tournaments.log import sources
from tournaments.log.services import Conflict, NewEvent
from tournaments.tables import folds, playing, projection, push
from tournaments.tables.errors import Refused, Stale, TableError
from tournaments.tables.events import CODEC
from tournaments.tables.folds import Folded, stream_of
from tournaments.tables.playing import Playing

ATTEMPTS = 4

Decision = Callable[[Playing], Sequence[Event]]
Same = Callable[[Playing, Sequence[Event]], bool]
"""Whether a commit on that table is what this request would have made then."""


def carry_out(
    table_id: str, decide: Decision, *, actor: int | None, command: str | None, same: Same | None = None
) -> Playing:
    """Decide on the table as last seen, append, and begin again on what is new if somebody was first.

    A refusal, or a decision that nothing follows, counts only on an up-to-date table. A command seen before gives the
    table as its first answer left it; *same* says how to know it again if deciding again does not.
    """
    folded = folds.recent(table_id)
    for _attempt in range(ATTEMPTS):
        problem: TableError | Conflict | None = None
        try:
            if events := decide(folded.table):
                return append(folded, events, actor=actor, command=command)
        except (TableError, Conflict) as refused:
            problem = refused
        if command and (before := _carried_out_before(table_id, same or _decided(decide), actor, command)):
            return before
        fresh = folds.current(table_id)
        if fresh.head == folded.head and not isinstance(problem, Conflict):
            if problem is not None:
                raise problem
            return folded.table
        folded = fresh
    raise Stale(folded.table.seq)


def append(
    folded: Folded, events: Sequence[Event], *, actor: int | None, command: str | None, projected: bool = True
) -> Playing:
    at = max(sources.now_ms(), folded.head.recorded_at)
    table = playing.advance(folded.table, events, at=at, seq=folded.head.seq + len(events))
    codec = folds.codec_of(table.game)
    head, _ = log.append(
        stream_of(table.id),
        head=folded.head,
        events=[
            NewEvent(e.kind, e.version, (CODEC if e.kind.startswith("table.") else codec).fields(e)) for e in events
        ],
        actor=actor,
        command=command,
        also=[projection.update(folded.table, table)] if projected else (),
        now=at,
    )
    after = Folded(head, table)
    transaction.on_commit(lambda: _committed(after))
    return table


def _committed(folded: Folded) -> None:
    folds.remember(folded.table.id, folded)
    push.announce(folded.table)


def _carried_out_before(table_id: str, same: Same, actor: int | None, command: str) -> Playing | None:
    """The table as *command* left it the first time; raises ``key_reused`` if it asked for something else then."""
    commit = log_selectors.appended_by(stream_of(table_id), actor=actor, command=command)
    if commit is None:
        return None
    before = folds.as_of(table_id, commit.first_seq - 1)
    after = folds.as_of(table_id, commit.last_seq)
    stored = log_selectors.load(stream_of(table_id), after=commit.first_seq - 1, until=commit.last_seq)
    if not same(before, folds.decode(before, stored)):
        raise Refused("key_reused", _("That key was used for another request."))
    return after


def _decided(decide: Decision) -> Same:
    def same(before: Playing, events: Sequence[Event]) -> bool:
        try:
            return list(decide(before)) == events
        except TableError:
            return False

    return same
