"""A report from text, strictly: what cannot be read is named by its line, what says nothing here by its record."""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any, cast

from msgspec import Struct

from engine.text import Text, shortened
from engine.text import gettext_noop as _
from tournaments.director.exchange.faults import MOST_FAULTS, Fault, check_names, cut, refuse
from tournaments.director.exchange.trf.columns import WIDEST, Line, Misplaced, column
from tournaments.director.exchange.trf.report import (
    ALL_ROUNDS,
    ANSWERS,
    BYES,
    CODES,
    COLUMNAR,
    FACTS,
    SEVERAL,
    Absence,
    Acceleration,
    Adjustment,
    Ban,
    Cell,
    Colour,
    Fact,
    Player,
    Report,
)

MOST_ROUNDS = 99


class Numbered(Struct, frozen=True):
    """A record and the line that it stands in."""

    line: int
    record: Any


class Unread(Struct, frozen=True):
    """A record that other programs or events of teams have, and that says nothing here."""

    tag: str


class Reading(Struct, frozen=True):
    """A report, the line of each player by number, and which records were not read."""

    report: Report
    lines: dict[int, int]
    unread: tuple[str, ...] = ()


def read(text: str) -> Report:
    """The report; raises :class:`Unreadable` with what is wrong."""
    return read_by_line(text).report


def read_by_line(text: str) -> Reading:
    """The report and where its players stand; raises :class:`Unreadable` as :func:`read` does."""
    records = _records(text)
    lines = {each.record.number: each.line for each in records if isinstance(each.record, Player)}
    unread = dict.fromkeys(each.record.tag for each in records if isinstance(each.record, Unread))
    return Reading(_report([each.record for each in records]), lines, tuple(unread))


def _records(text: str) -> list[Numbered]:
    records, faults, players = list[Numbered](), list[Fault](), 0
    for number, line in enumerate(cut(text), start=1):
        try:
            if line.strip():
                records.append(Numbered(number, _record(line)))
                players += isinstance(records[-1].record, Player)
        except Misplaced as misplaced:
            faults.append(Fault(number, misplaced.reason))
        check_names(players)
        if len(faults) == MOST_FAULTS:
            break
    refuse(faults)
    refuse(chain(_repetitions(records), _absentees(records)))
    return records


def _record(line: str) -> Any:
    tag = line[:3]
    if not line.isprintable():
        raise Misplaced(Text(_("The line contains a character that cannot be shown.")))
    if tag == "###":
        return line[3:].strip()
    if line[3:4].strip():
        raise Misplaced(Text(_("Column {column} should be blank."), {"column": 4}))
    if len(line) > WIDEST:
        raise Misplaced(Text(_("A line can have at most {most} columns."), {"most": WIDEST}))
    if tag in FACTS:
        return Fact(tag, line[4:].rstrip() if tag in COLUMNAR else line[4:].strip())
    if tag in _READ:
        columns = Line(line)
        columns.take(1, 3)
        found = _READ[tag](columns)
        columns.end()
        return found
    if _UNREAD.fullmatch(tag):
        return Unread(tag)
    raise Misplaced(Text(_("Records {tag} are not supported."), {"tag": shortened(tag.strip(), 3)}))


def _player(line: Line) -> Player:
    return Player(
        number=line.number(5, 8),
        sex=_sex(line.take(10, 10)),
        title=line.take(11, 13),
        name=line.take(15, 47),
        rating=line.number_or_none(49, 52, least=0),
        federation=line.take(54, 56),
        fide_number=line.take(58, 68),
        born=line.take(70, 79),
        points=line.points(81, 84),
        rank=line.number_or_none(86, 89),
        cells=tuple(_cells(line)),
    )


def _sex(text: str) -> str:
    """The FIDE writes ``w``; others ``f``."""
    if text not in ("", "m", "w", "f"):
        raise Misplaced(Text(_("The sex must be m or w.")))
    return "w" if text == "f" else text


def _cells(line: Line) -> Iterator[Cell | None]:
    number = 1
    while line.left and number <= MOST_ROUNDS:
        at = column(number)
        opponent = line.number_or_none(at, at + 3, least=0)
        colour, code = line.take(at + 5, at + 5).lower(), line.take(at + 7, at + 7).upper()
        number += 1
        yield _cell(opponent, colour, code, number - 1)


def _cell(opponent: int | None, colour: str, code: str, number: int) -> Cell | None:
    if code not in CODES or colour not in ("w", "b", "-", ""):
        raise Misplaced(Text(_("Round {round} has an unknown colour or result."), {"round": number}))
    if not opponent and colour in ("", "-") and not code:
        return None
    return Cell(code, opponent or None, cast(Colour, colour or "-"))


def _absence(line: Line) -> Absence:
    kind = line.take(5, 5).upper()
    if kind not in ("F", "H", "Z"):
        raise Misplaced(Text(_("A requested bye must be F, H or Z.")))
    return Absence(cast(Any, kind), line.number(7, 9), line.numbers(11))


def _acceleration(line: Line) -> Acceleration:
    if line.take(5, 8).strip("0."):
        raise Misplaced(Text(_("Points for teams are not supported.")))
    points = line.points(10, 13)
    first, last = line.number(15, 17), line.number(19, 21)
    return Acceleration(points, first, last, line.number(23, 26), line.number(28, 31))


