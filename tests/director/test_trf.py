"""Tournament report files: what is written is read again, byte for byte; what is malformed is named by its line."""

from decimal import Decimal
from typing import Any, SupportsIndex

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.events import Event
from tests.director.runs import whole
from tournaments.director.exchange.faults import MOST_FAULTS, MOST_LINES, Unreadable
from tournaments.director.exchange.told import Told
from tournaments.director.exchange.trf import reading
from tournaments.director.exchange.trf.columns import Line
from tournaments.director.exchange.trf.reading import read, read_by_line
from tournaments.director.exchange.trf.report import (
    ANSWERS,
    Absence,
    Acceleration,
    Adjustment,
    Ban,
    Cell,
    Code,
    Fact,
    Player,
    Report,
)
from tournaments.director.exchange.trf.tournaments import report
from tournaments.director.exchange.trf.writing import write
from tournaments.director.state.acts import AdjustPoints, DoubleLoss
from tournaments.director.state.desk_events import Ruled
from tournaments.director.state.events import ResultRecorded
from tournaments.director.state.folding import fold

TWO = """012 Tuesday
142 2
001    1      Ann                               1500                             1.0    1     2 w 1
001    2      Ben                                                                0.0    2     1 b 0
"""


def line(number: int, name: str, rest: str, points: str = "0.0") -> str:
    return f"001 {number:>4}      {name:<33} {'':32}{points:>4} {'':>4}  {rest}\n"


# -- any report

names = st.text(st.characters(categories=["L", "N"], include_characters=" .-'"), min_size=1, max_size=33).map(str.strip)
halves = st.integers(-19, 199).map(lambda count: Decimal(count) / 2)


