"""How the stages of a tournament are filled. All of it is public; groups are numbered from 1."""

import msgspec

from engine.events import Event, Public
from tournaments.pairing.qualification import Take, Tie


class GroupsDrawn(Public, frozen=True):
    """The first stage, with its rounds: the entries of each group, by seed. One group: everybody is together."""

    kind = "tournament.groups_drawn"
    groups: tuple[tuple[int, ...], ...]
    rounds: int


class Qualified(msgspec.Struct, frozen=True):
    """An entry that goes on: its place in its group, without those who have left, and the rule that it came by."""

    entry: int
    group: int
    place: int
    rule: Take | None
    """``None``: the organiser has put it in."""
    carried: str = "0"
    """The points that it takes along, as an exact fraction."""


class FieldFixed(Public, frozen=True):
    """Who plays the next stage, in the order of their seeds there. Named again for the same stage if a ruling
    changes it before it has begun."""

    kind = "tournament.field_fixed"
    stage: int
    """From 2."""
    entries: tuple[Qualified, ...]
    rounds: int
    """Of this stage."""
    planned: int
    """Of the tournament, as far as that is known now."""
    seed: str
    """Of the lot."""
    ties: tuple[Tie, ...]
    """Equals on a cut line, and what has parted them."""
    passed: tuple[int, ...]
    """Those who would have gone on but have left, or could not be seated."""
    moves: tuple[tuple[int, int], ...]
    """Seeds that changed places so that two of one group do not meet at once."""
    clashes: tuple[tuple[int, int], ...]
    """Entries of one group that meet at once all the same."""
    ruling: int | None
    """The ruling that has changed the field, if one has."""


STAGE_EVENTS: tuple[type[Event], ...] = (GroupsDrawn, FieldFixed)
