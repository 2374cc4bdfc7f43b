"""The standings of a tournament of several groups or stages as one order. Pure."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec.structs import replace

from tournaments.director.state.events import Settings
from tournaments.pairing import qualification, record
from tournaments.pairing.format import Options
from tournaments.pairing.qualification import Key, merit
from tournaments.pairing.registry import FORMATS
from tournaments.pairing.standings import Item, Line, closed_up
from tournaments.pairing.tiebreaks.codes import find
from tournaments.pairing.tiebreaks.values import Value


def of_group(entries: Sequence[int], rounds: Sequence[record.Round], settings: Settings) -> tuple[record.Round, ...]:
    """The *rounds* of the group of *entries*: a smaller one has fewer."""
    own, there = FORMATS[settings.format].rounds(len(entries), None, Options(cycles=settings.cycles)), set(entries)
    return tuple(_part(played, there) for played in rounds[:own])


def _part(played: record.Round, there: set[int]) -> record.Round:
    matches = tuple(match for match in played.matches if there.issuperset(match.entries))
    names = {match.match for match in matches}
    return replace(
        played,
        matches=matches,
        byes=tuple(entry for entry in played.byes if entry in there),
        results={match: made for match, made in played.results.items() if match in names},
        absences={entry: each for entry, each in played.absences.items() if entry in there},
        annulled=played.annulled & names,
    )


def compared(groups: Sequence[Sequence[Line]], settings: Settings) -> Iterator[qualification.Line]:
    """Everybody's line as entries of different groups are compared; who was disqualified has none."""
    for number, lines in enumerate(groups, start=1):
        for line in lines:
            if line.place:
                games = sum(_counts(item, settings) for item in line.why)
                yield qualification.Line(line.entry, line.place, line.points, games, _values(line, games), number)


def _counts(item: Item, settings: Settings) -> bool:
    """Whether a round is one of the games by which points are shared out: a scheduled rest is none."""
    rests = item.code == "U" and FORMATS[settings.format].everybody_meets
    return not item.annulled and not rests


def _values(line: Line, games: int) -> tuple[Fraction | None, ...]:
    """All tie-breaks in their order, so that nobody comes before somebody of the same group who stands above; more is
    better. A tie-break that is not a sum is not shared out by games."""
    return tuple(_value(value, games) for value in line.values)


def _value(value: Value, games: int) -> Fraction | None:
    if value.value is None:
        return None
    tie_break = find(value.code)
    way = 1 if tie_break.first == "highest" else -1
    return value.value * way * (1 if tie_break.made in ("sum", "count") else max(1, games))


def by_groups(groups: Sequence[Sequence[Line]], settings: Settings) -> tuple[Line, ...]:
    """All firsts by points per game and tie-breaks per game, then all seconds, and so on; last who was disqualified."""
    keys: dict[int, tuple[int, Key]] = {each.entry: (each.place, merit(each)) for each in compared(groups, settings)}
    lines = [line for group in groups for line in group]
    order = sorted((line for line in lines if line.place), key=lambda line: keys[line.entry])
    ranks = [keys[line.entry] for line in order]
    placed = (replace(line, place=1 + ranks.index(keys[line.entry])) for line in order)
    return (*placed, *(line for line in lines if not line.place))


def behind(stages: Sequence[Sequence[Line]]) -> tuple[Line, ...]:
    """Those in the last stage by their places there, behind them who went out in the one before, and so on."""
    found: list[Line] = []
    for lines in reversed(stages):
        seen = {line.entry for line in found}
        ahead = sum(line.place > 0 for line in found)
        out = [line for line in lines if line.entry not in seen]
        gone = [line.place for line in lines if line.place and line.entry in seen]
        found += (replace(line, place=line.place and ahead + closed_up(line.place, gone)) for line in out)
    ordered = sorted(found, key=lambda line: not line.place)
    return tuple(_summed(line, stages) for line in ordered) if len(stages) > 1 else tuple(ordered)


def _summed(line: Line, stages: Sequence[Sequence[Line]]) -> Line:
    """*line* with what its entry has made in all stages; tie-breaks are a stage's own."""
    own = [each for lines in stages for each in lines if each.entry == line.entry]
    brought = sum((points for each in own for number, points in each.adjusted if number == 0), Fraction(0))
    return replace(
        line,
        points=sum((each.points for each in own), Fraction(0)) - brought,
        why=tuple(item for each in own for item in each.why),
        values=(),
        adjusted=tuple((number, points) for each in own for number, points in each.adjusted if number),
    )
