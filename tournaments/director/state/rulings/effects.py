"""What rulings make of what was recorded: the effective state is the facts with the rulings applied, in their order."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from tournaments.director.state.acts import AdjustPoints
from tournaments.director.state.facts import Entry, Round
from tournaments.director.state.rulings.ruling import Ruling
from tournaments.pairing.tiebreaks.crosstable import Adjustments


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
