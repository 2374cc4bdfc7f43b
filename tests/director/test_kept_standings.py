"""Standings that begin from former ones are those that are reckoned whole; only what cannot differ is kept."""

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.director.structured import Run
from tests.pairing.tiebreaks.crosstables import tournaments
from tournaments.pairing.tiebreaks.codes import TIE_BREAKS, TieBreak, find
from tournaments.pairing.tiebreaks.crosstable import Crosstable
from tournaments.pairing.tiebreaks.ranking import grouped
from tournaments.pairing.tiebreaks.reckoning import Reckoning
from tournaments.pairing.tiebreaks.settings import Settings

ADJUSTMENT = st.tuples(st.just(1), st.sampled_from([Fraction(1, 2), Fraction(-1)]))


@st.composite
def twice(draw: st.DrawFn) -> tuple[Crosstable, Crosstable]:
    """A tournament, and the same with other results: some tables are open now, rows of others differ altogether."""
    after = draw(tournaments(sizes=(2, 3, 4)))
    rows = dict(after.rows)
    for number in range(after.rounds):
        gone = draw(st.sets(st.sampled_from(sorted(rows)), max_size=3))
        for entry in sorted(gone):
            cell = rows[entry][number]
            for each in (entry, *(cell.against if cell else ())):
                rows[each] = (*rows[each][:number], None, *rows[each][number + 1 :])
    given = draw(st.dictionaries(st.sampled_from(sorted(rows)), st.tuples(ADJUSTMENT), max_size=2))
    before = replace(after, rows=rows, adjustments=given)
    return draw(st.sampled_from([(before, after), (after, before)]))


@pytest.mark.parametrize("rules", ["2026", "2024"])
@given(pair=twice(), codes=st.permutations(sorted(TIE_BREAKS)))
@settings(max_examples=150)
def test_every_tie_break_is_the_same_from_a_former_reckoning(rules, pair, codes):
    before, after = pair
    chosen = Settings(rules=rules)
    former = Reckoning(before, chosen)
    grouped(codes, former)
    assert grouped(codes, Reckoning(after, chosen, former)) == grouped(codes, Reckoning(after, chosen))


def test_only_those_near_a_new_result_are_reckoned_again(monkeypatch):
    run = Run(32, format="swiss", rounds=4)
    rng = random.Random(7)
    while len(run.open_matches()) > 1 or len(run.state.rounds) < 4:
        run.finish_table(run.open_matches()[0], (1, 2) if rng.random() < 0.5 else (2, 1))
    asked: list[int] = []
    buchholz = find("BH")
    assert buchholz.each is not None

    def counted(reckoning: Reckoning, entry: int, each=buchholz.each):
        asked.append(entry)
        return each(reckoning, entry)

    monkeypatch.setitem(TIE_BREAKS, "BH", replace(buchholz, each=counted))
    assert isinstance(find("BH"), TieBreak)
    before = run.state.lines
    (last,) = run.open_matches()
    paired = run.round_of(last)
    asked.clear()
    run.finish_table(last, (1, 2))
    assert run.state.lines != before
    two = set(paired.entries_of(last))
    met = {other for line in run.state.lines if line.entry in two for item in line.why for other in item.opponents}
    assert set(asked) == two | met
    assert run.state.lines == replace(run.state).lines
