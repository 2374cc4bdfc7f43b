# ruff: noqa: F811  fixtures of a neighbour
"""Pools skip duels with a guest: a walk-in who had no account when the table was opened."""

import pytest

from accounts.models import User
from tests.clubs.conftest import Found, found, settled  # noqa: F401
from tests.factories import announced, concede, open_tables
from tournaments.director import services as director
from tournaments.director.commands import walk_ins
from tournaments.director.streams import TOURNAMENTS
from tournaments.log import projections
from tournaments.ratings import selectors as ratings
from tournaments.ratings.errors import WrongSpan
from tournaments.ratings.names import club_pool
from tournaments.ratings.services import checked_places, correct_in_pool
from tournaments.tables import selectors as tables

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_to_all", "no_limits")]
GAME = "gasp"


def begun(people: list[User], *, club: str | None = None, rounds: int = 1) -> tuple[str, User]:
    """Three people and a walk-in at a table of four, and who the walk-in is."""
    cup = announced(
        people[0].pk, [user.pk for user in people[:3]], format="pods", game=GAME, table_size=4, rounds=rounds, club=club
    )
    number = walk_ins.enter(tournament_id=cup, by=people[0].pk, name="Bo")
    director.start(tournament_id=cup, by=people[0].pk)
    return cup, User.objects.get(pk=TOURNAMENTS.current(cup).state.walk_ins[number].user)


def claimed(cup: str, number: int, user: User, *, by: User) -> None:
    """An account gets the walk-in's place."""
    secret = walk_ins.secret(cup, number, 1)
    walk_ins.claim(tournament_id=cup, number=number, given=secret, user_id=user.pk)
    walk_ins.confirm(tournament_id=cup, by=by.pk, number=number)


def shown(people: list[User], pool: str = GAME) -> list[int]:
    return [round(ratings.ratings_of(pool, [user.pk])[user.pk]) for user in people]


def expected(table: str, guest: User, people: list[User]) -> list[int]:
    """The first seat has beaten all others, who are equal: 60 / 3 for each duel, half of it expected."""
    first = tables.summary(table).seats[0]
    if first == guest.pk:
        return [1500] * 3
    return [1520 if user.pk == first else 1490 for user in people]


def test_duels_among_the_others_count_and_those_with_the_guest_do_not(people: list[User]) -> None:
    cup, guest = begun(people)
    (table,) = open_tables(cup)
    assert tables.summary(table).rated
    concede(table)
    assert shown(people[:3]) == expected(table, guest, people[:3])
    assert ratings.rating_of(guest.pk, GAME) is None
    assert all(ratings.history(user.pk, GAME)[0].table == table for user in people[:3])
    assert projections.rebuild(check=True).changed == ()


def test_a_table_with_fewer_than_two_others_is_not_rated(people: list[User]) -> None:
    cup = announced(people[0].pk, [people[0].pk], format="pods", game=GAME, table_size=3, rounds=1)
    for name in ("Bo", "Cy"):
        walk_ins.enter(tournament_id=cup, by=people[0].pk, name=name)
    director.start(tournament_id=cup, by=people[0].pk)
    assert [tables.summary(table).rated for table in open_tables(cup)] == [False]


def test_a_guest_who_signs_up_while_they_play_does_not_choose_what_counts(people: list[User]) -> None:
    cup, guest = begun(people)
    (table,) = open_tables(cup)
    guest.set_password("a good long one")
    guest.save()
    concede(table)
    assert ratings.rating_of(guest.pk, GAME) is None
    assert shown(people[:3]) == expected(table, guest, people[:3])


def test_tables_after_the_claim_count_in_full_and_those_before_stay_as_they_are(people: list[User], ann: User) -> None:
    cup, guest = begun(people, rounds=2)
    (number,) = TOURNAMENTS.current(cup).state.walk_ins
    (first,) = open_tables(cup)
    concede(first)
    claimed(cup, number, ann, by=people[0])
    (second,) = open_tables(cup)
    concede(second)
    assert [change.table for change in ratings.history(ann.pk, GAME)] == [second]
    assert tables.summary(second).rated
    assert ratings.rating_of(guest.pk, GAME) is None
    assert projections.rebuild(check=True).changed == ()


def test_a_guest_need_not_be_a_member_where_the_club_rates_the_table(settled: list[User], found: Found) -> None:
    club = found(*settled[1:4])
    cup, guest = begun(settled, club=club)
    (table,) = open_tables(cup)
    concede(table)
    assert shown(settled[:3], club_pool(club, GAME)) == expected(table, guest, settled[:3])
    assert ratings.rating_of(guest.pk, club_pool(club, GAME)) is None


def test_a_correction_names_the_places_of_all_and_leaves_the_guest_out(people: list[User]) -> None:
    cup, guest = begun(people)
    (table,) = open_tables(cup)
    concede(table)
    with pytest.raises(WrongSpan):
        checked_places(GAME, table, (1, 2, 3))
    correct_in_pool(pool=GAME, table=table, places=(1, 1, 1, 1), ruling="r1")
    assert shown(people[:3]) == [1500] * 3
    assert ratings.rating_of(guest.pk, GAME) is None
    assert projections.rebuild(check=True).changed == ()
