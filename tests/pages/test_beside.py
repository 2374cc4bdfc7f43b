"""The tables of a round next to each other: together trick by trick, without hands, and none that may not be seen."""

import gzip
import json
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from tests.clubs.making import facts
from tests.factories import begin, client_of, concede, gather, open_tables, play_out, started
from tests.markup import tight
from tournaments.clubs import services as clubs
from tournaments.clubs.events import Edited
from tournaments.director import selectors as director
from tournaments.pairing.series.rules import Series
from tournaments.settlement.services import settle_table
from tournaments.tables import selectors, services
from tournaments.tables.web.beside import Abreast, Small, bare

pytestmark = pytest.mark.django_db


def play(table: str, moves: int) -> None:
    """That many legal moves, the first each time, by everybody at *table*."""
    gather(table)
    for _ in range(moves):
        summary = selectors.summary(table)
        if not summary.to_act:
            return
        user = summary.seats[summary.to_act[0]] or 0
        legal = selectors.view(table_id=table, user_id=user).legal
        services.make_move(table_id=table, user_id=user, move=legal[0])


@pytest.fixture
def users(db: None) -> list[User]:
    return [User.objects.create_user(f"player{number}") for number in range(6)]


@pytest.fixture
def cup(users: list[User]) -> str:
    """In its first round, at three tables of German Whist."""
    return started(users[0].pk, [each.pk for each in users], game="german-whist", rounds=2)


@pytest.fixture
def over(cup: str) -> str:
    """In its second round: one table of the first was played out, two were left after some tricks."""
    first, second, third = open_tables(cup)
    play(first, 60)
    settle_table(table_id=first)
    for table, moves in ((second, 5), (third, 8)):
        play(table, moves)
        concede(table)
    return cup


PANEL = re.compile(r'data-table="(\w+)"\s+data-positions="([^"]+)"\s+data-path="([\d,]+)"')


def steps_of(page: str) -> list[list[int]]:
    """Where each table is, at each step."""
    return [[int(at) for at in path.split(",")] for path in re.findall(r'data-path="([\d,]+)"', page)]


def test_the_page_of_a_finished_round_leads_to_its_tables_side_by_side(client: Client, over: str) -> None:
    page = f"/tournaments/{over}/rounds/1/beside"
    assert page in client.get(f"/tournaments/{over}/rounds?round=1").content.decode()
    html = client.get(page).content.decode()
    assert html.count('class="felt"') == 3
    assert html.count('class="hand') == 0
    named = re.findall(r'\sid="([^"]+)"', html)
    assert len(named) == len(set(named)), "nothing is called by the same name twice"


def test_tables_come_together_at_the_end_of_each_trick(client: Client, over: str) -> None:
    tables = [Small(each) for each in selectors.of_matches(director.at(over).rounds[0].names)]
    together = Abreast(tables, None)
    paths = [[int(at) for at in panel.path.split(",")] for panel in together.panels]
    for each, path in zip(tables, paths, strict=True):
        units = [unit.position for unit in each.course.units]
        assert (path[0], path[-1]) == (0, each.last)
        reached = [path[at] for at in together.tricks[1 : len(units) + 1]]
        assert reached == units
    assert together.step == together.tricks[1]
    assert together.tricks_in_all == max(len(each.course.units) for each in tables)


def test_controls_are_links_that_move_all_tables(client: Client, over: str) -> None:
    page = f"/tournaments/{over}/rounds/1/beside"
    html = client.get(page).content.decode()
    ways = {way: link for link, way in re.findall(r'href="(\?step=\d+)"\s+data-way="(\w+)"', html)}
    assert list(ways) == ["first", "before", "back", "next", "after", "last"]
    end = tight(client.get(page + ways["last"]).content.decode())
    assert end.count('class="felt over"') == 3
    assert "player" in end
    moves = [int(move) for move in re.findall(r"/replay\?move=(\d+)&amp;seat=public", end)]
    assert moves == [path[-1] for path in steps_of(end)]


