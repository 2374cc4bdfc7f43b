"""Where tables of clubs are rated."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from tests.factories import announced, concede
from tournaments.clubs import selectors
from tournaments.clubs import services as club_services
from tournaments.director import selectors as director
from tournaments.people.erasure import leave
from tournaments.ratings import selectors as ratings
from tournaments.ratings.names import club_pool, site_pool
from tournaments.settlement.services import settle_table
from tournaments.tables import services as tables

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sent", "no_limits")]
GAME = "duck-soup"


@pytest.mark.parametrize(("visibility", "on_the_site"), [("public", True), ("unlisted", True), ("private", False)])
def test_a_table_of_a_private_club_never_counts_on_the_site(
    found: Callable[..., str], settled: list[User], visibility: str, on_the_site: bool
):
    owner, ann = settled[:2]
    club = found(ann, visibility=visibility)
    seats, options = [owner.pk, ann.pk], {"length": "deal"}
    table = tables.open_table(
        game=GAME, options=options, seats=seats, clock=None, rated=True, opener=owner.pk, club=club
    )
    concede(table)
    settle_table(table_id=table)
    assert ratings.rating_of(owner.pk, club_pool(club, GAME)) is not None
    assert (ratings.rating_of(owner.pk, site_pool(GAME)) is not None) == on_the_site


def test_who_leaves_for_good_leaves_their_clubs(found: Callable[..., str], settled: list[User]):
    club = found(settled[1])
    leave(settled[0].pk)
    after = selectors.club(club)
    assert (after.owner, set(after.members)) == (None, {settled[1].pk})


def test_what_somebody_announced_for_a_club_stays_when_they_leave_for_good(
    found: Callable[..., str], settled: list[User]
):
    owner, ann = settled[:2]
    club = found(ann)
    own, of_the_club = announced(owner.pk), announced(owner.pk, club=club)
    leave(owner.pk)
    assert [director.detail(each).status for each in (own, of_the_club)] == ["cancelled", "announced"]


def test_a_club_s_page_ranks_its_members_by_its_own_pool(
    client: Client, found: Callable[..., str], settled: list[User]
):
    """Five tables against two people make a rating that is ranked; who has left is in it no more."""
    owner, ann, ben = settled[:3]
    club = found(ann, ben, visibility="private")
    for other in (ann, ben) * 5:
        table = tables.open_table(
            game=GAME,
            options={"length": "deal"},
            seats=[owner.pk, other.pk],
            clock=None,
            rated=True,
            opener=owner.pk,
            club=club,
        )
        concede(table)
        settle_table(table_id=table)
    page = f"/clubs/{selectors.club(club).founded.slug}/ratings/{GAME}"
    assert client.get(page).status_code == 404, "nobody knows of a private club"
    client.force_login(ann)
    ranked, new = rungs(client, page)
    assert (ranked, new) == ([owner.username], {ann.username, ben.username}), "the others have met one person"
    assert page in client.get(f"/clubs/{selectors.club(club).founded.slug}/ladders").content.decode()
    club_services.leave(club_id=club, by=ben.pk)
    assert rungs(client, page) == ([owner.username], {ann.username})
    assert client.get(page.replace(GAME, "no-such-game")).status_code == 404


def rungs(client: Client, page: str) -> tuple[list[str], set[str]]:
    """Who is ranked, best first; who is not yet."""
    ranked, _heading, rest = client.get(page).content.decode().partition('id="provisional-h"')
    names = [re.findall(r'class="person-link" href="/players/(\w+)"', part) for part in (ranked, rest)]
    return names[0], set(names[1])
