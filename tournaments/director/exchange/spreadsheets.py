"""Entries, pairings and standings as comma-separated values: a header and a line each, in UTF-8, for other programs.

Words and names of columns are the same in every language. Numbers have a point and at most four places.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from typing import TypeAlias

from tournaments.director.exchange.told import Told
from tournaments.director.state.tournament import Entry, Round, Tournament
from tournaments.pairing.groups import letter

Row: TypeAlias = Sequence[str | int | Decimal | None]

RESULTS = {
    "1": "won",
    "=": "level",
    "0": "lost",
    "+": "won by forfeit",
    "-": "missed",
    "LL": "both lost",
    "U": "bye",
    "H": "half bye",
    "F": "full bye",
    "Z": "absent",
}
"""Codes in words: a cell that is only a sign would be taken for a formula."""
_BEGINS, _FORMULA = r'((?:^|[;\t\r\n])[ "]*)', r"(?=[-=+@\t\r\n＝＋－＠])"
_AS_FORMULA, _MADE_SAFE = re.compile(_BEGINS + "('*)" + _FORMULA), re.compile(_BEGINS + "'('*)" + _FORMULA)


def entries(tournament: Tournament, told: Told) -> str:
    """Who has entered, in seed order once there is one."""
    return _written(
        ("entry", "seed", "name", *_players(tournament), "bot", "status", "place"), _entries(tournament, told)
    )


def _players(tournament: Tournament, told: Told | None = None, entry: int = 0) -> tuple[str, ...]:
    """A column for the members of teams, where there are any: its title, or what stands in it for *entry*."""
    if tournament.settings.team_size == 1:
        return ()
    return (told.players(entry) if told else "players",)


def pairings(tournament: Tournament, told: Told) -> str:
    """A line for each seat of each match, and for each bye."""
    players = _players(tournament)
    header = ("round", "number", "seat", "entry", "name", *players, "result", "place", "match", "table", "played_at")
    header += ("stage", "key") if _has_stages(tournament) else ()
    return _written(header, (row for paired in tournament.rounds for row in _round(tournament, paired, told)))


def _has_stages(tournament: Tournament) -> bool:
    """Whether it tells of groups, or of several stages."""
    return bool(tournament.settings.stages or tournament.groups)


def standings(tournament: Tournament, told: Told) -> str:
    """Of groups and stages all together, each with its place in its group: tie-breaks are a stage's own."""
    if _has_stages(tournament):
        header = ("place", "entry", "name", *_players(tournament), "points", "tables", "status")
        return _written((*header, "stage", "group", "group_place", "group_points"), _all_stages(tournament, told))
    numbers = ("points", *tournament.settings.tie_breaks, "tables")
    header = ("place", "entry", "name", *_players(tournament), *numbers, "status")
    return _written(header, _standings(tournament, told))


def _entries(tournament: Tournament, told: Told) -> Iterator[Row]:
    seeds = {number: seed for seed, number in enumerate(tournament.seeds, start=1)}
    for number in tournament.seeds or tournament.present:
        status = _status(tournament.entries[number])
        bot = "yes" if number in told.bots else "no"
        who = (told.of(number), *_players(tournament, told, number))
        yield number, seeds.get(number), *who, bot, status, tournament.places.get(number)


def _status(entry: Entry) -> str:
    return "disqualified" if entry.disqualified else "withdrawn" if entry.withdrawn else "entered"


def _round(tournament: Tournament, paired: Round, told: Told) -> Iterator[Row]:
    def who(entry: int) -> tuple[int | str, ...]:
        return entry, told.of(entry), *_players(tournament, told, entry)

    number, played = paired.drawn.round, paired.played
    for at, match in enumerate(played.matches, start=1):
        made = played.results.get(match.match)
        for seat, entry in enumerate(match.entries):
            result, place = (RESULTS[made[seat].code], made[seat].place) if made else ("", None)
            if match.match in played.annulled:
                result = f"{result} (annulled)"
            where = match.match, paired.table_of(match.match), _time(paired.ended.get(match.match) if made else None)
            key = (paired.stage + 1, match.key) if _has_stages(tournament) else ()
            yield number, at, seat + 1, *who(entry), result, place, *where, *key
    for entry, code in played.rests:
        yield number, None, None, *who(entry), RESULTS[code], None, None, None, None, *_no_key(tournament, paired)


def _time(at: int | None) -> str | None:
    """ISO 8601, to the second, in UTC."""
    return None if at is None else datetime.fromtimestamp(at // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _no_key(tournament: Tournament, paired: Round) -> tuple[int | None, ...]:
    return (paired.stage + 1, None) if _has_stages(tournament) else ()


def _all_stages(tournament: Tournament, told: Told) -> Iterator[Row]:
    groups = tournament.stages[0].group_lines
    stood = {line.entry: (at, line) for at, lines in enumerate(groups, start=1) for line in lines}
    reached = {entry: number for number, stage in enumerate(tournament.stages, start=1) for entry in stage.seeds}
    for line in tournament.lines:
        group, own = stood[line.entry]
        who = (told.of(line.entry), *_players(tournament, told, line.entry))
        points, status = _number(line.points), _status(tournament.entries[line.entry])
        where = (reached[line.entry], letter(group) if tournament.groups else "", own.place or None)
        yield line.place or None, line.entry, *who, points, line.tables, status, *where, _number(own.points)


def _standings(tournament: Tournament, told: Told) -> Iterator[Row]:
    for line in tournament.lines:
        status = _status(tournament.entries[line.entry])
        numbers = map(_number, (line.points, *(value.value for value in line.values)))
        who = (told.of(line.entry), *_players(tournament, told, line.entry))
        yield line.place or None, line.entry, *who, *numbers, line.tables, status


def _number(value: Fraction | None) -> Decimal | None:
    """As a decimal; none where there is none."""
    return None if value is None else Decimal(f"{float(value):.4f}".rstrip("0").rstrip("."))


def _written(header: Sequence[str], rows: Iterable[Row]) -> str:
    """Numbers stand as they are, all else in quotation marks."""
    text = io.StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(header)
    writer.writerows([safe(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return text.getvalue()


def safe(cell: str) -> str:
    """*cell* as no program takes it for a formula, or what stands in it behind another program's separator."""
    return _AS_FORMULA.sub(r"\1'\2", cell)


def unsafe(cell: str) -> str:
    """A cell as it was before it was made safe."""
    return _MADE_SAFE.sub(r"\1\2", cell)
