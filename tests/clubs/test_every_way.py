"""The permission table cell by cell through page, API and service: the same answer, and a refusal changes nothing."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any, TypeAlias

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.clubs.making import facts
from tests.clubs.test_gate import LETTERS, TABLE
from tests.factories import plan
from tests.pages.forms import form
from tournaments.clubs import selectors, services
from tournaments.clubs.choices import DUTIES
from tournaments.clubs.errors import RoomError
from tournaments.clubs.events import Edited
from tournaments.clubs.streams import CLUBS
from tournaments.director import services as director
from tournaments.director.models import Tournament
from tournaments.log import sources
from tournaments.platform.units import DAY
from tournaments.tables import services as tables
from tournaments.tables.models import Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sent", "no_limits")]

WHO = "OEMLTPVS"
SETTINGS = {
    "name": "Harbour Street",
    "slug": "harbour-street",
    "description": "",
    "language": "en",
    "zone": "Europe/Lisbon",
    "visibility": "public",
    "join": "request",
    "emblem": "lantern",
    "palette": "harbour",
}
Body: TypeAlias = dict[str, Any]
Given: TypeAlias = dict[str, Any]
Way: TypeAlias = tuple[tuple[str, Body], tuple[str, Body], Callable[[Given, int], object]]
"""An act as a page's form, as an operation of the API, as a call of the service."""


@pytest.fixture
def given(db: None) -> Given:
    """A club with somebody of every kind in it, and what can be acted on."""
    old = timezone.now() - timedelta(days=30)
    names = [*WHO, "asks", "banned", "new"]
    people = {name: User.objects.create(username=f"user-{name}", date_joined=old) for name in names}
    people["S"].is_staff = True
    people["S"].save()
    owner = people["O"].pk
    club = services.found(by=owner, facts=facts(join="open"))
    for name in "EMLTP":
        services.join(club_id=club, by=people[name].pk)
        if name in LETTERS:
            duties = (LETTERS[name],)
            services.set_role(club_id=club, by=owner, user_id=people[name].pk, duties=duties)  # type: ignore[arg-type]
    services.edit(club_id=club, by=owner, wanted=Edited(join="request"))
    services.request(club_id=club, by=people["asks"].pk)
    until = sources.now_ms() + 5 * DAY
    services.remove(club_id=club, by=owner, user_id=people["banned"].pk, cause="other", ban_until=until)
    token = services.invite(club_id=club, by=owner, expires_at=until)
    ids = {name: user.pk for name, user in people.items()}
    return {"club": club, "people": people, "until": until, "invitation": selectors.id_of_token(token), **ids}


def edited(**changed: Any) -> Way:
    page = ("settings", SETTINGS | changed)
    return page, ("edit", changed), lambda g, by: services.edit(club_id=g["club"], by=by, wanted=Edited(**changed))


def _described(g: Given, by: int) -> object:
    return services.edit(club_id=g["club"], by=by, wanted=Edited(), description="New")


def _opened(g: Given, by: int) -> object:
    setup: dict[str, Any] = {"options": {"length": "deal"}, "clock": None, "rated": False, "club": g["club"]}
    return tables.open_table(game="duck-soup", seats=[by, None], opener=by, **setup)


