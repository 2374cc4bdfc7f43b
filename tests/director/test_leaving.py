"""Withdrawing in the middle, and calling a tournament off: what becomes of the tables."""

import pytest

from tests.factories import concede, gather, open_tables, plan
from tournaments.director import selectors, services, tasks
from tournaments.director.commands import cancellation
from tournaments.director.errors import Refused
from tournaments.log import projections, sources
from tournaments.log import selectors as log
from tournaments.platform import limits
from tournaments.platform.callers import Caller, calling
from tournaments.platform.errors import TooOften
from tournaments.settlement.services import settle_table
from tournaments.tables import selectors as tables
from tournaments.tables import services as table_services
from tournaments.tables.events import Clock

pytestmark = pytest.mark.django_db


def table_of(tournament_id: str, user: int) -> str:
    return next(table for table in open_tables(tournament_id) if user in tables.summary(table).seats)


def test_withdrawing_resigns_at_the_table_and_the_round_goes_on(announce, people, organiser):
    tournament_id = announce(*people[:2], rounds=1)
    services.start(tournament_id=tournament_id, by=organiser.pk)
    (table,) = open_tables(tournament_id)
    gather(table)
    for _time in range(2):
        services.withdraw(tournament_id=tournament_id, user_id=people[0].pk, command="out")
    settle_table(table_id=table)
    outcome = tables.summary(table).outcome
    assert outcome is not None
    assert outcome.reason == "resigned"
    assert selectors.detail(tournament_id).status == "finished"
    assert [line.entry.user for line in selectors.at(tournament_id).standings()] == [people[1].pk, people[0].pk]


def test_withdrawing_is_no_move_of_the_player(announce, people, organiser, settings, fresh_allowances):
    tournament_id = announce(*people[:2], rounds=1)
    services.start(tournament_id=tournament_id, by=organiser.pk)
    (table,) = open_tables(tournament_id)
    gather(table)
    settings.RATES = {"moves": "1/h"}
    with calling(Caller("127.0.0.1")):
        limits.count("moves", user=people[0].pk)
        services.withdraw(tournament_id=tournament_id, user_id=people[0].pk)
        with pytest.raises(TooOften):
            table_services.resign(table_id=table, user_id=people[0].pk)
    assert tables.summary(table).status == "finished"


def test_at_a_table_of_four_a_bot_plays_on_for_who_withdraws(announce, people, organiser):
    tournament_id = announce(*people[:4], game="gasp", format="pods", rounds=1)
    services.start(tournament_id=tournament_id, by=organiser.pk)
    (table,) = open_tables(tournament_id)
    gather(table)
    services.withdraw(tournament_id=tournament_id, user_id=people[0].pk)
    seen = tables.view(table_id=table, user_id=None)
    assert seen.status == "playing"
    assert {seat.user for seat in seen.seats if seat.presence == "resigned"} == {people[0].pk}


def test_withdrawing_before_the_table_begins_gives_the_other_the_match_at_once(announce, people, organiser):
    tournament_id = announce(*people[:2], rounds=1)
    services.start(tournament_id=tournament_id, by=organiser.pk)
    (table,) = open_tables(tournament_id)
    services.withdraw(tournament_id=tournament_id, user_id=people[0].pk)
    (match,) = selectors.at(tournament_id).rounds[0].matches
    codes = {entry.user: code for entry, code in zip(match.entries, match.codes or (), strict=True)}
    assert codes == {people[0].pk: "-", people[1].pk: "+"}
    assert tables.summary(table).status == "aborted"
    assert selectors.detail(tournament_id).status == "finished"


def test_a_table_of_four_that_has_not_begun_goes_on_as_one_of_three(announce, people, organiser):
    tournament_id = announce(*people[:4], game="gasp", format="pods", rounds=1)
    services.start(tournament_id=tournament_id, by=organiser.pk)
    (table,) = open_tables(tournament_id)
    table_services.arrive(table_id=table, user_id=people[1].pk)
    services.withdraw(tournament_id=tournament_id, user_id=people[0].pk)
    (again,) = open_tables(tournament_id)
    assert set(tables.summary(again).seats) == {user.pk for user in people[1:4]}
    assert tables.gathering(again) == frozenset({people[1].pk})
    concede(again)
    assert selectors.detail(tournament_id).status == "finished"


