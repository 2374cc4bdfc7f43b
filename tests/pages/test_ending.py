"""What a table that is over shows of its play: the moment that decided it where the game knows it, else the last."""

import re
import sys
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from engine.games.german_whist.events import StockEmptied, TrickTaken
from tests.factories import give_up, open_for
from tests.markup import tight
from tournaments.log import selectors as log
from tournaments.tables import selectors, services
from tournaments.tables.state import deal_is_over
from tournaments.tables.streams import TABLES

pytestmark = pytest.mark.django_db


def played_out(*users: User, game: str, **given: Any) -> str:
    """A table at which all have made the first legal move each time."""
    table = open_for(*users, game=game, **given)
    while to_act := selectors.summary(table).to_act:
        user = users[to_act[0]].pk
        legal = selectors.view(table_id=table, user_id=user).legal
        services.make_move(table_id=table, user_id=user, move=legal[0])
    return table


def tricks_that_count(table: str) -> list[tuple[int, int]]:
    """(seq, winner) of each."""
    stored = log.load(TABLES.name(table))
    decoded = TABLES.decode(TABLES.current(table).state, stored)
    events = [(row.seq, event) for row, event in zip(stored, decoded, strict=True)]
    emptied = next(seq for seq, event in events if isinstance(event, StockEmptied))
    return [(seq, event.seat) for seq, event in events if isinstance(event, TrickTaken) and seq > emptied]


def shown_moment(client: Client, table: str) -> tuple[str, int]:
    html = tight(client.get(f"/tables/{table}").content.decode())
    heading = re.search(r'id="dec-h">([^<]*)<', html)
    link = re.search(rf"/tables/{table}/replay\?seq=(\d+)", html)
    assert heading
    assert link
    return heading[1], int(link[1])


def test_german_whist_shows_the_trick_that_made_it_seven(client: Client, ann: User, ben: User) -> None:
    table = played_out(ann, ben, game="german-whist")
    tricks = tricks_that_count(table)
    heading, seq = shown_moment(client, table)
    assert heading == "The moment that decided it"
    until = [winner for at, winner in tricks if at <= seq]
    assert max(map(until.count, (0, 1))) == 7
    assert until.count(until[-1]) == 7, "the trick that is shown is the seventh of its winner"


def test_nothing_is_called_decisive_that_a_game_does_not_know_to_be(client: Client, ann: User, ben: User) -> None:
    table = played_out(ann, ben, game="duck-soup")
    heading, seq = shown_moment(client, table)
    assert heading == "The last moment"
    assert selectors.summary(table).seq - 6 < seq


def test_what_ends_with_a_full_stop_has_no_dot_after_it(client: Client, ann: User, ben: User) -> None:
    table = played_out(ann, ben, game="dracula", options={"length": "set"})
    html = client.get(f"/tables/{table}").content.decode()
    said = re.search(r'id="dec-h".*?<p>(.*?)<a ', html, re.DOTALL)
    assert said
    assert re.match(r"\s*Row .*\. ", said[1])
    assert ". ·" not in said[1]


def sheet_of(client: Client, table: str) -> list[list[str]]:
    """The rows of the score sheet; none where there is none."""
    found = re.search(
        r'<details class="sheet".*?</details>', client.get(f"/tables/{table}").content.decode(), re.DOTALL
    )
    rows = re.findall(r"<tr>(.*?)</tr>", found[0], re.DOTALL) if found else []
    return [re.findall(r">\s*([^<>]*?)\s*</t[hd]>", row) for row in rows]


def scored(table: str) -> int:
    """How many deals have been."""
    return sum(row.kind == "german_whist.deal_scored" for row in log.load(TABLES.name(table)))


def test_several_deals_leave_a_score_sheet_that_adds_up(client: Client, ann: User, ben: User) -> None:
    table = played_out(ann, ben, game="german-whist", options={"deals": 3})
    head, *deals, total = sheet_of(client, table)
    assert head == ["", "ann", "ben"]
    assert [title for title, *_ in deals] == ["Deal 1", "Deal 2", "Deal 3"]
    assert all(int(one) + int(other) == 13 for _, one, other in deals)
    outcome = selectors.view(table_id=table, user_id=None).outcome
    assert outcome is not None
    assert total == ["Total", *map(str, outcome.points)]
    assert total[1:] == [str(sum(int(deal[seat]) for deal in deals)) for seat in (1, 2)]


