"""What holds for tie-breaks of any tournament."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.tiebreaks.crosstables import tournaments
from tournaments.pairing.tiebreaks.codes import CARDS, SWISS, TIE_BREAKS
from tournaments.pairing.tiebreaks.crosstable import BYES, FORFEITS, Crosstable
from tournaments.pairing.tiebreaks.ranking import Ranked, rank, tie_breaks
from tournaments.pairing.tiebreaks.settings import Settings
from tournaments.pairing.tiebreaks.values import Part, total

F = Fraction
NEW = Settings()
OLD = Settings(rules="2024")
SIZES = (2, 3, 4, 5)
CUTS = {"BH-C1": ("BH", 1), "BH-C2": ("BH", 2), "BH-M1": ("BH", 2), "SB-C1": ("SB", 1), "SB-C2": ("SB", 2)}


def values(codes: Iterable[str], crosstable: Crosstable, given: Settings = NEW) -> dict[int, dict[str, Any]]:
    found = tie_breaks(list(codes), crosstable, given)
    return {entry: {code: value.value for code, value in line.items()} for entry, line in found.items()}


def seats(crosstable: Crosstable, codes: str | frozenset[str]) -> int:
    return sum(cell is not None and cell.code in codes for row in crosstable.rows.values() for cell in row)


@given(tournaments(sizes=SIZES))
def test_every_table_shares_out_half_its_seats(crosstable):
    made = sum(line["PTS"] for line in values(["PTS"], crosstable).values())
    half = F(seats(crosstable, frozenset("1=0")), 2)
    assert made == half + seats(crosstable, "+UF") + F(seats(crosstable, "H"), 2)


@given(tournaments(sizes=SIZES), st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_the_order_of_the_entries_changes_no_value_and_no_place(crosstable, rng):
    entries = list(crosstable.rows)
    rng.shuffle(entries)
    shuffled = msgspec.structs.replace(crosstable, rows={entry: crosstable.rows[entry] for entry in entries})
    codes = list(TIE_BREAKS)
    rng.shuffle(codes)
    assert values(codes, shuffled) == values(codes, crosstable)
    places = [{line.entry: line.place for line in rank(codes, each)} for each in (crosstable, shuffled)]
    assert places[0] == places[1]


@given(tournaments(sizes=SIZES, unplayed=False))
@settings(max_examples=40)
def test_the_rules_differ_only_for_rounds_not_played(crosstable):
    assert values(TIE_BREAKS, crosstable) == values(TIE_BREAKS, crosstable, OLD)


@given(tournaments(sizes=SIZES))
def test_the_cap_only_takes_away(crosstable):
    new, old = values(["BH", "SB"], crosstable), values(["BH", "SB"], crosstable, OLD)
    for entry, line in new.items():
        assert all((value or 0) <= (old[entry][code] or 0) for code, value in line.items())


@given(tournaments(sizes=SIZES))
def test_every_sum_is_what_its_parts_say_and_each_cut_takes_one(crosstable):
    found = tie_breaks(["BH", "SB", *CUTS], crosstable)
    for line in found.values():
        for code, (whole, cuts) in CUTS.items():
            taken = [part.counts for part in line[code].parts if part.cut]
            assert len(taken) == min(cuts, len(line[whole].parts))
            assert (line[code].value or 0) == (line[whole].value or 0) - total(taken)
            assert (line[code].value is None) == (len(line[whole].parts) <= cuts)


@given(tournaments())
def test_a_cut_of_buchholz_takes_the_least_unless_there_is_an_absence_by_choice(crosstable):
    for line in tie_breaks(["BH-C1", "BH-M1"], crosstable).values():
        parts = line["BH-C1"].parts
        eligible = [part for part in parts if part.voluntary] or parts
        assert [part.counts for part in parts if part.cut] == [min(part.counts for part in eligible)]
        left = [part.counts for part in line["BH-M1"].parts if part.cut != "lowest"]
        assert [part.counts for part in line["BH-M1"].parts if part.cut == "highest"] == ([max(left)] if left else [])


def worth(part: Part) -> F:
    return part.made * part.worth


@given(tournaments())
def test_a_table_of_two_is_a_table_of_several_with_one_opponent(crosstable):
    """Two-sided tables give the sum of result times score, whatever the general rule for several says."""
    for line in tie_breaks(["SB", "BH"], crosstable).values():
        assert [part.counts for part in line["SB"].parts] == [worth(part) for part in line["SB"].parts]
        assert [part.worth for part in line["BH"].parts] == [part.worth for part in line["SB"].parts]


@given(tournaments(sizes=SIZES))
def test_places_follow_the_values_and_are_shared_by_equals_only(crosstable):
    codes = ("PTS", "BH-C1", "SB", "WON")
    lines = rank(codes, crosstable)

    def key(line: Ranked) -> list[tuple[bool, F]]:
        return [(value.value is None, -(value.value or F(0))) for value in line.values.values()]

    assert [key(line) for line in lines] == sorted(map(key, lines))
    for at, line in enumerate(lines):
        assert line.place == 1 + sum(key(other) < key(line) for other in lines)
        assert at == 0 or (line.place == lines[at - 1].place) == (key(line) == key(lines[at - 1]))


@given(tournaments(), st.text(max_size=5))
def test_a_lot_gives_everybody_a_place_and_overrules_nothing(crosstable, seed):
    drawn = {line.entry: line.place for line in rank(SWISS, crosstable, lot=seed)}
    assert sorted(drawn.values()) == list(range(1, len(drawn) + 1))
    shared = rank(SWISS, crosstable)
    for line in shared:
        equals = sum(other.place == line.place for other in shared)
        assert line.place <= drawn[line.entry] < line.place + equals


@given(tournaments(sizes=SIZES))
def test_percentages_lie_between_the_floor_and_one(crosstable):
    for line in values(["MW", *CARDS], crosstable).values():
        assert line["MW"] is None or F(33, 100) <= line["MW"] <= 1
        assert all(line[code] == 0 or F(33, 100) <= line[code] <= 1 for code in ("OMW", "OGW"))


@given(tournaments(sizes=SIZES))
def test_after_all_its_rounds_a_tournament_is_what_it_is(crosstable):
    assert values(["BH", "PS"], crosstable.as_of(crosstable.rounds)) == values(["BH", "PS"], crosstable)
    early = crosstable.as_of(crosstable.rounds - 1)
    assert all(len(row) == crosstable.rounds - 1 for row in early.rows.values())


@given(tournaments())
def test_elected_games_are_the_rounds_less_the_absences(crosstable):
    missed = seats(crosstable, BYES | FORFEITS) - seats(crosstable, "U+")
    elected = total(line["GE"] for line in values(["GE"], crosstable).values())
    assert elected == crosstable.rounds * len(crosstable.rows) - missed


def _cut_by_the_text(parts: list[tuple[F, F, bool]]) -> list[tuple[F, F, bool]]:
    """FIDE C.07, 14 and 16.5, again from the text alone: (worth, counts, missed by choice) without one of them."""
    worth, counts, _missed = min(parts)
    missed = sorted((counts, worth) for worth, counts, missed in parts if missed)
    if missed and missed[0][0] >= counts:
        counts, worth = missed[0]
        parts.remove((worth, counts, True))
        return parts
    parts.remove(next(part for part in parts if part[:2] == (worth, counts)))
    return parts


@given(tournaments())
def test_cuts_are_what_the_text_says(crosstable):
    for line in tie_breaks(["BH", "SB", "BH-C2", "SB-C2"], crosstable).values():
        for whole, cut in (("BH", "BH-C2"), ("SB", "SB-C2")):
            left = [(part.worth, part.counts, part.voluntary) for part in line[whole].parts]
            for _time in range(min(2, len(left))):
                left = _cut_by_the_text(left)
            assert (line[cut].value or 0) == total(counts for _worth, counts, _missed in left)
