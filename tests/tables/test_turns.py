"""Whose bot plays next: nobody waits for more than one turn of anybody else's, however many tables they have."""

from collections import defaultdict
from itertools import count
from threading import Thread
from time import sleep

import pytest
from django.db import connection
from msgspec.structs import replace
from pytest_django import Settings

from accounts import services as accounts
from accounts.models import User
from engine.bots.base import UniformBot
from engine.registry import BOTS
from tests.factories import announced, give_up, open_for, plan
from tests.meeting import until
from tests.processes import Processes
from tournaments.director import selectors as director_selectors
from tournaments.director import services as director
from tournaments.log import sources
from tournaments.tables import bots, push, selectors, services, tasks, turns
from tournaments.tables.models import Served, Table
from tournaments.tables.streams import TABLES

EVENTS = 6
"""More than one turn of Gasp! ever brings."""


@pytest.fixture(autouse=True)
def _no_caps(settings: Settings) -> None:
    settings.CAPS = defaultdict(lambda: 1_000)


@pytest.fixture
def olga(organiser: User) -> User:
    return organiser


@pytest.fixture
def crowd(robot: User, ann: User, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Ann's tables, at each of which a bot is to act; no two since the same moment."""
    moments = count(sources.now_ms())
    monkeypatch.setattr(sources, "now_ms", lambda: next(moments))
    return [open_for(robot, ann, opener=ann.pk) for _ in range(6)]


def served(times: int) -> list[str]:
    """The tables that a worker would turn to next, if none of them changed."""
    order = []
    for _ in range(times):
        with turns.claimed() as claim:
            assert claim is not None
            order.append(claim.table)
    return order


@pytest.mark.django_db
def test_owners_take_turns(crowd, robot, olga, bob):
    others = [open_for(robot, olga, opener=olga.pk), open_for(robot, bob, opener=bob.pk)]
    order = served(6)
    assert set(order[:3]) == {crowd[0], *others}
    assert set(order[3:]) == {crowd[0], *others}


@pytest.mark.django_db
def test_guests_of_one_address_take_one_turn_together(crowd, robot, bob):
    guests = [User.objects.create(username=f"guest{n}", is_guest=True, origin="5c" * 16) for n in range(4)]
    other = User.objects.create(username="elsewhere", is_guest=True, origin="ff" * 16)
    theirs = [open_for(robot, guest, opener=guest.pk) for guest in guests]
    rest = [open_for(robot, each, opener=each.pk) for each in (bob, other)]
    order = served(8)
    assert set(order[:4]) == set(order[4:]) == {crowd[0], theirs[0], *rest}


@pytest.mark.django_db
def test_bots_alone_play_when_nobody_waits_but_in_a_tournament_they_are_waited_for(crowd, robot, olga, bob):
    greedy = accounts.make_bot("Greedy", "greedy")
    alone = open_for(robot, greedy, opener=bob.pk)
    Table.objects.filter(pk=(match := open_for(robot, greedy, opener=olga.pk))).update(match="1/1")
    assert alone not in served(6)
    assert match in served(6)
    Table.objects.filter(pk__in=[*crowd, match]).update(bot_since=None)
    assert served(1) == [alone]


@pytest.mark.django_db
def test_of_an_owners_tables_the_one_that_waited_longest_is_first(crowd):
    assert served(2) == [crowd[0], crowd[0]]
    assert tasks._play(turns.Claim(crowd[0], selectors.summary(crowd[0]).seq))
    assert served(1) == [crowd[1]]


@pytest.mark.django_db
def test_a_message_for_one_table_serves_another_that_is_first_in_turn(crowd, robot, olga, settings, monkeypatch):
    settings.BOT_PACE = 0
    served(1)
    waiting = open_for(robot, olga, opener=olga.pk)
    played: list[str] = []
    play = services.play_bot

    def note(**given):
        played.append(given["table_id"])
        play(**given)

    monkeypatch.setattr(services, "play_bot", note)
    tasks.play_bot_turn(crowd[5], selectors.summary(crowd[5]).seq)
    assert played[0] == waiting
    assert not Table.objects.filter(bot_since__isnull=False).exists()


@pytest.mark.django_db
def test_a_move_is_kept_back_thought_about_once_and_made_at_its_moment(crowd, settings, sent):
    settings.BOT_PACE = 60
    sent.clear()
    for table in crowd:
        tasks.play_bot_turn(table, selectors.summary(table).seq)
    assert all(TABLES.current(table).state.bots_to_act for table in crowd)
    moves = [arguments for name, arguments in sent if name == push.MOVE]
    assert sorted(table for table, *_rest in moves) == sorted(crowd)
    for arguments in [*moves, *moves]:
        tasks.make_bot_move(*arguments)
    assert not any(TABLES.current(table).state.bots_to_act for table in crowd)


@pytest.mark.django_db
def test_a_table_whose_bot_fails_holds_nobody_up(crowd, settings, monkeypatch):
    settings.BOT_PACE = 0
    choose = bots.choose

    def fail(table, seat, **given):
        if table.id == crowd[0]:
            raise RuntimeError("no idea")
        return choose(table, seat, **given)

    monkeypatch.setattr(bots, "choose", fail)
    tasks.play_bot_turn(crowd[0], selectors.summary(crowd[0]).seq)
    assert [table for table in crowd if TABLES.current(table).state.bots_to_act] == [crowd[0]]


@pytest.mark.django_db
def test_a_worker_with_much_to_do_takes_the_next_message_after_a_while(crowd, sent, settings, monkeypatch):
    settings.BOT_PACE = 0
    monkeypatch.setattr(tasks, "SLICE", -1)
    sent.clear()
    tasks.play_bot_turn(crowd[0], 3)
    assert sent == [(push.PLAY, [crowd[0], 3])]


@pytest.mark.django_db
def test_a_worker_whose_clock_is_behind_thinks_all_the_same(crowd, monkeypatch, sent):
    early = sources.now_ms() - 10_000
    monkeypatch.setattr(sources, "now_ms", lambda: early)
    sent.clear()
    tasks.play_bot_turn(crowd[0], selectors.summary(crowd[0]).seq)
    assert {arguments[0] for name, arguments in sent if name == push.MOVE} == set(crowd)


@pytest.mark.django_db
def test_it_is_forgotten_who_was_served_long_ago(crowd):
    served(1)
    Served.objects.update(at=sources.now_ms() - tasks.FORGOTTEN - 1)
    tasks.upkeep()
    assert not Served.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_two_workers_never_have_the_same_table_and_a_dead_one_has_none_for_long(crowd, settings):
    settings.BOT_SECONDS = 0.1
    first: list[str] = []
    with turns.claimed() as mine:
        assert mine is not None

        def other() -> None:
            claim = turns._claim([])
            first.append(claim.table if claim else "")
            connection.close()  # it dies, and gives nothing back

        thread = Thread(target=other)
        thread.start()
        thread.join()
        assert first != [mine.table]
        assert first == [crowd[1]]
    assert served(1) == [crowd[0]]

    def again() -> str:
        with turns.claimed(passing_over=[crowd[0]]) as claim:
            return claim.table if claim else ""

    until(lambda: again() == crowd[1], "the dead one's table is free")


@pytest.mark.django_db
def test_a_bot_that_thinks_too_long_plays_as_a_stand_in_and_says_so(robot, ann, settings, monkeypatch):
    class Ponderous(UniformBot):
        def choose(self, view, legal, rng):
            while True:
                rng.shuffled("thoughts", 0, legal)
                sleep(0)

    monkeypatch.setitem(BOTS, "ponderous", Ponderous)
    settings.BOT_SECONDS = 0.01
    robot.bot_level = "ponderous"
    robot.save()
    table = TABLES.current(open_for(robot, ann)).state
    turn = bots.choose(table, table.bots_to_act[0])
    assert turn.level == bots.STAND_IN
    assert turn.move in selectors.view(table_id=table.id, user_id=robot.pk).legal


def crowded(owner: User, tables: int) -> list[str]:
    """Tables of four experts each, all of one owner."""
    experts = [User.objects.create(username=f"expert{at}", bot_level="ismcts-2000").pk for at in range(4)]
    return [
        services.open_table(game="gasp", options={}, seats=experts, clock=None, rated=False, opener=owner.pk)
        for _ in range(tables)
    ]


def turns_played(tables: list[str]) -> int:
    return sum(selectors.summary(table).seq for table in tables)


@pytest.mark.processes
def test_nobody_waits_for_the_many_tables_of_somebody_else(processes: Processes) -> None:
    ann, olga = User.objects.create(username="ann"), User.objects.create(username="olga")
    robots = [User.objects.create(username=f"robot{at}", bot_level="uniform") for at in range(2)]
    tables = crowded(ann, 12)
    start = turns_played(tables)
    until(lambda: turns_played(tables) > start, "the crowd's bots play")
    before = turns_played(tables)
    table = open_for(robots[0], olga, opener=olga.pk)
    until(lambda: not TABLES.current(table).state.bots_to_act, "the bot of somebody else has played")
    assert turns_played(tables) - before <= 8 * EVENTS
    give_up(table_id=table, user_id=olga.pk)
    soon = plan(starts_at=sources.now_ms() + 10_000, rounds=1)
    evening = announced(olga.pk, [robot.pk for robot in robots], starts_at=soon.starts_at, rounds=1)
    director.edit(tournament_id=evening, by=olga.pk, settings=replace(soon, starts_at=sources.now_ms()))
    until(lambda: director_selectors.detail(evening).status == "running", "the tick has started the tournament")
    until(lambda: selectors.summary(table).settled, "the table is settled")
    assert all(selectors.summary(crowded).status == "playing" for crowded in tables)
