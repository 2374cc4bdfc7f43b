"""The owner of a club corrects its ratings, by page and API: tried first, then signed; nobody else does."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.factories import client_of, concede, open_for
from tournaments.clubs import selectors as clubs
from tournaments.clubs import services as club_services
from tournaments.log import selectors as log
from tournaments.log import texts
from tournaments.log.errors import RoomError
from tournaments.log.projections import rebuild
from tournaments.ratings import correcting, moments, selectors
from tournaments.ratings.names import club_pool

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sent", "no_limits")]
GAME = "duck-soup"


class Played:
    """A club with an owner, an organiser of ladders and a member; the owner has beaten the member twice."""

    def __init__(self, found: Callable[..., str], settled: list[User]) -> None:
        self.owner, self.organiser, self.member = settled[:3]
        self.club = found(self.organiser, self.member)
        club_services.set_role(club_id=self.club, by=self.owner.pk, user_id=self.organiser.pk, duties=("ladders",))
        self.pool = club_pool(self.club, GAME)
        self.tables = [open_for(self.owner, self.member, rated=True, club=self.club) for _each in range(2)]
        for table in self.tables:
            concede(table)
        self.page = f"/clubs/{clubs.club(self.club).founded.slug}/ratings/{GAME}"

    def ratings(self, pool: str | None = None) -> list[int]:
        standings = (selectors.rating_of(user.pk, pool or self.pool) for user in (self.owner, self.member))
        return [standing.rating for standing in standings if standing]


@pytest.fixture
def played(found: Callable[..., str], settled: list[User]) -> Played:
    return Played(found, settled)


def test_the_owner_tries_a_correction_and_signs_it_on_a_page(played: Played):
    client, before, table = client_of(played.owner), played.ratings(), played.tables[0]
    on_the_site = played.ratings(GAME)
    assert f"?table={table}" in client.get(f"{played.page}/correct").content.decode()
    assert "counts as it was played" in client.get(f"{played.page}/correct?table={table}").content.decode()
    address = f"{played.page}/correct?table={table}&go=1&counts=void"
    tried = client.get(address)
    assert tried.status_code == 200
    assert "<ins>1530</ins>" in tried.content.decode()
    assert played.ratings() == before
    assert client.post(address, {"text": " "}).status_code == 422
    done = client.post(address, {"text": "They had agreed to <b>try</b> the game."})
    assert (done.status_code, done["Location"]) == (302, f"{played.page}/rulings")
    assert played.ratings() == [1530, 1470]
    assert played.ratings(GAME) == on_the_site, "the site's ratings are not the club's to correct"
    shown = client_of(played.member).get(f"{played.page}/rulings").content.decode()
    assert "They had agreed to &lt;b&gt;try&lt;/b&gt; the game." in shown
    again = client.get(address)
    assert again.status_code == 422
    assert "The table already counts like that." in again.content.decode()
    client.post(f"{played.page}/correct?table={table}&go=1&counts=played", {"text": "It counts after all."})
    assert played.ratings() == before
    assert rebuild(check=True).changed == ()


def test_places_that_are_not_all_given_are_asked_for(played: Played):
    address = f"{played.page}/correct?table={played.tables[0]}&go=1&counts=places"
    client = client_of(played.owner)
    assert client.get(f"{address}&place-0=2").status_code == 422
    assert client.get(f"{address}&place-0=2&place-1=9").status_code == 422
    assert client.post(f"{address}&place-0=2&place-1=1", {"text": "Seats were mixed up."}).status_code == 302
    assert moments.published(played.pool, limit=1)[0].text == "Seats were mixed up."
    assert played.ratings()[0] < 1510


def test_the_same_by_the_api_and_a_repetition_changes_nothing(played: Played):
    client, path = client_of(played.owner), f"/api/ratings/{played.pool}/corrections"
    ask: dict[str, Any] = {"table": played.tables[1], "places": [2, 1]}
    kind: dict[str, Any] = {"content_type": "application/json"}
    tried = client.post(f"{path}/try", ask, **kind).json()
    assert (len(tried["changes"]), tried["too_many"]) == (2, False)
    signed = ask | {"text": "A mistake."}
    answers = [client.post(path, signed, headers={"Idempotency-Key": "one"}, **kind) for _twice in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert played.ratings() == [change["after"] for change in tried["changes"]]
    (made,) = client.get(path).json()["corrections"]
    assert (made["table"], made["text"]) == (played.tables[1], "A mistake.")
    assert client.post(path, signed, **kind).json()["code"] == "counts_so"
    assert client.post(path, signed | {"table": "nosuchtabl"}, **kind).status_code == 404
    assert client.post(path, signed | {"places": [1, 2, 3]}, **kind).json()["code"] == "bad_places"


def test_nobody_but_the_owner_corrects(played: Played, settled: list[User]):
    User.objects.filter(pk=settled[5].pk).update(is_staff=True)
    before = len(log.load(f"pool:{played.pool}"))
    for user in (played.organiser, played.member, settled[4], settled[5]):
        client = client_of(User.objects.get(pk=user.pk))
        address = f"{played.page}/correct?table={played.tables[0]}&go=1&counts=void"
        assert client.get(address).status_code == 403
        assert client.post(address, {"text": "No."}).status_code == 403
        for rest, more in (("", {"text": "No."}), ("/try", {})):
            body = {"table": played.tables[0], "places": None} | more
            path = f"/api/ratings/{played.pool}/corrections{rest}"
            assert client.post(path, body, content_type="application/json").status_code == 403
    assert len(log.load(f"pool:{played.pool}")) == before


def test_the_sites_ratings_are_corrected_by_its_staff(played: Played, settled: list[User]):
    given: dict[str, Any] = {"pool": GAME, "table": played.tables[0], "places": None, "text": "A bot stood still."}
    with pytest.raises(RoomError) as refused:
        correcting.correct(**given, by=played.owner.pk)
    assert refused.value.code == "not_staff"
    User.objects.filter(pk=settled[5].pk).update(is_staff=True)
    correcting.correct(**given, by=settled[5].pk)
    assert played.ratings(GAME) == [1530, 1470]
    assert played.ratings() != [1530, 1470]


def test_why_can_be_erased_and_the_correction_stays(played: Played):
    correcting.correct(
        pool=played.pool, table=played.tables[0], places=None, text="Their name is Bond.", by=played.owner.pk
    )
    (made,) = moments.published(played.pool, limit=1)
    assert texts.erase(made.ruling)
    (after,) = moments.published(played.pool, limit=1)
    assert (after.text, after.differences) == ("", made.differences)
    assert all(b"Bond" not in stored.payload for stored in log.load(f"pool:{played.pool}"))


def test_who_plays_for_whom_is_a_page_for_organisers_of_ladders(played: Played, settled: list[User]):
    page = f"{played.page}/suspicions"
    assert Client().get(page).status_code == 302
    for user in (played.member, settled[4]):
        assert client_of(user).get(page).status_code == 403
    for user in (played.owner, played.organiser):
        assert "Nobody stands out." in client_of(user).get(page).content.decode()
        assert page in client_of(user).get(played.page).content.decode()
    assert page not in client_of(played.member).get(played.page).content.decode()
