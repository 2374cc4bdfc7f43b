import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card
from engine.cards import hand as hand_of
from engine.imagine import deal_around


@given(st.data())
def test_a_deal_that_exists_is_found_and_respects_what_is_known(data: st.DataObject):
    owners = data.draw(st.lists(st.integers(0, 3), max_size=36))
    real = [hand_of(card for card, owner in enumerate(owners) if owner == i) for i in range(4)]
    barred = [data.draw(st.integers(0, 2**36 - 1)) & ~hand for hand in real]
    unseen = data.draw(st.permutations([Card(i) for i in range(len(owners))]))
    hands = deal_around(unseen, [hand.bit_count() for hand in real], barred)
    assert [hand.bit_count() for hand in hands] == [hand.bit_count() for hand in real]
    assert not any(hand & bar for hand, bar in zip(hands, barred, strict=True))
    assert sum(hands) == sum(real)


def test_a_deal_that_cannot_be_is_refused():
    with pytest.raises(ValueError, match="no deal"):
        deal_around([Card(0), Card(1)], [1, 1], [0b11, 0])
