"""The bracket of a knock-out on its pages."""

import re

import pytest
from django.test import Client

from accounts.models import User
from tests.factories import announced, concede, gather, open_tables, play_out, started
from tests.markup import tight
from tournaments.director import selectors, services
from tournaments.director.models import Match
from tournaments.pairing.series.rules import Series
from tournaments.tables import selectors as tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def users(db: None) -> list[int]:
    return [User.objects.create_user(name).pk for name in ("hana", "iker", "kofi", "marta", "nadia")]


def text(client: Client, path: str) -> str:
    """The main part of a page as its words, one line."""
    html = client.get(path).content.decode()
    main = html[html.index("<main") : html.index("</main>")]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", main))


def table_of(tournament: str, key: str) -> str:
    return str(Match.objects.get(tournament_id=tournament, key=key).table)


def test_bye_not_known_yet_and_not_needed_are_told_apart(client: Client, organiser: User, users: list[int]):
    tournament = started(organiser.pk, users[:3], format="double-elimination")
    shown = text(client, f"/tournaments/{tournament}/bracket")
    assert re.search(r"seed 1 \w+ bye", shown)
    assert "Winner of match 2" in shown
    play_out(tournament)
    last = text(client, f"/tournaments/{tournament}/bracket")
    needed = Match.objects.filter(tournament_id=tournament, key="F2.1").exists()
    assert ("Not needed" in last) is not needed


def test_who_may_come_is_named_as_soon_as_two_are_left(client: Client, organiser: User, users: list[int]):
    tournament = started(organiser.pk, users[:4], format="knock-out")
    first = table_of(tournament, "W1.1")
    names = [User.objects.get(pk=user or 0).username for user in tables.summary(first).seats]
    shown = text(client, f"/tournaments/{tournament}/bracket")
    assert f"{names[0]} or {names[1]}" in shown or f"{names[1]} or {names[0]}" in shown
    concede(first)
    assert f"{names[0]} or" not in text(client, f"/tournaments/{tournament}/bracket")


def test_live_matches_lead_to_their_tables(client: Client, organiser: User, users: list[int]):
    tournament = started(organiser.pk, users[:4], format="knock-out")
    gather(table_of(tournament, "W1.1"))
    html = tight(client.get(f"/tournaments/{tournament}/bracket").content.decode())
    assert f'href="/tables/{table_of(tournament, "W1.1")}"' in html
    assert html.count("playing now</span>") == 1
    assert html.count("waiting for players") == 1


def test_the_bracket_as_it_stood_knows_nothing_of_later(client: Client, organiser: User, users: list[int]):
    tournament = started(organiser.pk, users[:4], format="knock-out")
    play_out(tournament)
    paths = [f"/tournaments/{tournament}/bracket{when}" for when in ("", "?as_of=8")]
    now, then = (text(client, path) for path in paths)
    assert "4 of 4 matches played" in now
    assert "0 of 4 matches played" in then
    assert " or " in then
    assert "Watch" not in then


def test_a_player_is_led_to_the_table_of_any_open_draw(client: Client, organiser: User, users: list[int]):
    tournament = started(organiser.pk, users[:4], format="knock-out")
    waiting = tables.summary(table_of(tournament, "W1.2"))
    concede(table_of(tournament, "W1.1"))
    client.force_login(User.objects.get(pk=waiting.seats[0] or 0))
    html = client.get(f"/tournaments/{tournament}").content.decode()
    assert "Your table is waiting" in html
    assert f'class="btn big" href="/tables/{waiting.id}"' in html


def test_places_say_match_by_match_what_was_won(client: Client, organiser: User, users: list[int]):
    tournament = started(organiser.pk, users, format="knock-out")
    play_out(tournament)
    shown = text(client, f"/tournaments/{tournament}/standings")
    assert "Final: won against" in shown
    assert "Buchholz" not in shown


