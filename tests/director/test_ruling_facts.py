"""Facts stay as they were recorded; what counts is the facts with the rulings applied."""

import random
from typing import Any

import pytest

from tests.director.runs import Run
from tournaments.director.errors import Refused
from tournaments.director.policy import matches
from tournaments.director.policy.rulings import decisions
from tournaments.director.policy.rulings.kinds import Context
from tournaments.director.state.acts import Act, DoubleLoss, Forfeit, SetResult
from tournaments.director.state.desk_events import Ruled, RulingReversed
from tournaments.director.state.folding import evolve
from tournaments.director.state.tournament import Tournament
from tournaments.pairing.record import Mark


def ruled(tournament: Tournament, act: Act, at: int = 0) -> Tournament:
    return evolve(tournament, Ruled(len(tournament.rulings) + 1, act, "mistake", None), at)


def played(entries: int = 4, rounds: int = 2) -> Tournament:
    return Run(rounds=rounds).enter(*range(11, 11 + entries)).start().play_out(random.Random(1)).state


def paired(entries: int = 4) -> Tournament:
    """A first round that nobody has played."""
    run = Run(rounds=2).enter(*range(11, 11 + entries)).start()
    run.pair()
    return run.state


def test_without_rulings_the_rounds_are_the_facts():
    tournament = played()
    assert tournament.rounds is tournament.facts


def test_a_ruled_result_counts_and_the_recorded_one_stays():
    before = played()
    match = before.facts[0].played.matches[0].match
    was = before.facts[0].played.results[match]
    after = ruled(before, SetResult(match, ("0", "1"), (2, 1)))
    assert after.rounds[0].played.results[match] == (Mark("0", 2), Mark("1", 1))
    assert after.facts[0].played.results[match] == was


def test_a_reversed_ruling_leaves_the_standings_as_they_were():
    before = played()
    match = before.facts[0].played.matches[0].match
    after = ruled(before, DoubleLoss(match))
    assert after.lines != before.lines
    again = evolve(after, RulingReversed(1, "other", None), 0)
    assert again.lines == before.lines
    assert again.rulings[0].reversed is not None


def test_a_double_loss_gives_nobody_points_and_was_played():
    tournament = paired()
    match = tournament.facts[0].played.matches[0]
    after = ruled(tournament, DoubleLoss(match.match))
    lines = {line.entry: line for line in after.lines}
    assert all(lines[entry].points == 0 and lines[entry].tables == 1 for entry in match.entries)


def test_a_forfeit_is_not_played():
    tournament = paired()
    match = tournament.facts[0].played.matches[0]
    after = ruled(tournament, Forfeit(match.match, match.entries[:1]))
    assert after.rounds[0].played.results[match.match] == (Mark("-", 2), Mark("+", 1))
    lines = {line.entry: line for line in after.lines}
    assert [(str(lines[entry].points), lines[entry].tables) for entry in match.entries] == [("0", 0), ("1", 0)]


def test_a_result_that_comes_after_a_ruling_is_recorded_and_does_not_count():
    tournament = paired()
    match = tournament.facts[0].played.matches[0].match
    after = ruled(tournament, SetResult(match, ("0", "1"), (2, 1)))
    (event,) = matches.record(after, match=match, table=after.facts[0].tables[match], places=(1, 2))
    late = evolve(after, event, 0)
    assert late.facts[0].played.results[match] == (Mark("1", 1), Mark("0", 2))
    assert late.rounds[0].played.results[match] == (Mark("0", 2), Mark("1", 1))
    reversed_ = evolve(late, RulingReversed(1, "other", None), 0)
    assert reversed_.rounds[0].played.results[match] == (Mark("1", 1), Mark("0", 2))


def test_a_result_is_recorded_once():
    tournament = played()
    match = tournament.facts[0].played.matches[0].match
    assert matches.record(tournament, match=match, table=tournament.facts[0].tables[match], places=(1, 2)) == ()


def pods(**given: Any) -> Tournament:
    """Three at a table of Gasp!."""
    run = Run(game="gasp", format="pods", rounds=1, **given).enter(11, 12, 13).start()
    run.pair()
    return run.state


def decided(tournament: Tournament, points: tuple[int, ...]) -> Tournament:
    act = SetResult(tournament.rounds[0].played.matches[0].match, ("1", "=", "0"), (1, 2, 3), points)
    (event,) = decisions.rule(tournament, act, decisions.Grounds("mistake"), Context(now=0))
    return evolve(tournament, event, 0)


def test_a_ruling_sets_the_games_points_where_they_decide():
    after = decided(pods(table_points="game"), (7, 4, 0))
    assert [line.points for line in after.lines] == [7, 4, 0]


@pytest.mark.parametrize(
    ("table_points", "points"), [("game", ()), ("game", (7, 4)), ("game", (7, 4, 10**7)), ("share", (7, 4, 0))]
)
def test_points_that_are_missing_or_count_nothing_are_refused(table_points: str, points: tuple[int, ...]):
    with pytest.raises(Refused) as refused:
        decided(pods(table_points=table_points), points)
    assert (refused.value.code, refused.value.field) == ("bad_points", "points")


def test_a_forfeit_that_is_set_tells_no_points():
    before = pods(table_points="game")
    act = SetResult(before.rounds[0].played.matches[0].match, ("+", "-", "-"), (1, 3, 3))
    (event,) = decisions.rule(before, act, decisions.Grounds("no_show"), Context(now=0))
    assert evolve(before, event, 0).lines[0].points == 1
