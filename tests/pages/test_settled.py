"""What pages say of settled people: a young ladder, what a profile lacks, an unrated event, trust of clubs."""

import pytest
from django.test import Client

from accounts.models import User
from tests.clubs.conftest import Found, found, settled
from tests.factories import started
from tests.ratings.pools import GROWN
from tests.ratings.tables import small_pools, table
from tournaments.clubs import selectors as clubs
from tournaments.director import selectors
from tournaments.ratings.streams import POOLS

__all__ = ["found", "settled"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sent", "no_limits")]


def text(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def rated(users: list[User]) -> None:
    event = table([user.pk for user in users[:2]], (1, 2), ended=1)
    POOLS.append("gasp", POOLS.current("gasp"), [event])


def test_a_ladder_says_that_it_is_young(client: Client, settled: list[User]):
    rated(settled)
    assert "This ladder is young" in text(client, "/ladders/gasp")
    assert client.get("/api/ladders/gasp").json()["young"]
    with small_pools(GROWN):
        assert "This ladder is young" not in text(client, "/ladders/gasp")
        assert not client.get("/api/ladders/gasp").json()["young"]


def test_a_profile_says_what_is_missing(client: Client, settled: list[User]):
    rated(settled)
    path = f"/players/{settled[0].username}"
    assert "1 of 10 tables, 0 of 5 people met who have ten tables" in text(client, path)
    with small_pools(GROWN):
        seen = text(client, path)
    assert "0 of 5 settled people met, fewer than half of the last duels with settled people" in seen
    assert "Aún sin asentar" in client.get(path, headers={"Accept-Language": "es"}).content.decode()


def test_an_organiser_takes_an_event_out_by_its_page(client: Client, settled: list[User]):
    cup = started(settled[0].pk, [user.pk for user in settled[1:5]], rounds=2)
    assert client.get(f"/tournaments/{cup}/unrate").status_code == 302
    client.force_login(settled[0])
    assert f"/tournaments/{cup}/unrate" in text(client, f"/tournaments/{cup}")
    assert "out of the ratings?" in text(client, f"/tournaments/{cup}/unrate")
    client.post(f"/tournaments/{cup}/unrate")
    assert selectors.detail(cup).unrated
    seen = text(client, f"/tournaments/{cup}")
    assert "taken out of the site’s ratings" in seen
    assert f"/tournaments/{cup}/unrate" not in seen


def test_staff_trust_a_club_on_their_page(client: Client, found: Found, settled: list[User]):
    club = found()
    slug = clubs.club(club).founded.slug
    asked = {"club": slug, "trusted": "yes", "reason": "They have an arbiter."}
    client.force_login(settled[1])
    assert client.post("/staff/trust", asked).status_code == 404
    client.force_login(User.objects.create_user("stella", is_staff=True))
    client.post("/staff/trust", asked | {"reason": " "})
    assert not clubs.is_trusted(club)
    client.post("/staff/trust", asked)
    assert clubs.is_trusted(club)
    assert f"/clubs/{slug}" in text(client, "/staff")
    client.post("/staff/trust", asked | {"trusted": "no"})
    assert not clubs.is_trusted(club)