def test_a_tournament_with_rounds_has_no_bracket(client: Client, organiser: User, users: list[int]):
    tournament = started(organiser.pk, users[:4])
    assert "Bracket" not in text(client, f"/tournaments/{tournament}")
    assert client.get(f"/tournaments/{tournament}/bracket").status_code == 404
    coming = announced(organiser.pk, users[:4], format="knock-out")
    assert client.get(f"/tournaments/{coming}/bracket").status_code == 404
    services.start(tournament_id=coming, by=organiser.pk)
    assert client.get(f"/tournaments/{coming}/rounds").status_code == 200
    assert open_tables(coming)


def test_the_screen_in_the_room_shows_who_sits_where_then_the_bracket(
    client: Client, organiser: User, users: list[int]
):
    tournament = started(organiser.pk, users[:4], format="double-elimination")
    html = tight(client.get(f"/tournaments/{tournament}/projector").content.decode())
    kinds = re.findall(r'class="slide s-(\w+)"', html)
    assert kinds == ["pairings", "bracket", "bracket"]
    for user in users[:4]:
        assert User.objects.get(pk=user).username in html
    assert f"/tournaments/{tournament}</b>" in html


def test_the_screen_in_the_room_names_who_has_a_bye(client: Client, organiser: User, users: list[int]):
    tournament = started(organiser.pk, users)
    (bye,) = selectors.at(tournament).rounds[0].byes
    html = tight(client.get(f"/tournaments/{tournament}/projector").content.decode())
    first = html[html.index("s-pairings") : html.index("s-standings")]
    assert re.search(rf"{bye.entry.name}</span></th><td class=\"num\">bye<", first)


def test_a_small_screen_shows_first_what_is_played_and_not_the_grand_final(
    client: Client, organiser: User, users: list[int]
):
    tournament = started(organiser.pk, users[:4], format="double-elimination")
    for key in ("W1.1", "W1.2", "W2.1"):
        concede(table_of(tournament, key))
    html = tight(client.get(f"/tournaments/{tournament}/bracket").content.decode())
    assert re.findall(r'value="([^"]+)"(?: autocomplete="off")? checked', html) == ["l1"]
    play_out(tournament)
    html = tight(client.get(f"/tournaments/{tournament}/bracket").content.decode())
    assert re.findall(r'value="([^"]+)"(?: autocomplete="off")? checked', html) == ["f1"]


def test_a_large_field_is_cut_into_slides(client: Client, organiser: User):
    people = [User.objects.create_user(f"p{number}").pk for number in range(40)]
    tournament = started(organiser.pk, people)
    html = tight(client.get(f"/tournaments/{tournament}/projector").content.decode())
    assert re.findall(r'class="slide s-(\w+)"', html) == ["pairings"] * 2 + ["standings"] * 3
    assert len(re.findall(r"<tr><td", html)) == 20 + 40


def test_tables_of_a_pod_knock_out_say_who_goes_on(client: Client, organiser: User, users: list[int]):
    sixth = User.objects.create_user("oswin").pk
    tournament = started(organiser.pk, [*users, sixth], format="pod-knock-out", game="gasp", options={})
    assert "to be decided" in text(client, f"/tournaments/{tournament}/bracket")
    concede(table_of(tournament, "R1.1"))
    shown = text(client, f"/tournaments/{tournament}/bracket")
    assert shown.count("goes on ") == 2 + 1, "two of the table, and the explanation"
    play_out(tournament)
    assert "to be decided" not in text(client, f"/tournaments/{tournament}/bracket")


def test_the_form_announces_a_knock_out_with_its_matches(client: Client, organiser: User):
    client.force_login(organiser)
    form = {
        "game": "duck-soup",
        "name": "Cup",
        "starts_at": "2099-01-01T20:00",
        "format": "knock-out",
        "clock": "300+5",
        "tables": "best_of 5",
        "level": "tie_break",
        "third_place": "",
        "option-length": "deal",
    }
    made = client.post("/tournaments/new", form)
    assert made.status_code == 302
    settings = selectors.detail(made["Location"].split("/")[-1]).settings
    assert settings.series == Series("best_of", 5, "replay", "tie_break")
    assert not settings.third_place
    again = client.get(f"{made['Location']}/edit").content.decode()
    assert re.search(r'value="best_of 5" selected', again)
    refused = client.post("/tournaments/new", form | {"level": "draw"})
    assert refused.status_code == 422
    assert "must be decided" in refused.content.decode()
