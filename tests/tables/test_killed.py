"""What SIGKILL costs: at most a retry, never a move and never a table. On the service's real processes."""

import json
import urllib.request
from collections.abc import Callable

import pytest

from accounts import services as accounts
from tests.meeting import until
from tests.processes import Processes
from tournaments.log.verification import verify
from tournaments.tables import selectors, services
from tournaments.tables.streams import TABLES

pytestmark = pytest.mark.processes


def moves_on(table_id: str) -> Callable[[], bool]:
    seen = selectors.summary(table_id).seq
    return lambda: selectors.summary(table_id).seq > seen


def bots_at_a_table(level: str) -> str:
    seats = [accounts.hire_bot(level).pk for _ in range(4)]
    return services.open_table(
        game="gasp", options={"max_rounds": 1}, seats=seats, clock=None, rated=False, opener=None
    )


@pytest.mark.parametrize("kills", [3])
def test_a_worker_killed_in_the_middle_of_a_bots_turn_costs_no_game(processes: Processes, kills: int) -> None:
    table_id = bots_at_a_table("ismcts-200")
    for _ in range(kills):
        until(moves_on(table_id), "the bots play")
        processes.kill("bots")
        processes.revive()
    until(lambda: selectors.summary(table_id).settled, "the table is finished and settled")
    TABLES.forget()
    assert verify(TABLES.name(table_id)) is None
    assert TABLES.current(table_id).state.result is not None


def test_a_move_that_was_acknowledged_survives_the_web_server(processes: Processes) -> None:
    ann, bob = accounts.create_guest(), accounts.create_guest()
    table_id = services.open_table(
        game="duck-soup", options={}, seats=[ann.pk, bob.pk], clock=None, rated=False, opener=ann.pk
    )
    _token, key = accounts.create_token(user=ann, name="test")
    move = selectors.view(table_id=table_id, user_id=ann.pk).legal[0]
    request = urllib.request.Request(  # noqa: S310
        f"{processes.url}/api/tables/{table_id}/move/{move}",
        method="POST",
        headers={"Authorization": f"Bearer {key}", "Idempotency-Key": "once"},
    )
    with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
        first = json.load(answer)
    processes.kill("web")
    processes.revive()
    with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
        again = json.load(answer)
    assert again == first
    assert selectors.summary(table_id).seq == first["seq"]
