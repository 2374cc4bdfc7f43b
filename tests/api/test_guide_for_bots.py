"""What the guide says to authors of bots, sentence by sentence: each is held by a test that names it."""

import re
from collections.abc import Callable
from importlib import resources
from typing import Any, Final

import pytest
from django.conf import LazySettings

from accounts.models import User
from tests.api.client import Answer, Caller
from tests.factories import announced, bot_of, client_of, concede, open_for
from tests.people.test_bots import play_house
from tournaments.log import sources
from tournaments.people import friends
from tournaments.ratings import selectors as ratings
from tournaments.tables import presence, selectors, services

PARTS: Final = (
    "An account for your bot",
    "Where programs may play",
    "Invitations",
    "Ratings of bots",
    "Trying it out",
)
SAID: dict[str, Callable[..., None]] = {}
WHIST: Final = {"game": "german-whist", "seats": ["me", None]}

Test = Callable[..., None]


def says(*sentences: str) -> Callable[[Test], Test]:
    """The test holds these sentences, each named by its beginning."""

    def note(test: Test) -> Test:
        SAID.update(dict.fromkeys(sentences, test))
        return test

    return note


def sentences() -> list[str]:
    """Of the parts of the guide for authors of bots."""
    text = resources.files("tournaments.site").joinpath("guide.md").read_text(encoding="utf-8")
    parts = {
        title: " ".join(body.split()) for title, body in re.findall(r"\*\*(.+?)\.\*\*(.+?)(?=\n\n\*\*|\Z)", text, re.S)
    }
    return [each.strip() for title in PARTS for each in re.split(r"(?<=\.) (?=[A-Z`])", parts[title])]


def test_each_sentence_is_held_by_a_test() -> None:
    found = sentences()
    assert len(found) > 15
    held = {each: [begins for begins in SAID if each.startswith(begins)] for each in found}
    assert {each: by for each, by in held.items() if len(by) != 1} == {}
    assert [begins for begins in SAID if not any(each.startswith(begins) for each in found)] == []


@pytest.fixture
def robbie(ann: Caller) -> Caller:
    assert ann.user is not None
    return Caller(bot_of(ann.user))


@pytest.fixture
def connected(robbie: Caller) -> None:
    assert robbie.user is not None
    presence.note_programs([robbie.user.pk])


def refused(answer: Answer, status: int, code: str) -> None:
    assert (answer.status, answer["code"]) == (status, code)


def by_page(caller: Caller, **given: str) -> str:
    """The table that *caller* opens on a page."""
    assert caller.user is not None
    form = {"seats": "2", "against": "people", **given}
    return str(client_of(caller.user).post("/games/german-whist/open", form)["Location"].rpartition("/")[2])


# -- an account for your bot


@says("A bot has an account of its own", "Sign up with a new name")
def test_the_account_and_its_owner(ann: Caller) -> None:
    made = Caller(User.objects.create_user("robbie"))
    asked = made.post("/api/bot/account/upgrade", {"name": "robbie", "owner": "ann"})
    assert (asked["is_bot"], asked["owner"], asked["asked"]) == (False, None, "ann")
    assert ann.get("/api/bot/owned").body == {"bots": [], "asking": ["robbie"]}
    assert ann.user is not None
    client_of(ann.user).post("/settings/bots/accept", {"account": "robbie"})
    account = made.get("/api/bot/account")
    assert (account["is_bot"], account["owner"], account["asked"]) == (True, "ann", None)


@says("An account that has sat at a table cannot")
def test_who_cannot_and_who_cannot_go_back(ann: Caller, bob: Caller, robbie: Caller) -> None:
    bob.post("/api/tables", WHIST)
    refused(bob.post("/api/bot/account/upgrade", {"name": "bob", "owner": "ann"}), 409, "has_played")
    for way in ("withdraw", "upgrade"):
        robbie.post(f"/api/bot/account/{way}", {"name": "robbie", "owner": "bob"} if way == "upgrade" else {})
    assert robbie.get("/api/bot/account")["is_bot"] is True


@says("Its name has a title everywhere")
def test_the_title(stranger: Caller, robbie: Caller) -> None:
    robbie.post("/api/tables", WHIST)
    (table,) = stranger.get("/api/tables", status="open")["tables"]
    seat = stranger.get(f"/api/tables/{table['id']}")["seats"][0]
    for shown in (stranger.get("/api/players/robbie").body, table["players"][0], seat):
        assert (shown["name"], shown["is_bot"], shown["level"]) == ("robbie", True, "program")
    assert {"name": "robbie", "level": "program"} in stranger.get("/api/players", name="robbie")["players"]


