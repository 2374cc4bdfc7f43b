from __future__ import annotations

from functools import partial
from pathlib import Path
from statistics import mean

import pytest
from pytest_django import Settings

from engine.cards import hasp
from engine.cards.decktet import BASIC, CODES
from engine.registry import GAMES
from tests.benchmarks import (
    deciding,
    measure,
    paging,
    pairing,
    plain,
    plain_gasp,
    plain_hasp,
    plain_noodling,
    playing,
    replaying,
)
from tests.benchmarks.measure import Claim, Table


@pytest.mark.parametrize("of", [of for of in playing.YARDSTICKS if of.name != playing.PLAIN], ids=lambda of: of.key)
def test_the_plain_loop_plays_the_game_that_the_engine_plays(of: playing.Yardstick):
    """Alike enough to be a yardstick: games last as many moves on average."""
    ours = mean(playing.through_the_contract(GAMES[of.key], of.seats, 1, seed) for seed in range(100))
    theirs = mean(of.loop(1, seed) for seed in range(300))
    assert theirs == pytest.approx(ours, rel=0.15)


def test_the_plain_loops_play_with_the_decks_of_their_games():
    assert sorted(plain_gasp._CODES) == sorted(BASIC)
    assert [*CODES] == plain_noodling._CODES
    assert [*hasp.CODES] == plain_hasp.CODES
    assert bytes(plain_hasp.VALUE) == hasp.POINTS["h1"]


def test_the_longest_table_is_held_to_its_limit():
    table = replaying.longest(tables=2, rounds=2)
    assert [claim.must for claim in table.claims] == [1]
    assert set(table.rates) == {side for claim in table.claims for side in (claim.side, claim.beside)}


def test_what_a_bot_costs_is_said_of_every_level_and_game():
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
