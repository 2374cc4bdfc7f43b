"""Tournaments that started without somebody, who is taken in afterwards."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from tests.factories import announced, gather
from tournaments.director import services as director
from tournaments.director.state.stage_settings import Stage
from tournaments.director.state.tournament import Tournament
from tournaments.director.streams import TOURNAMENTS
from tournaments.pairing.qualification import Place
from tournaments.tables import selectors as tables
from tournaments.tables import services

FINAL = Stage(format="knock-out", takes=(Place(1),))
FORMATS: dict[str, dict[str, Any]] = {
    "round robin": {"format": "round-robin"},
    "knock-out": {"format": "knock-out"},
    "double elimination": {"format": "double-elimination"},
    "groups and a final": {"format": "round-robin", "groups": 2, "stages": (FINAL,)},
    "knock-out of pods": {"format": "pod-knock-out", "game": "gasp"},
}
every_format = pytest.mark.parametrize("given", FORMATS.values(), ids=FORMATS)
either_place = pytest.mark.parametrize("in_room", [False, True], ids=["here", "real cards"])


def checked_in(organiser: User, people: list[User], late: User, **given: Any) -> str:
    """Everybody has checked in but *late*."""
    cup = announced(organiser.pk, [user.pk for user in (*people, late)], check_in_minutes=30, **given)
    for user in people:
        director.check_in(tournament_id=cup, user_id=user.pk)
    return cup


def begun(organiser: User, people: list[User], late: User, **given: Any) -> str:
    """It has started without *late*, who had not checked in."""
    cup = checked_in(organiser, people, late, **{"rounds": None, "format": "round-robin"} | given)
    director.start(tournament_id=cup, by=organiser.pk)
    return cup


def state(cup: str) -> Tournament:
    return TOURNAMENTS.current(cup).state


def out(cup: str) -> int:
    return next(entry.number for entry in state(cup).entries.values() if entry.left_out)


def admit(cup: str, organiser: User, entry: int | None = None, **given: Any) -> None:
    director.admit(tournament_id=cup, by=organiser.pk, entry=out(cup) if entry is None else entry, **given)


def first_card(table: str) -> Callable[[], object]:
    """What is done by who is to act at *table* once all have come."""
    gather(table)
    user = tables.summary(table).seats[tables.summary(table).to_act[0]] or 0
    move = tables.view(table_id=table, user_id=user).legal[0]
    return lambda: services.make_move(table_id=table, user_id=user, move=move)


def play_a_card(table: str) -> None:
    first_card(table)()


def report(table: str) -> None:
    seats = tables.summary(table).seats
    services.report_result(table_id=table, user_id=seats[0] or 0, places=range(1, len(seats) + 1))


def statuses(found: list[str]) -> set[str]:
    return {tables.summary(table).status for table in found}
