"""What has become of a pod knock-out: a pure function of its rules and results."""

from collections.abc import Sequence

import msgspec

from tournaments.pairing.pod_knockout.finishes import Finish, Results, advancing, finishes, next_field, rest, tie_break
from tournaments.pairing.pod_knockout.tables import Rules, Table, field_sizes, seat
from tournaments.pairing.series.pod import Places


class Round(msgspec.Struct, frozen=True):
    tables: tuple[Table, ...]
    tie_breaks: tuple[Table, ...] = ()
    """Those known to be needed."""
    resting: tuple[int, ...] = ()


class Progress(msgspec.Struct, frozen=True):
    rounds: tuple[Round, ...]
    open: tuple[Table, ...]
    """To be played now, tie-break tables too."""
    places: dict[int, int]
    """Every seed's, once the last table is over; until then empty."""


class Correction(msgspec.Struct, frozen=True):
    """The results that stand, the changed one included, and the tables whose results are void."""

    results: dict[str, Places]
    cleared: tuple[str, ...]


def progress(rules: Rules, results: Results) -> Progress:
    """The rounds so far, the tables to play, and at the end the places.

    At the last table places decide, and equals share them; those out earlier are placed by the round, then by their
    place at its table. ``ValueError`` as for :func:`~.tables.field_sizes`, and for a result that fits no table.
    """
    rounds: list[Round] = []
    made: list[list[Finish]] = []
    field = tuple(range(1, rules.entries + 1))
    sizes = field_sizes(rules)
    for number in range(1, len(sizes) + 1):
        rounds.append(_round(rules, number, field, results, last=number == len(sizes)))
        if _open(rounds[-1], results):
            break
        made.append(_made(rounds[-1], results))
        if number < len(sizes):
            field = _following(rules, rounds[-1], made[-1], results, sizes[number])
    _check(rounds, results)
    return Progress(tuple(rounds), _open(rounds[-1], results), _places(made) if len(made) == len(sizes) else {})


def correct(rules: Rules, results: Results, key: str, places: Places | None) -> Correction:
    """Give table *key* the result *places*; ``None`` takes it away, so that it is played again.

    A result survives if its table has the same entries as before. ``ValueError`` if *key* has no result, or as for
    :func:`progress`.
    """
    if key not in results:
        raise ValueError(f"{key} has no result to correct.")
    before = {table.key: table for played in progress(rules, results).rounds for table in _all(played)}
    changed = {each: made for each, made in results.items() if each != key}
    if places is not None:
        changed[key] = places
    kept: dict[str, Places] = {}
    unchanged = {key: table for key, table in before.items() if key in changed}
    while ready := [table for table in progress(rules, kept).open if unchanged.get(table.key) == table]:
        kept.update((table.key, changed[table.key]) for table in ready)
    return Correction(kept, tuple(each for each in changed if each not in kept))


def _round(rules: Rules, number: int, field: Sequence[int], results: Results, *, last: bool) -> Round:
    resting, tables = seat(rules, number, field)
    tied = [tie_break(rules, table, results) for table in tables if table.key in results and not last]
    return Round(tables, tuple(table for table in tied if table is not None), resting)


def _all(played: Round) -> tuple[Table, ...]:
    return (*played.tables, *played.tie_breaks)


def _open(played: Round, results: Results) -> tuple[Table, ...]:
    return tuple(table for table in _all(played) if table.key not in results)


def _made(played: Round, results: Results) -> list[Finish]:
    return rest(played.resting) + [each for table in played.tables for each in finishes(table, results[table.key])]


def _following(rules: Rules, played: Round, made: Sequence[Finish], results: Results, size: int) -> tuple[int, ...]:
    through = rest(played.resting) + [each for table in played.tables for each in advancing(rules, table, results)]
    return next_field(through, [each for each in made if each not in through], size)


def _check(rounds: Sequence[Round], results: Results) -> None:
    tables = {table.key: table for played in rounds for table in _all(played)}
    if unknown := sorted(results.keys() - tables.keys()):
        raise ValueError(f"No table of this knock-out so far: {', '.join(unknown)}.")
    for key, places in results.items():
        finishes(tables[key], places)


def _places(made: Sequence[Sequence[Finish]]) -> dict[int, int]:
    """By the last round that each played, and the place at its table; an absent entry is never first."""
    out = {each.entry: (-number, each.rank) for number, finished in enumerate(made) for each in finished}
    exits = list(out.values())
    return {entry: max(1 + sum(other < out[entry] for other in exits), out[entry][1]) for entry in sorted(out)}
