"""Lists that grow: page by page, and narrowed by game, player and name."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.factories import announced, concede, give_up, open_for
from tests.markup import tight
from tournaments.kit.lists import SIZE
from tournaments.log import sources
from tournaments.ratings.models import Rating
from tournaments.tables.models import Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("contexts_kept")]


def finished(*users: User, game: str = "duck-soup") -> str:
    table = open_for(*users, game=game)
    give_up(table_id=table, user_id=users[0].pk)
    return table


def many_finished(like: str, count: int) -> list[str]:
    """Rows like that of a finished table, the first the newest."""
    row = Table.objects.get(pk=like)
    rows = []
    for number in range(count):
        fields = {field.attname: getattr(row, field.attname) for field in Table._meta.concrete_fields}
        rows.append(Table(**fields | {"id": f"row{number:04}", "opened_at": row.opened_at - 1 - number}))
    Table.objects.bulk_create(rows)
    return [table.pk for table in rows]


def links(answer: Any) -> str:
    return str(answer.content.decode())


def test_every_finished_table_stands_on_exactly_one_page(client: Client, ann: User, ben: User) -> None:
    newest = finished(ann, ben)
    wanted = [newest, *many_finished(newest, 2 * SIZE)]
    shown: list[str] = []
    for number in (1, 2, 3):
        answer = client.get("/tables", {"page": number})
        shown += [table.id for table in answer.context["page"].items]
        assert ("page=4" in links(answer)) is False
        assert bool(answer.context["page"].older) is (number < 3)
        assert bool(answer.context["page"].newer) is (number > 1)
    assert shown == wanted


def test_a_page_further_keeps_what_the_list_is_narrowed_to(client: Client, ann: User, ben: User) -> None:
    many_finished(finished(ann, ben), SIZE)
    answer = client.get("/tables", {"game": "duck-soup"})
    assert answer.context["page"].older == "?game=duck-soup&page=2"


@pytest.mark.parametrize("number", ["0", "-1", "x", "10001", "99999999999999999999", "1.5", "٣"])
@pytest.mark.parametrize("path", ["/tables", "/tournaments", "/players", "/ladders/duck-soup", "/players/ann"])
def test_a_page_number_that_is_none_leads_nowhere(client: Client, ann: User, path: str, number: str) -> None:
    assert client.get(path, {"page": number}).status_code == 404


def test_finished_tables_by_game_and_by_player(client: Client, ann: User, ben: User, robot: User) -> None:
    duck, duel, other = finished(ann, ben), finished(ben, ann, game="gasp-duel"), finished(ben, robot)
    found = {
        query: {table.id for table in client.get(f"/tables?{query}").context["page"].items}
        for query in ("game=gasp-duel", "player=ANN", "player=ann&game=duck-soup", "player=Robot")
    }
    assert found == {
        "game=gasp-duel": {duel},
        "player=ANN": {duck, duel},
        "player=ann&game=duck-soup": {duck},
        "player=Robot": {other},
    }


@pytest.mark.parametrize("path", ["/tables", "/tournaments"])
@pytest.mark.parametrize(("field", "value"), [("player", "nobody-here"), ("game", "poker")])
def test_an_unknown_player_or_game_is_said_beside_the_field(
    client: Client, ann: User, ben: User, path: str, field: str, value: str
) -> None:
    finished(ann, ben)
    answer = client.get(path, {field: value})
    assert answer.status_code == 422
    assert f'id="by-{field}_error"' in links(answer)
    assert answer.context["page"].items == []


def test_tournaments_are_found_by_name_and_by_who_entered(client: Client, ann: User, ben: User) -> None:
    sooner = announced(ben.pk, name="Friday evening")
    later = announced(ben.pk, [ann.pk], name="Spring Cup", starts_at=sources.now_ms() + 7_200_000)
    found = {
        query: [item.id for item in client.get(f"/tournaments?{query}").context["coming"]]
        for query in ("", "name=cup", "player=ann", "player=ben", "game=gasp")
    }
    assert found == {"": [sooner, later], "name=cup": [later], "player=ann": [later], "player=ben": [], "game=gasp": []}


def test_home_shows_the_next_tournaments_however_many_are_announced_for_later(
    client: Client, ann: User, ben: User
) -> None:
    for number in range(24):
        start = sources.now_ms() + (25 - number) * 3_600_000
        announced((ann, ben)[number % 2].pk, name=f"Evening {number}", starts_at=start)
    shown = [item.name for item in client.get("/").context["tournaments"]]
    assert shown == [f"Evening {number}" for number in (23, 22, 21, 20, 19)]


def test_a_ladder_goes_on_after_its_first_page_and_ranks_go_through(client: Client, db: None) -> None:
    users = [User(username=f"player{number:03}") for number in range(130)]
    User.objects.bulk_create(users)
    # three share each rating, so that the fiftieth line and the next are equals
    Rating.objects.bulk_create(
        Rating(
            pool="gasp",
            user=user.pk,
            rating=2000 - number // 3,
            tables=40,
            summited=False,
            peak=0,
            met=[],
            provisional=False,
            rated_at=sources.now_ms(),
        )
        for number, user in enumerate(users)
    )
    pages = [client.get("/ladders/gasp", {"page": page}).context["page"].items for page in (1, 2, 3)]
    ranks = [rung.rank for page in pages for rung in page]
    assert ranks == [3 * (number // 3) + 1 for number in range(130)]


def test_players_are_found_by_a_part_of_their_name_and_guests_are_not_listed(
    client: Client, ann: User, robot: User
) -> None:
    User.objects.create(username="Anna-guest", is_guest=True)
    User.objects.create(username="gone-ann", is_active=False)

    def shown(**query: str) -> list[str]:
        return [user.username for user in client.get("/players", query).context["page"].items]

    assert shown(name="ANN") == ["ann"]
    assert shown() == ["ann", "Robot"]
    assert shown(name="%") == []


@pytest.mark.parametrize("path", ["/tables", "/tournaments", "/players", "/players/ann", "/ladders/gasp"])
def test_past_the_end_of_a_list_there_is_a_way_back(client: Client, ann: User, path: str) -> None:
    answer = client.get(path, {"page": "999"})
    assert answer.status_code == 200
    html = tight(answer.content.decode())
    assert "This list ends before page 999." in html
    assert '<a href="?">To its first page</a>' in html
    assert "This list ends" not in client.get(path).content.decode()
    narrowed = tight(client.get("/tables", {"page": "999", "game": "gasp"}).content.decode())
    assert '<a href="?game=gasp">To its first page</a>' in narrowed


def test_a_finished_table_in_a_list_shows_its_date_and_places_on_every_screen(
    client: Client, ann: User, ben: User
) -> None:
    concede(open_for(ann, ben), settle=False)
    for path in ("/tables", "/players/ann"):
        bodies = re.findall(r"<tbody>(.*?)</tbody>", client.get(path).content.decode(), re.DOTALL)
        (row,) = [body for body in bodies if "<time" in body]
        assert re.findall(r"1st|2nd", row) == ["1st", "2nd"]
        assert 'class="opt' not in row, "what is optional is hidden on a phone"


def test_the_rules_alone_stand_beside_a_table_and_their_address_gives_the_whole_page(client: Client):
    beside = client.get("/games/gasp/rules", headers={"HX-Request": "true"})
    assert beside.status_code == 200
    assert b"<html" not in beside.content
    opened = client.get("/games/gasp/rules")
    assert (opened.status_code, opened.headers["Location"]) == (302, "/games/gasp#rules")
    assert client.get("/games/nothing/rules").status_code == 404
