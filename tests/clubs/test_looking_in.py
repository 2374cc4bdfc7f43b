"""The staff look into private clubs with a reason, which the members read: by page and API alike."""

import pytest
from django.test import Client

from accounts.models import User
from tests.api.client import Caller
from tests.clock import Clock
from tests.clubs.conftest import Found
from tests.factories import client_of, open_for
from tournaments.clubs import selectors, services
from tournaments.clubs.choices import LOOK
from tournaments.clubs.errors import NotAllowed, Refused, UnknownClub
from tournaments.log.projections import rebuild
from tournaments.people import chat, places

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits", "sent")]
CLUB = "/clubs/harbour-street"


@pytest.fixture
def club(found: Found, settled: list[User]) -> str:
    return found(settled[1], visibility="private", join="invitation")


@pytest.fixture
def staff(db: None) -> User:
    return User.objects.create_user("stella", is_staff=True)


def test_without_a_reason_a_private_club_is_not_there_for_the_staff(
    club: str, settled: list[User], staff: User
) -> None:
    table = open_for(settled[0], settled[1], club=club)
    page, api = Client(), Caller(staff)
    page.force_login(staff)
    asked = page.get(f"{CLUB}/members")
    assert (asked.status_code, "Harbour" in asked.content.decode()) == (403, False)
    assert api.get(f"/api/clubs/{club}").status == 404
    assert page.get(f"/tables/{table}").status_code == 404
    with pytest.raises(UnknownClub):
        chat.read(places.in_club(club), staff)
    assert selectors.unseen({(club, staff.pk)}) == {(club, staff.pk)}


@pytest.mark.parametrize("way", ["page", "api"])
def test_with_one_they_see_it_for_an_hour_and_the_members_read_why(
    club: str, settled: list[User], staff: User, clock: Clock, way: str
) -> None:
    page, api = Client(), Caller(staff)
    page.force_login(staff)
    if way == "page":
        told = page.post(f"{CLUB}/look", {"reason": "Somebody complained.", "next": f"{CLUB}/members"})
        assert told["Location"] == f"{CLUB}/members"
    else:
        assert api.post(f"/api/clubs/{club}/look", {"reason": "Somebody complained."}).status == 200
    assert page.get(f"{CLUB}/members").status_code == 200
    assert api.get(f"/api/clubs/{club}").status == 200
    assert chat.read(places.in_club(club), staff).moderates
    assert selectors.unseen({(club, staff.pk)}) == set()
    (line, *_earlier) = selectors.history(club, settled[1]).lines
    assert (str(line.text), line.quote) == ("stella, of the service’s staff, looked in.", "Somebody complained.")
    clock.now += LOOK
    assert page.get(f"{CLUB}/members").status_code == 403
    assert rebuild(check=True).changed == ()


def test_no_reason_is_none_and_nobody_else_looks_in(club: str, settled: list[User], staff: User) -> None:
    before = selectors.club(club).seq
    with pytest.raises(Refused, match="reason_required"):
        services.look_in(club_id=club, by=staff.pk, reason=" ")
    with pytest.raises(UnknownClub):
        services.look_in(club_id=club, by=settled[5].pk, reason="I am curious.")
    with pytest.raises(NotAllowed, match="not_staff"):
        services.look_in(club_id=club, by=settled[1].pk, reason="I am curious.")
    page = client_of(staff)
    assert page.post(f"{CLUB}/look", {"reason": ""}).status_code == 422
    page.force_login(settled[5])
    assert page.post(f"{CLUB}/look", {"reason": "I am curious."}).status_code == 404
    assert page.get(CLUB).status_code == 404
    assert selectors.club(club).seq == before


def test_a_public_club_needs_none(found: Found, settled: list[User], staff: User) -> None:
    club = found()
    before = selectors.club(club).seq
    services.look_in(club_id=club, by=staff.pk, reason="No need.")
    assert selectors.club(club).seq == before
