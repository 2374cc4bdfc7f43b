"""What follows from leaving, as it is told before."""

from typing import Any

import pytest

from accounts.models import User
from tests.factories import concede, gather, open_tables, started
from tournaments.director import selectors
from tournaments.director.commands import desk
from tournaments.director.display import leaving
from tournaments.director.policy.rulings.matches import VoidTable
from tournaments.tables import selectors as tables

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_to_all", "no_limits")]


def begun(organiser: User, people: list[User], **given: Any) -> str:
    return started(organiser.pk, [user.pk for user in people], **{"format": "round-robin", "rounds": None} | given)


def table_of(cup: str, user: User) -> str:
    return next(table for table in open_tables(cup) if user.pk in tables.summary(table).seats)


def told(cup: str, user: User) -> leaving.Leaving:
    found = leaving.of_withdrawal(cup, user.pk)
    assert found is not None
    return found


def test_the_table_of_a_match_that_is_played_again_counts_as_played(organiser: User, people: list[User]) -> None:
    cup = begun(organiser, people[:4])
    again = tables.summary(table_of(cup, people[0])).match or ""
    for number in range(2):
        for table in open_tables(cup):
            if number == 0 or people[0].pk in tables.summary(table).seats:
                concede(table)
    assert told(cup, people[0]).played == 2
    given = desk.Signature(by=organiser.pk, seq=selectors.detail(cup).seq, reason="technical")
    desk.rule(tournament_id=cup, wanted=VoidTable(again), signature=given)
    table = table_of(cup, people[0])
    assert (tables.summary(table).match, told(cup, people[0]).played) == (again, 1)
    gather(table)
    assert told(cup, people[0]).played == 2, "it is resigned"
