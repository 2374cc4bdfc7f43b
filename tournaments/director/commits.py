"""One way into a tournament's stream for every request: decide, append, write the rows; begin again if late."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from django.db import transaction

from engine.events import Event
from engine.text import gettext_noop as _
from tournaments.director import folds, projection
from tournaments.director.errors import DirectorError, Refused, Stale
from tournaments.director.events import CODEC, Started
from tournaments.director.folds import Folded
from tournaments.director.projection import stream_of
from tournaments.director.tournament import Tournament
from tournaments.log import selectors as log_selectors
from tournaments.log import services as log
from tournaments.log import sources
from tournaments.log.services import Conflict, NewEvent

ATTEMPTS = 8

Decision = Callable[[Tournament], Sequence[Event]]
T = TypeVar("T")


def carry_out(
    tournament_id: str,
    decide: Decision,
    *,
    actor: int | None,
    command: str | None,
    check: Callable[[Tournament], None] | None = None,
) -> Folded:
    """Decide, append, and begin again if somebody was first. A command seen before changes nothing.

    *check* may refuse what is asked now for the first time: a repeated command is not held against it.
    """

    def attempt() -> Folded:
        folded = folds.current(tournament_id)
        if command and _carried_out_before(tournament_id, decide, actor, command):
            return folded
        if check is not None:
            check(folded.tournament)
        events = decide(folded.tournament)
        if not events:
            return folded
        with transaction.atomic():
            return append(tournament_id, folded, events, actor=actor, command=command)

    return repeat(attempt)


def repeat(attempt: Callable[[], T]) -> T:
    """Try again while others are quicker; raises :class:`Stale` if they always are."""
    for _attempt in range(ATTEMPTS):
        try:
            return attempt()
        except Conflict:
            continue
    raise Stale()


def _carried_out_before(tournament_id: str, decide: Decision, actor: int | None, command: str) -> bool:
    """Whether *command* did this already; raises ``key_reused`` if it asked for something else then."""
    commit = log_selectors.appended_by(stream_of(tournament_id), actor=actor, command=command)
    if commit is None:
        return False
    (stored,) = log_selectors.load(stream_of(tournament_id), after=commit.first_seq - 1, until=commit.first_seq)
    before = CODEC.decode(stored.kind, stored.version, stored.payload)
    try:
        asked = next(iter(decide(folds.as_of(tournament_id, commit.first_seq - 1))), None)
    except DirectorError:
        asked = None
    # the ratings and the lot behind a start may have changed since; that it was a start has not
    if asked != before and not (isinstance(asked, Started) and isinstance(before, Started)):
        raise key_reused()
    return True


def append(
    tournament_id: str,
    folded: Folded,
    events: Sequence[Event],
    *,
    actor: int | None = None,
    command: str | None = None,
) -> Folded:
    """Store *events* and write the rows; in the caller's transaction."""
    stream = stream_of(tournament_id)
    head, stored = log.append(
        stream,
        head=folded.head,
        events=[NewEvent(event.kind, event.version, CODEC.fields(event)) for event in events],
        actor=actor,
        command=command,
        now=sources.now_ms(),
    )
    projection.apply(stream, stored)
    after = folds.after(folded, head, stored)
    transaction.on_commit(lambda: folds.remember(after))
    return after


def key_reused() -> Refused:
    return Refused("key_reused", _("That key was used for another request."))
