"""A rated table as it counts now: its facts, and what rulings have made of them. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

import msgspec

from engine.events import Event
from engine.places import staying
from tournaments.ratings.events import End, RatingCorrected, RatingExcluded, RatingReadmitted, TableRated

Places: TypeAlias = tuple[int, ...] | None
_OWNED = "owned:"


def owned_by(owner: int) -> str:
    """What stands in place of a level for a program of the user *owner*: all of theirs are one, as those of a level."""
    return f"{_OWNED}{owner}"


QUICK = range(1, 4)
"""The most own decisions before leaving that make it a quick loss."""


def equal_left(places: Sequence[int], ends: Sequence[End], teams: Sequence[Sequence[int]] = ()) -> tuple[int, ...]:
    """*places* of a table as ratings know them: the sides that somebody left are last, and equal among themselves.

    A table places them by who stayed longer; without *teams* each seat is a side.
    """
    sides = tuple(map(tuple, teams)) or tuple((seat,) for seat in range(len(places)))
    stayed = staying(sides, [seat for seat, end in enumerate(ends) if end != "played"])
    there = {seat for side in stayed for seat in side}
    return tuple(place if seat in there else len(stayed) + 1 for seat, place in enumerate(places))


class Counted(msgspec.Struct, frozen=True, dict=True):
    """A table with the places that count (``None``: void) and the users who are excluded from it."""

    event: TableRated
    places: Places
    excluded: frozenset[int] = frozenset()

    @cached_property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side, in the order of the lowest user id; a side's seats in that of their users."""
        users = self.event.users
        if not self.event.teams:
            return tuple([(seat,) for seat in sorted(range(len(users)), key=users.__getitem__)])
        teams = (tuple(sorted(team, key=users.__getitem__)) for team in self.event.teams)
        return tuple(sorted(teams, key=lambda team: users[team[0]]))

    @cached_property
    def early(self) -> frozenset[int]:
        """The seats that left before their first own decision."""
        return self._left(range(1))

    @cached_property
    def quick(self) -> frozenset[int]:
        """The seats that left after one to three own decisions."""
        return self._left(QUICK)

    @cached_property
    def only_bots(self) -> bool:
        return bool(self.event.bots) and all(self.event.bots)

    @cached_property
    def bots(self) -> frozenset[int]:
        """The users who are some."""
        return frozenset(user for user, level in zip(self.event.users, self.event.bots, strict=True) if level)

    @cached_property
    def out(self) -> frozenset[int]:
        """The users whose duels at it weigh nothing: who is excluded, and guests."""
        return self.excluded | {self.event.users[seat] for seat in self.event.guests}

    @cached_property
    def rated(self) -> Sequence[int]:
        """The seats that have ratings, which are all but those of guests."""
        return [seat for seat in range(len(self.event.users)) if seat not in self.event.guests]

    def _left(self, decisions: range) -> frozenset[int]:
        ends = self.event.ends
        if ends.count("played") == len(ends):
            return frozenset()
        made = self.event.decisions
        return frozenset(seat for seat, end in enumerate(ends) if end != "played" and made[seat] in decisions)

    def bot(self, seat: int) -> str:
        """The level of the bot in *seat*; empty for a person."""
        return self.event.bots[seat]

    def answers(self, seat: int) -> int:
        """The user who answers for *seat*: its player, or the owner of the program."""
        bot = self.bot(seat) if self.event.bots else ""
        return int(bot.removeprefix(_OWNED)) if bot.startswith(_OWNED) else self.event.users[seat]

    def key(self, seat: int) -> int | str:
        """By whom meetings of *seat* are counted: all bots of a level, or of one owner, are one."""
        return self.bot(seat) or self.event.users[seat]


class Rulings(msgspec.Struct, frozen=True):
    """What counts of a pool's tables: corrected places by table, and who is excluded."""

    places: Mapping[str, Places] = {}
    exclusions: tuple[RatingExcluded, ...] = ()

    def after(self, event: Event) -> Rulings:
        match event:
            case RatingCorrected(table=table, places=places):
                return Rulings({**self.places, table: places}, self.exclusions)
            case RatingExcluded():
                return Rulings(self.places, (*self.exclusions, event))
            case RatingReadmitted(user=user):
                return Rulings(self.places, tuple(each for each in self.exclusions if each.user != user))
        return self

    def counted(self, event: TableRated) -> Counted:
        places = self.places.get(event.table, event.places)
        return Counted(event, places, self._excluded(event) if self.exclusions else frozenset())

    def _excluded(self, event: TableRated) -> frozenset[int]:
        return frozenset(
            each.user
            for each in self.exclusions
            if each.user in event.users and each.since <= event.ended < (each.until or math.inf)
        )


def rulings(events: Iterable[Event]) -> Rulings:
    """What counts after all of *events*, the last ones first."""
    found = Rulings()
    for event in events:
        found = found.after(event)
    return found
