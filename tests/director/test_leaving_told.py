"""What follows from leaving, as it is told before."""

from typing import Any

import pytest

from accounts.models import User
from tests.factories import client_of, concede, gather, of_teams, open_tables, started
from tournaments.director import selectors
from tournaments.director import services as director
from tournaments.director.commands import desk
from tournaments.director.display import leaving
from tournaments.director.policy.rulings.matches import VoidTable
from tournaments.tables import selectors as tables
from tournaments.tables import services

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


# -- on both pages: of who leaves, and of the organiser who takes them out


def pages(cup: str, user: User, organiser: User) -> list[str]:
    entry = next(each.number for each in selectors.detail(cup).entries if user.pk in each.users)
    answers = (
        client_of(user).get(f"/tournaments/{cup}/withdraw"),
        client_of(organiser).get(f"/tournaments/{cup}/remove", {"entry": str(entry)}),
    )
    return [" ".join(answer.content.decode().split()) for answer in answers]


STAYS = "What has been played stays in the standings."


@pytest.mark.parametrize(("rounds", "said"), [(0, "all results are annulled"), (2, "the results stand, and the opp")])
def test_who_leaves_a_round_robin_is_annulled_or_counts(
    organiser: User, people: list[User], rounds: int, said: str
) -> None:
    cup = begun(organiser, people[:4])
    for _round in range(rounds):
        for table in open_tables(cup):
            concede(table)
    for page in pages(cup, people[0], organiser):
        assert said in page
        assert f"{rounds} of 3 games have been played" in page
        assert STAYS not in page


def test_a_table_that_is_played_is_resigned_and_one_that_waits_is_missed(organiser: User, people: list[User]) -> None:
    cup = begun(organiser, people[:4], format="swiss", rounds=2)
    for page in pages(cup, people[0], organiser):
        assert "the match counts as missed" in page
        assert STAYS in page
    gather(table_of(cup, people[0]))
    for page in pages(cup, people[0], organiser):
        assert "it is resigned, with the last place at it" in page


def test_what_was_reported_in_the_room_stays(organiser: User, people: list[User]) -> None:
    cup = begun(organiser, people[:4], in_room=True)
    services.report_result(table_id=table_of(cup, people[0]), user_id=people[0].pk, places=(1, 2), points=())
    for page in pages(cup, people[0], organiser):
        assert "A result has been reported: it stays" in page
        assert "counts as missed" not in page


@pytest.mark.parametrize("begins", [False, True])
def test_a_team_leaves_whole(organiser: User, people: list[User], begins: bool) -> None:
    cup = of_teams(organiser.pk, [user.pk for user in people[:4]])
    if begins:
        director.start(tournament_id=cup, by=organiser.pk)
    for page in pages(cup, people[1], organiser):
        assert "The whole team leaves: player1 &amp; player2." in page


def test_who_is_taken_out_is_told_by_name(organiser: User, people: list[User]) -> None:
    cup = begun(organiser, people[:4])
    answer = client_of(organiser).post(f"/tournaments/{cup}/remove", {"entry": "1"}, follow=True)
    assert f"{people[0].username} has been taken out." in answer.content.decode()
