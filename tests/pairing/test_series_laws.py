"""What holds of every match of several tables between two sides."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing.series import duel
from tournaments.pairing.series.duel import Codes
from tournaments.pairing.series.rules import Series

A: Codes = ("1", "0")
B: Codes = ("0", "1")
DRAW: Codes = ("=", "=")

SERIES = st.builds(
    Series,
    st.just("best_of"),
    st.sampled_from([1, 3, 5, 7]),
    st.sampled_from(["replay", "share"]),
    st.sampled_from(["draw", "tie_break", "better_seed"]),
) | st.builds(
    Series,
    st.just("fixed"),
    st.integers(1, 6),
    st.just("replay"),
    st.sampled_from(["draw", "tie_break", "better_seed"]),
)
TABLES = st.sampled_from([A, B, DRAW, DRAW, ("-", "+"), ("+", "-"), ("-", "-")])


def played(series: Series, data: st.DataObject) -> list[Codes]:
    tables: list[Codes] = [data.draw(st.sampled_from([A, B, DRAW]))]
    while duel.score(series, tables).next is not None:
        tables.append(data.draw(TABLES))
    return tables


@given(SERIES, st.data())
@settings(deadline=None)
def test_a_match_always_ends(series, data):
    tables = played(series, data)
    replays = 2 * series.tables if series.kind == "best_of" and series.draws == "replay" else 0
    assert len(tables) <= series.tables + replays + (duel.TIE_BREAKS if series.level == "tie_break" else 0)
    made = duel.score(series, tables)
    first, second = made.points
    if first != second:
        assert made.codes == (A if first > second else B)
    elif series.level == "draw":
        assert made.codes == DRAW
    else:
        assert made.codes in (A, B)
    assert [sum(games) for games in made.games] == [len(tables)] * 2


@given(SERIES, st.data())
@settings(deadline=None)
def test_the_sides_are_alike(series, data):
    tables = played(series, data)
    mirrored = duel.score(series, [(second, first) for first, second in tables], better=1)
    made = duel.score(series, tables, better=0)
    assert made.codes is not None
    assert mirrored.codes == made.codes[::-1]
    assert mirrored.points == made.points[::-1]
    assert mirrored.games == made.games[::-1]


@given(SERIES, st.data())
@settings(deadline=None)
def test_the_tables_of_a_match_count_up_and_the_seats_with_them(series, data):
    tables = played(series, data)
    upcoming = [duel.score(series, tables[:at]).next for at in range(len(tables))]
    before = None
    for table in upcoming:
        assert table is not None
        same = table.kind == "replay"
        assert table.number == (1 if before is None else before.number + (not same))
        if table.kind != "tie_break":
            assert table.seats == ((0, 1) if table.number % 2 else (1, 0))
        before = table


@given(SERIES, st.data(), st.sampled_from([{0}, {1}, {0, 1}]))
@settings(deadline=None)
def test_a_match_that_somebody_leaves_is_over(series, data, left):
    tables = played(series, data)
    tables = tables[: data.draw(st.integers(0, len(tables)))]
    made = duel.score(series, tables, left=left)
    assert made.codes is not None
    assert ("-" in made.codes) == (not tables)
    before = duel.score(series, tables).points
    if tables and 0 in left:
        assert made.points[0] == before[0]
    if tables and 1 in left:
        assert made.points[1] == before[1]
