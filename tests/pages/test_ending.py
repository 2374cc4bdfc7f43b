"""What a table that is over shows of its play: the moment that decided it where the game knows it, else the last."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from engine.games.german_whist.events import StockEmptied, TrickTaken
from tests.factories import open_for
from tests.markup import tight
from tournaments.log import selectors as log
from tournaments.tables import selectors, services
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