def test_a_single_deal_needs_no_sheet(client: Client, ann: User, ben: User) -> None:
    assert sheet_of(client, played_out(ann, ben, game="german-whist")) == []


def test_a_table_that_somebody_left_keeps_the_sheet_of_what_was_played_out(
    client: Client, ann: User, ben: User
) -> None:
    table, users = open_for(ann, ben, game="german-whist", options={"deals": 4}), (ann, ben)
    while scored(table) < 2:
        user = users[selectors.summary(table).to_act[0]].pk
        legal = selectors.view(table_id=table, user_id=user).legal
        services.make_move(table_id=table, user_id=user, move=legal[0])
    assert sheet_of(client, table) == [], "while it is played there is none"
    services.resign(table_id=table, user_id=ann.pk)
    assert [title for title, *_ in sheet_of(client, table)] == ["", "Deal 1", "Deal 2", "Total"]


def went(client: Client, table: str) -> str:
    """How it went, as the end of *table* tells it."""
    html = tight(client.get(f"/tables/{table}").content.decode())
    found = re.search(r'<section class="panel went".*?</section>', html, re.DOTALL)
    return found[0] if found else ""


def test_the_end_draws_the_points_as_they_grew_to_the_result(as_ann: Client, ann: User, ben: User) -> None:
    table = played_out(ann, ben, game="german-whist")
    outcome = selectors.summary(table).outcome
    assert outcome is not None
    told = dict(re.findall(r"</i>\s*(\w+)\s*<b[^>]*>(\d+)</b>", went(as_ann, table)))
    assert told == {"You": str(outcome.points[0]), "ben": str(outcome.points[1])}
    replay = tight(as_ann.get(f"/tables/{table}/replay").content.decode())
    paths = re.findall(r'<path class="of-\d" d="[^"]*"', went(as_ann, table))
    assert len(paths) == 2
    assert all(path in replay for path in paths), "one drawing for both"


def test_marks_and_moments_of_the_end_lead_to_what_they_name(client: Client, ann: User, ben: User) -> None:
    table = played_out(ann, ben, game="german-whist")
    shown = went(client, table)
    marks = re.findall(r'<a tabindex="-1" href="([^"]*)" data-go="(\d+)"', shown)
    moments = re.findall(r'<li>\s*<a\s*href="([^"]*)"\s*data-go="(\d+)"', shown)
    assert len(marks) == 26
    assert moments
    for address, position in (marks[3], marks[-1], *moments):
        assert f'data-move="{position}"' in client.get(f"{address}&seat=public").content.decode()


def test_a_table_that_ended_before_anything_was_decided_has_no_curve(client: Client, ann: User, ben: User) -> None:
    table = open_for(ann, ben, game="german-whist")
    assert went(client, table) == "", "while it is played there is none"
    give_up(table_id=table, user_id=ann.pk)
    page = client.get(f"/tables/{table}").content.decode()
    assert 'id="verdict"' in page
    assert went(client, table) == ""


def test_the_end_carries_the_picture_of_the_moment_that_decided_it(client: Client, ann: User, ben: User) -> None:
    table = played_out(ann, ben, game="german-whist")
    _, seq = shown_moment(client, table)
    page = client.get(f"/tables/{table}").content.decode()
    pictures = re.findall(r'<img\s+src="([^"]*)"', page)
    assert pictures == [f"/tables/{table}/replay/picture.png?seq={seq}&amp;lang=en"]
    assert client.get(pictures[0].replace("&amp;", "&")).headers["Content-Type"] == "image/png"
    assert f'href="/tables/{table}/replay/share?seq={seq}"' in page


def test_all_that_opens_a_game_asks_the_one_gate(
    client: Client, ann: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A format that plays a deal at several tables may keep it shut: the result is known, the cards are not."""
    table = played_out(ann, ben, game="german-whist")
    shown = ('id="dec-h"', "keymoments", "open-hand", "&amp;on")
    pages = (f"/tables/{table}", f"/tables/{table}/replay?seat=all&move=3")
    html = "".join(client.get(page).content.decode() for page in pages)
    assert [each for each in shown if each in html] == list(shown)
    for module in [each for each in list(sys.modules.values()) if vars(each).get("deal_is_over") is deal_is_over]:
        monkeypatch.setattr(module, "deal_is_over", lambda _table: False)
    cache.clear()
    html = "".join(client.get(page).content.decode() for page in pages)
    assert "ann won" in html or "ben won" in html
    assert [each for each in shown if each in html] == []
