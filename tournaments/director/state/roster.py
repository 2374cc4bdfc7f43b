"""What happens to single entries. Pure."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from msgspec.structs import replace

from engine.events import Event
from tournaments.director.state.attendance import (
    Admitted,
    ByeDropped,
    ByeRequested,
    CheckedIn,
    MovedUp,
    Paused,
    Returned,
)
from tournaments.director.state.facts import Entry

Entries: TypeAlias = Mapping[int, Entry]


def after(entries: Entries, event: Any) -> Entries:
    """*entries* after *event*, which names one of them."""
    return {**entries, event.entry: EVOLVE[type(event)](entries[event.entry], event)}


def _paused(entry: Entry, _event: Paused) -> Entry:
    return replace(entry, paused=True)


def _returned(entry: Entry, _event: Returned) -> Entry:
    return replace(entry, paused=False)


def _bye_requested(entry: Entry, event: ByeRequested) -> Entry:
    return replace(entry, byes={**entry.byes, event.round: event.code})


def _bye_dropped(entry: Entry, event: ByeDropped) -> Entry:
    return replace(entry, byes={number: code for number, code in entry.byes.items() if number != event.round})


def _moved_up(entry: Entry, _event: MovedUp) -> Entry:
    return replace(entry, waiting=False, moved_up=True)


def _checked_in(entry: Entry, _event: CheckedIn) -> Entry:
    return replace(entry, checked_in=True)


def _admitted(entry: Entry, _event: Admitted) -> Entry:
    return replace(entry, withdrawn=False, waiting=False)


EVOLVE: dict[type[Event], Callable[[Entry, Any], Entry]] = {
    Paused: _paused,
    Returned: _returned,
    ByeRequested: _bye_requested,
    ByeDropped: _bye_dropped,
    MovedUp: _moved_up,
    CheckedIn: _checked_in,
    Admitted: _admitted,
}
"""What changes one entry and nothing else."""
