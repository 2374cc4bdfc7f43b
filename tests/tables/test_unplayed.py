"""A casual table at which nobody has made a decision is called off: there is nothing to score."""

import pytest

from accounts.models import User
from tests.factories import begin, open_for
from tournaments.log import sources
from tournaments.tables import selectors, services, tasks
from tournaments.tables.events import Clock

pytestmark = pytest.mark.django_db


def test_the_last_two_part_before_a_card_is_played(ann: User, bob: User) -> None:
    table = open_for(ann, bob)
    services.resign(table_id=table, user_id=ann.pk)
    assert selectors.summary(table).status == "aborted"
    assert selectors.summary(table).outcome is None
    assert selectors.why_aborted(table) == "unplayed"


def test_a_flag_on_the_first_decision_leaves_nothing_to_score(
    ann: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_for(ann, bob, clock=Clock(60))
    late = sources.now_ms() + 61_000
    monkeypatch.setattr(sources, "now_ms", lambda: late)
    tasks.tick()
    assert selectors.why_aborted(table) == "unplayed"


def test_bots_do_not_play_on_among_themselves_for_nobody(ann: User, robot: User) -> None:
    table = open_for(ann, robot, robot, game="gasp")
    services.resign(table_id=table, user_id=ann.pk)
    assert selectors.summary(table).status == "aborted"


def test_another_person_plays_on_with_a_bot(ann: User, bob: User, robot: User) -> None:
    table = open_for(ann, bob, robot, game="gasp")
    services.resign(table_id=table, user_id=ann.pk)
    assert selectors.summary(table).status == "playing"


def test_one_decision_of_a_person_counts(ann: User, bob: User) -> None:
    begin(table := open_for(ann, bob))
    services.resign(table_id=table, user_id=ann.pk)
    assert selectors.summary(table).status == "finished"


def test_rated_tables_and_matches_are_scored(ann: User, bob: User) -> None:
    table = open_for(ann, bob, rated=True)
    services.resign(table_id=table, user_id=ann.pk)
    assert selectors.summary(table).status == "finished"