@st.composite
def _rounds(draw: st.DrawFn, count: int) -> list[list[Cell | None]]:
    """By player the cells of some rounds, on which all agree."""
    rows: list[list[Cell | None]] = [[] for _ in range(count)]
    for _round in range(draw(st.integers(0, 4))):
        order = draw(st.permutations(range(count)))
        cells: dict[int, Cell | None] = {}
        pairs = draw(st.integers(0, count // 2))
        for one, two in zip(order[: 2 * pairs : 2], order[1 : 2 * pairs : 2], strict=True):
            code: Code = draw(st.sampled_from(sorted(ANSWERS)))
            answer: Code = draw(st.sampled_from(sorted(ANSWERS[code])))
            cells |= {one: Cell(code, two + 1, "w"), two: Cell(answer, one + 1, "b")}
        for rests in order[2 * pairs :]:
            code = draw(st.sampled_from(["U", "H", "F", "Z", ""]))
            cells[rests] = Cell(code) if code else None
        for at in range(count):
            rows[at].append(cells[at])
    return rows


def _trimmed(cells: list[Cell | None]) -> tuple[Cell | None, ...]:
    while cells and cells[-1] is None:
        cells = cells[:-1]
    return tuple(cells)


@st.composite
def reports(draw: st.DrawFn) -> Report:
    count = draw(st.integers(1, 7))
    rows = draw(_rounds(count))
    players = tuple(
        Player(
            number=at + 1,
            name=draw(names) or "x",
            cells=_trimmed(rows[at]),
            rating=draw(st.none() | st.integers(0, 9999)),
            points=draw(halves),
            rank=draw(st.none() | st.integers(1, 9999)),
            sex=draw(st.sampled_from(["", "m", "w"])),
            title=draw(st.sampled_from(["", "GM", "WIM"])),
            federation=draw(st.sampled_from(["", "IND"])),
            fide_number=draw(st.sampled_from(["", "13400304"])),
            born=draw(st.sampled_from(["", "1980/01/31", "1980"])),
        )
        for at in range(count)
    )
    some = st.lists(st.integers(1, count), min_size=1, unique=True).map(tuple)
    several = st.lists(st.integers(1, count), min_size=2, unique=True).map(tuple)
    rounds = st.integers(1, 999)
    words = names.filter(bool)
    tags = draw(st.lists(st.sampled_from(["012", "042", "102", "142", "202"]), unique=True))
    return Report(
        facts=tuple(Fact(tag, draw(words)) for tag in sorted(tags)),
        players=players,
        absences=tuple(draw(st.lists(st.builds(Absence, st.sampled_from("FHZ"), rounds, some), max_size=2))),
        accelerations=tuple(
            draw(st.lists(st.builds(Acceleration, halves, rounds, rounds, *(st.integers(1, count),) * 2), max_size=2))
        ),
        bans=tuple(draw(st.lists(st.builds(Ban, rounds, rounds, several), max_size=2))) if count > 1 else (),
        adjustments=tuple(
            draw(st.lists(st.builds(Adjustment, halves, st.none() | rounds, some, st.sampled_from("WD-")), max_size=2))
        ),
        comments=tuple(draw(st.lists(words, max_size=2))),
    )


@settings(deadline=None, max_examples=150)
@given(found=reports())
def test_a_report_is_read_as_it_was_written_and_written_as_it_was_read(found: Report):
    text = write(found)
    assert read(text) == found
    assert write(read(text)) == text


@settings(deadline=None, max_examples=150)
@given(found=reports(), data=st.data())
def test_one_character_in_the_wrong_place_is_named_by_its_line_or_makes_another_report(
    found: Report, data: st.DataObject
):
    lines = write(found).split("\r\n")
    number = data.draw(st.integers(0, len(lines) - 2))
    at = data.draw(st.integers(0, len(lines[number])))
    spoiled = lines[number][:at] + data.draw(st.sampled_from("x9#-")) + lines[number][at + 1 :]
    try:
        changed = read("\n".join([*lines[:number], spoiled, *lines[number + 1 :]]))
    except Unreadable as refused:
        named = [fault.line for fault in refused.faults]
    else:
        assert read(write(changed)) == changed
        return
    assert named
    assert all(0 <= line <= len(lines) for line in named)


@pytest.mark.parametrize("name", ["swiss", "round-robin"])
def test_a_tournament_is_told_the_same_after_every_event_whoever_reads_and_writes_it(name: str):
    events = whole(name)
    for last in range(1, len(events) + 1):
        tournament = fold((event, 1_795_262_400_000 + at) for at, event in enumerate(events[:last]))
        if not tournament.present and not tournament.seeds:
            continue
        text = write(report(tournament, Told({number: f"player {number}" for number in tournament.entries})))
        assert write(read(text)) == text


# -- what a tournament says


def test_a_tournament_tells_its_rounds_by_seeds_and_seats():
    tournament = fold((event, 1_795_262_400_000) for event in whole("swiss"))
    found = report(tournament, Told())
    numbers = {entry: number for number, entry in enumerate(tournament.seeds, start=1)}
    assert [player.number for player in found.players] == [*range(1, len(tournament.seeds) + 1)]
    assert found.fact("142") == str(tournament.planned)
    for at, played in enumerate(tournament.played):
        for match in played.matches:
            first, second = (found.players[numbers[entry] - 1].cells[at] for entry in match.entries)
            assert first
            assert second
            assert (first.colour, second.colour) == ("w", "b")
            assert (first.opponent, second.opponent) == (numbers[match.entries[1]], numbers[match.entries[0]])
            assert (first.code, second.code) == tuple(mark.code for mark in played.results[match.match])
    for tied in tournament.lines:
        player = found.players[numbers[tied.entry] - 1]
        assert (player.points, player.rank) == (Decimal(str(float(tied.points))), tied.place)


# -- strictness


def faults(text: str) -> list[tuple[int, str]]:
    with pytest.raises(Unreadable) as refused:
        read(text)
    return [(fault.line, str(fault.reason)) for fault in refused.value.faults]


def test_the_smallest_report_is_read_whatever_ends_its_lines():
    for end in ("\n", "\r", "\r\n"):
        found = read("\ufeff" + TWO.replace("\n", end))
        assert [(player.name, player.rating) for player in found.players] == [("Ann", 1500), ("Ben", None)]
        assert found.players[0].cells == (Cell("1", 2, "w"),)


def test_the_records_of_the_version_before_are_taken_for_those_of_this_one():
    found = read(TWO.replace("142 2", "XXR 7") + "XXP 1 2\n")
    assert found.fact("142") == "7"
    assert found.bans == (Ban(1, 999, (1, 2)),)


def test_examples_of_the_rules_are_read():
    many = "".join(line(number, f"p{number}", "") for number in range(1, 91))
    found = read(many + "250      02.0 001 003 0001 0090\n260 001 002   12   18   84\n240 H 003   26   47\n")
    assert found.accelerations == (Acceleration(Decimal(2), 1, 3, 1, 90),)
    assert found.bans == (Ban(1, 2, (12, 18, 84)),)
    assert found.absences == (Absence("H", 3, (26, 47)),)


@pytest.mark.parametrize(
    ("text", "at"),
    [
        (TWO + "410   1 India\n", 5),
        (TWO + "XXR " + "9" * 5_000, 5),
        (TWO.replace("142 2", "XXR " + "9" * 1_000), 2),
        (TWO.replace("142 2", "XXR 10000"), 2),
        (TWO + "XXP 1 " + "2" * 5_000, 5),
        (TWO + "XXP 1 " + "2" * 900, 5),
        (TWO + "240 Z 001" + "    1" * 99_000, 5),
        (TWO + "nonsense\n", 5),
        (TWO + "260 001 002    1\n", 5),
        (TWO + "260 001 002    1    7\n", 5),
        (TWO + "240 Q 001    1\n", 5),
        (TWO + "142 3\n", 5),
        (TWO.replace("1500", "15x0"), 3),
        (TWO.replace(" 0.0 ", " 0,0 "), 4),
        (TWO.replace("2 w 1", "2 x 1"), 3),
        (TWO.replace("2 w 1", "2 w 7"), 3),
        (TWO.replace("001    2", "001    x"), 4),
        (TWO.replace(" Ben", "yBen"), 4),
        (TWO.replace("1      Ann", "1 q    Ann"), 3),
    ],
)
def test_a_malformed_line_is_named_by_its_number(text: str, at: int):
    assert [number for number, _reason in faults(text)] == [at]


def test_all_that_is_wrong_is_named_at_once():
    assert [number for number, _reason in faults("410\n" + TWO + "411\n")] == [1, 6]


class Counted(str):
    """Text that knows how much of it has been looked at."""

    seen = 0

    def __getitem__(self, where: SupportsIndex | slice) -> str:
        part = super().__getitem__(where)
        self.seen += len(part)
        return part


def test_each_character_of_a_line_is_looked_at_a_few_times_however_long_it_is():
    for count in (100, 10_000):
        text = Counted("240 Z 001" + f" {'7':>4}" * count)
        line = Line(text)
        line.take(1, 9)
        assert line.numbers(11) == (7,) * count
        line.end()
        assert text.seen < 5 * len(text)


@pytest.mark.parametrize("line", ["001 ", "x", "001    1", "240 Q 001    1"])
def test_no_line_is_looked_at_behind_the_last_fault_that_is_told(line: str, monkeypatch: pytest.MonkeyPatch):
    read_lines, record = list[str](), reading._record

    def watched(line: str) -> Any:
        read_lines.append(line)
        return record(line)

    monkeypatch.setattr(reading, "_record", watched)
    assert len(faults(f"{line}\n" * MOST_LINES)) == len(read_lines) == MOST_FAULTS
    assert faults(f"{line}\n" * (MOST_LINES + 1)) == [(0, f"A file can have at most {MOST_LINES} lines.")]
    assert len(read_lines) == MOST_FAULTS, "too many are not looked at at all"


def test_records_that_say_nothing_here_are_named_and_refuse_nothing():
    others = ["XXC white1 rank", "XXS W=3 D=1", "XXZ 2 1", "013 A team    1    2", "BBW  3.0", "310   1 India"]
    found = read_by_line("\n".join((*others, TWO, "XXC rank")))
    assert found.report == read(TWO)
    assert found.unread == ("XXC", "XXS", "XXZ", "013", "BBW", "310")
    assert found.lines == {1: 9, 2: 10}


def test_a_woman_is_written_f_by_some_and_w_by_the_rules():
    found = read(TWO.replace("001    2      Ben", "001    2 f    Ben"))
    assert found.players[1].sex == "w"
    assert read(write(found)) == found


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("   2 w 1", "   1 b 1"),
        ("   2 w 1", "   1 w 0"),
        ("   2 w 1", ""),
        ("   3 w 1", ""),
        ("   1 w =", ""),
        ("   2 w U", "   1 b 0"),
        ("0000 - 1", ""),
        ("   2 w +", "   1 b 0"),
    ],
)
def test_players_who_do_not_agree_on_a_round_are_named(first: str, second: str):
    found = faults(line(1, "Ann", first) + line(2, "Ben", second))
    assert {number for number, _reason in found} <= {1, 2}
    assert all(reason.startswith("Round 1") for _number, reason in found)


