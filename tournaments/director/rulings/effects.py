"""What rulings make of what was recorded: the effective state is the facts with the rulings applied, in their order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from tournaments.director.acts import Act, DoubleLoss, Forfeit, ReasonCode, SetResult
from tournaments.director.facts import Entry, Round
from tournaments.director.formats.record import Mark, Marks

Rounds: TypeAlias = tuple[Round, ...]


class Ruling(msgspec.Struct, frozen=True):
    """A ruling that was signed; ``seq`` is its event. One that was reversed stays, and does nothing."""

    number: int
    act: Act
    reason: ReasonCode
    text: str | None
    seq: int
    at: int
    reversed: Reversal | None = None


class Reversal(msgspec.Struct, frozen=True):
    reason: ReasonCode
    text: str | None
    seq: int
    at: int


def applied(facts: Rounds, rulings: Iterable[Ruling]) -> Rounds:
    """*facts* after the *rulings* that have not been reversed; the same object if there are none."""
    rounds = facts
    for ruling in rulings:
        if ruling.reversed is None:
            rounds = _APPLY[type(ruling.act)](rounds, ruling.act)
    return rounds


def standing(entered: Mapping[int, Entry], rulings: Iterable[Ruling]) -> Mapping[int, Entry]:
    """The entries after the *rulings* that have not been reversed; the same object if none is about one."""
    return entered


def marks_of(act: Act, entries: Sequence[int]) -> Marks:
    """What the *entries* of its match made of it by *act*, in seat order."""
    last = len(entries)
    match act:
        case SetResult(codes=codes, places=places):
            return tuple(map(Mark, codes, places))
        case Forfeit(entries=gone):
            return tuple(Mark("-", last) if entry in gone else Mark("+", 1) for entry in entries)
        case DoubleLoss():
            return tuple(Mark("LL", last) for _entry in entries)
    raise LookupError(f"{type(act).__name__} decides no match")


def _decide(rounds: Rounds, act: SetResult | Forfeit | DoubleLoss) -> Rounds:
    def decided(paired: Round) -> Round:
        results = {**paired.played.results, act.match: marks_of(act, paired.entries_of(act.match))}
        return replace(paired, played=replace(paired.played, results=results))

    return tuple(decided(paired) if paired.has(act.match) else paired for paired in rounds)


_APPLY: dict[type, Callable[[Rounds, Any], Rounds]] = {
    SetResult: _decide,
    Forfeit: _decide,
    DoubleLoss: _decide,
}