def _ban(line: Line) -> Ban:
    return Ban(line.number(5, 7), line.number(9, 11), _several(line.numbers(13)))


def _former_ban(line: Line) -> Ban:
    """``XXP`` of the version before: players for the whole tournament."""
    words = line.take(4, max(4, len(line.text))).split()
    if not all(word.isascii() and word.isdecimal() and len(word) < 5 and int(word) for word in words):
        raise Misplaced(Text(_("XXP must name players by their numbers.")))
    return Ban(1, ALL_ROUNDS, _several(tuple(map(int, words))))


def _several(players: tuple[int, ...]) -> tuple[int, ...]:
    if len(set(players)) < max(2, len(players)):
        raise Misplaced(Text(_("Name at least two different players who must not meet.")))
    return players


def _former_rounds(line: Line) -> Fact:
    """``XXR`` of the version before."""
    return Fact("142", str(line.number(4, max(4, len(line.text)))))


def _adjustment(line: Line) -> Adjustment:
    kind = line.take(5, 5).upper()
    if line.take(7, 11).strip("0."):
        raise Misplaced(Text(_("Points for teams are not supported.")))
    points = line.points(13, 17)
    return Adjustment(points, line.number_or_none(20, 22, least=0) or None, line.numbers(24), kind)


_READ: dict[str, Callable[[Line], Any]] = {
    "001": _player,
    "240": _absence,
    "250": _acceleration,
    "260": _ban,
    "XXP": _former_ban,
    "XXR": _former_rounds,
    "299": _adjustment,
}
_UNREAD = re.compile(r"013|3[0-6][02]|80[12]|[A-Z]{3}")
"""Records of teams; what JaVaFo, bbpPairings and servers that write for them add (``XXC`` of colours, ``XXS`` and
``BBW`` of points, ``XXZ`` of absences); a federation's, of its own ratings."""


def _repetitions(records: list[Numbered]) -> Iterator[Fault]:
    """Facts and players that stand there twice; and cells on which two players do not agree."""
    seen: set[str | int] = set()
    for each in records:
        key = _only_once(each.record)
        if key in seen:
            yield Fault(each.line, Text(_("Record or player {key} appears twice."), {"key": key or 0}))
        elif key is not None:
            seen.add(key)
    players = {each.record.number: each for each in records if isinstance(each.record, Player)}
    for number, reason in disagreements({at: each.record for at, each in players.items()}):
        yield Fault(players[number].line, reason)


def _only_once(record: Any) -> str | int | None:
    match record:
        case Fact(tag) if tag not in SEVERAL:
            return tag
        case Player(number=number):
            return number
    return None


def _absentees(records: list[Numbered]) -> Iterator[Fault]:
    """Records about players who are not there."""
    there = {each.record.number for each in records if isinstance(each.record, Player)}
    if not there:
        yield Fault(0, Text(_("There is no player.")))
    for each in records:
        for number in sorted(set(_named(each.record)) - there):
            yield Fault(each.line, Text(_("There is no player {number}."), {"number": number}))


def _named(record: Any) -> tuple[int, ...]:
    match record:
        case Absence() | Ban() | Adjustment():
            return record.players
        case Acceleration():
            return record.one, record.other
        case _:
            return ()


def _report(records: list[Any]) -> Report:
    def those(kind: type[Any]) -> tuple[Any, ...]:
        return tuple(record for record in records if isinstance(record, kind))

    facts = sorted(those(Fact), key=lambda fact: FACTS.index(fact.tag))
    return Report(
        facts=tuple(facts),
        players=those(Player),
        absences=those(Absence),
        accelerations=those(Acceleration),
        bans=those(Ban),
        adjustments=those(Adjustment),
        comments=those(str),
    )


def disagreements(players: Mapping[int, Player]) -> Iterator[tuple[int, Text]]:
    """The number of a player and what is wrong with a round of theirs."""
    for player in players.values():
        for number, cell in enumerate(player.cells, start=1):
            if cell is not None and (reason := _fault(players, player, number, cell)):
                yield player.number, Text(reason, {"round": number, "opponent": cell.opponent or 0})


def _fault(players: Mapping[int, Player], player: Player, number: int, cell: Cell) -> str | None:
    if cell.opponent is None:
        return None if cell.code in BYES and cell.colour == "-" else _ALONE
    if cell.code in BYES or cell.opponent == player.number:
        return _NOT_ALONE
    other = players.get(cell.opponent)
    if other is None:
        return _UNKNOWN
    facing = other.cells[number - 1] if number <= len(other.cells) else None
    if facing is None or facing.opponent != player.number or facing.code not in ANSWERS[cell.code]:
        return _OTHERWISE
    return None if {cell.colour, facing.colour} in ({"w", "b"}, {"-"}) else _SEATS


_ALONE = _("Round {round} has a result without an opponent.")
_NOT_ALONE = _("Round {round} has an impossible opponent.")
_UNKNOWN = _("Round {round} is against {opponent}, who is not in the file.")
_OTHERWISE = _("Round {round} does not agree with the line of {opponent}.")
_SEATS = _("Round {round} does not have one player in each seat.")
