"""The screen in the room: what it shows before the start, in a round, in a bracket and at the end."""

import re

import pytest
from django.test import Client

from accounts.models import User
from tests.factories import announced, concede, open_tables, play_out, started
from tests.markup import tight
from tests.pages.forms import text
from tournaments.director.models import Match
from tournaments.director.state.stage_settings import Stage
from tournaments.director.web.slides import parts
from tournaments.pairing.qualification import Place
from tournaments.tables.events import Clock

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[int]:
    return [User.objects.create_user(f"p{number:02}").pk for number in range(40)]


def screen(client: Client, tournament: str) -> str:
    return tight(client.get(f"/tournaments/{tournament}/projector").content.decode())


def kinds(html: str) -> list[str]:
    return re.findall(r'class="slide s-(\w+)"', html)


def test_rows_are_shared_out_equally_and_at_most_eight_stand_in_a_column():
    shared = {8: [[8]], 9: [[5, 4]], 16: [[8, 8]], 24: [[6, 6], [6, 6]], 40: [[7, 7], [7, 6], [7, 6]]}
    for count, shares in shared.items():
        made = parts(range(count))
        assert [[len(column) for column in part] for part in made] == shares
        assert [row for part in made for column in part for row in column] == list(range(count))


def test_before_the_start_it_shows_the_entries_so_far_the_way_in_and_the_time_left(
    client: Client, organiser: User, people: list[int]
):
    tournament = announced(organiser.pk, people[:3])
    html = screen(client, tournament)
    assert kinds(html) == ["entries"]
    assert "3 entries so far" in html
    assert re.search(r'class="clock" data-due="\d+"', html)
    assert f"/tournaments/{tournament}</b>" in html[html.index("way-in") :]
    assert "until the start" in html
    assert "Nobody has entered yet" in screen(client, announced(organiser.pk))


def test_it_is_linked_from_the_tournament_and_the_desk_from_the_announcement_on(client: Client, organiser: User):
    tournament = announced(organiser.pk)
    link = f'href="/tournaments/{tournament}/projector"'
    assert link in client.get(f"/tournaments/{tournament}").content.decode()
    client.force_login(organiser)
    assert link in client.get(f"/tournaments/{tournament}/desk").content.decode()


def test_it_counts_down_to_the_end_of_the_round(client: Client, organiser: User, people: list[int]):
    shown = text(client, f"/tournaments/{started(organiser.pk, people[:4])}/projector")
    assert "left in this round" in shown
    unhurried = started(organiser.pk, people[4:8], round_minutes=None, clock=Clock(300, 5))
    assert "left in this round" not in text(client, f"/tournaments/{unhurried}/projector")


def test_rounds_of_a_bracket_with_times_of_their_own_show_the_first(client: Client, organiser: User, people: list[int]):
    tournament = started(organiser.pk, people[:8], format="knock-out")
    for match in Match.objects.filter(tournament=tournament, key__in=["W1.1", "W1.2"]):
        concede(str(match.table))
    assert "left at the first tables" in text(client, f"/tournaments/{tournament}/projector")


def test_a_bracket_stands_in_for_places_that_nobody_has_yet(client: Client, organiser: User, people: list[int]):
    html = screen(client, started(organiser.pk, people[:8], format="knock-out"))
    assert kinds(html) == ["pairings", "bracket"]


def test_a_large_bracket_is_shown_in_parts_and_every_match_once_in_its_round(
    client: Client, organiser: User, people: list[int]
):
    html = screen(client, started(organiser.pk, people, format="knock-out"))
    found = kinds(html)
    assert found.count("bracket") == 5
    rounds = [part.split('<section class="round')[1] for part in html.split("s-bracket")[1:5]]
    assert [len(re.findall(r'<div class=" ?m\b', each)) for each in rounds] == [8] * 4
    for number in range(40):
        assert f"p{number:02}" in html[html.index("s-bracket") :]


def test_tables_that_knock_out_say_who_goes_on(client: Client, organiser: User, people: list[int]):
    tournament = started(organiser.pk, people[:8], format="pod-knock-out", game="gasp", options={})
    concede(open_tables(tournament)[0])
    html = screen(client, tournament)
    assert kinds(html) == ["pods"]
    assert html.count("goes on") == 2


def test_groups_are_shown_group_by_group(client: Client, organiser: User, people: list[int]):
    final = (Stage(format="knock-out", takes=(Place(1), Place(2))),)
    cup = started(organiser.pk, people[:8], format="round-robin", groups=2, stages=final, rated=False)
    html = screen(client, cup)
    assert kinds(html) == ["pairings", "standings", "standings"]


@pytest.mark.parametrize("kind", ["swiss", "knock-out"])
def test_at_the_end_the_winners_come_first(client: Client, organiser: User, people: list[int], kind: str):
    tournament = started(organiser.pk, people[:4], format=kind)
    play_out(tournament)
    html = screen(client, tournament)
    assert kinds(html)[:2] == ["winners", "standings"]
    assert 'data-place="1"' in html
    winners = html[: html.index('class="slide s-standings"')]
    assert ('class="pts">2<' in winners) is (kind == "swiss"), "points made the places there alone"
    assert "hx-get" not in html


def test_in_a_pause_it_counts_down_to_the_next_round(client: Client, organiser: User, people: list[int]):
    for draws, told in (("after_pause", True), ("by_hand", False)):
        tournament = started(organiser.pk, people[:4], rounds=2, draws=draws, pause_minutes=7)
        html = screen(client, tournament)
        assert ("About to begin" in html) is ("way-in" not in html and kinds(html) == ["entries"])
        assert ("4 entries" in html) is ("About to begin" in html)
        assert "so far" not in html
        play_out(tournament)
        assert ("until the next round" in text(client, f"/tournaments/{tournament}/projector")) is told
