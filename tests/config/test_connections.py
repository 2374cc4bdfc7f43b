"""Connections that are kept between requests: looked at before each, made again when the server has ended them."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import services as accounts
from tests.config.players import Player, ask
from tests.processes import Processes
from tournaments.platform import database


def end_connections() -> None:
    """End every other connection to the database, as a restart does."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_the_server_ended_is_found_without_asking_it():
    ours = connection.copy()
    ours.ensure_connection()
    with CaptureQueriesContext(ours) as asked:
        assert ours.is_usable()
        end_connections()
        assert not ours.is_usable()
    assert len(asked) == 0
    ours.close()


@pytest.mark.django_db(transaction=True)
def test_a_prepared_statement_finds_a_new_connection_at_the_next_request():
    assert database.execute("SELECT 1", {}).fetchall() == [(1,)]
    with ThreadPoolExecutor(1) as elsewhere:
        elsewhere.submit(end_connections).result()
        elsewhere.submit(lambda: connection.close()).result()
    connection.close_if_unusable_or_obsolete()  # as Django does before every request
    assert database.execute("SELECT 1", {}).fetchall() == [(1,)]


@pytest.mark.processes
def test_after_postgresql_ended_all_connections_no_request_fails(processes: Processes):
    key = accounts.create_token(user=accounts.create_guest(), name="test")[1]

    def tables(_: int) -> int:
        return ask(processes, "GET", "/api/tables", Authorization=f"Bearer {key}").status

    with ThreadPoolExecutor(8) as callers:
        assert set(callers.map(tables, range(24))) == {200}
        end_connections()
        assert set(callers.map(tables, range(24))) == {200}


@pytest.mark.processes
def test_a_token_revoked_in_one_process_opens_nothing_in_another_from_then_on(processes: Processes):
    user = accounts.create_guest()
    token, key = accounts.create_token(user=user, name="test")
    bearer = f"Bearer {key}"
    assert {ask(processes, "GET", "/api/games", Authorization=bearer).status for _ in range(10)} == {200}
    accounts.revoke_token(user=user, token_id=token.pk)
    assert {ask(processes, "GET", "/api/games", Authorization=bearer).status for _ in range(10)} == {401}


@pytest.mark.processes
def test_a_name_changed_in_one_process_is_shown_in_another_from_then_on(processes: Processes):
    player = Player(processes)
    bearer = f"Bearer {player.key}"

    def names() -> set[str]:
        table = ask(processes, "GET", f"/api/tables/{player.table}", Authorization=bearer).json()
        return {seat["name"] for seat in table["seats"]}

    assert "Lovelace" not in names()
    accounts.rename(user=player.user, name="Lovelace")
    assert "Lovelace" in names()
