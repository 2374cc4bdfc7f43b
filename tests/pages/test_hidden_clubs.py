"""A private club's pages cannot be told from pages that are not there; what members see strangers do not."""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver
from django.utils import timezone

from accounts.models import User
from tests.clubs.making import facts
from tests.factories import announced, open_for
from tournaments.clubs import selectors, services
from tournaments.clubs.events import Edited
from tournaments.clubs.streams import CLUBS
from tournaments.director import services as directing
from tournaments.leagues.nights import here
from tournaments.log import sources
from tournaments.platform.units import DAY
from tournaments.tables import services as tables

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits")]

HIDDEN, ABSENT = "cellar-bar", "no-such-club"


def patterns(part: str, urls: Any = None, before: str = "") -> Iterator[str]:
    """Every page with *part* in its path."""
    for one in get_resolver().url_patterns if urls is None else urls:
        path = before + str(one.pattern)
        if not isinstance(one, URLPattern):
            yield from patterns(part, one.url_patterns, path)
        elif part in path and not path.startswith("api/"):
            yield f"/{path}"


PATHS = sorted(set(patterns("<slug:address>")))
OF_TABLES = sorted(set(patterns("<slug:table_id>")))
OF_TOURNAMENTS = sorted(set(patterns("<slug:tournament_id>")))


@pytest.fixture
def club(ann: User, ben: User, db: None) -> str:
    """Ann's, which Ben has left; he may not know of it."""
    CLUBS.forget()
    User.objects.update(date_joined=timezone.now() - timedelta(days=30))
    made = services.found(by=ann.pk, facts=facts(slug=HIDDEN, join="open"))
    services.join(club_id=made, by=ben.pk)
    services.leave(club_id=made, by=ben.pk)
    services.edit(club_id=made, by=ann.pk, wanted=Edited(visibility="private", join="invitation"))
    return made


def told(client: Client, method: str, path: str, address: str) -> tuple[Any, ...]:
    at = re.sub(
        r"<(\w+):\w+>",
        lambda found: "7" if found[1] == "int" else "0123456789",
        re.sub("<slug:(address|table_id|tournament_id)>", address, path),
    )
    answer = getattr(client, method)(at)
    text = re.sub(r'name="csrfmiddlewaretoken" value="\w+"|X-CSRFToken[^}]*', "", answer.content.decode())
    kept = {
        name: answer.get(name, "").replace(address, "…")
        for name in ("Location", "ETag", "X-Robots-Tag", "Cache-Control")
    }
    return answer.status_code, kept, text.replace(address, "…")


def test_the_pages_are_found() -> None:
    assert len(PATHS) > 50
    assert {"/clubs/<slug:address>/calendar.ics", "/clubs/<slug:address>/here"} <= set(PATHS)


@pytest.mark.parametrize("who", ["stranger", "ben"])
def test_no_page_tells_that_a_private_club_is_there(who: str, club: str, ben: User) -> None:
    client = Client(raise_request_exception=False)
    if who == "ben":
        client.force_login(ben)
    for path in PATHS:
        for method in ("get", "post"):
            assert told(client, method, path, HIDDEN) == told(client, method, path, ABSENT), (method, path)
            assert told(client, method, path, club) == told(client, method, path, "Zz01234567"), (method, path)


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("who", ["stranger", "ben"])
def test_no_page_tells_that_a_private_club_s_table_is_there(
    who: str, club: str, ann: User, ben: User, robot: User, over: bool
) -> None:
    table = open_for(ann, robot if over else None, club=club)
    if over:
        tables.resign(table_id=table, user_id=ann.pk)
    client = Client(raise_request_exception=False)
    if who == "ben":
        client.force_login(ben)
    assert len(OF_TABLES) > 30
    for path in OF_TABLES:
        for method in ("get", "post"):
            assert told(client, method, path, table) == told(client, method, path, "Zz01234567"), (method, path)


@pytest.mark.parametrize("running", [False, True])
@pytest.mark.parametrize("who", ["stranger", "ben"])
def test_no_page_tells_that_a_private_club_s_tournament_is_there(
    who: str, club: str, ann: User, ben: User, robot: User, running: bool
) -> None:
    cup = announced(ann.pk, club=club, rated=False, bots=True)
    if running:
        directing.enter(tournament_id=cup, user_id=ann.pk)
        directing.enter(tournament_id=cup, user_id=robot.pk, by=ann.pk)
        directing.start(tournament_id=cup, by=ann.pk)
    client = Client(raise_request_exception=False)
    if who == "ben":
        client.force_login(ben)
    assert len(OF_TOURNAMENTS) > 50
    for path in OF_TOURNAMENTS:
        for method in ("get", "post"):
            assert told(client, method, path, cup) == told(client, method, path, "Zz01234567"), (method, path)


def test_who_is_here_is_for_members_on_the_page_too(club: str, ann: User, ben: User, as_ann: Client) -> None:
    services.edit(club_id=club, by=ann.pk, wanted=Edited(visibility="public"))
    here.be_here(club_id=club, by=ann.pk)
    assert "ann" in as_ann.get(f"/clubs/{HIDDEN}/here").content.decode()
    outside = Client()
    outside.force_login(ben)
    assert outside.get(f"/clubs/{HIDDEN}/here").status_code == 403


def test_who_leaves_is_here_no_more(club: str, ann: User, ben: User) -> None:
    services.edit(club_id=club, by=ann.pk, wanted=Edited(join="open", visibility="public"))
    services.join(club_id=club, by=ben.pk)
    for user in (ann, ben):
        here.be_here(club_id=club, by=user.pk)
    services.leave(club_id=club, by=ben.pk)
    assert here.here(club) == [ann.pk]


@pytest.mark.parametrize("end", ["revoked", "used_up", "expired"])
def test_an_invitation_that_is_over_tells_nothing_of_a_private_club(
    club: str, ann: User, ben: User, as_ann: Client, end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = services.invite(club_id=club, by=ann.pk, expires_at=sources.now_ms() + DAY, uses=1)
    path = f"/clubs/invitations/{token}"
    assert "Harbour Street" in Client().get(path).content.decode()
    if end == "revoked":
        services.revoke(club_id=club, by=ann.pk, invitation=selectors.id_of_token(token))
    elif end == "used_up":
        services.join(club_id="", by=ben.pk, invitation=token)
    else:
        later = sources.now_ms() + 2 * DAY
        monkeypatch.setattr(sources, "now_ms", lambda: later)
    for at in (path, f"/api/club-invitations/{token}"):
        answer = Client().get(at)
        assert (answer.status_code, b"Harbour Street" in answer.content) == (404, False)
    assert as_ann.get(path).status_code == 200


@pytest.mark.parametrize("number", ["0", "7", "9" * 30])
def test_a_member_of_any_number_is_looked_for_in_vain(club: str, as_ann: Client, number: str) -> None:
    assert as_ann.get(f"/clubs/{HIDDEN}/members/{number}").status_code == 404
