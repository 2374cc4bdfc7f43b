"""Tables for spreadsheets: one header, a line each, and nothing that a spreadsheet would carry out."""

import csv
import io
import re
from datetime import datetime

from hypothesis import given
from hypothesis import strategies as st

from tests.director.runs import whole
from tournaments.director.exchange import spreadsheets
from tournaments.director.exchange.told import Told
from tournaments.director.state.events import ResultRecorded
from tournaments.director.state.folding import fold
from tournaments.director.state.tournament import Tournament

DANGEROUS = "=+-@\t\r\n"


def tournament(name: str) -> Tournament:
    return fold((event, at) for at, event in enumerate(whole(name)))


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_standings_say_what_the_tournament_says():
    found = tournament("swiss")
    read = rows(spreadsheets.standings(found, Told({1: "Ann"})))
    assert [(int(row["entry"]), int(row["place"])) for row in read] == [
        (each.entry, each.place) for each in found.lines
    ]
    assert [float(row["points"]) for row in read] == [float(each.points) for each in found.lines]
    assert {row["name"] for row in read} == {"Ann", ""}


def test_every_seat_of_every_match_and_everybody_who_rests_has_a_line():
    found = tournament("pods")
    read = rows(spreadsheets.pairings(found, Told()))
    seats = [
        (str(paired.drawn.round), str(seat), str(entry))
        for paired in found.rounds
        for match in paired.drawn.matches
        for seat, entry in enumerate(match.entries, start=1)
    ]
    rests = [
        (str(paired.drawn.round), "", str(entry)) for paired in found.rounds for entry, _code in paired.played.rests
    ]
    assert sorted((row["round"], row["seat"], row["entry"]) for row in read) == sorted(seats + rests)
    assert all(row["result"] for row in read), "all of it has been played"


def test_a_share_is_a_decimal_and_no_date():
    points = {row["points"] for row in rows(spreadsheets.standings(tournament("pods"), Told()))}
    assert all("/" not in each and len(each.partition(".")[2]) <= 4 for each in points)


names = st.text(min_size=1) | st.text(f"{DANGEROUS};,' \"x", min_size=1)


@given(name=names)
def test_no_name_is_taken_for_a_formula_and_every_name_can_be_read_again(name: str):
    found = tournament("swiss")
    text = spreadsheets.entries(found, Told({1: name}, bots=[1]))
    (row,) = (row for row in csv.DictReader(io.StringIO(text, newline="")) if row["entry"] == "1")
    assert row["name"].lstrip(" ")[:1] not in [*DANGEROUS]
    assert spreadsheets.unsafe(row["name"]) == name


@given(name=names)
def test_no_part_of_a_name_is_a_formula_to_a_program_that_parts_cells_otherwise(name: str):
    text = spreadsheets.entries(tournament("swiss"), Told({1: name}, bots=[1]))
    cells = re.split("[;\t\r\n]", text)
    assert not [cell for cell in cells if cell.lstrip(' "')[:1] in [*DANGEROUS]]


def test_text_stands_in_quotation_marks_and_numbers_do_not():
    text = spreadsheets.standings(tournament("swiss"), Told({1: "x;=1+1;y"}))
    assert """,1,"x;'=1+1;y",""" in text
    assert text.startswith('"place","entry","name","points",')
    for line in text.splitlines()[1:]:
        assert re.match(r'[0-9]+,[0-9]+,"[^"]*",[0-9.]+,', line)


def test_a_match_has_its_table_and_the_moment_at_which_its_result_came():
    found = fold((event, 1_795_262_400_000 + 1_000 * at) for at, event in enumerate(whole("swiss")))
    read = rows(spreadsheets.pairings(found, Told()))
    events = [event for event in whole("swiss") if isinstance(event, ResultRecorded)]
    times = {event.match: at for at, event in enumerate(whole("swiss")) if isinstance(event, ResultRecorded)}
    assert events
    for row in read:
        if not row["match"]:
            assert row["table"] == row["played_at"] == row["number"] == ""
            continue
        assert row["table"] == next(event.table for event in events if event.match == row["match"])
        assert datetime.fromisoformat(row["played_at"]).timestamp() == 1_795_262_400 + times[row["match"]]
        assert row["played_at"].endswith("Z")


def test_no_cell_of_any_table_begins_like_a_formula():
    for name in ("swiss", "round-robin", "pods"):
        found = tournament(name)
        for text in (
            spreadsheets.entries(found, Told({1: "=1+1", 2: "＝1"})),
            spreadsheets.pairings(found, Told({1: "@SUM(A1)", 2: "-2"})),
            spreadsheets.standings(found, Told({1: "+1"})),
        ):
            cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
            assert not [cell for cell in cells if cell.startswith(tuple("=+@＝")) or cell[:1] == "-"]
