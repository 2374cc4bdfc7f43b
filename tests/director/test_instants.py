"""What was after a round stays as it was, whatever is ruled later."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from tests.director.runs import whole
from tests.factories import concede, open_tables, play_out, started
from tournaments.director import selectors
from tournaments.director.errors import Refused
from tournaments.director.state.acts import Act, AdjustPoints, DoubleLoss, SetResult, UndoRound
from tournaments.director.state.desk_events import Ruled
from tournaments.director.state.folding import fold
from tournaments.director.streams import TOURNAMENTS
from tournaments.pairing.record import marks

LEVEL = marks((1, 1, 1, 1, 1))


@given(data=st.data())
def test_no_ruling_moves_the_end_of_a_round_that_was_over(data: st.DataObject):
    events = whole(data.draw(st.sampled_from(["swiss", "pods", "round-robin"])))
    before = fold((event, 0) for event in events)
    matches = [match for paired in before.rounds for match in paired.played.matches]
    match = data.draw(st.sampled_from(matches))
    size = len(match.entries)
    acts: list[Act] = [
        DoubleLoss(match.match),
        SetResult(match.match, tuple(mark.code for mark in LEVEL[:size]), (1,) * size),
        AdjustPoints(match.entries[0], "-1", 1),
        UndoRound(len(before.rounds)),
    ]
    ruled = [Ruled(number, data.draw(st.sampled_from(acts)), "other", None) for number in (1, 2)]
    after = fold((event, 0) for event in [*events, *ruled])
    assert set(before.ends) == {*range(1, len(before.rounds) + 1)}
    assert after.ends == before.ends


def test_a_round_ends_with_its_last_result():
    events = whole("swiss")
    for number, seq in fold((event, 0) for event in events).ends.items():
        over, open_still = (fold((event, 0) for event in events[:last]) for last in (seq, seq - 1))
        assert over.rounds[number - 1].played.complete
        assert not open_still.rounds[number - 1].played.complete


@pytest.mark.django_db
def test_standings_after_a_round_are_the_same_after_a_later_ruling():
    users = [User.objects.create_user(f"player{number}").pk for number in range(5)]
    tournament_id = started(users[0], users, rounds=3)
    while len(selectors.at(tournament_id).rounds) < 2:
        concede(open_tables(tournament_id)[0])
    first = selectors.at(tournament_id, after_round=1)
    then = first.standings(), first.crosstable()
    assert [line.points for line in then[0]].count("0") == 2
    folded = TOURNAMENTS.current(tournament_id)
    match = folded.state.rounds[0].played.matches[0].match
    TOURNAMENTS.append(tournament_id, folded, [Ruled(1, DoubleLoss(match), "conduct", None)])
    play_out(tournament_id)
    again = selectors.at(tournament_id, after_round=1)
    assert again.seq == first.seq
    assert (again.standings(), again.crosstable()) == then
    assert selectors.at(tournament_id).standings() != then[0]


@pytest.mark.django_db
def test_a_round_that_is_not_over_has_no_such_moment():
    users = [User.objects.create_user(f"player{number}").pk for number in range(4)]
    tournament_id = started(users[0], users, rounds=3)
    for number in (1, 2, 99):
        with pytest.raises(Refused, match="is not over"):
            selectors.at(tournament_id, after_round=number)
    with pytest.raises(Refused, match="not for both"):
        selectors.at(tournament_id, as_of=3, after_round=1)
