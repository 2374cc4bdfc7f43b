"""Rows that are made when they are asked for."""

import pytest

from tournaments.director.display.lazy import Lazily, Named


def test_a_row_is_made_once_and_only_if_it_is_asked_for():
    made: list[int] = []
    rows = Lazily(1_000, lambda at: made.append(at) or at * at)  # type: ignore[func-returns-value]
    assert len(rows) == 1_000
    assert (rows[3], rows[-1], rows[3]) == (9, 999 * 999, 9)
    assert rows[10:12] == (100, 121)
    assert made == [3, 999, 10, 11]
    with pytest.raises(IndexError):
        rows[1_000]


def test_they_are_what_a_tuple_of_them_is():
    rows = Lazily(3, str)
    assert rows == ("0", "1", "2")
    assert rows != ("0", "1")
    assert list(reversed(rows)) == ["2", "1", "0"]
    assert bool(Lazily(0, str)) is False


def test_rows_by_their_names():
    named = Named([(("a", "b"), Lazily(2, str)), (("c",), Lazily(1, lambda at: "last"))])
    assert (named["b"], named["c"], named.get("d")) == ("1", "last", None)
    assert list(named) == ["a", "b", "c"]
