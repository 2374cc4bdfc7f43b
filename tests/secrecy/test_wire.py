"""Non-interference on the wire: what leaves the server for a viewer is the same, byte for byte, when the cards that the
viewer may not know are exchanged in the stored events, and when somebody decides what the viewer is not shown.

A table is played for real, and two worlds are stored in turn and rolled back: the one that was, and its twin. Commands
are named after the moves of each world, as clients do. Time, seeds and the CSRF token stand still.
"""

from collections.abc import Callable, Collection, Sequence
from functools import partial
from hashlib import sha256
from typing import Any, TypeAlias

import hypothesis
import pytest
import structlog
from msgspec.structs import replace

from accounts.models import User
from engine.events import Seat
from engine.registry import GAMES
from engine.text import Text
from tests.secrecy import channels
from tests.secrecy.channels import CHANNELS, everything
from tests.secrecy.worlds import Fork, World, forks, hidden_exchanged, played, rolled_back, store
from tournaments.kit import error_pages as errors
from tournaments.log import sources
from tournaments.platform.files import JSON_LINES, File
from tournaments.tables import decisions, records, selectors
from tournaments.tables.errors import Refused
from tournaments.tables.models import Table
from tournaments.tables.streams import TABLES
from tournaments.tables.web.views import search

pytestmark = pytest.mark.django_db

Pairs: TypeAlias = dict[Seat | None, tuple[World, World]]
Patch: TypeAlias = pytest.MonkeyPatch

NOON = 1_800_000_000_000
SETUPS: list[tuple[str, int, dict[str, Any]]] = [
    ("duck-soup", 2, {}),
    ("gasp", 3, {"ace_raid": True}),
    ("gasp", 4, {}),
    ("gasp", 5, {}),
    ("gasp-pairs", 4, {"ace_raid": True}),
    ("gasp-duel", 2, {}),
    ("galapagos", 2, {"jokers": True}),
    ("noodling", 2, {}),
    ("noodling", 3, {}),
    ("hasp", 2, {"target": 50}),
    ("hasp", 3, {"target": 50, "multi_predictions": True}),
    ("hasp", 4, {"target": 50}),
    ("dracula", 2, {}),
    ("german-whist", 2, {"deals": 2}),
]
SEALING = [("galapagos", 2, {"jokers": True}), ("galapagos", 2, {})]
"""Games in which one decides what the others are not shown."""
SEEDS = range(20 if hypothesis.settings.get_current_profile_name() == "deep" else 1)
"""A table of each game, at which every viewer has cards that they may not know; with the profile ``deep`` 20."""


@pytest.fixture(autouse=True)
def still(monkeypatch: Patch, settings: Any, no_limits: None) -> None:
    """The one moment, the one token, no limits."""
    monkeypatch.setattr(sources, "now_ms", lambda: NOON)
    monkeypatch.setattr("django.middleware.csrf.get_random_string", lambda length, **_: "c" * length)
    monkeypatch.setattr("django.utils.cache.http_date", lambda *_: "noon")
    monkeypatch.setattr("tournaments.tables.push.announce", lambda table: None)
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "wire"}}


@pytest.fixture
def users() -> list[User]:
    return [User.objects.create(username=f"seat-{seat}") for seat in range(5)]


def twins(game: str, seats: int, options: dict[str, Any], seed: int, users: Sequence[User]) -> Pairs:
    """A world, and for each viewer another that they must not be able to tell from it."""
    world = played(game, seats, options, seed, users)
    viewers = (None, *map(Seat, range(seats)))
    return {seat: (world, hidden_exchanged(world, seat, seed)) for seat in viewers}


def leaking(pairs: Pairs, users: Sequence[User], until: set[str] | None = None) -> set[str]:
    """The channels through which some viewer can tell the two worlds apart; if *until* are given, of these, and of no
    more viewers once they all are."""
    leaks: set[str] = set()
    among = until or set(CHANNELS)
    for seat, pair in pairs.items():
        real, other = (rolled_back(partial(_wire, world, seat, users, among)) for world in pair)
        leaks |= {channel for channel in among if real[channel] != other[channel]}
        if until and until <= leaks:
            break
    return leaks


def _wire(world: World, seat: Seat | None, users: Sequence[User], among: Collection[str] = CHANNELS) -> dict[str, Any]:
    store(world)
    return everything(world.table, None if seat is None else users[seat], seat, among=among)


def deciding(fork: Fork, users: Sequence[User], by: str) -> set[str]:
    """The channels through which the viewer learns of the decision, its making included."""

    def scene(text: str) -> dict[str, Any]:
        store(fork.world)
        with channels.logged() as lines:
            channels.move(fork.world.table, users[fork.seat], text, len(fork.world.stored), by=by)
        viewer = None if fork.viewer is None else users[fork.viewer]
        sent = everything(fork.world.table, viewer, fork.viewer)
        return sent | {"lines": [*lines, *sent["lines"]]}

    one, other = (rolled_back(partial(scene, text)) for text in fork.moves)
    return {channel for channel in CHANNELS if one[channel] != other[channel]}


