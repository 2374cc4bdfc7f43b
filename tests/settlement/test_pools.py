# ruff: noqa: F811  fixtures of a neighbour
"""In which pools a table is rated: of the site, of its club, of its season."""

import msgspec
import pytest
from django.test import Client

from accounts.models import User
from tests.clubs.conftest import Found, found, settled  # noqa: F401
from tests.factories import decide_once, open_for
from tournaments.clubs import services as clubs
from tournaments.clubs.events import Edited
from tournaments.ratings import reports, selectors
from tournaments.ratings.errors import UnknownPool
from tournaments.settlement.pools import pools_of
from tournaments.settlement.services import settle_table
from tournaments.tables import selectors as tables
from tournaments.tables import services as table_services
from tournaments.tables.selectors import Summary

pytestmark = pytest.mark.django_db

GAME = "duck-soup"


def of_club(club: str | None, *users: User) -> Summary:
    """A finished table as if it had been one of *club*."""
    table_id = open_for(*users, rated=True)
    decide_once(table_id)
    table_services.resign(table_id=table_id, user_id=users[1].pk)
    return msgspec.structs.replace(tables.summary(table_id), club=club)


def test_a_table_of_members_counts_in_the_club_too(settled: list[User], found: Found):
    club = found(settled[1])
    assert pools_of(of_club(None, *settled[:2])) == [GAME]
    assert pools_of(of_club(club, *settled[:2])) == [GAME, f"club:{club}:{GAME}"]
    assert pools_of(of_club(club, settled[0], settled[5])) == [GAME]


def test_a_table_with_real_cards_counts_in_the_clubs_own_ratings_where_the_club_wants_that(
    settled: list[User], found: Found
):
    club = found(settled[1])
    in_room = msgspec.structs.replace(of_club(club, *settled[:2]), in_room=True)
    assert pools_of(in_room) == []
    assert pools_of(msgspec.structs.replace(in_room, club=None)) == []
    clubs.edit(club_id=club, by=settled[0].pk, wanted=Edited(room_rated=True))
    after = msgspec.structs.replace(of_club(club, *settled[:2]), in_room=True)
    assert pools_of(after) == [f"club:{club}:{GAME}"]


def test_tables_of_private_clubs_never_count_for_the_site(settled: list[User], found: Found):
    club = found(settled[1], visibility="private", join="invitation")
    assert pools_of(of_club(club, *settled[:2])) == [f"club:{club}:{GAME}"]


def test_who_turns_a_club_private_during_a_game_does_not_choose_what_counts(settled: list[User], found: Found):
    club = found(settled[1])
    going_badly = of_club(club, *settled[:2])
    clubs.edit(club_id=club, by=settled[0].pk, wanted=Edited(visibility="private", join="invitation"))
    began_in_private = of_club(club, *settled[:2])
    clubs.edit(club_id=club, by=settled[0].pk, wanted=Edited(visibility="public"))
    assert GAME in pools_of(going_badly)
    assert GAME not in pools_of(began_in_private)


def test_membership_counts_as_it_was_when_the_table_began(settled: list[User], found: Found):
    club = found(settled[1])
    played = of_club(club, *settled[:2])
    later = of_club(club, settled[0], settled[2])
    clubs.join(club_id=club, by=settled[2].pk)
    clubs.leave(club_id=club, by=settled[1].pk)
    assert f"club:{club}:{GAME}" in pools_of(played)
    assert f"club:{club}:{GAME}" not in pools_of(later)


def test_ratings_of_a_club_are_seen_by_those_who_see_it(
    settled: list[User],
    found: Found,
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
):
    club = found(settled[1], visibility="private", join="invitation")
    pool = f"club:{club}:{GAME}"
    table = of_club(club, *settled[:2])
    monkeypatch.setattr("tournaments.settlement.services.pools_of", lambda _table: [pool])
    settle_table(table_id=table.id)
    assert selectors.ratings_of(pool, [settled[0].pk]) == {settled[0].pk: 1530}
    assert client.get(f"/api/ratings/{pool}").status_code == 404
    client.force_login(settled[1])
    assert client.get(f"/api/ratings/{pool}").status_code == 200
    assert client.get(f"/api/ratings/{pool}/suspicions").status_code == 403
    assert reports.report(pool, viewer=settled[0].pk) == []
    with pytest.raises(UnknownPool):
        reports.report(pool, viewer=settled[5].pk)
