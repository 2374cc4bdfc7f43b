"""What is said to Citus, held against a stand-in (``citus.sql``): it shows which statements are made, not what Citus
makes of them."""

import re
from math import inf
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests.commands import printed
from tests.log.streams import STREAM, event, grow
from tournaments.config.condition.facts import Servers
from tournaments.config.condition.judging import describe
from tournaments.config.condition.looking import everywhere
from tournaments.log import distribution
from tournaments.log.followers import APPENDED
from tournaments.log.services import append
from tournaments.log.verification import verify
from tournaments.platform import writers

pytestmark = pytest.mark.django_db
STAND_IN = (Path(__file__).parent / "citus.sql").read_text()


def run(statement: str) -> list[tuple[object, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchall() if cursor.description else []


@pytest.fixture
def _citus() -> None:
    run(STAND_IN)


def test_every_table_lies_in_one_place_and_says_why():
    places = distribution.places()
    assert sorted(place.table for place in places) == sorted(set(connection.introspection.table_names()))
    assert all(place.reason for place in places)
    assert {place.table for place in places if place.kind == "distributed"} == {"log_stream", "log_event"}
    local = {place.table: place.reason for place in places if place.kind == "local"}
    assert local["tables_table"] == "projection tables: no column names a stream; unique (id) without it"
    assert local["tables_seat"].endswith("unique (table_id, seat) without it; table_id leads to tables_table")
    assert "user_id leads to accounts_user" in local["notices_notice"]
    assert local["ratings_due"].startswith("no projection")


@pytest.mark.usefixtures("_citus")
def test_the_log_is_distributed_by_stream_and_appended_to_by_the_coordinator(settings):
    head = grow()
    printed("distribute", shards=32)
    assert [call for (call,) in run("SELECT call FROM citus_asked ORDER BY n")] == [
        "table log_stream by name beside default in 32",
        "table log_event by stream beside log_stream in ",
    ]
    settings.LOG_APPEND = "function"
    append(STREAM, head=head, events=[event()])
    assert verify(STREAM) is None
    printed("distribute", check=True)
    with pytest.raises(CommandError, match="distributed already"):
        call_command("distribute")


@pytest.mark.usefixtures("_citus")
def test_what_does_not_fit_is_refused_in_a_line():
    run("CREATE UNIQUE INDEX forgetful ON log_event (digest)")
    with pytest.raises(Exception, match="must include the distribution column of log_event"):
        distribution.distribute(32)


@pytest.mark.usefixtures("_citus")
def test_a_log_that_was_not_distributed_is_not_said_to_be_in_order():
    with pytest.raises(CommandError, match="not distributed"):
        call_command("distribute", check=True)


WRONG = {
    "a server that is off": ("UPDATE pg_dist_node SET isactive = false WHERE nodename = 'one'", "not answer: one:5432"),
    "a server that is away": ("INSERT INTO pg_dist_node VALUES ('away', 1, true)", "not answer: away:1"),
    "clocks apart": ("INSERT INTO pg_dist_node VALUES ('late', 1, true)", "late:1 and the coordinator are 7.0 s apart"),
    "half of it": ("DELETE FROM pg_dist_partition WHERE logicalrelid = 'log_event'::regclass", "but for log_event"),
    "a shard without its triggers": (
        """DROP FUNCTION run_command_on_shards; CREATE FUNCTION run_command_on_shards(regclass, text)
        RETURNS TABLE (shardid bigint, success bool, result text) LANGUAGE sql AS $$ SELECT 7, true, '1' $$""",
        "could be changed: log_stream_7, log_event_7",
    ),
    "an append that servers carry out": (
        "INSERT INTO pg_dist_object VALUES ('pg_proc'::regclass, 'log_append'::regproc, 0)",
        "log_append is handed to the servers",
    ),
    "positions of others": ("SELECT setval('log_position', 1)", "The coordinator did not draw some positions"),
}


@pytest.mark.usefixtures("_citus")
@pytest.mark.parametrize(("done", "said"), WRONG.values(), ids=WRONG)
def test_a_wrong_set_up_is_refused_in_a_sentence(done: str, said: str, settings):
    settings.LOG_APPEND = "function"
    grow(sizes=[1, 1])
    printed("distribute")
    assert everywhere.fully(patience=0.05).servers == Servers(2)
    run(done)
    with pytest.raises(CommandError, match=re.escape(said)):
        call_command("distribute", check=True)
    (part,) = [one for one in describe(everywhere.fully(patience=0.05)).parts if one.name == "servers"]
    assert part.state == "fails"
    assert said in str(part.text)


@pytest.mark.usefixtures("_citus")
def test_the_form_of_the_append_that_citus_refuses_is_named():
    printed("distribute")
    with pytest.raises(CommandError, match="LOG_APPEND=function is not set"):
        call_command("distribute", check=True)


@pytest.mark.usefixtures("_citus")
def test_a_worker_as_the_database_is_refused():
    run("UPDATE pg_dist_local_group SET groupid = 3")
    with pytest.raises(CommandError, match="This is a worker of Citus"):
        call_command("distribute")
    (part,) = [one for one in describe(everywhere.fully(patience=0.05)).parts if one.name == "database"]
    assert part.state == "fails"
    assert "lead DATABASE_URL to the coordinator" in str(part.text)


@pytest.mark.usefixtures("_citus")
def test_what_a_server_has_promised_and_not_committed_holds_followers_back(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(writers, "PATIENCE", 0.05)
    assert writers.are_done(APPENDED)
    run("INSERT INTO pg_dist_node VALUES ('away', 1, true)")
    assert not writers.are_done(APPENDED)


def test_a_server_that_comes_back_is_asked_for_its_promises_once_more():
    """It was silent at first: what it tells then may have been going on all along."""
    silent = writers.Going(frozenset(), frozenset({"server:5432"}))
    promise, later = (writers.Going(frozenset({gid})) for gid in ("before", "later"))
    told = iter([silent, promise, promise, later])
    assert writers._are_over(lambda: next(told), inf)
    assert not writers._are_over(lambda: promise, 0.0)


def test_a_server_that_falls_silent_may_still_have_what_it_promised():
    silent = writers.Going(frozenset(), frozenset({"server:5432"}))
    promise, later = (writers.Going(frozenset({gid})) for gid in ("before", "later"))
    told = [promise, silent, promise, later]
    assert writers._are_over(lambda: told.pop(0), inf)
    assert not told


def test_without_citus_it_says_so_and_the_plan_can_be_read():
    for check in (False, True):
        with pytest.raises(CommandError, match="Citus is not in this database"):
            call_command("distribute", check=check)
    said = printed("distribute", plan=True)
    assert "log_event: distributed by stream (all that is written together names one stream)" in said
