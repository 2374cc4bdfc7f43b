"""A report as text: one report has one text."""

from collections.abc import Iterator
from decimal import Decimal

from tournaments.director.exchange.trf.columns import Blank, column
from tournaments.director.exchange.trf.report import (
    FACTS,
    Absence,
    Acceleration,
    Adjustment,
    Ban,
    Cell,
    Player,
    Report,
)

END = "\r\n"


def write(report: Report) -> str:
    """The file; ``ValueError`` for what does not fit into its columns."""
    return "".join(f"{line}{END}" for line in _lines(report))


def _lines(report: Report) -> Iterator[str]:
    for fact in sorted(report.facts, key=lambda fact: FACTS.index(fact.tag)):
        yield f"{fact.tag} {fact.text}".rstrip()
    yield from map(_player, report.players)
    yield from map(_absence, report.absences)
    yield from map(_acceleration, report.accelerations)
    yield from map(_ban, report.bans)
    yield from map(_adjustment, report.adjustments)
    for comment in report.comments:
        yield f"### {comment}".rstrip()


def _player(player: Player) -> str:
    line = Blank("001").put(5, 8, player.number).put(10, 10, player.sex).put(11, 13, player.title)
    line.put(15, 47, player.name, left=True).put(49, 52, _or_blank(player.rating)).put(54, 56, player.federation)
    line.put(58, 68, player.fide_number).put(70, 79, player.born).put(81, 84, _points(player.points))
    line.put(86, 89, _or_blank(player.rank))
    for number, cell in enumerate(player.cells, start=1):
        if cell is not None:
            _cell(line, column(number), cell)
    return str(line)


def _cell(line: Blank, at: int, cell: Cell) -> None:
    opponent = "0000" if cell.opponent is None else cell.opponent
    line.put(at, at + 3, opponent).put(at + 5, at + 5, cell.colour).put(at + 7, at + 7, cell.code)


def _absence(absence: Absence) -> str:
    line = Blank("240").put(5, 5, absence.kind).put(7, 9, f"{absence.round:03}")
    return _numbered(line, 11, absence.players)


def _acceleration(given: Acceleration) -> str:
    line = Blank("250").put(10, 13, _points(given.points))
    line.put(15, 17, f"{given.first_round:03}").put(19, 21, f"{given.last_round:03}")
    return _numbered(line, 23, (given.one, given.other))


def _ban(ban: Ban) -> str:
    line = Blank("260").put(5, 7, f"{ban.first_round:03}").put(9, 11, f"{ban.last_round:03}")
    return _numbered(line, 13, ban.players)


def _adjustment(given: Adjustment) -> str:
    line = Blank("299").put(5, 5, given.kind).put(13, 17, _points(given.points)).put(20, 22, f"{given.round or 0:03}")
    return _numbered(line, 24, given.players)


def _numbered(line: Blank, first: int, players: tuple[int, ...]) -> str:
    for at, player in enumerate(players):
        line.put(first + 5 * at, first + 5 * at + 3, f"{player:04}")
    return str(line)


def _points(points: Decimal) -> str:
    return f"{points:.1f}"


def _or_blank(number: int | None) -> str:
    return "" if number is None else str(number)