def test_a_report_of_nobody_is_none():
    assert faults("012 Nothing\n") == [(0, "There is no player.")]


def test_what_does_not_fit_into_its_columns_is_not_written():
    with pytest.raises(ValueError, match="does not fit"):
        write(Report(players=(Player(number=1, name="x" * 34),)))


# -- rulings and what is not played


def ruled(event: Event) -> Report:
    return report(fold((each, 1_795_262_400_000) for each in (*whole("swiss"), event)), Told())


def test_a_ruling_is_a_comment_and_what_it_makes_is_in_the_rounds():
    before = report(fold((each, 0) for each in whole("swiss")), Told())
    match = next(each for each in whole("swiss") if isinstance(each, ResultRecorded)).match
    after = ruled(Ruled(1, DoubleLoss(match), "conduct", None))
    assert [cell for player in before.players for cell in player.cells] != [
        cell for player in after.players for cell in player.cells
    ]
    assert after.comments == (f"ruling 1: double_loss, match {match}; conduct",)
    assert read(write(after)) == after


def test_points_that_a_ruling_gives_are_a_record_of_their_own():
    after = ruled(Ruled(1, AdjustPoints(1, "-1/2", 2), "conduct", None))
    tournament = fold((each, 0) for each in whole("swiss"))
    (given,) = after.adjustments
    assert (given.points, given.round) == (Decimal("-0.5"), 2)
    assert tournament.seeds[given.players[0] - 1] == 1
    assert read(write(after)) == after