def test_what_the_script_draws_is_what_the_page_draws(client: Client, over: str) -> None:
    html = client.get(f"/tournaments/{over}/rounds/1/beside?step=3").content.decode()
    panels = PANEL.findall(html)
    assert len(panels) == 3
    for _table, address, path in panels:
        found = json.loads(gzip.decompress(client.get(address).content))
        felt = found["felts"][int(path.split(",")[3])]
        drawn = bare("\n".join(found["lines"][line] for line in felt))
        assert tight(drawn) in tight(html)


def test_a_round_that_is_not_over_is_not_shown(client: Client, cup: str) -> None:
    first, *_ = open_tables(cup)
    play(first, 60)
    settle_table(table_id=first)
    assert client.get(f"/tournaments/{cup}/rounds/1/beside").status_code == 404
    assert "/beside" not in client.get(f"/tournaments/{cup}/rounds").content.decode()
    assert client.get(f"/tournaments/{cup}/rounds/7/beside").status_code == 404


@pytest.mark.parametrize("asked", ["step=x", "step=-1", "step=999999", "match=nosuch", "page=2"])
def test_what_makes_no_sense_breaks_nothing(client: Client, over: str, asked: str) -> None:
    assert client.get(f"/tournaments/{over}/rounds/1/beside?{asked}").status_code == 200


def test_one_match_can_be_chosen(client: Client, over: str) -> None:
    name = director.at(over).rounds[0].names[1]
    html = client.get(f"/tournaments/{over}/rounds/1/beside?match={name}").content.decode()
    assert html.count("data-path=") == 1
    assert f"?match={name}&amp;step=0" in html


def test_the_rounds_of_a_bracket_have_a_way_there(client: Client, users: list[User]) -> None:
    cup = started(users[0].pk, [each.pk for each in users[:4]], game="german-whist", format="knock-out")
    play_out(cup)
    bracket = client.get(f"/tournaments/{cup}/bracket").content.decode()
    assert f"/tournaments/{cup}/rounds/1/beside" in bracket
    assert "Back to the round" not in client.get(f"/tournaments/{cup}/rounds/1/beside").content.decode()


def test_a_match_of_several_tables_has_a_way_to_its_own(client: Client, users: list[User]) -> None:
    best_of_3 = Series("best_of", 3, "replay", "better_seed")
    cup = started(users[0].pk, [each.pk for each in users[:4]], game="german-whist", rounds=2, series=best_of_3)
    play_out(cup)
    html = client.get(f"/tournaments/{cup}/rounds?round=1").content.decode()
    ways = re.findall(rf"/tournaments/{cup}/rounds/1/beside\?match=\w+", html)
    assert len(ways) == 2
    for way in ways:
        assert 2 <= len(PANEL.findall(client.get(way).content.decode())) <= 3


def test_a_running_table_is_never_small(cup: str) -> None:
    table, *_ = open_tables(cup)
    gather(table)
    begin(table)
    with pytest.raises(ValueError, match="hidden"):
        Small(selectors.summary(table))


def test_tables_of_a_hidden_club_are_shown_to_its_members_alone(client: Client, users: list[User]) -> None:
    User.objects.update(date_joined=timezone.now() - timedelta(days=30))
    club = clubs.found(by=users[0].pk, facts=facts(slug="cellar-bar", join="open"))
    for each in users[1:]:
        clubs.join(club_id=club, by=each.pk)
    clubs.edit(club_id=club, by=users[0].pk, wanted=Edited(visibility="private", join="invitation"))
    cup = started(users[0].pk, [each.pk for each in users], club=club, rounds=2)
    for table in open_tables(cup):
        concede(table)
    page = f"/tournaments/{cup}/rounds/1/beside"
    assert client.get(page).status_code == 404
    assert client_of(users[1]).get(page).status_code == 200


def test_each_table_is_counted_as_a_replay(client: Client, over: str, settings: Settings) -> None:
    settings.RATES = {"address_replays": "5/min"}
    page = f"/tournaments/{over}/rounds/1/beside"
    assert [client.get(page).status_code for _ in range(2)] == [200, 429]
