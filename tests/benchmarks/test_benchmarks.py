import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connection
from pytest_django import Settings

from accounts.models import User
from engine.registry import GAMES
from tests.benchmarks import (
    deciding,
    durability,
    measure,
    paging,
    pairing,
    plain,
    playing,
    ratings,
    replaying,
)
from tests.benchmarks.__main__ import PARTS
from tests.benchmarks.measure import Claim, Table


def test_the_longest_table_is_held_to_its_limit():
    table = replaying.longest(tables=2, rounds=2)
    assert [claim.must for claim in table.claims] == [1]
    assert set(table.rates) == {side for claim in table.claims for side in (claim.side, claim.beside)}


def test_what_a_bot_costs_is_said_of_every_level_and_game(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(deciding, "MOMENTS", 1)
    monkeypatch.setattr(deciding, "CHEAPEST", {})
    table = deciding.measured(levels=("uniform", "greedy"), rounds=1)
    assert set(table.rates) == {f"{level}, {game}" for level in ("uniform", "greedy") for game in GAMES}
    assert [note.partition(":")[0] for note in table.notes] == ["uniform", "greedy"]


def test_pairing_is_held_to_its_limit():
    table = pairing.measured(entries=20, rounds=2)
    assert [claim.must for claim in table.claims] == [1]
    assert set(table.rates) == {side for claim in table.claims for side in (claim.side, claim.beside)}


def test_pairing_by_sizes_solves_small_fields_twice():
    table = pairing.sizes(fields=(8, 12), again=(8,), rounds=1)
    assert set(table.rates) == {"8 entries", "networkx, 8", "12 entries"}


def test_the_search_for_tables_costs_no_more_than_the_cut():
    table = pairing.pod_costs(fields=(16,), work=2_000)
    told = [part.split()[-3:] for part in table.notes[0].partition(": ")[2].split(", ")]
    costs = [(int(repeats.replace(",", "")), int(gaps.replace(",", ""))) for repeats, _and, gaps in told]
    assert costs == sorted(costs, reverse=True)
    assert len(costs) == 3


def test_the_plain_replay_ends_where_the_engine_does():
    game = GAMES["duck-soup"]
    log = replaying.stored(game, 2, 1)
    table = plain.fold([(kind, payload) for kind, _, payload in log])
    assert not any(table.hands)
    assert sum(table.taken) > 20


def test_a_ratio_is_the_median_of_the_rounds_and_a_missed_must_is_named():
    table = Table("", "", {"a": [1.0, 2.0, 9.0], "b": [2.0, 4.0, 6.0]}, [Claim("a", "b", must=0.6, goal=1)])
    assert table.ratio("a", "b") == 0.5
    assert table.missed() == list(table.claims)
    assert any("MISSED" in line for line in table.lines())


def test_sides_alternate_and_the_first_round_only_warms_up():
    order: list[str] = []
    ticks = iter(range(100))

    def work(name: str) -> int:
        order.append(name)
        return 6

    sides = {name: partial(work, name) for name in "ab"}
    rates = measure.alternated(sides, rounds=2, clock=lambda: float(next(ticks)))
    assert order == ["a", "b"] * 3
    assert rates == {"a": [6.0, 6.0], "b": [6.0, 6.0]}


def test_the_lock_names_no_place_on_the_net_or_on_a_disk():
    assert "://" not in (Path(measure.__file__).parent / "requirements.lock").read_text()


@pytest.mark.filterwarnings("error")
def test_pages_are_measured_without_collected_files(db: None, settings: Settings, tmp_path: Path) -> None:
    """A fresh clone has no folder of them."""
    settings.STATIC_ROOT = str(tmp_path / "static")
    with paging._client() as client:
        assert client.get("/games").status_code == 200


# -- every part, at its smallest

BRIEF = [of._replace(games=1) for of in playing.OURS]
SMALL_PAGES = [page.replace("9999", "99") for page in ratings.PAGES]
FEW = {"members": 6, "years": 1, "answers": 2, "units": 3, "challenges": 2}
FAN: dict[str, Any] = {"fanout.ROUNDS": 1, "fanout.SECONDS": 1, "fanout.WATCHERS": 3, "fanout.MOVES_A_SECOND": 3}
SMALLEST: dict[str, dict[str, Any]] = {
    "playing": {"rounds": 1, "playing.OURS": BRIEF},
    "search": {"rounds": 1, "searching.SIMULATIONS": 4},
    "search-tables": {"tables": 200, "rounds": 1},
    "bots": {"rounds": 1, "levels": ("uniform",), "deciding.MOMENTS": 1, "deciding.CHEAPEST": {}},
    "analysis": {
        "keys": ("german-whist",),
        "tables": 1,
        "lots": 3,
        "analysing.LEVELS": ("greedy",),
        "analysing.WORLDS": 4,
    },
    "replay": {"tables": 1, "rounds": 1},
    "longest": {"tables": 2, "rounds": 2},
    "durable": {"durability.ROUNDS": 1, "durability.WRITERS": 2, "durability.STRETCH": 0.1},
    "pairing": {"entries": 20, "rounds": 2},
    "pairing-sizes": {"fields": (8, 12), "again": (8,), "rounds": 1},
    "pods": {"fields": (16,), "work": 2_000},
    "fanout": FAN,
    "fanout-tables": FAN | {"fanout.TABLES": 2, "fanout.WATCHERS_EACH": 2},
    "fanout-programs": FAN | {"fanout.PROGRAMS": 4},
    "fanout-idle": FAN | {"fanout.IDLE": 4},
    "requests": {"requesting.ROUNDS": 1, "requesting.STRETCH": 0.3, "requesting.PLAYERS": 2, "requesting.WORKERS": 1},
    "pages": {"visits": 2, "paging.TOURNAMENTS": 40, "paging.TABLES": 1_100, "paging.PLAYERS": 300},
    "large-event": {"entries": 16, "rounds": 4, "visits": 1},
    "ratings": {
        "visits": 2,
        "ratings.PAGES": SMALL_PAGES,
        "ratings.TABLES": 1_100,
        "ratings.MOMENTS": ("/api/ratings/gasp?as_of=5",),
        "pool.PLAYERS": 100,
    },
    "settling": {"settling.TABLES": 20, "settling.CROWD": 3, "settling.ROUNDS": 1},
    "nights": {"clubs": 2},
    "clubs": {
        "visits": 2,
        "clubs.CLUBS": 3,
        "clubs.NOTICES": 30,
        "clubs.PEOPLE": 30,
        "clubs.USUAL": FEW,
        "clubs.FULL": FEW,
    },
    "archive": {"tables": 10, "archiving.DIFFERENT": 1},
    "footprint": {"seconds": 4.0, "imported": 1},
}
"""Its arguments, and the constants of modules that say how much it does."""
COUNTED = ("pages", "fanout-idle", "nights")
"""What they are held to is a number of something, not a time: it holds at every size."""


@contextmanager
def _of_the_test() -> Iterator[None]:
    """The database that a test has is as fresh as one made for a part. A part that forks takes no connection along."""
    for number in range(2):
        User.objects.create(username=f"bench-{number}", bot_level="uniform")
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE bench_bare (stream text, seq bigint, payload jsonb, PRIMARY KEY (stream, seq))")
    connection.close()
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP TABLE bench_bare")


@pytest.mark.parametrize("part", PARTS)
def test_every_part_runs_at_its_smallest(part: str, transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the peers, which are not installed here: its own side."""
    given = dict(SMALLEST[part])
    for name in [name for name in given if "." in name]:
        monkeypatch.setattr(f"tests.benchmarks.{name}", given.pop(name))
    monkeypatch.setattr(durability, "_database", lambda kept="": _of_the_test())
    with patch.dict(os.environ):
        table = PARTS[part](**given)
    assert all(table.rates.values())
    assert next(iter(table.lines())) == table.title
    assert part not in COUNTED or table.missed() == []
