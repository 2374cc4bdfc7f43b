"""Tables for spreadsheets: one header, a line each, and nothing that a spreadsheet would carry out."""

from __future__ import annotations

import csv
import io

from hypothesis import given
from hypothesis import strategies as st

from tests.director.test_stored import decoded
from tournaments.director.exchange import spreadsheets
from tournaments.director.exchange.told import Told
from tournaments.director.state.folding import fold
from tournaments.director.state.tournament import Tournament

DANGEROUS = "=+-@\t\r\n"


def tournament(name: str) -> Tournament:
    return fold((event, at) for at, event in enumerate(decoded(name)))


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


def test_every_seat_of_every_match_and_every_bye_has_a_line():
    found = tournament("pods")
    read = rows(spreadsheets.pairings(found, Told()))
    seats = [
        (str(paired.drawn.round), str(seat), str(entry))
        for paired in found.rounds
        for match in paired.drawn.matches
        for seat, entry in enumerate(match.entries, start=1)
    ]
    byes = [(str(paired.drawn.round), "", str(bye.entry)) for paired in found.rounds for bye in paired.drawn.byes]
    assert sorted((row["round"], row["seat"], row["entry"]) for row in read) == sorted(seats + byes)
    assert all(row["result"] for row in read), "all of it has been played"


def test_a_share_is_a_decimal_and_no_date():
    points = {row["points"] for row in rows(spreadsheets.standings(tournament("pods"), Told()))}
    assert all("/" not in each and len(each.partition(".")[2]) <= 4 for each in points)


@given(name=st.text(min_size=1))
def test_no_name_is_taken_for_a_formula_and_every_name_can_be_read_again(name: str):
    found = tournament("swiss")
    text = spreadsheets.entries(found, Told({1: name}, bots=[1]))
    (row,) = (row for row in csv.DictReader(io.StringIO(text, newline="")) if row["entry"] == "1")
    assert row["name"][0] not in DANGEROUS
    if not name.startswith("'"):
        assert spreadsheets.unsafe(row["name"]) == name


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
