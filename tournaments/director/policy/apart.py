"""Who is kept apart: forbidden pairs and club-mates, as users are named and as entries are paired. Pure."""

from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import TypeAlias

from engine.text import gettext_noop as _
from tournaments.director.errors import Refused
from tournaments.director.policy.decisions import Events, require
from tournaments.director.state.invitations import KeptApart
from tournaments.director.state.tournament import Tournament
from tournaments.pairing.draw import Pairs

Groups: TypeAlias = Sequence[Sequence[int]]
"""Of users: no two of a group."""

MOST_PAIRS = 20_000


def pairs(tournament: Tournament, groups: Groups) -> Pairs:
    """*groups* of users as pairs of entries; users who have not entered are nobody's."""
    entries = {
        user: entry.number for entry in tournament.entries.values() for user in entry.users if not entry.withdrawn
    }
    found = (frozenset({entries[user] for user in group if user in entries}) for group in groups)
    return frozenset(frozenset(pair) for group in found for pair in combinations(group, 2))


def keep_apart(tournament: Tournament, forbidden: Groups, mates: Groups) -> Events:
    """From the next round on no two of a group of *forbidden* meet, and no two *mates* in the first rounds."""
    require(tournament, "announced", "running")
    for field, groups in (("forbidden", forbidden), ("mates", mates)):
        _check(field, groups)
    event = KeptApart(_sorted(forbidden), _sorted(mates))
    return () if (tournament.forbidden, tournament.mates) == (event.forbidden, event.mates) else (event,)


def _check(field: str, groups: Groups) -> None:
    if any(len(set(group)) < max(2, len(group)) for group in groups):
        raise Refused("bad_group", _("A group must name at least two different players."), field=field)
    if sum(comb(len(group), 2) for group in groups) > MOST_PAIRS:
        raise Refused("too_many_groups", _("That is more pairs than can be kept apart."), field=field)


def _sorted(groups: Groups) -> tuple[tuple[int, ...], ...]:
    return tuple(sorted({tuple(sorted(group)) for group in groups}))
