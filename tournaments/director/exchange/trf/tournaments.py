"""The report of a tournament here: the seeds are the starting ranks, the first seat is white's."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from typing import cast

from msgspec import to_builtins

from tournaments.director.exchange.told import Told
from tournaments.director.exchange.trf.columns import column
from tournaments.director.exchange.trf.report import (
    ALL_ROUNDS,
    Acceleration,
    Adjustment,
    Ban,
    Cell,
    Code,
    Colour,
    Fact,
    Player,
    Report,
)
from tournaments.director.state.events import Settings
from tournaments.director.state.lines import bye_points, made_by
from tournaments.director.state.rulings import Ruling
from tournaments.director.state.tournament import Round, Tournament
from tournaments.pairing import acceleration, record
from tournaments.pairing.registry import FORMATS
from tournaments.pairing.tiebreaks import crosstable
from tournaments.pairing.tiebreaks.reading import recorded

NAME_WIDTH = 33
MOST_RATING = 9_999


def is_told(settings: Settings) -> bool:
    """Whether a report can tell of such a tournament: tables of two alone."""
    return all(FORMATS[each].sizes == (2,) for each in (settings.format, *(one.format for one in settings.stages)))


def report(tournament: Tournament, told: Told, *, organiser: str = "") -> Report:
    """The tournament as it stands; a team is a player of the report, and a remark says who plays in it."""
    ratings = tournament.ratings
    order = tournament.seeds or tournament.present
    numbers = {entry: number for number, entry in enumerate(order, start=1)}
    cells = _cells(tournament, numbers)
    players = [
        Player(
            number=numbers[line.entry],
            name=told.of(line.entry)[:NAME_WIDTH].strip() or f"#{numbers[line.entry]}",
            rating=min(ratings[line.entry], MOST_RATING) if line.entry in ratings else None,
            points=Decimal(line.points.numerator) / line.points.denominator,
            rank=line.place or None,
            cells=_trimmed(cells[line.entry]),
        )
        for line in tournament.lines
    ]
    players.sort(key=lambda player: player.number)
    facts = _facts(tournament, players, organiser)
    return Report(
        facts=tuple(Fact(tag, text) for tag, text in facts if text),
        players=tuple(players),
        accelerations=tuple(_accelerations(tournament)),
        bans=tuple(_bans(tournament, numbers)),
        adjustments=tuple(_adjustments(tournament, numbers)),
        comments=(
            *_teams(tournament, told, order),
            *_comments(tournament.rulings),
            *_annulled(tournament, numbers),
        ),
    )


def _trimmed(cells: Sequence[Cell | None]) -> tuple[Cell | None, ...]:
    last = max((at for at, cell in enumerate(cells, start=1) if cell is not None), default=0)
    return tuple(cells[:last])


def _cells(tournament: Tournament, numbers: Mapping[int, int]) -> dict[int, list[Cell | None]]:
    """Everybody's rounds, by entry. The codes are those that the tie-breaks count by."""
    cells: dict[int, list[Cell | None]] = {entry: [] for entry in numbers}
    for stage in tournament.stages:
        before = max(map(len, cells.values()), default=0)
        for group, rounds in stage.counted_apart:
            rows, met = recorded(group, rounds).rows, list(map(_meetings, rounds))
            for entry in group:
                told = (_cell(rows[entry][at], met[at].get(entry), numbers) for at in range(len(rounds)))
                cells[entry] += [*[None] * (before - len(cells[entry])), *told]
    return cells


def _meetings(played: record.Round) -> dict[int, tuple[int, Colour]]:
    """By entry the other one of its match, and its own seat; an annulled result was not a meeting."""
    found: dict[int, tuple[int, Colour]] = {}
    for match in played.matches:
        if match.match not in played.annulled:
            first, second = match.entries
            found |= {first: (second, "w"), second: (first, "b")}
    return found


def _cell(told: crosstable.Cell | None, met: tuple[int, Colour] | None, numbers: Mapping[int, int]) -> Cell | None:
    if met is not None:
        code = "" if told is None else "0" if told.code == "LL" else told.code
        return Cell(cast(Code, code), numbers[met[0]], met[1])
    if told is None:
        return None
    return Cell(cast(Code, told.code), numbers[told.against[0]] if told.against else None)


