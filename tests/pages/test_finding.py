"""The page that finds games again: its form, what it tells of each game, its file, and searches that are kept."""

import json
import re
from html import unescape
from typing import Any

import msgspec
import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from accounts import erasure, privacy
from accounts.models import User
from engine.game import AnyGame
from engine.registry import GAMES
from tests.clubs.making import facts
from tests.factories import announced, client_of, concede, open_for, open_tables, played_out, started
from tests.pages.queries import Query, visit
from tournaments.clubs import services as clubs
from tournaments.log.errors import NotReadable
from tournaments.people import export
from tournaments.tables import saved_searches
from tournaments.tables.glimpses import Glimpse
from tournaments.tables.models import SavedSearch, Seat, Table
from tournaments.tables.web import found as rows
from tournaments.tables.web.found import FoundGame, FoundPlayer
from tournaments.tables.web.special import special

pytestmark = pytest.mark.django_db


def page_of(client: Client, query: str, status: int = 200) -> str:
    answer = client.get(f"/games/search?{query}")
    assert answer.status_code == status
    page = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", answer.content.decode())
    return " ".join(page.split())


def shown(client: Client, games: list[str], query: str) -> list[str]:
    page = page_of(client, query)
    return [table for table in games if f"/tables/{table}/replay" in page]


def test_games_are_found_by_what_stands_in_the_address(client: Client, games: list[str]) -> None:
    duck, gasp = games
    assert shown(client, games, "") == games
    assert shown(client, games, "player=ann") == games
    assert shown(client, games, "player=ann&game=gasp") == [gasp]
    assert shown(client, games, "player=ann&opponent=BEN&result=won") == [duck]
    assert shown(client, games, "player=ann&opponent=ben,+Robot") == [gasp]
    assert shown(client, games, "player=ann&place=1") == [duck]
    assert shown(client, games, "since=2020-01-01&until=2099-12-31") == games
    assert shown(client, games, "player=ann&until=2020-01-01") == []
    assert shown(client, games, "since=0001-01-01&until=9999-12-31") == games
    assert shown(client, games, "game=duck-soup&option-length=deal") == [duck]
    assert shown(client, games, "moves_from=90000") == []
    page = page_of(client, "player=ann&result=won&opponent=ben")
    assert '<option value="won" selected>' in page
    assert 'value="ben"' in page


def test_the_options_can_be_chosen_once_the_game_is(client: Client, games: list[str]) -> None:
    assert "option-length" not in page_of(client, "")
    assert 'name="option-length"' in page_of(client, "game=duck-soup")


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("player=nobody", "There is no player with that name."),
        ("opponent=ann,nobody", "There is no player with that name."),
        ("opponent=a,b,c,d,e", "Name at most 4 players."),
        ("since=yesterday", "Enter a valid date."),
        ("game=bridge", "Select a valid choice."),
        ("game=duck-soup&option-length=long", "Select a valid choice."),
        ("club=nowhere", "There is no such club."),
        ("tournament=nowhere", "There is no such tournament."),
        ("result=won", "Name the player whose result that is."),
        ("place=2", "Name the player whose result that is."),
        ("place=0", "Ensure this value is greater than or equal to 1."),
        ("margin_from=x", "Enter a whole number."),
        ("margin_from=99999999999999999999", "Ensure this value is less than or equal to"),
    ],
)
def test_what_makes_no_sense_is_said_beside_its_field(client: Client, games: list[str], query: str, words: str) -> None:
    page = page_of(client, query, 422)
    assert words in page
    assert not any(f"/tables/{table}/replay" in page for table in games)


@pytest.mark.parametrize("after", ["x", "-", "1-a/b", "1"])
def test_what_is_no_place_in_the_list_is_not_there(client: Client, games: list[str], after: str) -> None:
    assert client.get(f"/games/search?after={after}").status_code == 404


