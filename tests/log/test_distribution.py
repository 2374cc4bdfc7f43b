"""What is said to Citus, held against a stand-in (``citus.sql``): it shows which statements are made, not what Citus
makes of them."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests.commands import printed
from tests.log.streams import STREAM, event, grow
from tournaments.log import distribution
from tournaments.log.services import append
from tournaments.log.verification import verify

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
    kinds = {kind: {place.table for place in places if place.kind == kind} for kind in ("distributed", "reference")}
    assert kinds == {"distributed": {"log_stream", "log_event"}, "reference": set()}
    local = {place.table: place.reason for place in places if place.kind == "local"}
    assert local["tables_table"] == "projection tables: no column names a stream; unique (id) without it"
    assert local["tables_seat"].endswith("unique (table_id, seat) without it; table_id leads to tables_table")
    assert "user_id leads to accounts_user" in local["notices_notice"]
    assert local["ratings_due"].startswith("no projection")


@pytest.mark.usefixtures("_citus")
def test_the_log_is_distributed_by_stream_with_its_function_beside_it(settings):
    head = grow()
    printed("distribute", shards=32)
    assert [call for (call,) in run("SELECT call FROM citus_asked ORDER BY n")] == [
        "table log_stream by name beside default in 32",
        "table log_event by stream beside log_stream in ",
        "function log_append by _stream beside log_event",
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


@pytest.mark.usefixtures("_citus")
def test_a_shard_without_its_triggers_is_named():
    printed("distribute")
    run("DROP FUNCTION run_command_on_shards")
    run(
        "CREATE FUNCTION run_command_on_shards(regclass, text) "
        "RETURNS TABLE (shardid bigint, success bool, result text) "
        "LANGUAGE sql AS $$ SELECT 7::bigint, true, '1' $$"
    )
    with pytest.raises(CommandError, match="log_event_7"):
        call_command("distribute", check=True)


def test_without_citus_it_says_so_and_the_plan_can_be_read():
    for check in (False, True):
        with pytest.raises(CommandError, match="Citus is not in this database"):
            call_command("distribute", check=check)
    said = printed("distribute", plan=True)
    assert "log_event: distributed by stream (all that is written together names one stream)" in said
