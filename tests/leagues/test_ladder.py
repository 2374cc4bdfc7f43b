"""A challenge from the asking to its end, on a ladder without a database."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from tests.leagues.ladders import DAY, HOUR, Play
from tournaments.leagues.ladders import deadlines, decisions
from tournaments.leagues.ladders.deadlines import next_at
from tournaments.log.errors import RoomError


def refused(code: str, play: Play, decide: Any, *given_: Any, **named: Any) -> None:
    with pytest.raises(RoomError) as problem:
        play.do(decide, *given_, **named)
    assert problem.value.code == code


def appointed(play: Play, challenger: int = 5, defender: int = 2, *others: int) -> str:
    """A challenge whose time is agreed and whose table is open."""
    from tournaments.leagues.ladders.events import TableOpened

    name = play.challenge(challenger, defender, *others)
    play.do(decisions.answer, name, defender, "accept", now=play.now)
    play.do(decisions.propose, name, challenger, play.now + HOUR, now=play.now)
    play.do(decisions.agree, name, defender, now=play.now)
    play.wait(HOUR)
    play._take([TableOpened(name, "table00001")])
    return name


def test_a_won_challenge_takes_the_place():
    play = Play()
    name = appointed(play)
    play.do(decisions.played, name, "table00001", {5: 1, 2: 2})
    assert play.ladder.order == (1, 5, 2, 3, 4, 6)
    assert play.ladder.challenges[name].outcome == "won"


def test_a_ladder_of_exchanges():
    play = Play(rule="swap")
    play.do(decisions.played, appointed(play), "table00001", {5: 1, 2: 2})
    assert play.ladder.order == (1, 5, 3, 4, 2, 6)


def test_a_ladder_of_tables():
    """B, C, E and F finish third, first, second and fourth."""
    play = Play(rule="table", seats=4, reach=10)
    name = appointed(play, 6, 2, 3, 5)
    play.do(decisions.played, name, "table00001", {2: 3, 3: 1, 5: 2, 6: 4})
    assert play.ladder.order == (1, 3, 5, 4, 2, 6)
    assert play.ladder.challenges[name].outcome == "held"


def test_who_was_named_may_decline():
    play = Play(rule="table", seats=4, reach=10)
    name = play.challenge(6, 2, 3, 5)
    play.do(decisions.answer, name, 5, "decline", now=play.now)
    assert play.ladder.challenges[name].players == (6, 2, 3)
    refused("not_yours", play, decisions.answer, name, 5, "decline", now=play.now)


def test_a_draw_holds_and_the_defender_is_left_alone_for_three_days():
    play = Play()
    play.do(decisions.played, appointed(play), "table00001", {5: 1, 2: 1})
    assert play.ladder.order == (1, 2, 3, 4, 5, 6)
    assert play.ladder.obstacle(4, 2, play.now + 3 * DAY - 1).code == "just_defended"  # type: ignore[union-attr]
    assert play.ladder.obstacle(4, 2, play.now + 3 * DAY) is None
    assert play.ladder.obstacle(5, 2, play.now + 3 * DAY).code == "met_recently"  # type: ignore[union-attr]


def test_silence_is_a_walkover_after_three_days():
    play = Play()
    name = play.challenge(5, 2)
    play.wait(72 * HOUR - 1)
    assert play.ladder.challenges[name].is_open
    play.wait(1)
    assert (play.ladder.challenges[name].outcome, play.ladder.order) == ("walkover", (1, 5, 2, 3, 4, 6))


def test_declining_is_a_walkover_and_a_pass_is_free_once_in_thirty_days():
    play = Play()
    play.do(decisions.answer, play.challenge(5, 2), 2, "pass", now=play.now)
    assert play.ladder.order == (1, 2, 3, 4, 5, 6)
    play.wait(8 * DAY)
    again = play.challenge(5, 2)
    refused("passed_already", play, decisions.answer, again, 2, "pass", now=play.now)
    play.do(decisions.answer, again, 2, "decline", now=play.now)
    assert play.ladder.order == (1, 5, 2, 3, 4, 6)


def test_two_walkovers_running_set_somebody_away():
    play = Play()
    play.challenge(5, 2)
    play.wait(3 * DAY)
    play.challenge(4, 2)
    play.wait(3 * DAY)
    assert play.ladder.order == (1, 5, 4, 2, 3, 6)
    assert play.ladder.away[2].cause == "walkovers"
    play.wait(28 * DAY)
    assert list(play.ladder.order) == [1, 5, 4, 3, 6], "after 28 days they are off"


def test_a_game_between_two_walkovers_makes_them_two_first_ones():
    play = Play()
    play.challenge(5, 2)
    play.wait(3 * DAY)
    name = appointed(play, 4, 2)
    play.do(decisions.played, name, "table00001", {4: 2, 2: 1})
    play.wait(4 * DAY)
    play.challenge(6, 2)
    play.wait(3 * DAY)
    assert not play.ladder.away


def test_positions_are_those_of_the_end():
    """While 5 and 2 play, 3 is beaten by 6: 5 has moved down, and takes 2's place all the same."""
    play = Play()
    name = appointed(play, 5, 2)
    other = play.challenge(6, 3)
    play.do(decisions.answer, other, 3, "decline", now=play.now)
    assert play.ladder.order == (1, 2, 6, 3, 4, 5)
    play.do(decisions.played, name, "table00001", {5: 1, 2: 2})
    assert play.ladder.order == (1, 5, 2, 6, 3, 4)