def test_withdrawing_with_no_table_left_changes_the_next_round_alone(announce, people, organiser):
    tournament_id = announce(*people[:4], rounds=2)
    services.start(tournament_id=tournament_id, by=organiser.pk)
    table = table_of(tournament_id, people[0].pk)
    concede(table)
    services.withdraw(tournament_id=tournament_id, user_id=people[0].pk)
    (other,) = open_tables(tournament_id)
    concede(other)
    second = selectors.at(tournament_id).rounds[1]
    assert people[0].pk not in {entry.user for match in second.matches for entry in match.entries}


def test_calling_off_aborts_what_is_played_unrated_and_keeps_what_was(announce, people, organiser):
    tournament_id = announce(*people[:6], rounds=2)
    services.start(tournament_id=tournament_id, by=organiser.pk)
    done, running, waiting = open_tables(tournament_id)
    concede(done)
    gather(running)
    for _time in range(2):
        services.cancel(tournament_id=tournament_id, by=organiser.pk, command="off")
    assert [tables.summary(table).status for table in (done, running, waiting)] == ["finished", "aborted", "aborted"]
    for table in (running, waiting):
        settle_table(table_id=table)
        assert not tables.summary(table).settled
        assert [event.kind for event in log.load(f"table:{table}")][-2:] == ["table.aborted", "table.seed_revealed"]
    assert len(log.load("pool:duck-soup")) == 1
    assert tables.view(table_id=running, user_id=people[0].pk).to_act == ()
    assert projections.rebuild(check=True).changed == ()


def test_many_tables_are_aborted_by_a_worker_some_at_a_time(announce, people, organiser, monkeypatch, sent):
    monkeypatch.setattr(cancellation, "ABORTED_AT_ONCE", 1)
    tournament_id = announce(*people[:6])
    services.start(tournament_id=tournament_id, by=organiser.pk)
    ids = open_tables(tournament_id)

    def running() -> int:
        return sum(tables.summary(table).status == "open" for table in ids)

    services.cancel(tournament_id=tournament_id, by=organiser.pk)
    assert (selectors.detail(tournament_id).status, running()) == ("cancelled", 3)
    for left in (2, 1, 0, 0):
        tasks.tick()  # whatever became of the message
        assert running() == left
    assert {tables.summary(table).status for table in ids} == {"aborted"}


def test_a_table_that_ends_before_it_is_aborted_is_not_rated(announce, people, organiser, monkeypatch):
    monkeypatch.setattr(cancellation, "ABORTED_AT_ONCE", 0)
    tournament_id = announce(*people[:2])
    services.start(tournament_id=tournament_id, by=organiser.pk)
    (table,) = open_tables(tournament_id)
    gather(table)
    services.cancel(tournament_id=tournament_id, by=organiser.pk)
    concede(table)
    assert tables.summary(table).settled
    assert not log.load("pool:duck-soup")


# -- what cannot be announced


def test_a_start_in_the_past_is_refused_by_name(announce, people, organiser):
    with pytest.raises(Refused, match="start_in_past") as refused:
        announce(starts_at=sources.now_ms() - 120_000)
    assert refused.value.field == "starts_at"
    announce(starts_at=sources.now_ms() - 30_000)  # the minute that a form names has begun
    tournament_id = announce(*people[:2])
    with pytest.raises(Refused, match="start_in_past"):
        services.edit(tournament_id=tournament_id, by=organiser.pk, settings=plan(starts_at=sources.now_ms() - 120_000))


def test_a_start_that_has_come_in_the_meantime_stays_in_an_edit_and_in_a_repetition(
    announce, people, organiser, monkeypatch
):
    soon = sources.now_ms() + 60_000
    tournament_id = announce(command="key", starts_at=soon)
    changed = plan(name="Wednesday", starts_at=soon + 1_000)
    services.edit(tournament_id=tournament_id, by=organiser.pk, settings=changed, command="edit")
    monkeypatch.setattr(sources, "now_ms", lambda: soon + 600_000)
    assert announce(command="key", starts_at=soon) == tournament_id
    services.edit(tournament_id=tournament_id, by=organiser.pk, settings=changed, command="edit")
    renamed = plan(name="Thursday", starts_at=soon + 1_000)
    services.edit(tournament_id=tournament_id, by=organiser.pk, settings=renamed)
    assert selectors.detail(tournament_id).settings.name == "Thursday"


def test_no_clock_and_no_deadline_would_never_end(announce):
    with pytest.raises(Refused, match="no_time_limit") as refused:
        announce(clock=None, round_minutes=None)
    assert refused.value.field == "clock"
    announce(clock=Clock(300, 5), round_minutes=None)
    announce(clock=None, round_minutes=60)