def test_a_long_list_has_pages(client: Client, ann: User, games: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.tables.web.views.search.SIZE", 1)
    seen, address = [], "/games/search?player=ann"
    while address:
        page = client.get(address).content.decode()
        seen += re.findall(r"/tables/(\w+)/replay", page)
        older = re.search(r'rel="next" href="([^"]+)"', page)
        address = older[1].replace("&amp;", "&") if older else ""
        assert len(seen) <= 2
    assert seen == games[::-1] or sorted(seen) == sorted(games)
    assert "The newest" in page


def test_a_row_tells_players_points_and_what_was_special(client: Client, games: list[str]) -> None:
    duck, _gasp = games
    Table.objects.filter(pk=duck).update(
        reason="played", moves=40, margin=3, comeback=True, points=[7, 4], places=[1, 2]
    )
    page = page_of(client, "game=duck-soup")
    assert "40 moves" in page
    assert "Comeback" in page
    assert re.search(r"First:</span> <span class=\"first\" ?>ann 7</span>, <span >ben 4</span>", page)
    assert "Somebody gave up" in page_of(client, "game=gasp")


def test_clubs_and_tournaments_are_asked_for_by_name_and_kept_by_id(
    client: Client, ann: User, ben: User, organiser: User
) -> None:
    User.objects.update(date_joined="2026-01-01T00:00:00Z")
    club = clubs.found(by=ann.pk, facts=facts(slug="cellar-bar", name="The Cellar Bar"))
    here = open_for(ann, ann_bot(), club=club)
    concede(here)
    cup = started(organiser.pk, [ann.pk, ben.pk], name="Thursday Cards")
    played = open_tables(cup)[0]
    concede(played)
    page = page_of(client, "")
    assert '<option value="The Cellar Bar">' in page
    assert '<option value="Thursday Cards">' in page
    for name, value, ident, table in (
        ("club", "the cellar bar", club, here),
        ("club", "cellar-bar", club, here),
        ("tournament", "thursday CARDS", cup, played),
    ):
        page = page_of(client, f"{name}={value}")
        assert shown(client, [here, played], f"{name}={value}") == [table]
        assert f'value="{"The Cellar Bar" if name == "club" else "Thursday Cards"}"' in page
        assert f"/games/search/file?{name}={ident}" in page
    again = started(organiser.pk, [ann.pk, ben.pk], name="Thursday Cards")
    (table,) = open_tables(again)
    concede(table)
    assert set(shown(client, [table, played, here], "tournament=Thursday Cards")) == {table, played}
    other = clubs.found(by=ben.pk, facts=facts(slug="cellar-2", name="The Cellar Bar"))
    page = page_of(client, "club=The Cellar Bar", 422)
    assert "Several clubs are called so." in page
    assert "cellar-bar" in page
    assert "cellar-2" in page
    assert shown(client, [here], f"club={other}") == []


def test_a_name_of_what_the_reader_may_not_know_of_is_offered_to_nobody_and_finds_nothing(
    client: Client, ann: User, ben: User, organiser: User
) -> None:
    User.objects.update(date_joined="2026-01-01T00:00:00Z")
    clubs.found(by=ann.pk, facts=facts(slug="cellar-bar", name="Hiddenbar", visibility="private"))
    started(organiser.pk, [ann.pk, ben.pk], private=True, name="Secretcup")
    page = page_of(client, "")
    assert "Hiddenbar" not in page
    assert "Secretcup" not in page
    for name, value in (("club", "Hiddenbar"), ("tournament", "Secretcup")):
        page = page_of(client, f"{name}={value}", 422)
        assert page.replace(value, "Nowhere") == page_of(client, f"{name}=Nowhere", 422)
    page = page_of(client_of(ann), "")
    assert '<option value="Hiddenbar">' in page
    assert '<option value="Secretcup">' in page


def test_each_filter_is_a_word_that_can_be_taken_away(client: Client, games: list[str]) -> None:
    query = "player=ann&opponent=ben&game=duck-soup&option-length=deal&result=won&moves_from=0&since=2020-01-31"
    page = page_of(client, query)
    chip = r'<a class="chip" href="/games/search\?([^"]*)"> <span class="vh">Without: ?</span> ?(.*?) ?<svg'
    words = re.findall(chip, page)
    without = {word: {part.split("=")[0] for part in unescape(rest).split("&")} for rest, word in words}
    fields = {part.split("=")[0] for part in query.split("&")}
    assert without["ann"] == fields - {"player", "result"}
    assert without["with ben"] == fields - {"opponent"}
    assert without["Duck Soup"] == fields - {"game", "option-length"}
    assert without["Wins"] == fields - {"result"}
    assert without["0 moves or more"] == fields - {"moves_from"}
    assert without["since 31 Jan 2020"] == fields - {"since"}
    assert len(without) == len(fields)
    assert 'class="chip" href="/games/search">' in page_of(client, "game=gasp")
    assert "searched" not in page_of(client, "")
    assert "searched" not in page_of(client, "player=nobody", 422)


# -- as small tables


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_that_was_played_out_shows_cards_and_links_to_their_moment(client: Client, game: AnyGame) -> None:
    table = played_out(game)
    page = page_of(client, "")
    (link,) = set(re.findall(rf"/tables/{table}/replay\?seq=\d+", page))
    assert client.get(link).status_code == 200
    assert re.search(r'<div class="cards" role="img" aria-label="[^"]+">', page)
    assert ('<path class="hi" d="M0 ' in page) == (game.key != "noodling")  # there nothing is counted before the end


def test_the_small_tables_ask_the_log_once_and_the_second_time_not_at_all(client: Client, asked: list[Query]) -> None:
    cache.clear()
    played_out(GAMES["duck-soup"])
    one = visit(client, "/games/search", asked)
    again = visit(client, "/games/search", asked)
    assert sum("log_event" in str(query.statement) for query in one) == 1
    assert not any("log_event" in str(query.statement) for query in again)
    for game in ("gasp", "german-whist", "galapagos"):
        played_out(GAMES[game])
    cache.clear()
    assert len(visit(client, "/games/search", asked)) == len(one)
    assert len(visit(client, "/games/search", asked)) == len(again)


def test_what_cannot_be_read_any_more_is_told_without_cards(
    client: Client, games: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreadable(*_given: object) -> None:
        raise NotReadable

    cache.clear()
    monkeypatch.setattr("tournaments.tables.glimpses.folded", unreadable)
    assert shown(client, games, "") == games
    assert "tspark" not in page_of(client, "")


def game_of(**facts: Any) -> FoundGame:
    players = tuple(FoundPlayer("x", is_bot=False, level="", place=place, points=0) for place in (1, 2))
    whole: dict[str, Any] = dict.fromkeys(FoundGame.__struct_fields__)
    whole |= {"moves": 40, "margin": 3, "comeback": False, "reason": "played", "players": players}
    return FoundGame(**(whole | facts))


def seen(**facts: Any) -> Glimpse:
    given = {"deck": "", "seq": 1, "cards": (), "decisive": True, "late": False, "points": (), "behind": None}
    return Glimpse(**{**given, "ahead": False, **facts})


@pytest.mark.parametrize(
    ("game", "glimpse", "usual", "words"),
    [
        (game_of(), None, None, "Ahead by 3 points"),
        (game_of(), seen(behind=(0, 7), late=True), None, "Was behind 0–7"),
        (game_of(comeback=True), seen(), 20, "Comeback"),
        (game_of(margin=1), seen(ahead=True), 20, "Ahead by 1 point"),
        (game_of(margin=0), None, None, "Equal points"),
        (game_of(), seen(ahead=True), 40, "Never behind"),
        (game_of(reason="resigned"), seen(ahead=True), 10, "Somebody gave up"),
        (game_of(reason="flagged"), None, None, "Somebody ran out of time"),
        (game_of(margin=None, moves=None), None, 10, ""),
        (game_of(), seen(late=True), 40, "Open until the end"),
        (game_of(moves=60), seen(), 40, "Long"),
    ],
)
def test_what_was_special_is_said_in_few_words(
    game: FoundGame, glimpse: Glimpse | None, usual: int | None, words: str
) -> None:
    found = special(game, glimpse, usual)
    assert (found.words if found else "") == words


# -- what is hidden


def test_a_player_who_hides_is_not_named_and_not_found(client: Client, ann: User, ben: User, games: list[str]) -> None:
    privacy.choose(user=ben, choices={"show_games": False})
    page = page_of(client, "player=ann")
    assert "ben" not in page
    assert "somebody who hides their games" in page
    assert shown(client, games, "player=ben") == []
    assert "ben" in page_of(client_of(ann), "player=ann")
    file = client.get("/games/search/file?player=ann").content.decode()
    assert "ben" not in file
    assert '"name":null' in file


def test_a_club_that_the_reader_may_not_see_is_as_one_that_is_not_there(client: Client, ann: User, ben: User) -> None:
    User.objects.update(date_joined="2026-01-01T00:00:00Z")
    club = clubs.found(by=ann.pk, facts=facts(slug="cellar-bar", visibility="private"))
    table = open_for(ann, ann_bot(), club=club)
    concede(table)
    hidden, missing = page_of(client, "club=cellar-bar", 422), page_of(client, "club=nowhere99", 422)
    assert hidden.replace("cellar-bar", "nowhere99") == missing
    for reader in (client, client_of(ben)):
        assert shown(reader, [table], "") == shown(reader, [table], "player=ann") == []
    assert shown(client_of(ann), [table], "club=cellar-bar") == [table]


def ann_bot() -> User:
    return User.objects.create(username="Bot", bot_level="greedy", is_active=True)


def test_a_private_tournament_finds_nothing_for_those_who_may_not_know_of_it(
    client: Client, ann: User, ben: User, organiser: User
) -> None:
    private = started(organiser.pk, [ann.pk, ben.pk], private=True, name="Secret Cup")
    table = open_tables(private)[0]
    concede(table)
    hidden = page_of(client, f"tournament={private}", 422)
    assert hidden.replace(private, "nowhere") == page_of(client, "tournament=nowhere", 422)
    assert "Secret Cup" not in page_of(client, "player=ann")
    assert shown(client_of(ann), [table], f"tournament={private}") == [table]
    assert "Secret Cup" in page_of(client_of(ann), "player=ann")
    other = announced(organiser.pk)
    assert shown(client, [table], f"tournament={other}") == []


# -- as a file


def test_a_file_has_what_was_found_a_line_each(
    client: Client, games: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rows, "_BATCH", 1)
    monkeypatch.setattr(rows, "MOST", 2)
    answer = client.get("/games/search/file?player=ann")
    assert answer["Content-Type"] == "text/jsonl; charset=utf-8"
    assert 'filename="games.jsonl"' in answer["Content-Disposition"]
    lines = [json.loads(line) for line in answer.content.splitlines()]
    assert sorted(line["id"] for line in lines) == sorted(games)
    assert all(line["record"].endswith(f"/api/tables/{line['id']}/record") for line in lines)
    assert {player["name"] for player in lines[0]["players"]} >= {"ann", "ben"}
    monkeypatch.setattr(rows, "MOST", 1)
    assert len(client.get("/games/search/file?player=ann").content.splitlines()) == 1
    assert client.get("/games/search/file?player=nobody").status_code == 422


@pytest.mark.usefixtures("fresh_allowances")
@pytest.mark.parametrize(("action", "path"), [("searches", ""), ("game_exports", "/file")])
def test_searches_and_files_are_counted(client: Client, settings: Settings, action: str, path: str) -> None:
    settings.RATES = {action: "1/h", f"address_{action}": "1/h"}
    assert client.get(f"/games/search{path}").status_code == 200
    assert client.get(f"/games/search{path}").status_code == 429


# -- searches that are kept


@pytest.fixture
def own(ann: User) -> Client:
    return client_of(ann)


def save(client: Client, name: str, query: str = "player=ann&game=gasp") -> Any:
    return client.post("/games/search/saved", {"name": name, "query": query})


def test_a_search_is_kept_under_a_name_and_asked_again(own: Client, ann: User, games: list[str]) -> None:
    answer = save(own, "  My  Gasp! ", "player=ann&game=gasp&after=1-a&club=&bogus=1")
    assert answer["Location"] == "/games/search?player=ann&game=gasp"
    assert "My Gasp!" in page_of(own, "")
    assert [(each.name, each.query) for each in saved_searches.of(ann.pk)] == [("My Gasp!", "player=ann&game=gasp")]
    save(own, "My Gasp!", "player=ben")
    assert [each.query for each in saved_searches.of(ann.pk)] == ["player=ben"]


def test_a_saved_search_is_renamed_and_deleted(own: Client, ann: User) -> None:
    save(own, "one"), save(own, "two")
    one, two = saved_searches.of(ann.pk)
    taken = own.post(f"/games/search/saved/{two.id}", {"act": "rename", "name": "one"})
    assert taken.status_code == 422
    assert "Another of your searches has that name." in taken.content.decode()
    assert own.post(f"/games/search/saved/{two.id}", {"act": "rename", "name": "three"}).status_code == 302
    assert own.post(f"/games/search/saved/{one.id}", {"act": "delete"}).status_code == 302
    assert [each.name for each in saved_searches.of(ann.pk)] == ["three"]


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "a\u200eb"])
def test_a_name_that_is_none_is_refused_beside_its_field(own: Client, name: str) -> None:
    answer = save(own, name)
    assert answer.status_code == 422
    assert "Name it with 1 to 60 characters." in answer.content.decode()
    assert not SavedSearch.objects.exists()