def test_proposals_end_with_the_time_to_play_and_are_three_each():
    play = Play()
    name = play.challenge(5, 2)
    play.do(decisions.answer, name, 2, "accept", now=play.now)
    ask = {"now": play.now}
    refused("too_late", play, decisions.propose, name, 5, play.now + 7 * DAY + 1, **ask)
    refused("past_time", play, decisions.propose, name, 5, play.now - 120_000, **ask)
    for hour in (1, 2, 3):
        play.do(decisions.propose, name, 5, play.now + hour * HOUR, **ask)
    refused("too_many_proposals", play, decisions.propose, name, 5, play.now + 4 * HOUR, **ask)
    refused("nothing_proposed", play, decisions.agree, name, 5, **ask)
    refused("not_yours", play, decisions.agree, name, 1, **ask)
    play.do(decisions.decline_time, name, 2)
    refused("nothing_proposed", play, decisions.agree, name, 2, **ask)


@pytest.mark.parametrize(
    ("seated", "outcome", "order"),
    [
        ({5}, "walkover", (1, 5, 2, 3, 4, 6)),
        ({2}, "forfeited", (1, 2, 3, 4, 5, 6)),
        (set(), "void", (1, 2, 3, 4, 5, 6)),
    ],
)
def test_who_does_not_come_loses(seated: set[int], outcome: str, order: tuple[int, ...]):
    play = Play()
    name = appointed(play)
    play.wait(15 * 60_000 - 1)
    assert play.do(deadlines.not_seated, name, seated, now=play.now) == ()
    play.wait(1)
    play.do(deadlines.not_seated, name, seated, now=play.now)
    assert (play.ladder.challenges[name].outcome, play.ladder.order) == (outcome, order)


def test_being_away_keeps_the_place_for_four_weeks():
    play = Play()
    refused("bad_until", play, decisions.set_away, 3, play.now + 28 * DAY + 1, now=play.now)
    play.do(decisions.set_away, 3, play.now + 10 * DAY, now=play.now)
    assert play.ladder.obstacle(5, 3, play.now).code == "away"  # type: ignore[union-attr]
    assert play.ladder.obstacle(6, 2, play.now) is None, "the away are not counted"
    play.wait(10 * DAY)
    assert not play.ladder.away
    play.do(decisions.set_away, 3, None, now=play.now)
    play.wait(18 * DAY - 1)
    assert 3 in play.ladder.order
    play.wait(1)
    assert 3 not in play.ladder.order


def test_who_leaves_loses_what_is_open_and_the_erased_do_not():
    for cause, outcome in (("own", "walkover"), ("erased", "void"), ("club", "void")):
        play = Play()
        name = play.challenge(5, 2)
        play.do(decisions.leave, 2, cause)
        assert play.ladder.challenges[name].outcome == outcome
        assert 2 not in play.ladder.order


def test_a_ruling_sets_the_order_and_the_outcome():
    play = Play()
    name = play.challenge(5, 2)
    ruling: dict[str, Any] = {"challenge_id": name, "outcome": "void", "by": 9, "text": "text000001"}
    refused("bad_order", play, decisions.rule, order=(1, 2), **ruling)
    play.do(decisions.rule, order=(6, 5, 4, 3, 2, 1), **ruling)
    assert (play.ladder.order, play.ladder.challenges[name].outcome) == ((6, 5, 4, 3, 2, 1), "void")


