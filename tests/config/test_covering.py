from hypothesis import given
from hypothesis import strategies as st

from tests.covering import side_by_side

PARTS = st.lists(st.lists(st.integers(), min_size=1, max_size=9), min_size=1, max_size=4)


@given(PARTS)
def test_each_value_of_each_part_is_in_a_row_and_there_is_no_row_too_many(parts: list[list[int]]) -> None:
    rows = side_by_side(*parts)
    assert len(rows) == max(map(len, parts))
    for column, part in zip(zip(*rows, strict=True), parts, strict=True):
        assert set(column) == set(part)
