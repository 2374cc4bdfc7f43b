"""``/api/games/search``: the filters of the page, by the names of the API; its refusals; searches that are kept."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from pytest_django import Settings

from accounts import privacy
from accounts.models import User
from tests.api.client import Caller
from tests.clubs.making import facts
from tests.factories import concede, open_for, open_tables, started
from tournaments.clubs import services as clubs
from tournaments.tables import saved_searches
from tournaments.tables.models import Seat, Table

pytestmark = pytest.mark.django_db
PATH = "/api/games/search"
SAVED = "/api/account/searches"


@pytest.fixture
def games(ann: Caller, bob: Caller, bots: list[User]) -> list[str]:
    """Ann has won against bob and lost at gasp."""
    assert ann.user
    assert bob.user
    tables = [open_for(ann.user, bob.user), open_for(bob.user, bots[0], ann.user, game="gasp")]
    for table in tables:
        concede(table)
    for number, table in enumerate(tables):
        went = {"moves": 10 + number, "margin": 5 * number, "comeback": bool(number)}
        Table.objects.filter(pk=table).update(**went)
        Seat.objects.filter(table=table).update(**went)
    return tables


def found(caller: Caller, **query: Any) -> list[str]:
    answer = caller.get(PATH, **query)
    assert answer.status == 200, answer
    return [game["id"] for game in answer["games"]]


def test_games_are_found_by_each_parameter(stranger: Caller, games: list[str]) -> None:
    duck, gasp = games
    assert sorted(found(stranger)) == sorted(games)
    assert found(stranger, player="ann", game="gasp") == [gasp]
    assert found(stranger, player="ann", result="won") == [duck]
    assert found(stranger, player="ann", place=1, opponent="BOB") == [duck]
    assert found(stranger, game="duck-soup", options="length=deal") == [duck]
    assert found(stranger, game="duck-soup", options="length=deal", player="bob") == [duck]
    assert found(stranger, moves_from=11) == found(stranger, margin_from=1) == found(stranger, comeback=True) == [gasp]
    assert found(stranger, moves_to=10) == found(stranger, margin_to=0) == [duck]
    assert found(stranger, until=5) == []
    assert len(found(stranger, since=5)) == 2


def test_a_game_tells_who_played_and_how_it_went(stranger: Caller, games: list[str]) -> None:
    (game,) = stranger.get(PATH, game="duck-soup")["games"]
    assert [(player["name"], player["place"]) for player in game["players"]] == [("ann", 1), ("bob", 2)]
    assert (game["moves"], game["margin"], game["comeback"], game["reason"]) == (10, 0, False, "resigned")
    assert stranger.get(game["record"].partition("/api")[1] + game["record"].partition("/api")[2]).status == 200


def test_pages_follow_each_other(stranger: Caller, games: list[str]) -> None:
    first = stranger.get(PATH, limit=1)
    second = stranger.get(PATH, limit=1, after=first["next"])
    assert sorted([first["games"][0]["id"], second["games"][0]["id"]]) == sorted(games)
    assert second["next"] is None


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ({"player": "nobody"}, 422, "unknown_player"),
        ({"opponent": "ann,nobody"}, 422, "unknown_player"),
        ({"opponent": "a,b,c,d,e"}, 422, "too_many_players"),
        ({"result": "won"}, 422, "no_player"),
        ({"place": 2}, 422, "no_player"),
        ({"club": "nowhere"}, 404, "unknown_club"),
        ({"tournament": "nowhere"}, 422, "unknown_tournament"),
        ({"options": "length=deal"}, 422, "no_game"),
        ({"game": "duck-soup", "options": "length=long"}, 422, "bad_option"),
        ({"game": "duck-soup", "options": "colour=red"}, 422, "bad_option"),
        ({"game": "bridge", "options": "x=on"}, 404, "unknown_game"),
        ({"after": "x"}, 400, "malformed"),
        ({"moves_from": -1}, 400, "malformed"),
        ({"since": "yesterday"}, 400, "malformed"),
        ({"limit": 101}, 400, "malformed"),
        ({"colour": "red"}, 400, "malformed"),
    ],
)
def test_what_makes_no_sense_is_refused(
    stranger: Caller, games: list[str], query: dict[str, Any], status: int, code: str
) -> None:
    answer = stranger.get(PATH, **query)
    assert (answer.status, answer["code"]) == (status, code)


def test_who_hides_their_games_is_neither_found_nor_named(
    ann: Caller, bob: Caller, stranger: Caller, games: list[str]
) -> None:
    assert bob.user
    privacy.choose(user=bob.user, choices={"show_games": False})
    assert found(stranger, player="bob") == found(stranger, player="ann", opponent="bob") == []
    (game,) = stranger.get(PATH, game="duck-soup")["games"]
    assert [player["name"] for player in game["players"]] == ["ann", None]
    file = stranger.get(f"{PATH}/file", player="ann")
    assert "bob" not in file.body
    assert len(found(ann, player="bob")) == 2
    assert "bob" in ann.get(f"{PATH}/file", player="ann").body


def test_a_hidden_club_and_a_private_tournament_are_as_ones_that_are_not_there(
    ann: Caller, bob: Caller, stranger: Caller, organiser: User
) -> None:
    assert ann.user
    assert bob.user
    User.objects.update(date_joined="2026-01-01T00:00:00Z")
    club = clubs.found(by=ann.user.pk, facts=facts(slug="cellar-bar", visibility="private"))
    private = started(organiser.pk, [ann.user.pk, bob.user.pk], private=True)
    table = open_tables(private)[0]
    concede(table)
    for name, hidden, missing in (("club", "cellar-bar", "nowhere99"), ("club", club, "0" * 10)):
        told, other = stranger.get(PATH, **{name: hidden}), stranger.get(PATH, **{name: missing})
        assert (told.status, told["code"], told["detail"]) == (other.status, other["code"], other["detail"])
    assert stranger.get(PATH, tournament=private)["code"] == "unknown_tournament"
    assert found(ann, tournament=private) == [table]
    assert ann.get(PATH)["games"][0]["tournament"]["id"] == private
    assert stranger.get(PATH)["games"][0]["tournament"] is None


def test_the_file_has_a_game_a_line(stranger: Caller, games: list[str]) -> None:
    answer = stranger.get(f"{PATH}/file", player="ann")
    assert answer.media_type == "text/jsonl"
    lines = [json.loads(line) for line in answer.body.splitlines()]
    assert lines == list(stranger.get(PATH, player="ann")["games"])
    nothing = stranger.client.get(f"{PATH}/file?player=ann&until=5")
    assert (nothing.status_code, nothing.content) == (200, b"")
    assert nothing["Content-Type"] == "text/jsonl; charset=utf-8"


@pytest.mark.usefixtures("fresh_allowances")
@pytest.mark.parametrize(("action", "path"), [("searches", PATH), ("game_exports", f"{PATH}/file")])
def test_searches_of_strangers_are_counted(
    stranger: Caller, games: list[str], settings: Settings, action: str, path: str
) -> None:
    settings.RATES = {action: "9/h", f"address_{action}": "1/h"}
    assert [stranger.get(path).status for _ in range(2)] == [200, 429]


# -- searches that are kept


def test_a_search_is_kept_renamed_and_deleted(ann: Caller) -> None:
    kept = ann.post(SAVED, {"name": "mine", "query": "player=ann&bogus=1"})
    assert (kept["name"], kept["query"]) == ("mine", "player=ann")
    path = f"{SAVED}/{kept['id']}"
    assert ann.post(f"{path}/rename", {"name": "ours"})["name"] == "ours"
    assert [each["name"] for each in ann.get(SAVED)["searches"]] == ["ours"]
    assert ann.post(f"{path}/delete", key="once").status == ann.post(f"{path}/delete", key="once").status == 200
    assert ann.get(SAVED)["searches"] == []
    assert ann.post(f"{path}/delete")["code"] == "unknown_search"


@pytest.mark.usefixtures("fresh_allowances")
def test_a_search_that_is_refused_is_counted_too(ann: Caller, settings: Settings) -> None:
    """Names and clubs are looked up for it."""
    settings.RATES = {"people": "1/h"}
    assert [ann.post(SAVED, {"name": "x", "query": "player=nobody"}).status for _ in range(2)] == [422, 429]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"name": "x", "query": "player=nobody"}, 422, "bad_search"),
        ({"name": "  ", "query": ""}, 422, "bad_name"),
        ({"name": "x" * 61, "query": ""}, 400, "malformed"),
        ({"name": "x", "query": "q" * 1001}, 400, "malformed"),
    ],
)
def test_a_search_that_cannot_be_kept_is_refused(ann: Caller, body: dict[str, Any], status: int, code: str) -> None:
    answer = ann.post(SAVED, body)
    assert (answer.status, answer["code"]) == (status, code)
    assert ann.get(SAVED)["searches"] == []


def test_one_too_many_is_refused(ann: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_searches, "MOST", 1)
    ann.post(SAVED, {"name": "one", "query": ""})
    assert ann.post(SAVED, {"name": "two", "query": ""})["code"] == "too_many_searches"


@pytest.mark.parametrize(
    "act",
    [
        lambda caller, path: caller.post(f"{path}/delete"),
        lambda caller, path: caller.post(f"{path}/rename", {"name": "x"}),
    ],
)
def test_somebody_elses_search_is_not_there(
    ann: Caller, bob: Caller, stranger: Caller, act: Callable[..., Any]
) -> None:
    path = f"{SAVED}/{ann.post(SAVED, {'name': 'one', 'query': ''})['id']}"
    assert act(bob, path)["code"] == "unknown_search"
    assert stranger.get(SAVED).status == 401
    assert [each["name"] for each in ann.get(SAVED)["searches"]] == ["one"]