def test_how_long_somebody_has_been_first():
    play = Play()
    began = play.now
    play.wait(31 * DAY)
    play.do(decisions.played, appointed(play, 2, 1), "table00001", {1: 2, 2: 1})
    (first, now) = play.ladder.reigns
    assert (first.user, first.since, first.until) == (1, began, play.now)
    assert (now.user, now.until) == (2, None)


class Ladders(RuleBasedStateMachine):
    """Anything that anybody may try, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.play = Play(8)
        self.play.do(decisions.set_away, 3, None, now=self.play.now)

    def attempt(self, decide: Any, *given_: Any, **named: Any) -> None:
        before = self.play.ladder
        try:
            self.play.do(decide, *given_, **named)
        except RoomError:
            assert self.play.ladder == before

    @rule(one=st.integers(1, 9), other=st.integers(1, 9))
    def challenge(self, one: int, other: int) -> None:
        allowed = self.play.ladder.obstacle(one, other, self.play.now) is None
        try:
            self.play.challenge(one, other)
        except RoomError as problem:
            assert problem.code == self.play.ladder.obstacle(one, other, self.play.now).code  # type: ignore[union-attr]  # noqa: PT017
        else:
            assert allowed

    @precondition(lambda self: self.play.ladder.challenges)
    @rule(data=st.data(), user=st.integers(1, 8), said=st.sampled_from(["accept", "pass", "decline"]))
    def answer(self, data: st.DataObject, user: int, said: str) -> None:
        name = data.draw(st.sampled_from(sorted(self.play.ladder.challenges)))
        self.attempt(decisions.answer, name, user, said, now=self.play.now)
        self.attempt(decisions.propose, name, user, self.play.now + HOUR, now=self.play.now)
        self.attempt(decisions.agree, name, user, now=self.play.now)

    @precondition(lambda self: self.play.ladder.open_challenges)
    @rule(places=st.permutations((1, 2)), data=st.data())
    def end(self, places: list[int], data: st.DataObject) -> None:
        from tournaments.leagues.ladders.events import TableOpened

        agreed = [each for each in self.play.ladder.open_challenges if each.status == "agreed"]
        if agreed:
            chosen = data.draw(st.sampled_from(agreed))
            self.play._take([TableOpened(chosen.id, "table00001")])
            by_user = dict(zip((chosen.challenger, chosen.defender), places, strict=True))
            self.attempt(decisions.played, chosen.id, "table00001", by_user)

    @rule(user=st.integers(1, 9), what=st.sampled_from(["join", "leave", "away", "back"]))
    def move(self, user: int, what: str) -> None:
        match what:
            case "join":
                self.attempt(decisions.join, user)
            case "leave":
                self.attempt(decisions.leave, user, "own")
            case "away":
                self.attempt(decisions.set_away, user, None, now=self.play.now)
            case "back":
                self.attempt(decisions.come_back, user)

    @rule(hours=st.integers(1, 24 * 20))
    def wait(self, hours: int) -> None:
        self.play.wait(hours * HOUR)
        due = next_at(self.play.ladder)
        waits = any(each.status in ("agreed", "playing") for each in self.play.ladder.open_challenges)
        assert due is None or due > self.play.now or waits

    @invariant()
    def positions_are_a_permutation(self) -> None:
        assert len(set(self.play.ladder.order)) == len(self.play.ladder.order)
        assert set(self.play.ladder.away) <= set(self.play.ladder.order)
        assert set(self.play.ladder.moved) == set(self.play.ladder.order)

    @invariant()
    def nobody_defends_twice_at_once(self) -> None:
        asked = [each.defender for each in self.play.ladder.open_challenges]
        asking = [each.challenger for each in self.play.ladder.open_challenges]
        assert len(set(asked)) == len(asked)
        assert len(set(asking)) == len(asking)

    @invariant()
    def reigns_follow_each_other(self) -> None:
        reigns = self.play.ladder.reigns
        assert all(reign.until is not None for reign in reigns[:-1])
        if self.play.ladder.order:
            assert (reigns[-1].user, reigns[-1].until) == (self.play.ladder.order[0], None)


def test_whatever_is_tried_the_ladder_stays_a_ladder():
    run_state_machine_as_test(Ladders)


@given(st.integers(1, 8), st.integers(1, 8))
def test_on_an_untouched_ladder_the_three_above_can_be_challenged(one: int, other: int):
    obstacle = Play(8).ladder.obstacle(one, other, 0)
    assert (obstacle is None) == (1 <= one - other <= 3)