@pytest.mark.parametrize(("game", "seats", "options"), SETUPS)
@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_that_leaves_the_server_depends_on_cards_the_viewer_may_not_know(game, seats, options, seed, users):
    assert leaking(twins(game, seats, options, seed, users), users) == set()


@pytest.mark.parametrize(("game", "seats", "options"), SEALING)
@pytest.mark.parametrize("by", ["page", "program"])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_decision_shows_nothing_where_its_events_show_nothing(game, seats, options, seed, by, users):
    found = forks(game, seats, options, seed, users, most=3)
    assert found
    for fork in found:
        assert deciding(fork, users, by) == set(), fork.moves


def test_every_game_is_among_the_tables():
    assert {game for game, *_ in SETUPS} == set(GAMES)


@pytest.mark.parametrize(("game", "seats", "options"), SETUPS)
def test_there_are_cards_to_exchange(game, seats, options, users):
    """At one of the tables at least: towards the end of a deal a player may know where every card is."""
    found = [twins(game, seats, options, seed, users) for seed in SEEDS]
    for seat in found[0]:
        assert any(real.events != other.events for real, other in (pairs[seat] for pairs in found)), seat


# -- planted leaks


def _hidden(table_id: str) -> str:
    return repr(TABLES.current(table_id).state.state)


def _leak_by_the_rules(monkeypatch: Patch, game: str) -> None:
    """A spectator who is handed the first seat's view, and told all that the first seat is told."""
    rules = type(GAMES[game])
    view, told = GAMES[game].view, {event: event.seen_by for event in GAMES[game].events}
    monkeypatch.setattr(rules, "view", lambda self, state, seat: view(state, Seat(0) if seat is None else seat))
    for event, seen_by in told.items():
        leak = lambda self, seat, seen_by=seen_by: seen_by(self, Seat(0) if seat is None else seat)  # noqa: E731
        monkeypatch.setattr(event, "seen_by", leak)


def _leak_in_lists(monkeypatch: Patch, _game: str) -> None:
    """A row that holds more than a summary."""
    summary = selectors.summarised
    monkeypatch.setattr(selectors, "summarised", lambda row: replace(summary(row), options={"all": _hidden(row.id)}))


def _leak_in_errors(monkeypatch: Patch, _game: str) -> None:
    """An error page that helps too much."""
    page = errors.page
    monkeypatch.setattr(errors, "page", lambda request, status, text="": page(request, status, _hidden(_id(request))))


def _leak_in_refusals(monkeypatch: Patch, _game: str) -> None:
    def refuse(table: Any, *_: Any) -> Any:
        raise Refused("no", Text("{all}", {"all": repr(table.state)}))

    monkeypatch.setattr(decisions, "move_events", refuse)


def _leak_in_the_head(monkeypatch: Patch, _game: str) -> None:
    head = records.head

    def told(*, table_id: str) -> dict[str, Any]:
        digest = sha256(_hidden(table_id).encode()).digest()
        return head(table_id=table_id) | {"seq": int.from_bytes(digest[:6], "big")}

    monkeypatch.setattr(records, "head", told)


def _leak_in_lines(monkeypatch: Patch, _game: str) -> None:
    view = selectors.view

    def told(*, table_id: str, user_id: int | None) -> Any:
        structlog.get_logger("told").warning("view", state=_hidden(table_id))
        return view(table_id=table_id, user_id=user_id)

    monkeypatch.setattr(selectors, "view", told)


def _leak_in_search(monkeypatch: Patch, _game: str) -> None:
    """A file with more than what was found."""
    all_of_it = lambda wanted, **_: File("all", JSON_LINES, _hidden(Table.objects.get().pk).encode())  # noqa: E731
    monkeypatch.setattr(search, "file", all_of_it)


def _id(request: Any) -> str:
    return str(request.path.split("/")[2])


LEAKS: list[tuple[Callable[[Patch, str], None], set[str]]] = [
    (_leak_by_the_rules, {"view", "page", "board", "frames", "record", "replay", "positions", "stream", "watching"}),
    (_leak_in_lists, {"lists", "people", "view"}),
    (_leak_in_errors, {"errors"}),
    (_leak_in_refusals, {"refusals"}),
    (_leak_in_the_head, {"head"}),
    (_leak_in_lines, {"lines"}),
    (_leak_in_search, {"search"}),
]


@pytest.mark.parametrize(("game", "seats", "options"), SETUPS[:1])
@pytest.mark.parametrize(("leak", "where"), LEAKS)
def test_a_planted_leak_is_caught(game, seats, options, leak, where, users, monkeypatch):
    pairs = twins(game, seats, options, 1, users)
    leak(monkeypatch, game)
    assert where <= leaking(pairs, users, until=where)


def test_the_planted_leaks_are_in_every_channel():
    assert set().union(*(where for _leak, where in LEAKS)) == set(CHANNELS)


def test_a_command_that_is_shown_gives_a_sealed_decision_away(users, monkeypatch):
    row = records._row
    monkeypatch.setattr(records, "_row", lambda stored, payload: row(stored, payload) | {"command": stored.command})
    (fork,) = forks("galapagos", 2, {}, 1, users, most=1)
    assert deciding(fork, users, "page") == {"record"}
