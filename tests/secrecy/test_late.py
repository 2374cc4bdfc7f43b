"""A streamer's view is late in all that it sends: what it says at a moment depends on nothing that happened since."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.core.cache import caches
from django.db import transaction
from django.test import Client

from accounts.models import User
from engine.registry import GAMES
from tests.secrecy.channels import BY_THE_PROXY, ask, logged
from tournaments.log import sources
from tournaments.tables import late, rematches, selectors, services
from tournaments.tables.streams import TABLES
from tournaments.tables.web.watched import Choices

pytestmark = pytest.mark.django_db

NOON = 1_800_000_000_000
LATE, MINUTE = 60, 60_000
PATHS = (
    "/tables/{table}/stream?late=60",
    "/tables/{table}/stream/board?late=60",
    "/tables/{table}/stream/board?late=60&front=seat-1",
    "/tables/{table}/stream?late=60&ground=clear",
)
BY_MOVES = tuple(path.replace("late=60", "late=3moves") for path in PATHS)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, settings: Any, no_limits: None) -> list[int]:
    """The time, which stands still but for the test; no limits, and a cache of our own."""
    now = [NOON]
    monkeypatch.setattr(sources, "now_ms", lambda: now[0])
    monkeypatch.setattr("django.middleware.csrf.get_random_string", lambda length, **_: "c" * length)
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "late"}}
    return now


@pytest.fixture
def users(db: None) -> list[User]:
    return [User.objects.create(username=f"seat-{seat}") for seat in range(4)]


def opened(game: str, users: list[User], clock: list[int], moves: int) -> str:
    """A table at which somebody moves every ten seconds."""
    seats = [user.pk for user in users[: min(GAMES[game].sizes)]]
    options = {"target": 50} if game == "hasp" else {}  # a few claims end a usual game: then the last moves are shown
    table = services.open_table(game=game, options=options, seats=seats, clock=None, rated=False, opener=seats[0])
    for _ in range(moves):
        clock[0] += 10_000
        decide(table, 0)
    return table


def decide(table: str, choice: int) -> None:
    summary = selectors.summary(table)
    user = summary.seats[summary.to_act[0]] or 0
    legal = selectors.view(table_id=table, user_id=user).legal
    services.make_move(table_id=table, user_id=user, move=legal[choice % len(legal)])


def sent(table: str, happens: Callable[[], None], clock: list[int], *, later: int, paths: Sequence[str] = PATHS) -> Any:
    """All that a stranger is sent *later* ms after the last common event, in a world in which something *happens*."""
    before = clock[0]
    with transaction.atomic():
        happens()
        clock[0] = before + later
        caches["default"].clear()
        client = Client(raise_request_exception=False, headers=BY_THE_PROXY)
        with logged() as lines:
            answers = [ask(client, "GET", path.format(table=table)) for path in paths]
        transaction.set_rollback(True)
    TABLES.forget()
    clock[0] = before
    return answers, lines


def some_moves(table: str, clock: list[int], choice: int, *, moves: int = 3) -> Callable[[], None]:
    def happens() -> None:
        for _ in range(moves):
            clock[0] += 5_000
            decide(table, choice)

    return happens


def leaves(table: str, users: list[User], clock: list[int]) -> Callable[[], None]:
    """It ends, and is played again."""

    def happens() -> None:
        clock[0] += 5_000
        services.resign(table_id=table, user_id=users[1].pk)
        for user in users[:2]:
            rematches.ask(table_id=table, user_id=user.pk)

    return happens


def nothing() -> None: ...


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_is_sent_depends_on_what_was_done_within_the_delay(
    game: str, users: list[User], clock: list[int]
) -> None:
    table = opened(game, users, clock, 12)
    worlds = [nothing, some_moves(table, clock, 0), some_moves(table, clock, -1)]
    if len(selectors.summary(table).seats) == 2:
        worlds.append(leaves(table, users, clock))
    for later in (15_000, MINUTE // 2, MINUTE):  # the first event that differs came 5 s later
        first, *others = [sent(table, world, clock, later=later) for world in worlds]
        assert first[0][0][0] == 200
        assert all(other == first for other in others), later


def test_once_the_delay_is_over_each_world_is_seen(users: list[User], clock: list[int]) -> None:
    """Else the worlds above would be no different."""
    table = opened("german-whist", users, clock, 12)
    worlds = [nothing, some_moves(table, clock, 0), some_moves(table, clock, -1), leaves(table, users, clock)]
    seen = [repr(sent(table, world, clock, later=2 * MINUTE)) for world in worlds]
    assert len(set(seen)) == len(worlds)


def test_a_view_that_looks_at_the_present_is_caught(
    users: list[User], clock: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = opened("german-whist", users, clock, 12)
    monkeypatch.setattr(Choices, "lag", lambda self: late.by_time(0))
    one, other = (sent(table, world, clock, later=MINUTE) for world in (nothing, some_moves(table, clock, 0)))
    assert one != other


def test_the_minute_of_the_result_and_of_the_rematch_is_kept(users: list[User], clock: list[int]) -> None:
    table = opened("german-whist", users, clock, 12)
    ends = leaves(table, users, clock)
    for later, told in ((MINUTE + 4_000, False), (MINUTE + 6_000, True)):
        assert (repr(sent(table, ends, clock, later=later)) != repr(sent(table, nothing, clock, later=later))) == told


# -- by moves


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_is_sent_depends_on_what_the_last_moves_were(
    game: str, users: list[User], clock: list[int]
) -> None:
    """That there was a move is told, since an older one is shown then; never which, however long it is looked at."""
    table = opened(game, users, clock, 12)
    for moves in (1, 3):
        worlds = [some_moves(table, clock, choice, moves=moves) for choice in (0, -1)]
        for later in (moves * 5_000, moves * 5_000 + 3_000, 60 * MINUTE):
            one, other = (sent(table, world, clock, later=later, paths=BY_MOVES) for world in worlds)
            assert one[0][0][0] == 200
            assert one == other, (moves, later)


def test_each_move_is_seen_with_the_third_after_it(users: list[User], clock: list[int]) -> None:
    """Else the worlds above would be no different."""
    table = opened("german-whist", users, clock, 12)
    worlds = [some_moves(table, clock, choice, moves=4) for choice in (0, -1)]
    one, other = (repr(sent(table, world, clock, later=MINUTE, paths=BY_MOVES)) for world in worlds)
    assert one != other


def test_a_view_that_leaves_out_one_move_less_is_caught(
    users: list[User], clock: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = opened("german-whist", users, clock, 12)
    monkeypatch.setattr(Choices, "lag", lambda self: late.by_moves(2))
    worlds = [some_moves(table, clock, choice) for choice in (0, -1)]
    one, other = (sent(table, world, clock, later=MINUTE, paths=BY_MOVES) for world in worlds)
    assert one != other


def test_what_comes_beside_the_moves_waits_for_them_too(users: list[User], clock: list[int]) -> None:
    """A seat that is given up at a table that goes on, and a result in the very moment in which it ends."""
    table = opened("gasp", users, clock, 12)

    def gives_up() -> None:
        clock[0] += 5_000
        services.vacate(table_id=table, user_id=users[1].pk)

    going_on, left = (sent(table, world, clock, later=MINUTE, paths=BY_MOVES) for world in (nothing, gives_up))
    assert going_on == left
    over = opened("german-whist", users, clock, 12)
    ends = leaves(over, users, clock)
    for later, told in ((5_000, False), (MINUTE, True)):
        worlds = [sent(over, world, clock, later=later, paths=BY_MOVES) for world in (nothing, ends)]
        assert (repr(worlds[0]) != repr(worlds[1])) == told
