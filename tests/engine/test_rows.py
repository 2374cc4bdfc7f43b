"""Rows of what goes with each card of a set."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rows import row_of

SIZES = (0, 1, 5, 27, 28, 29, 36, 52, 56)
ROWS = {size: row_of(range(size)) for size in SIZES}


@given(st.data())
def test_a_row_has_what_goes_with_each_card_in_deck_order(data: st.DataObject) -> None:
    size = data.draw(st.sampled_from(SIZES))
    held = data.draw(st.integers(0, (1 << size) - 1))
    assert ROWS[size](held) == tuple(card for card in range(size) if held >> card & 1)


@pytest.mark.parametrize("size", SIZES)
def test_the_first_row_that_is_asked_for_is_right(size: int) -> None:
    assert row_of(range(size))((1 << size) - 1) == tuple(range(size))


@pytest.mark.parametrize("size", SIZES)
def test_a_card_that_is_none_has_no_row(size: int) -> None:
    with pytest.raises(IndexError):
        row_of(range(size))(1 << size + 16)
