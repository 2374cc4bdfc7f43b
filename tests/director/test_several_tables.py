"""Matches of several tables, with real ones: what they add up to, and who does not come to the next."""

import pytest

from accounts.models import User
from tests.factories import gather, open_tables, play_out
from tournaments.director import selectors, services, tasks
from tournaments.director.errors import Refused
from tournaments.director.models import Match, Round
from tournaments.log import projections, sources
from tournaments.pairing.series.rules import Series
from tournaments.settlement.services import settle_table
from tournaments.tables import selectors as tables
from tournaments.tables import services as table_services

pytestmark = pytest.mark.django_db

BEST_OF_3 = Series("best_of", 3, "replay", "better_seed")
TWO = Series("fixed", 2)


def lose(table: str, user: int) -> None:
    """The others come, and *user* resigns."""
    gather(table)
    table_services.resign(table_id=table, user_id=user)
    settle_table(table_id=table)


def only_match(tournament_id: str) -> selectors.MatchInfo:
    (paired,) = selectors.at(tournament_id).rounds
    (match,) = paired.matches
    return match


def scores(tournament_id: str) -> dict[int, str]:
    match = only_match(tournament_id)
    return {entry.user: score for entry, score in zip(match.entries, match.score or (), strict=True)}


def test_best_of_three_ends_with_the_second_win(announce, people, organiser):
    one, two = people[:2]
    tournament_id = announce(one, two, format="knock-out", series=BEST_OF_3)
    services.start(tournament_id=tournament_id, by=organiser.pk)
    played = []
    for loser in (one, two, one):
        (table,) = open_tables(tournament_id)
        played.append(table)
        lose(table, loser.pk)
    assert selectors.detail(tournament_id).status == "finished"
    assert scores(tournament_id) == {one.pk: "1", two.pk: "2"}
    assert [over.table for over in only_match(tournament_id).over] == played
    assert {entry.user: entry.place for entry in selectors.detail(tournament_id).entries} == {two.pk: 1, one.pk: 2}
    assert projections.rebuild(check=True).changed == ()


def test_every_pair_of_a_round_robin_plays_all_of_its_tables(announce, people, organiser):
    tournament_id = announce(*people[:3], format="round-robin", series=TWO)
    services.start(tournament_id=tournament_id, by=organiser.pk)
    play_out(tournament_id)
    matches = [match for paired in selectors.at(tournament_id).rounds for match in paired.matches]
    assert [len(match.over) for match in matches] == [2, 2, 2]
    assert all(tables.summary(over.table).settled for match in matches for over in match.over)


def test_who_does_not_come_to_the_second_table_loses_that_one(announce, people, organiser):
    one, two = people[:2]
    tournament_id = announce(one, two, format="knock-out", series=BEST_OF_3)
    services.start(tournament_id=tournament_id, by=organiser.pk)
    lose(open_tables(tournament_id)[0], two.pk)
    (second,) = open_tables(tournament_id)
    table_services.arrive(table_id=second, user_id=two.pk)
    Round.objects.update(grace=sources.now_ms() - 1)
    tasks.tick()
    assert open_tables(tournament_id) == [second], "a later table has a grace of its own"
    Match.objects.update(grace=sources.now_ms() - 1)
    tasks.tick()
    (third,) = open_tables(tournament_id)
    assert third != second
    assert scores(tournament_id) == {one.pk: "1", two.pk: "1"}
    assert tables.summary(second).status == "aborted"


def test_settling_a_table_twice_changes_nothing(announce, people, organiser):
    tournament_id = announce(*people[:2], format="knock-out", series=BEST_OF_3)
    services.start(tournament_id=tournament_id, by=organiser.pk)
    (table,) = open_tables(tournament_id)
    lose(table, people[0].pk)
    before = selectors.detail(tournament_id).seq
    services.record_result(table=tables.summary(table))
    assert selectors.detail(tournament_id).seq == before


def test_three_at_a_table_play_a_fixed_number_and_who_leaves_is_last_in_the_rest(announce, people, organiser):
    users: list[User] = people[:3]
    tournament_id = announce(*users, game="gasp", format="pods", rounds=1, series=TWO)
    services.start(tournament_id=tournament_id, by=organiser.pk)
    play_out(tournament_id)
    assert len(only_match(tournament_id).over) == 2
    assert selectors.detail(tournament_id).status == "finished"


@pytest.mark.parametrize(
    ("given", "series"),
    [
        ({"format": "knock-out"}, Series("best_of", 3)),
        ({}, Series("best_of", 2)),
        ({}, Series("fixed", 0)),
        ({}, Series("fixed", 10)),
        ({"game": "gasp", "format": "pods"}, Series("best_of", 3)),
    ],
)
def test_a_series_that_cannot_be_played_is_refused(announce, given, series):
    with pytest.raises(Refused, match="bad_series"):
        announce(series=series, **given)
