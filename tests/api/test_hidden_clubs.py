"""A private club cannot be told from one that is not there: by no operation, no body, and nobody outside."""

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.urls import URLPattern, get_resolver
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from tests.api import test_throttling as throttled
from tests.api.client import Answer, Caller
from tests.clubs.making import facts
from tests.factories import announced, open_for
from tournaments.clubs import services
from tournaments.clubs.events import Edited
from tournaments.clubs.streams import CLUBS
from tournaments.director import services as directing
from tournaments.kit.operations import Operation
from tournaments.log import sources
from tournaments.platform.units import DAY
from tournaments.tables import services as tables

pytestmark = pytest.mark.django_db

HIDDEN, ABSENT = "cellar-bar", "no-such-club"
PRIVATE = Edited(visibility="private", join="invitation")
RULE = {"text": "Because", "order": ["nobody-there"]}
SEASON = {"game": "duck-soup", "title": "March", "from": "2027-03-01", "to": "2027-03-31"}
BODIES: list[dict[str, Any]] = [
    {},
    *(
        {"player": name, **more}
        for name in ("nobody-there", "ann")
        for more in ({}, {"note": "x"}, {"duties": ["texts"]})
    ),
    {"player": "nobody-there", "others": ["nobody-there"]},
    {"player": "ann", "present": True},
    {"expires_at": 1},
    {"expires_at": 4_000_000_000_000, "player": "nobody-there"},
    {"invitation": "0123456789"},
    {"news": "0123456789"},
    {"name": "Cellar"},
    {"zone": "Nowhere/Land"},
    {"description": "a\u202eb"},
    {"answer": "I bring \u202e biscuits."},
    {"title": "News"},
    {"title": "\u2066"},
    {"reason": "\u202e"},
    {"accepts": True},
    {"text": "Hello"},
    {"url": "http://example.org/", "kinds": ["news"]},
    {"url": "https://example.org/", "kinds": ["nothing"]},
    {"here": True},
    {"answer": "yes"},
    {"answer": "accept"},
    {"starts_at": 1},
    {"title": "Tea", "date": "2027-03-01", "at": "99:99"},
    {
        "title": "Tea",
        "rule": {"repeats": "weekly", "weekdays": ["TH"]},
        "at": "19:30",
        "from": "2027-03-01",
        "host": "nobody",
    },
    {"time": 1},
    {"until": 1},
    SEASON,
    SEASON | {"game": "nothing"},
    SEASON | {"divisions": [["nobody-there"]]},
    {"game": "nothing", "title": "Ladder"},
    RULE,
]
Way = tuple[str, str, dict[str, Any]]


def operations(part: str, urls: Any = None, before: str = "") -> Iterator[tuple[str, str, Operation]]:
    """Method, path and operation of everything with *part* in its path."""
    for one in get_resolver().url_patterns if urls is None else urls:
        path = before + str(one.pattern)
        if not isinstance(one, URLPattern):
            yield from operations(part, one.url_patterns, path)
        elif part in path:
            view = getattr(one.callback, "view_class", None)  # a stream is none, and has tests of its own
            for method in ("get", "post"):
                if declared := getattr(getattr(view, method, None), "operation", None):
                    yield method.upper(), f"/{path}", declared


def fits(body: dict[str, Any], shape: type[msgspec.Struct]) -> bool:
    try:
        msgspec.convert(body, shape)
    except msgspec.ValidationError:
        return False
    return True


def ways() -> Iterator[Way]:
    for method, path, declared in operations("/<club:club>"):
        given = [body for body in BODIES if declared.takes and fits(body, declared.takes)] if method == "POST" else [{}]
        yield from ((method, path, body) for body in given or [{}])


WAYS = sorted(ways(), key=str)


def given(part: str) -> list[Way]:
    """Everything with *part* in its path, with no body and one that fits."""
    return [
        (method, path, body)
        for method, path, declared in operations(part)
        for body in ({}, throttled.BODIES.get(declared.name, {}))
    ]


AT_TABLES, AT_TOURNAMENTS = given("/<id:table_id>"), given("/<id:tournament_id>")


@pytest.fixture
def hidden(db: None) -> dict[str, str]:
    """A private club by its ids, and a person who was put out of it, one who is kept out, one who never knew it."""
    CLUBS.forget()
    owner, left, banned = (User.objects.create_user(name) for name in ("owner", "left", "banned"))
    User.objects.update(date_joined=timezone.now() - timedelta(days=30))
    club = services.found(by=owner.pk, facts=facts(slug=HIDDEN, join="open"))
    for user in (left, banned):
        services.join(club_id=club, by=user.pk)
    services.leave(club_id=club, by=left.pk)
    until = sources.now_ms() + DAY
    services.remove(club_id=club, by=owner.pk, user_id=banned.pk, cause="other", ban_until=until)
    services.edit(club_id=club, by=owner.pk, wanted=PRIVATE)
    return {"slug": HIDDEN, "id": club}