def _accelerations(tournament: Tournament) -> Iterator[Acceleration]:
    """The points that the upper half was or will be paired with beyond its own."""
    if tournament.settings.acceleration == "none" or not tournament.starters:
        return
    win = made_by(tournament.settings).win
    rounds = range(1, tournament.planned + 1)
    for given, same in groupby(rounds, key=lambda number: acceleration.points(number, tournament.planned) * win):
        numbers = list(same)
        if given:
            worth = Decimal(given.numerator) / given.denominator
            yield Acceleration(worth, numbers[0], numbers[-1], 1, acceleration.upper(tournament.starters))


def _bans(tournament: Tournament, numbers: Mapping[int, int]) -> Iterator[Ban]:
    """Who is kept apart, of those who take part."""
    entries = [entry for entry in tournament.entries.values() if entry.number in numbers]
    known = {user: numbers[entry.number] for entry in entries for user in entry.users}
    for group in tournament.forbidden:
        players = sorted({known[user] for user in group if user in known})
        if len(players) > 1:
            yield Ban(1, tournament.length or ALL_ROUNDS, tuple(players))


def _adjustments(tournament: Tournament, numbers: Mapping[int, int]) -> Iterator[Adjustment]:
    for entry, given in tournament.adjustments.items():
        for number, points in given:
            yield Adjustment(Decimal(points.numerator) / points.denominator, number, (numbers[entry],))


def _teams(tournament: Tournament, told: Told, order: Sequence[int]) -> Iterator[str]:
    if tournament.settings.team_size > 1:
        for number, entry in enumerate(order, start=1):
            yield f"team {number}: {told.players(entry)}"


def _comments(rulings: Iterable[Ruling]) -> Iterator[str]:
    """Rulings as a reader of the file wants to know of them."""
    for ruling in rulings:
        act = to_builtins(ruling.act)
        about = ", ".join(f"{name} {value}" for name, value in act.items() if name != "act")
        undone = " (reversed)" if ruling.reversed else ""
        yield f"ruling {ruling.number}: {act['act']}, {about}; {ruling.reason}{undone}"


def _annulled(tournament: Tournament, numbers: Mapping[int, int]) -> Iterator[str]:
    """What was played and counts for nobody, since one has left a round robin."""
    for played in (each for stage in tournament.stages for _group, rounds in stage.counted_apart for each in rounds):
        for match in (each for each in played.matches if each.match in played.annulled):
            players = " - ".join(str(numbers[entry]) for entry in match.entries)
            codes = " - ".join(mark.code for mark in played.results.get(match.match, ()))
            yield f"annulled: round {played.number}, {players}, {codes}"


def _facts(tournament: Tournament, players: Sequence[Player], organiser: str) -> Iterator[tuple[str, str]]:
    settings = tournament.settings
    yield "012", settings.name
    yield "042", _date(tournament.started_at or settings.starts_at, "%Y/%m/%d")
    yield "052", _date(tournament.ended_at, "%Y/%m/%d") if tournament.ended_at else ""
    yield "062", str(len(players))
    yield "072", str(sum(player.rating is not None for player in players))
    kind = "Individual" if settings.team_size == 1 else "Team"
    yield "092", f"{kind}: {FORMATS[settings.format].title}"
    yield "102", organiser
    yield "132", _dates(tournament.rounds)
    yield "142", str(tournament.length or settings.rounds or "")
    yield "162", _points(settings)
    yield "182", "Cardroom"
    if settings.tie_breaks:
        codes = [code.replace("-", "/") for code in settings.tie_breaks]  # as the FIDE writes them: BH/C1
        yield "202", ",".join(codes)
        yield "212", ",".join(("PTS", *codes))
    if settings.clock is not None:
        yield "222", settings.clock.text


def _points(settings: Settings) -> str:
    """What a win, a draw and the pairing bye count, as far as that is not 1, 1/2 and a win, in columns of their own."""
    made, bye = made_by(settings), bye_points(settings)
    usual = {"W": Fraction(1), "D": Fraction(1, 2), "P": made.win}
    told = {code: worth for code, worth in (("W", made.win), ("D", made.draw), ("P", bye)) if worth != usual[code]}
    return "".join(f"    {code}{float(worth):>4.1f}" for code, worth in told.items())[3:]


def _dates(rounds: Sequence[Round]) -> str:
    """Each round's day, in the columns of its results."""
    text = ""
    for paired in rounds:
        text = text.ljust(column(paired.drawn.round) - 5) + _date(paired.at, "%y/%m/%d")
    return text


def _date(at: int, form: str) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime(form)
