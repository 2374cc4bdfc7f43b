"""The timeline of a replay: each mark says in words what it stands for, also what happened beside the game."""

import re
from html import unescape

import pytest
from django.test import Client

from accounts.models import User
from tests.clock import Clock
from tests.factories import give_up, open_for
from tests.tables.playing import play_first
from tournaments.tables import services
from tournaments.tables.events import Clock as Setting

pytestmark = pytest.mark.django_db


def marks(client: Client, table: str, asked: str = "") -> list[tuple[str, str]]:
    """The classes and words of each mark, in order."""
    page = client.get(f"/tables/{table}/replay{asked}").content.decode()
    timeline = re.search(r'<ol class="marks.*?</ol>', page, re.DOTALL)
    assert timeline is not None
    found = re.findall(r'class="([^"]*)">\s*<a tabindex="-1"[^>]*title="([^"]*)"', timeline[0])
    return [(css, unescape(title)) for css, title in found]


def test_a_mark_names_its_trick_and_the_deal_that_begins_there(client: Client, ann: User, ben: User) -> None:
    table = open_for(ann, ben, game="gasp-duel")
    for _ in range(12):
        play_first(table)
    give_up(table_id=table, user_id=ben.pk)
    first = marks(client, table)[0]
    assert "begins" in first[0]
    assert first[1].startswith("Round 1, dealt by ")
    assert "won the trick" in first[1]


def test_a_long_standstill_is_told_in_minutes(client: Client, ann: User, ben: User) -> None:
    table = open_for(ann, ben, game="german-whist", clock=Setting(600, 0))
    services.credit(table_id=table, ms=2_564_000, since=1)
    play_first(table)
    give_up(table_id=table, user_id=ben.pk)
    beside = [title for css, title in marks(client, table) if css == "beside"]
    assert beside[0] == "The service stood still for 43 min; the time was given back."


def test_who_resigned_and_time_that_was_given_have_marks(client: Client, ann: User, ben: User) -> None:
    table = open_for(ann, ben, game="german-whist", clock=Setting(600, 0))
    for _ in range(3):
        play_first(table)
    services.credit(table_id=table, ms=60_000, since=1)
    play_first(table)
    give_up(table_id=table, user_id=ben.pk)
    beside = [title for css, title in marks(client, table) if css == "beside"]
    assert beside[0] == "The service stood still for 60 s; the time was given back."
    assert beside[1].startswith("ben resigned.")
    hidden = [css for css, _title in marks(client, table, "?spoilers=off") if "beside" in css]
    assert hidden == ["beside ahead"] * 2


def test_little_time_is_said_in_words(client: Client, ann: User, ben: User, clock: Clock) -> None:
    table = open_for(ann, ben, game="german-whist", clock=Setting(600, 0))
    for _ in range(4):
        play_first(table)
    clock.now += 580_000
    for _ in range(4):
        play_first(table)
    give_up(table_id=table, user_id=ben.pk)
    trouble = [title for css, title in marks(client, table) if "trouble" in css]
    assert trouble
    assert all("has little time left" in title for title in trouble)