def test_what_cannot_be_searched_is_not_kept(own: Client) -> None:
    assert save(own, "wrong", "player=nobody").status_code == 422
    assert not SavedSearch.objects.exists()


def test_there_is_a_most_of_saved_searches(own: Client, ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_searches, "MOST", 2)
    save(own, "one"), save(own, "two")
    full = save(own, "three")
    assert full.status_code == 422
    assert "You can save 2 searches." in full.content.decode()
    assert save(own, "two", "player=ann").status_code == 302


def test_a_search_of_somebody_else_is_not_there(own: Client, ann: User, ben: User) -> None:
    save(own, "one")
    (one,) = saved_searches.of(ann.pk)
    for act in ("rename", "delete"):
        answer = client_of(ben).post(f"/games/search/saved/{one.id}", {"act": act, "name": "mine"})
        assert answer.status_code == 404
    assert client_of(ben).post(f"/games/search/saved/{10**20}", {"act": "delete"}).status_code == 404
    assert "None yet." in page_of(client_of(ben), "")
    assert [each.name for each in saved_searches.of(ann.pk)] == ["one"]


def test_saved_searches_are_in_the_export_and_end_with_the_account(own: Client, ann: User) -> None:
    save(own, "one")
    document = msgspec.json.decode(export.document(ann))
    assert [(each["name"], each["query"]) for each in document["saved_searches"]] == [("one", "player=ann&game=gasp")]
    User.objects.filter(pk=ann.pk).update(erasure_at="2026-01-01T00:00:00Z")
    assert erasure.clear(ann.pk)
    assert not SavedSearch.objects.exists()


def test_a_saved_search_shows_only_what_its_owner_may_know_now(
    own: Client, ann: User, ben: User, games: list[str]
) -> None:
    save(own, "of the robot", "player=Robot")
    assert shown(own, games, "player=Robot") == [games[1]]
    privacy.choose(user=User.objects.get(username="Robot"), choices={"show_games": False})
    Seat.objects.filter(user=ann.pk).update(user=ben.pk)
    assert shown(own, games, "player=Robot") == []