@says("With `POST /api/bot/version` you say")
def test_versions(stranger: Caller, robbie: Caller, bob: Caller) -> None:
    assert bob.user is not None
    assert robbie.user is not None
    robbie.post("/api/bot/version", {"version": "1.0"})
    other = bot_of(bob.user, "rival")
    concede(open_for(robbie.user, other, rated=True, game="german-whist"))
    robbie.post("/api/bot/version", {"version": "2.0"})
    shown = stranger.get("/api/players/robbie")["versions"]
    assert [(each["name"], each["changes"]) for each in shown] == [
        ("2.0", []),
        ("1.0", [{"game": "german-whist", "by": 30, "tables": 1}]),
    ]


@says("It plays at up to 50 tables")
def test_fifty_tables(robbie: Caller, settings: LazySettings) -> None:
    assert settings.CAPS["program_tables"] == 50
    settings.CAPS = settings.CAPS | {"program_tables": 1}
    robbie.post("/api/tables", WHIST)
    refused(robbie.post("/api/tables", WHIST), 422, "too_many_tables")


# -- where programs may play


@says("A token that plays for a person")
def test_a_token_is_a_program(ann: Caller, bob: Caller) -> None:
    table = ann.post("/api/tables", {**WHIST})["id"]
    bob.post(f"/api/tables/{table}/join")
    who, other = (ann, bob) if ann.get(f"/api/tables/{table}")["legal"] else (bob, ann)
    seen = who.get(f"/api/tables/{table}")
    assert who.post(f"/api/tables/{table}/move/{seen['legal'][0]}").status == 200
    shown = other.get(f"/api/tables/{table}")
    assert {seat["name"]: seat["program"] for seat in shown["seats"]} == {
        str(who.user and who.user.username): True,
        str(other.user and other.user.username): False,
    }


@says("`programs` of a table says", "A table that a program opens")
def test_which_tables_are_open_to_programs(ann: Caller, stranger: Caller) -> None:
    made = ann.post("/api/tables", WHIST)["id"]
    closed, opened = by_page(ann), by_page(ann, programs="on")
    said = {table: stranger.get(f"/api/tables/{table}")["programs"] for table in (made, closed, opened)}
    assert said == {made: True, closed: False, opened: True}
    listed = {each["id"]: each["programs"] for each in stranger.get("/api/tables", status="open")["tables"]}
    assert listed == said


@says("Tournaments have `programs`", "Where programs may not play")
def test_where_programs_may_not_play(ann: Caller, bob: Caller, robbie: Caller, stranger: Caller) -> None:
    assert bob.user is not None
    closed, opened = announced(bob.user.pk), announced(bob.user.pk, programs=True)
    assert stranger.get(f"/api/tournaments/{opened}")["programs"] is True
    refused(robbie.post(f"/api/tournaments/{closed}/join"), 403, "no_programs")
    assert robbie.post(f"/api/tournaments/{opened}/join").status == 200
    table = by_page(bob)
    refused(robbie.post(f"/api/tables/{table}/join"), 403, "no_programs")
    refused(ann.post(f"/api/tables/{table}/join"), 403, "no_programs")
    assert ann.user is not None
    services.join(table_id=table, user_id=ann.user.pk)
    refused(ann.post(f"/api/tables/{table}/move/7H"), 403, "no_programs")


# -- invitations


@says("Anybody may invite your bot")
def test_who_may_invite_a_bot(bob: Caller, robbie: Caller) -> None:
    assert robbie.user is not None
    table = bob.post("/api/tables", WHIST)["id"]
    assert bob.post(f"/api/tables/{table}/invite", {"player": "robbie"}).status == 200
    second = bob.post("/api/tables", WHIST)["id"]
    robbie.post("/api/account/privacy", {"invitations": "nobody"})
    refused(bob.post(f"/api/tables/{second}/invite", {"player": "robbie"}), 403, "not_open_to_you")
    robbie.post("/api/account/privacy", {"invitations": "anyone"})
    friends.block(user=robbie.user, name="bob")
    refused(bob.post(f"/api/tables/{second}/invite", {"player": "robbie"}), 403, "not_open_to_you")


@says("With `POST /api/bot/rules` it sits")
def test_invitations_by_rules(bob: Caller, robbie: Caller, request: pytest.FixtureRequest) -> None:
    robbie.post("/api/bot/rules", {"games": ["german-whist"]})
    table = bob.post("/api/tables", WHIST)["id"]
    refused(bob.post(f"/api/tables/{table}/invite", {"player": "robbie"}), 422, "bot_away")
    request.getfixturevalue("connected")
    assert bob.post(f"/api/tables/{table}/invite", {"player": "robbie"}).status == 200
    assert selectors.summary(table).status == "playing"
    other = bob.post("/api/tables", WHIST | {"game": "duck-soup"})["id"]
    refused(bob.post(f"/api/tables/{other}/invite", {"player": "robbie"}), 422, "bot_declines")


