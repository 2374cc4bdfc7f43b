"""When a bot moves says nothing of its hand: neither that it had no choice, nor how hard the choice was."""

import random
from collections import defaultdict
from collections.abc import Iterator
from math import sqrt
from typing import Any, NamedTuple

import pytest
from celery import current_app
from pytest_django import Settings

from accounts.models import User
from engine.registry import GAMES, LEVELS
from tests.factories import open_for
from tournaments.log import selectors as log
from tournaments.log import sources
from tournaments.tables import bots, push, tasks, turns
from tournaments.tables.streams import TABLES

pytestmark = pytest.mark.django_db

TURNS, FORCED, MOST = 24, 6, 120
"""Decisions of each game at each level, those without a choice among them, and a limit."""
SHUFFLE = 40
"""The ms that a shuffle takes on this test's clock: a search is cut after some dozens of them."""


class Decision(NamedTuple):
    game: str
    level: str
    forced: bool
    took: float
    """Of the level's pace."""
    thought: int
    """For this many ms."""


class Wall:
    """A clock that goes on while somebody thinks, and nowhere else."""

    def __init__(self) -> None:
        self.now = 1_795_400_000_000
        self.messages: list[tuple[int, list[Any]]] = []

    def think(self) -> float:
        self.now += SHUFFLE
        return self.now / 1_000

    def take(self, name: str, args: list[Any], *, countdown: float | None = None, **_: object) -> None:
        if name == push.MOVE:
            assert countdown is not None
            self.messages.append((self.now + round(countdown * 1_000), args))


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Wall:
    settings.BOT_PACE = 0.8
    wall = Wall()
    seeds = random.Random("pace")
    monkeypatch.setattr(sources, "now_ms", lambda: wall.now)
    monkeypatch.setattr(sources, "new_seed", lambda: seeds.randbytes(32))
    monkeypatch.setattr(bots, "monotonic", wall.think)
    monkeypatch.setattr(current_app, "send_task", wall.take)
    return wall


def played(wall: Wall, game: str, level: str, late: int) -> Iterator[Decision]:
    """A table of bots, of whose turns a worker hears so *late* (ms at most)."""
    seats = GAMES[game].sizes[0]
    robots = [User.objects.create(username=f"{game} {level} {seat}", bot_level=level) for seat in range(seats)]
    table_id, delays = open_for(*robots, game=game, options={}), random.Random(f"{game}{level}")
    found, had = 0, 0
    while found < TURNS or (had < FORCED and found < MOST):
        table = TABLES.current(table_id).state
        if not table.bots_to_act:
            return
        seat, since = table.bots_to_act[0], table.clocks[table.bots_to_act[0]].since
        assert since is not None
        wall.now = max(wall.now, since) + delays.randrange(late + 1)
        begun = wall.now
        assert not tasks._play(turns.Claim(table_id, table.seq))
        assert len(wall.messages) == 1, "it was kept back"
        forced, thought = len(table.game.legal(table.state, seat)) == 1, wall.now - begun
        wall.now, arguments = wall.messages.pop()
        tasks.make_bot_move(*arguments)
        stored = log.load(TABLES.name(table_id), after=table.seq, until=table.seq + 1)[0]
        found, had = found + 1, had + forced
        took = stored.recorded_at - (begun if late else since)
        yield Decision(game, level, forced, took / bots.SLOWER.get(level, 1), thought)


def separation(decisions: list[Decision]) -> tuple[float, float]:
    """How well the time tells forced decisions from free ones (AUC; a half: not at all), and its standard error."""
    forced, free = ([each.took for each in decisions if each.forced == which] for which in (True, False))
    if not forced or not free:
        return 0.5, 1.0
    above = sum((one > two) + (one == two) / 2 for one in free for two in forced)
    pairs = len(forced) * len(free)
    return above / pairs, sqrt((len(forced) + len(free) + 1) / (12 * pairs))


@pytest.mark.parametrize("late", [0, 60_000])
def test_the_moment_of_a_move_tells_no_forced_decision_from_a_free_one(wall: Wall, late: int) -> None:
    """For every level and every game, on time and after a long queue, though experts think for long."""
    decisions = [each for game in GAMES for level in LEVELS for each in played(wall, game, level, late)]
    groups = defaultdict(list)
    for each in decisions:
        for name in ("all", each.game, each.level):
            groups[name].append(each)
    assert min(sum(each.forced for each in group) for group in groups.values()) >= 2 * FORCED
    told = {name: separation(group) for name, group in groups.items()}
    assert {name: auc for name, (auc, error) in told.items() if abs(auc - 0.5) > 3.3 * error} == {}
    assert told["all"][1] < 0.03
    experts = [each for each in decisions if each.level == "ismcts-2000"]
    assert max(each.thought for each in experts if each.forced) < 2 * SHUFFLE
    assert sum(each.thought > 10 * SHUFFLE for each in experts) > len(experts) / 3


def test_a_search_is_cut_before_its_moment_and_can_be_made_again(wall: Wall) -> None:
    robots = [User.objects.create(username=f"expert {seat}", bot_level="ismcts-2000") for seat in range(2)]
    table_id, cut = open_for(*robots, game="german-whist", options={}), 0
    for _ in range(12):
        table = TABLES.current(table_id).state
        seat = table.bots_to_act[0]
        due = bots.moment(table, seat, begun=wall.now)
        turn = bots.choose(table, seat, until=due)
        assert wall.now <= due
        if turn.cut is not None:
            cut += 1
            assert wall.now > due - 1_000 * bots.MARGIN - 3 * SHUFFLE, "it has thought for as long as it may"
            again = bots.chosen(table, seat, lambda shuffles, most=turn.cut: shuffles == most)  # type: ignore[misc]
            assert (again.move, again.command) == (turn.move, turn.command)
            assert turn.level == "ismcts-2000"
            assert turn.command.endswith(f" {turn.cut}")
        wall.now = due
        tasks.make_bot_move(table_id, table.seq, seat, turn.move, turn.command)
    assert cut > 6


def test_a_search_with_time_enough_answers_as_without_a_limit(wall: Wall, settings: Settings) -> None:
    settings.BOT_SECONDS = 10_000
    robots = [User.objects.create(username=f"club {seat}", bot_level="ismcts-50") for seat in range(2)]
    table = TABLES.current(open_for(*robots, game="gasp-duel", options={})).state
    turn = bots.choose(table, table.bots_to_act[0])
    assert turn.cut is None
    assert turn == bots.chosen(table, table.bots_to_act[0], lambda _shuffles: False)
