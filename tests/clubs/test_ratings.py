"""Where tables of clubs are rated."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import User
from tests.factories import concede
from tournaments.clubs import selectors
from tournaments.people.leaving import leave
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
