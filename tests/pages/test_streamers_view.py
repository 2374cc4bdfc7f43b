"""The streamer's view: the table alone, late, from one game to the next; who may not watch may not have it either."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from tests.clubs.founding import founded
from tests.factories import begin, decide_once, gather, give_up, open_for, open_tables, started
from tests.markup import tight
from tournaments.log import sources
from tournaments.pairing.series.rules import Series
from tournaments.settlement.services import settle_table
from tournaments.tables import rematches, selectors
from tournaments.tables import services as table_services
from tournaments.tables.events import Clock

pytestmark = pytest.mark.django_db

SECOND = 1_000


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    now = [sources.now_ms()]
    monkeypatch.setattr(sources, "now_ms", lambda: now[0])
    return now


def view(client: Client, table: str, query: str = "late=60", part: str = "stream/board") -> str:
    answer = client.get(f"/tables/{table}/{part}?{query}")
    assert answer.status_code == 200, answer.content
    return tight(answer.content.decode())


def seq(html: str) -> str:
    return html.partition('data-seq="')[2].partition('"')[0]


def mine(html: str) -> str:
    """Who is at the bottom."""
    return html.partition('aria-label="The place of ')[2].partition('"')[0]


def test_it_is_a_minute_late(client: Client, ann: User, ben: User, clock: list[int]) -> None:
    table = open_for(ann, ben)
    assert "It has not begun yet" in view(client, table)
    clock[0] += 60 * SECOND
    dealt = selectors.summary(table).seq
    assert seq(view(client, table)) == str(dealt)
    decide_once(table)
    assert seq(view(client, table)) == str(dealt)
    assert int(seq(view(client, table, "late=0"))) > dealt
    clock[0] += 59 * SECOND
    assert seq(view(client, table)) == str(dealt)
    clock[0] += SECOND
    assert seq(view(client, table)) != str(dealt)


@pytest.mark.parametrize("part", ["stream", "stream/board"])
def test_the_result_is_as_late_as_everything(client: Client, ann: User, ben: User, clock: list[int], part: str) -> None:
    table = open_for(ann, ben)
    clock[0] += 600 * SECOND
    before = view(client, table, part=part)
    give_up(table_id=table, user_id=ben.pk)
    clock[0] += 59 * SECOND
    assert 'id="verdict"' not in view(client, table, part=part)
    assert seq(view(client, table, part=part)) == seq(before)
    clock[0] += 10 * SECOND
    assert 'id="verdict"' in view(client, table, part=part)


def test_strangers_who_ask_in_the_same_second_ask_the_database_nothing_more(
    client: Client, ann: User, ben: User, clock: list[int], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    table = open_for(ann, ben)
    clock[0] += 60 * SECOND
    first = view(client, table)
    with django_assert_num_queries(0):
        assert view(Client(), table) == first
    clock[0] += SECOND
    assert view(client, table) == first


def test_clocks_run_as_they_ran_then(client: Client, ann: User, ben: User, clock: list[int]) -> None:
    table = open_for(ann, ben, clock=Clock(300))
    due = min(each.due for each in selectors.view(table_id=table, user_id=None).clocks if each.due)
    clock[0] += 30 * SECOND
    assert f'data-due="{due + 30 * SECOND}"' in view(client, table, "late=30")


def test_it_goes_on_to_the_rematch_and_the_same_player_stays_at_the_bottom(
    client: Client, ann: User, ben: User, clock: list[int]
) -> None:
    table = open_for(ann, ben)
    clock[0] += 100 * SECOND
    front = mine(view(client, table))
    give_up(table_id=table, user_id=ben.pk)
    rematches.ask(table_id=table, user_id=ann.pk)
    again = rematches.ask(table_id=table, user_id=ben.pk).rematch
    assert again is not None
    assert again.table is not None
    clock[0] += 59 * SECOND
    assert 'id="verdict"' not in view(client, table)
    clock[0] += 10 * SECOND
    html = view(client, table)
    assert seq(html) == str(selectors.summary(again.table).seq)
    assert mine(html) == front
    for name in ("ann", "ben"):
        assert mine(view(client, table, f"late=60&front={name.upper()}")) == name


@pytest.mark.parametrize(("late", "wait"), [("60", 60), ("3moves", 18)])
def test_it_goes_on_through_the_tables_of_a_match(
    client: Client, ann: User, ben: User, organiser: User, clock: list[int], late: str, wait: int
) -> None:
    """Each once it has begun, from wherever somebody began to watch; with the same player at the bottom."""
    series = Series("best_of", 3, "replay", "better_seed")
    tournament = started(organiser.pk, [ann.pk, ben.pk], format="knock-out", series=series)
    played = [tables_open(tournament)]
    gather(played[0])
    clock[0] += 100 * SECOND
    front = mine(view(client, played[0], f"late={late}"))
    for loser in (ann, ben):
        table_services.resign(table_id=played[-1], user_id=loser.pk)
        settle_table(table_id=played[-1])
        played.append(tables_open(tournament))
        clock[0] += 100 * SECOND
        for table in played[:-1]:
            assert 'id="verdict"' in view(client, table, f"late={late}"), "nobody has come to the next one yet"
        gather(played[-1])
        dealt = selectors.summary(played[-1]).seq
        clock[0] += (wait - 1) * SECOND
        assert 'id="verdict"' in view(client, played[0], f"late={late}")
        clock[0] += SECOND
        assert [seq(view(client, table, f"late={late}")) for table in played] == [str(dealt)] * len(played)
        assert mine(view(client, played[0], f"late={late}")) == front, "where seats change as well"
    table_services.resign(table_id=played[-1], user_id=ann.pk)
    settle_table(table_id=played[-1])
    clock[0] += 100 * SECOND
    for table in played:
        html = view(client, table, f"late={late}")
        assert 'id="verdict"' in html, "the match is over"
        assert seq(html) == seq(view(client, played[-1], f"late={late}"))


def tables_open(tournament: str) -> str:
    (table,) = open_tables(tournament)
    return table


def test_by_moves_the_third_last_is_shown_until_the_game_is_over_and_then_the_last_ones_one_by_one(
    client: Client, ann: User, ben: User, clock: list[int]
) -> None:
    table = open_for(ann, ben, clock=Clock(600))
    positions = [selectors.summary(table).seq]
    assert seq(view(client, table, "late=3moves")) == str(positions[0])
    for number in range(1, 6):
        clock[0] += 10 * SECOND
        begin(table)
        positions.append(selectors.summary(table).seq)
        clock[0] += 3 * SECOND  # what it decided is held for less
        html = view(client, table, "late=3moves")
        assert seq(html) == str(positions[max(0, number - 3)])
        assert "data-due" not in html, "no clock tells how long they think"
    give_up(table_id=table, user_id=ben.pk)  # after a sixth move
    positions.append(selectors.summary(table).seq)
    clock[0] += SECOND
    for number in (3, 4, 5):
        html = view(client, table, "late=3moves")
        assert positions[number - 1] < int(seq(html)) <= positions[number]
        assert 'id="verdict"' not in html
        clock[0] += 2_500
    clock[0] += 2_500
    assert 'id="verdict"' in view(client, table, "late=3moves")


def test_by_moves_how_it_ended_is_seen_before_the_rematch(
    client: Client, ann: User, ben: User, clock: list[int]
) -> None:
    table = open_for(ann, ben)
    begin(table)
    give_up(table_id=table, user_id=ben.pk)
    rematches.ask(table_id=table, user_id=ann.pk)
    again = rematches.ask(table_id=table, user_id=ben.pk).rematch
    assert again is not None
    assert again.table is not None
    clock[0] += 3 * 2_500 + 9 * SECOND
    assert 'id="verdict"' in view(client, table, "late=3moves")
    clock[0] += SECOND
    assert seq(view(client, table, "late=3moves")) == str(selectors.summary(again.table).seq)


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("late=5", "600 seconds"),
        ("late=4moves", "3moves"),
        ("late=3 moves", "3moves"),
        ("late=x", "600 seconds"),
        ("ground=red", "felt"),
        ("late=-60", "600"),
    ],
)
def test_what_it_cannot_be_is_refused(client: Client, ann: User, ben: User, query: str, code: str) -> None:
    table = open_for(ann, ben)
    for part in ("stream", "stream/board"):
        answer = client.get(f"/tables/{table}/{part}?{query}")
        assert answer.status_code == 422
        assert code in answer.content.decode()
    assert client.get(f"/tables/{table}/streaming?{query}").status_code == 422


def test_it_has_no_menu_no_hand_and_nothing_of_the_reader(as_ann: Client, ann: User, ben: User) -> None:
    table = open_for(ann, ben)
    html = view(as_ann, table, "late=0", "stream")
    for part in ("<nav", 'class="hand"', "my-games.js", "notices.js", "<form", "table-menu"):
        assert part not in html, part


def test_who_may_not_watch_has_no_streamers_view(client: Client, ann: User, ben: User) -> None:
    table = open_for(ann, ben, club=founded(ann, ben, visibility="private", join="invitation"))
    for part in ("stream", "stream/board", "streaming", "watched"):
        assert client.get(f"/tables/{table}/{part}").status_code == 404
    assert client.get("/tables/nosuchtabl/stream").status_code == 404


def test_its_address_is_made_on_a_page_that_the_tables_menu_leads_to(client: Client, ann: User, ben: User) -> None:
    table = open_for(ann, ben)
    assert f'href="/tables/{table}/streaming"' in tight(client.get(f"/tables/{table}").content.decode())
    html = view(client, table, "late=180&ground=clear&front=ben", "streaming")
    assert f"/tables/{table}/stream?late=180&amp;ground=clear&amp;front=ben" in html
    assert f"/tables/{table}/stream?late=3moves&amp;ground=felt" in view(client, table, "late=3moves", "streaming")


def test_what_has_not_changed_is_not_sent_again(client: Client, ann: User, ben: User) -> None:
    path = f"/tables/{open_for(ann, ben)}/stream/board?late=0"
    first = client.get(path)
    assert client.get(path, headers={"If-None-Match": first["ETag"]}).status_code == 304