CUP = {"name": "Cup", "game": "duck-soup", "format": "swiss", "round_minutes": 60}
STARTS = 8_000_000_000_000
WAYS: dict[str, Way] = {
    "leave": (("leave", {}), ("leave", {}), lambda g, by: services.leave(club_id=g["club"], by=by)),
    "request": (("request", {}), ("requests", {}), lambda g, by: services.request(club_id=g["club"], by=by)),
    "invite": (
        ("invitations", {"days": "7"}),
        ("invitations", {"expires_at": "{until}"}),
        lambda g, by: services.invite(club_id=g["club"], by=by, expires_at=g["until"]),
    ),
    "revoke": (
        ("invitations/{invitation}/revoke", {}),
        ("invitations/revoke", {"invitation": "{invitation}"}),
        lambda g, by: services.revoke(club_id=g["club"], by=by, invitation=g["invitation"]),
    ),
    "accept": (
        ("members/{asks}/accept", {}),
        ("requests/accept", {"player": "user-asks"}),
        lambda g, by: services.accept(club_id=g["club"], by=by, user_id=g["asks"]),
    ),
    "decline": (
        ("members/{asks}/decline", {}),
        ("requests/decline", {"player": "user-asks"}),
        lambda g, by: services.decline(club_id=g["club"], by=by, user_id=g["asks"]),
    ),
    "remove": (
        ("members/{P}", {"act": "remove", "cause": "other", "ban": "0"}),
        ("members/remove", {"player": "user-P"}),
        lambda g, by: services.remove(club_id=g["club"], by=by, user_id=g["P"], cause="other"),
    ),
    "ban": (
        ("members/{P}", {"act": "remove", "cause": "other", "ban": "7"}),
        ("members/remove", {"player": "user-P", "ban_until": "{until}"}),
        lambda g, by: services.remove(club_id=g["club"], by=by, user_id=g["P"], cause="other", ban_until=g["until"]),
    ),
    "lift": (
        ("members/{banned}/lift", {}),
        ("members/lift", {"player": "user-banned"}),
        lambda g, by: services.lift(club_id=g["club"], by=by, user_id=g["banned"]),
    ),
    "news": (
        ("news", {"title": "Advent", "text": ""}),
        ("news", {"title": "Advent"}),
        lambda g, by: services.post_news(club_id=g["club"], by=by, title="Advent", text=""),
    ),
    "description": (("settings", SETTINGS | {"description": "New"}), ("edit", {"description": "New"}), _described),
    "emblem": edited(emblem="anchor"),
    "name": edited(name="Another name"),
    "slug": edited(slug="another-slug"),
    "zone": edited(zone="Europe/Berlin"),
    "visibility": edited(visibility="unlisted"),
    "join_policy": edited(join="closed"),
    "roles": (
        ("members/{P}", {"act": "role", "duties": ["events"]}),
        ("members/role", {"player": "user-P", "duties": ["events"]}),
        lambda g, by: services.set_role(club_id=g["club"], by=by, user_id=g["P"], duties=DUTIES),
    ),
    "hand_over": (
        ("members/{P}", {"act": "hand-over", "reason": "They asked."}),
        ("handover", {"player": "user-P", "reason": "They asked."}),
        lambda g, by: services.hand_over(club_id=g["club"], by=by, user_id=g["P"], reason="They asked."),
    ),
    "close": (
        ("ownership/close", {"reason": "It is over."}),
        ("close", {"reason": "It is over."}),
        lambda g, by: services.close(club_id=g["club"], by=by, reason="It is over."),
    ),
    "open_table": (
        ("open?game=duck-soup", {"seats": "2", "against": "people", "option-length": "deal"}),
        ("/api/tables", {"game": "duck-soup", "seats": ["me", None], "club": "harbour-street"}),
        _opened,
    ),
    "tournaments": (
        ("/tournaments/new", form(club="harbour-street")),
        ("/api/tournaments", CUP | {"club": "harbour-street", "starts_at": STARTS}),
        lambda g, by: director.announce(by=by, settings=plan(club=g["club"])),
    ),
}
READS: dict[str, str] = {"see": "", "history": "history", "invite": "invitations"}


def filled(value: Any, given: Given) -> Any:
    if isinstance(value, str) and value.startswith("{"):
        return given[value[1:-1]]
    return value


def do(way: str, action: str, given: Given, by: User) -> None:
    page, api, service = WAYS[action]
    if way == "service":
        try:
            service(given, by.pk)
        except RoomError:
            return
        return
    client = Client()
    client.force_login(by, backend="django.contrib.auth.backends.ModelBackend")
    path, body = page if way == "page" else api
    base = "/clubs/harbour-street" if way == "page" else "/api/clubs/harbour-street"
    path = path.format(**given) if path.startswith("/") else f"{base}/{path.format(**given)}"
    body = {name: filled(value, given) for name, value in body.items()}
    kind: dict[str, Any] = {} if way == "page" else {"content_type": "application/json"}
    answer = client.post(path, body, **kind)
    assert answer.status_code < 500, (way, action, answer.content[:300])


def state(given: Given) -> tuple[int, int, int]:
    CLUBS.forget()
    return selectors.club(given["club"]).seq, Table.objects.count(), Tournament.objects.count()


def in_vain(given: Given) -> Iterator[tuple[str, User]]:
    """Everybody, each in a world of their own."""
    for who in WHO:
        with transaction.atomic():
            yield who, given["people"][who]
            transaction.set_rollback(True)
        CLUBS.forget()


@pytest.mark.parametrize("way", ["page", "api", "service"])
@pytest.mark.parametrize("action", WAYS)
def test_a_cell_is_the_same_on_every_way_and_a_refusal_changes_nothing(
    given: Given, monkeypatch: pytest.MonkeyPatch, action: str, way: str
) -> None:
    later = sources.now_ms() + DAY if action == "request" else sources.now_ms() + 8 * DAY
    if action == "hand_over":
        monkeypatch.setattr(sources, "now_ms", lambda: later)
    before, allowed = state(given), set()
    for who, user in in_vain(given):
        do(way, action, given, user)
        if state(given) != before:
            allowed.add(who)
    outsiders = {"V", "S"} if action == "request" else set(TABLE[action].split())
    assert allowed == outsiders


@pytest.mark.parametrize("action", READS)
def test_what_may_be_read_is_the_same_by_page_and_api(given: Given, action: str) -> None:
    for base in ("/clubs/harbour-street", "/api/clubs/harbour-street"):
        read = set()
        for who, user in in_vain(given):
            client = Client()
            client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
            if client.get(f"{base}/{READS[action]}".rstrip("/")).status_code == 200:
                read.add(who)
        assert read == set(TABLE[action].split()), base
