"""Substitutes before the start: somebody is named, and confirms. Events and their fold; all of it is public."""

from collections.abc import Mapping
from typing import TypeAlias

from engine.events import Event, Public


class SubstituteNamed(Public, frozen=True):
    """*comes* is asked to play in the entry instead of *leaves*."""

    kind = "tournament.substitute_named"
    entry: int
    leaves: int
    comes: int
    invited: bool
    """Whether an organiser asks, so that no invitation is needed."""


class SubstituteDropped(Public, frozen=True):
    """It stays as it was: *user*, who was asked or asked, does not want it."""

    kind = "tournament.substitute_dropped"
    entry: int
    user: int


class Substituted(Public, frozen=True):
    """The entry keeps its number; *comes* plays from now on."""

    kind = "tournament.substituted"
    entry: int
    leaves: int
    comes: int


Substitutes: TypeAlias = Mapping[int, SubstituteNamed]
"""By entry: who is asked, and has not answered."""

SubstituteEvent: TypeAlias = SubstituteNamed | SubstituteDropped | Substituted
SUBSTITUTE_EVENTS: tuple[type[Event], ...] = (SubstituteNamed, SubstituteDropped, Substituted)


def after(asked: Substitutes, event: SubstituteEvent) -> Substitutes:
    left = {entry: each for entry, each in asked.items() if entry != event.entry}
    return {**left, event.entry: event} if isinstance(event, SubstituteNamed) else left
