"""What rulings make of what was recorded: the effective state is the facts with the rulings applied, in their order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from msgspec.structs import replace

from tournaments.director.state.acts import (
    Act,
    AdjustPoints,
    Disqualify,
    DoubleLoss,
    Extend,
    Forfeit,
    Readmit,
    SetPairing,
    SetResult,
    Substitute,
    UndoRound,
    VoidTable,
)
from tournaments.director.state.facts import Entry, Round, Until
from tournaments.director.state.rulings import disqualification, pairings
from tournaments.director.state.rulings.ruling import Ruling
from tournaments.pairing.record import Mark, Marks
from tournaments.pairing.tiebreaks.crosstable import Adjustments

Rounds: TypeAlias = tuple[Round, ...]


def applied(facts: Rounds, rulings: Iterable[Ruling]) -> Rounds:
    """*facts* after the *rulings* that have not been reversed; the same object if there are none."""
    rounds = facts
    for ruling in _counting(rulings):
        change = _APPLY.get(type(ruling.act))
        if change is not None:
            rounds = change(rounds, ruling.act, ruling.seq)
    return rounds if rounds is facts else tuple(paired.with_tables_that_count() for paired in rounds)


def standing(entered: Mapping[int, Entry], rulings: Iterable[Ruling]) -> Mapping[int, Entry]:
    """The entries after the *rulings* that have not been reversed; the same object if none is about one."""
    entries = entered
    for ruling in _counting(rulings):
        act = ruling.act
        if isinstance(act, Disqualify):
            out = replace(entries[act.entry], withdrawn=True, disqualified=True)
            entries = {**entries, act.entry: out}
        elif isinstance(act, Readmit):
            again = replace(entries[act.entry], withdrawn=entries[act.entry].left > ruling.seq, disqualified=False)
            entries = {**entries, act.entry: again}
        elif isinstance(act, Substitute):
            entries = {**entries, act.entry: entries[act.entry].with_substitute(act.leaves, act.comes)}
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


def marks_of(act: SetResult | Forfeit | DoubleLoss, entries: Sequence[int]) -> Marks:
    """What the *entries* of its match made of it by *act*, in seat order."""
    last = len(entries)
    match act:
        case SetResult(codes=codes, places=places):
            return tuple(map(Mark, codes, places))
        case Forfeit(entries=gone):
            return tuple(Mark("-", last) if entry in gone else Mark("+", 1) for entry in entries)
        case DoubleLoss():
            return tuple(Mark("LL", last) for _entry in entries)


def _in_round_of(rounds: Rounds, match: str, change: Callable[[Round], Round]) -> Rounds:
    return tuple(change(paired) if paired.has(match) else paired for paired in rounds)


def _decide(rounds: Rounds, act: SetResult | Forfeit | DoubleLoss, _seq: int) -> Rounds:
    def decided(paired: Round) -> Round:
        made = paired.played.results.get(act.match)
        if isinstance(act, Forfeit) and made is not None:
            return _lost(paired, act)
        return paired.with_result(act.match, marks_of(act, paired.entries_of(act.match)))

    return _in_round_of(rounds, act.match, decided)


def _lost(paired: Round, act: Forfeit) -> Round:
    """A match that was played by all, as if some had not come."""
    match = next(each for each in paired.played.matches if each.match == act.match)
    for entry in act.entries:
        paired = paired.with_result(act.match, disqualification.lost(paired, match, entry))
    return paired


def _void(rounds: Rounds, act: VoidTable, _seq: int) -> Rounds:
    def voided(paired: Round) -> Round:
        void = paired.void if act.table is None else paired.void | {act.table}
        left = next(paired.results_apart_from(act.match, void, act.results), None)
        return replace(paired.with_result(act.match, left.marks if left else None), void=void)

    return _in_round_of(rounds, act.match, voided)


def _extend(rounds: Rounds, act: Extend, seq: int) -> Rounds:
    def extended(paired: Round) -> Round:
        if act.match is None:
            drawn = paired.drawn
            deadline, grace = act.deadline or drawn.deadline, act.grace or drawn.grace
            return replace(paired, drawn=replace(drawn, deadline=deadline, grace=grace))
        until = paired.until_of(act.match)
        until = Until(act.deadline or until.deadline, act.grace or until.grace)
        return replace(paired, until={**paired.until, act.match: until})

    return tuple(extended(paired) if paired.is_round(act.round, seq) else paired for paired in rounds)


def _undo(rounds: Rounds, act: UndoRound, seq: int) -> Rounds:
    return tuple(paired for paired in rounds if not paired.is_round(act.round, seq))


_APPLY: dict[type[Act], Callable[[Rounds, Any, int], Rounds]] = {
    SetResult: _decide,
    Forfeit: _decide,
    DoubleLoss: _decide,
    VoidTable: _void,
    Extend: _extend,
    Disqualify: disqualification.applied,
    SetPairing: pairings.applied,
    UndoRound: _undo,
}