def told(answer: Answer) -> tuple[int, Any, Any]:
    return answer.status, answer.body, answer.headers.get("Retry-After")


def asked(caller: Caller, way: Way, club: dict[str, str]) -> tuple[int, Any, Any]:
    method, path, body = way
    path = re.sub("<club:club>|<id:(table|tournament)_id>", club["slug"], path)
    path = re.sub(r"<\w+:\w+>", "0123456789", path)
    content = json.dumps(body) if method == "POST" else None
    return told(caller.call(method, path, content))


def test_the_operations_are_found() -> None:
    paths = {path for _method, path, _body in WAYS}
    assert len(paths) > 60
    assert {"/api/clubs/<club:club>/requests/accept", "/api/clubs/<club:club>/here"} <= paths


@pytest.mark.parametrize("who", ["stranger", "ann", "left", "banned", "guest"])
@pytest.mark.usefixtures("no_limits")
def test_nobody_outside_can_tell_that_a_private_club_is_there(
    who: str, hidden: dict[str, str], ann: Caller, stranger: Caller, guest: Caller
) -> None:
    known: dict[str, Caller] = {"stranger": stranger, "ann": ann, "guest": guest}
    caller = known.get(who) or Caller(User.objects.get(username=who))
    absent = {"slug": ABSENT, "id": "Zz01234567"}
    before = CLUBS.current(hidden["id"]).state.seq
    for way in WAYS:
        assert asked(caller, way, hidden) == asked(caller, way, absent), way
    assert CLUBS.current(hidden["id"]).state.seq == before


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("who", ["stranger", "ann"])
@pytest.mark.usefixtures("no_limits")
def test_nobody_outside_can_tell_that_a_table_of_it_is_there(
    who: str, hidden: dict[str, str], ann: Caller, stranger: Caller, robot: User, over: bool
) -> None:
    owner = User.objects.get(username="owner")
    table = open_for(owner, robot if over else None, club=hidden["id"])
    if over:
        tables.resign(table_id=table, user_id=owner.pk)
    caller = {"stranger": stranger, "ann": ann}[who]
    assert len(AT_TABLES) > 40
    for way in AT_TABLES:
        assert asked(caller, way, {"slug": table}) == asked(caller, way, {"slug": "Zz01234567"}), way


@pytest.mark.parametrize("running", [False, True])
@pytest.mark.parametrize("who", ["stranger", "ann"])
@pytest.mark.usefixtures("no_limits")
def test_nobody_outside_can_tell_that_a_tournament_of_it_is_there(
    who: str, hidden: dict[str, str], ann: Caller, stranger: Caller, robot: User, running: bool
) -> None:
    owner = User.objects.get(username="owner").pk
    cup = announced(owner, club=hidden["id"], rated=False, bots=True)
    if running:
        directing.enter(tournament_id=cup, user_id=owner)
        directing.enter(tournament_id=cup, user_id=robot.pk, by=owner)
        directing.start(tournament_id=cup, by=owner)
    caller = {"stranger": stranger, "ann": ann}[who]
    assert len(AT_TOURNAMENTS) > 80
    for way in AT_TOURNAMENTS:
        assert asked(caller, way, {"slug": cup}) == asked(caller, way, {"slug": "Zz01234567"}), way


def test_a_limit_that_is_used_up_tells_nothing_either(hidden: dict[str, str], ann: Caller, settings: Settings) -> None:
    settings.RATES = {"clubs": "1/h", "leagues": "1/h", "notices": "1/h", "chat": "1/h"}
    absent = {"slug": ABSENT, "id": "Zz01234567"}
    for way in WAYS:
        assert asked(ann, way, hidden) == asked(ann, way, absent), way


def test_who_has_asked_takes_that_back_also_once_the_club_is_private(
    hidden: dict[str, str], ann: Caller, bob: Caller
) -> None:
    club, owner = hidden["id"], User.objects.get(username="owner").pk
    services.edit(club_id=club, by=owner, wanted=Edited(visibility="public", join="request"))
    assert ann.post(f"/api/clubs/{HIDDEN}/requests").status == 200
    services.edit(club_id=club, by=owner, wanted=PRIVATE)
    assert [each.post(f"/api/clubs/{HIDDEN}/requests/withdraw").status for each in (ann, bob)] == [200, 404]
    assert not CLUBS.current(club).state.requests
