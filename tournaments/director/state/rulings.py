"""Rulings as they were signed and may have been reversed, and what they make of what was recorded: the effective
state is the facts with the rulings applied, in their order. Pure.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

import msgspec
from msgspec.structs import replace

from tournaments.director.state.acts import Act, AdjustPoints, ReasonCode
from tournaments.director.state.desk_events import Ruled, RulingReversed
from tournaments.director.state.facts import Entry, Round
from tournaments.pairing.tiebreaks.crosstable import Adjustments


class Reversal(msgspec.Struct, frozen=True):
    """``seq`` is its event, ``text`` the id of what was written about it."""

    reason: ReasonCode
    text: str | None
    seq: int
    at: int


class Ruling(msgspec.Struct, frozen=True):
    """One that was reversed stays, and does nothing."""

    number: int
    act: Act
    reason: ReasonCode
    text: str | None
    seq: int
    at: int
    reversed: Reversal | None = None

    def in_force(self, seq: int) -> bool:
        """Whether it counted at event *seq*."""
        return self.seq < seq and (self.reversed is None or self.reversed.seq > seq)


def signed(event: Ruled, seq: int, at: int) -> Ruling:
    """The ruling of *event*, number *seq*, recorded *at* epoch ms."""
    return Ruling(event.ruling, event.act, event.reason, event.text, seq, at)


def without(rulings: Sequence[Ruling], event: RulingReversed, seq: int, at: int) -> tuple[Ruling, ...]:
    """*rulings* after one of them was reversed."""
    reversal = Reversal(event.reason, event.text, seq, at)
    return tuple(replace(each, reversed=reversal) if each.number == event.ruling else each for each in rulings)


def applied(facts: tuple[Round, ...], rulings: Iterable[Ruling]) -> tuple[Round, ...]:
    """*facts* after the *rulings* that have not been reversed; the same object if none changes a round."""
    rounds = facts
    for ruling in _counting(rulings):
        changed = [ruling.act.change_round(paired, ruling.seq) for paired in rounds]
        if any(new is not old for new, old in zip(changed, rounds, strict=True)):
            rounds = tuple(paired for paired in changed if paired is not None)
    return rounds if rounds is facts else tuple(paired.with_tables_that_count() for paired in rounds)


def standing(entered: Mapping[int, Entry], rulings: Iterable[Ruling]) -> Mapping[int, Entry]:
    """The entries after the *rulings* that have not been reversed; the same object if none is about one."""
    entries = entered
    for ruling in _counting(rulings):
        entries = ruling.act.change_entries(entries, ruling.seq)
    return entries


def adjustments(rulings: Iterable[Ruling], rounds: int) -> Adjustments:
    """Points given and taken, each at one of the *rounds* that there are."""
    given: dict[int, list[tuple[int, Fraction]]] = {}
    for ruling in _counting(rulings) if rounds else ():
        if isinstance(act := ruling.act, AdjustPoints):
            given.setdefault(act.entry, []).append((min(act.round, rounds), Fraction(act.points)))
    return {entry: tuple(each) for entry, each in given.items()}


def _counting(rulings: Iterable[Ruling]) -> Iterable[Ruling]:
    return (ruling for ruling in rulings if ruling.reversed is None)