@says("`GET /api/bot/online` lists")
def test_bots_that_are_connected(stranger: Caller, robbie: Caller, connected: None) -> None:
    assert stranger.get("/api/bot/online").body == {"bots": [{"name": "robbie", "rules": None}]}


@says("Without rules you are sent")
def test_invitations_without_rules(bob: Caller, robbie: Caller) -> None:
    first, second = (bob.post("/api/tables", WHIST)["id"] for _ in range(2))
    for table in (first, second):
        bob.post(f"/api/tables/{table}/invite", {"player": "robbie"})
    assert [each["kind"] for each in robbie.get("/api/notices")["notices"]] == ["table_invited"] * 2
    assert robbie.post(f"/api/tables/{first}/join")["status"] == "playing"
    assert robbie.post(f"/api/tables/{second}/invite/decline").status == 200
    assert robbie.get("/api/invitations")["invitations"] == []


# -- ratings of bots


@says("Rated tables at which bots play alone", "`GET /api/ladders/{game}?only_bots=true`")
def test_the_ladder_of_bots(bob: Caller, robbie: Caller, stranger: Caller) -> None:
    assert bob.user is not None
    assert robbie.user is not None
    person = User.objects.create_user("person")
    rival = bot_of(bob.user, "rival")
    concede(open_for(robbie.user, rival, rated=True, game="german-whist"))
    concede(open_for(person, robbie.user, rated=True, game="german-whist"))
    found = stranger.get("/api/ladders/german-whist", part="provisional", only_bots=True)
    assert {rung["name"]: rung["rating"] for rung in found["ladder"]} == {"robbie": 1530, "rival": 1470}


@says("An owner and their bots never", "All bots of an owner count")
def test_who_does_not_rate_whom(ann: Caller, robbie: Caller) -> None:
    """More of it, and how they count as one: ``tests/ratings/test_programs.py``."""
    assert ann.user is not None
    assert robbie.user is not None
    second = bot_of(ann.user, "second")
    for pair in ((ann.user, robbie.user), (second, robbie.user)):
        concede(open_for(*pair, rated=True, game="german-whist"))
    rated = ratings.ratings_of("german-whist", [ann.user.pk, second.pk, robbie.user.pk])
    assert set(rated.values()) == {1500}


# -- trying it out


@says("`POST /api/bot/smoke` opens an unrated")
def test_a_smoke_table(robbie: Caller) -> None:
    table = robbie.get(f"/api/tables/{robbie.post('/api/bot/smoke', {'game': 'german-whist'})['table']}")
    assert (table["rated"], table["clock"]["base"], table["clock"]["per_move"]) == (False, 30, True)
    assert sorted(seat["level"] for seat in table["seats"]) == ["greedy", "program"]


@says("`GET /api/bot/smoke` says in words", "It is kept for a week")
def test_what_went_wrong(robbie: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    table = robbie.post("/api/bot/smoke", {"game": "german-whist"})["table"]
    path = f"/api/tables/{table}"
    while not (seen := robbie.get(path))["legal"]:
        play_house(table)
    deck = (rank + suit for suit in "CDHS" for rank in "23456789TJQKA")
    illegal = next(card for card in deck if card not in seen["legal"])
    bad: list[tuple[str, dict[str, Any]]] = [
        (illegal, {}),
        (seen["legal"][0], {"expected_seq": 0}),
        (seen["legal"][0], {"sequence": 1}),
    ]
    codes = [robbie.post(f"{path}/move/{move}", body)["code"] for move, body in bad]
    (told,) = robbie.get("/api/bot/smoke")["tables"]
    assert [each["code"] for each in told["problems"]] == ["no_stream", *reversed(codes)]
    assert f"Legal moves were: {seen['legal'][0]}" in told["problems"][-1]["text"]
    later = sources.now_ms() + 60_000
    monkeypatch.setattr(sources, "now_ms", lambda: later)
    services.flag_overdue(table_id=table)
    (told,) = robbie.get("/api/bot/smoke")["tables"]
    assert told["problems"][0]["code"] == "time_passed"
    week = later + 7 * 86_400_000
    monkeypatch.setattr(sources, "now_ms", lambda: week)
    assert robbie.get("/api/bot/smoke")["tables"] == []
