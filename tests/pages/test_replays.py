"""Replays: any moment of a finished table, from any seat; of a running one what the viewer may see."""

import gzip
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client, RequestFactory
from pytest_django import Settings

from accounts.models import User
from engine.events import Seat
from engine.game import AnyGame
from engine.registry import GAMES
from tests.factories import give_up, open_for, played_out
from tournaments.log.events import Stored
from tournaments.tables import frames, selectors, services
from tournaments.tables.state import TableState
from tournaments.tables.streams import TABLES
from tournaments.tables.web import held
from tournaments.tables.web.eyes import Eyes
from tournaments.tables.web.shown import of_table

pytestmark = pytest.mark.django_db


def cards(html: str) -> set[str]:
    return set(re.findall(r"#f-(\w\w)\"", html))


@pytest.fixture
def table(ann: User, ben: User) -> str:
    """Three tricks' worth of moves, then ben gives up."""
    table = open_for(ann, ben)
    for _ in range(4):
        view = selectors.view(table_id=table, user_id=None)
        mover = view.seats[view.to_act[0]].user
        assert mover is not None
        legal = selectors.view(table_id=table, user_id=mover).legal
        services.make_move(table_id=table, user_id=mover, move=legal[0])
    return table


@pytest.fixture
def over(table: str, ben: User) -> str:
    give_up(table_id=table, user_id=ben.pk)
    return table


def test_a_moment_has_a_link_of_its_own(client: Client, over: str) -> None:
    page = client.get(f"/tables/{over}/replay?move=2&seat=0").content.decode()
    assert 'data-move="2"' in page
    assert f"/tables/{over}/replay?move=2&amp;seat=0" in page


@pytest.mark.parametrize("number", ["٣", "3.", "-3", "3" * 7, "²"])
def test_a_moment_is_named_by_a_small_number_in_ascii(client: Client, over: str, number: str) -> None:
    for asked in ("move", "seq"):
        assert 'data-move="0"' in client.get(f"/tables/{over}/replay", {asked: number}).content.decode()


def test_the_deal_comes_first_and_the_end_last(client: Client, over: str) -> None:
    first = client.get(f"/tables/{over}/replay?move=0").content.decode()
    last = client.get(f"/tables/{over}/replay?move=99999").content.decode()
    assert 'data-move="0"' in first
    end = re.search(r'data-move="(\d+)"\s+data-last="(\d+)"', last)
    assert end is not None
    assert end[1] == end[2]
    assert "ben resigned." in last


def test_every_hand_of_a_finished_table_may_be_looked_at(client: Client, over: str) -> None:
    assert len(cards(client.get(f"/tables/{over}/replay?move=0&seat=all").content.decode())) == 26
    assert len(cards(client.get(f"/tables/{over}/replay?move=0&seat=1").content.decode())) == 13
    assert len(cards(client.get(f"/tables/{over}/replay?move=0&seat=public").content.decode())) == 0


def test_a_table_that_ends_meanwhile_is_shown_whole_or_as_it_was(
    table: str, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row and events are read one after the other: what is kept under the name of the end has the end."""
    running, then = selectors.summary(table), frames.commits(table)
    before = of_table(running, None)
    give_up(table_id=table, user_id=ben.pk)
    late = of_table(running, None)
    assert late.over
    assert late.mark == of_table(selectors.summary(table), None).mark
    monkeypatch.setattr(frames, "commits", lambda _table: then)
    early = of_table(selectors.summary(table), None)
    assert (early.over, early.mark) == (False, before.mark)
    assert early.mark != late.mark


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_all_hands_are_the_hands_that_their_seats_saw(rf: RequestFactory, game: AnyGame, db: None) -> None:
    """What others knew of a hand (shown cards, cards taken face up) is not counted a second time."""
    table = played_out(game)
    request = rf.get(f"/tables/{table}/replay?seat=all")
    summary = selectors.summary(table)
    eyes = Eyes(of_table(summary, None), request.GET)
    cards_held = 0
    for position in eyes.course().positions[2::7]:
        shown = eyes.board(position).picture
        for seat in range(eyes.count):
            own = frames.look(position.moment, position.seq, Seat(seat), eyes.shown.names, held=position.held).picture
            assert own is not None
            hand = next((zone.spots for zone in own.zones if zone.key == "hand"), ())
            found = [zone.spots for zone in shown.zones if zone.form == "hand" and zone.seat == seat and zone.spots]
            assert found == ([hand] if hand else [])
            cards_held += len(hand)
    assert cards_held


def positions_of(client: Client, table: str, asked: str) -> dict[str, Any]:
    answer = client.get(f"/tables/{table}/replay/positions?{asked}")
    assert answer.headers["Content-Encoding"] == "gzip"
    found: dict[str, Any] = json.loads(gzip.decompress(answer.content))
    return found


ROW = re.compile(r'data-row="(\d+)"')


def felt_of(page: str) -> list[str]:
    """The lines of the felt on a page."""
    felt = re.search(r'<section class="felt.*?(?=<p class="noted")', page, re.DOTALL)
    assert felt is not None
    return [line.strip() for line in felt[0].split("\n") if line.strip()]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_one_answer_has_every_position_as_its_page_draws_it(client: Client, game: AnyGame) -> None:
    table = played_out(game)
    for asked in ("seat=all", "seat=1&front=0", "seat=turn", "seat=public"):
        found = positions_of(client, table, asked)
        last = len(found["felts"]) - 1
        assert len(found["at"]) == len(found["said"]) == last + 1
        for move in {0, last // 3, last - 1, last}:
            drawn = [found["lines"][line] for line in found["felts"][move]]
            assert drawn == felt_of(client.get(f"/tables/{table}/replay?move={move}&{asked}").content.decode())


def test_the_last_position_says_who_won(client: Client, over: str) -> None:
    found = positions_of(client, over, "seat=all")
    end = " ".join(found["lines"][line] for line in found["felts"][-1])
    assert "ann won" in end
    assert 'class="won"' in end


def test_positions_that_have_not_changed_are_not_sent_again(as_ann: Client, table: str, ben: User) -> None:
    asked = f"/tables/{table}/replay/positions?seat=0"
    tag = as_ann.get(asked).headers["ETag"]
    assert as_ann.get(asked, headers={"If-None-Match": tag}).status_code == 304
    give_up(table_id=table, user_id=ben.pk)
    assert as_ann.get(asked, headers={"If-None-Match": tag}).status_code == 200


def test_drawing_positions_is_limited_and_what_is_drawn_is_not(client: Client, over: str, settings: Settings) -> None:
    settings.RATES = {"address_positions": "1/min"}
    asked = f"/tables/{over}/replay/positions?seat="
    assert [client.get(asked + seat).status_code for seat in ("all", "all", "0", "all")] == [200, 200, 429, 200]


def test_cards_that_everybody_knew_are_marked_in_an_open_hand(client: Client) -> None:
    """In Galapagos a card that is taken face up is known to both."""
    table = played_out(GAMES["galapagos"])
    found = positions_of(client, table, "seat=all")
    assert any(re.search(r'class="card french (?:\w+ )?known"', line) for line in found["lines"])
    assert not any("Known of" in line for line in found["lines"])


def test_without_spoilers_nothing_is_shown_that_was_not_reached(client: Client, over: str) -> None:
    page = client.get(f"/tables/{over}/replay?move=1&seat=all&spoilers=off").content.decode()
    links = re.findall(r"<(?:a|tr|li)[^>]*>", page)
    rows = {int(found[1]): " ahead" in link or '"ahead' in link for link in links if (found := ROW.search(link))}
    assert "keymoments" not in page
    assert "spoilers=off" in page
    assert rows
    assert all(hidden == (row > 1) for row, hidden in rows.items())


def test_the_next_card_is_lifted_and_those_that_may_not_be_played_are_dimmed(client: Client) -> None:
    table = played_out(GAMES["german-whist"])
    found = positions_of(client, table, "seat=all")
    felts = [" ".join(found["lines"][line] for line in felt) for felt in found["felts"]]
    lifted = [len(NEXT.findall(felt)) for felt in felts]
    assert lifted == [int(at in found["moves"][:-1]) for at in range(len(felts))]
    assert any('class="illegal"' in felt for felt in felts)
    public = positions_of(client, table, "seat=public")
    assert not any(NEXT.search(line) or "illegal" in line for line in public["lines"])


NEXT = re.compile(r'class="(?:card french )?next\b')


@pytest.mark.parametrize("path", ["replay?seat=all&move=3", "replay?seat=all&move=4", "board?since=7"])
def test_a_page_folds_the_log_of_a_table_once_at_most(
    client: Client, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    table = played_out(GAMES["duck-soup"])
    client.get(f"/tables/{table}")
    folded: list[int] = []
    steps = TABLES.steps

    def counted(*given: Any) -> Iterator[tuple[TableState, list[Stored]]]:
        folded.append(1)
        return steps(*given)

    monkeypatch.setattr(TABLES, "steps", counted)
    assert client.get(f"/tables/{table}/{path}").status_code == 200
    assert len(folded) <= 1


def test_frames_are_drawn_once_whatever_older_event_a_page_names(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = played_out(GAMES["duck-soup"])
    shown = frames_in(client.get(f"/tables/{table}/board?since=0"))
    monkeypatch.setattr(held, "render_to_string", lambda *_: pytest.fail("drawn again"))
    assert shown
    assert all(frames_in(client.get(f"/tables/{table}/board?since={seq}")) == shown for seq in range(1, 20))


def frames_in(response: Any) -> list[str]:
    return re.findall(r'<template class="frame">.*?</template>', response.content.decode(), re.DOTALL)


@pytest.mark.parametrize("seat", ["0", "1", "all"])
def test_of_a_running_table_strangers_see_no_hand(client: Client, table: str, seat: str) -> None:
    page = client.get(f"/tables/{table}/replay?move=0&seat={seat}")
    assert page.status_code == 200
    assert cards(page.content.decode()) == set()


def test_of_a_running_table_a_player_sees_the_own_hand_alone(as_ann: Client, table: str) -> None:
    for seat in ("0", "1", "all"):
        assert len(cards(as_ann.get(f"/tables/{table}/replay?move=0&seat={seat}").content.decode())) == 13


@pytest.mark.parametrize("status", ["open", "aborted"])
def test_a_table_that_was_never_dealt_has_a_page_and_no_position(
    as_ann: Client, client: Client, ann: User, ben: User, status: str
) -> None:
    tables = [open_for(ann, None), open_for(ann, ben, match="m", opener=ben.pk)]
    for table in tables if status == "aborted" else ():
        services.abort(table_id=table, user_id=None, reason="unfilled")
    for table in tables:
        assert selectors.summary(table).status == status
        for reader in (as_ann, client):
            for asked in ("", "?move=3&seat=all", "?seq=2"):
                path = f"/tables/{table}/replay{asked}"
                assert "The cards have not been dealt." in reader.get(path).content.decode()
            assert positions_of(reader, table, "seat=all")["felts"] == []


def test_a_table_with_real_cards_shows_what_was_reported_and_no_promise(client: Client, ann: User, ben: User) -> None:
    table = open_for(ann, ben, match="match00001", in_room=True)
    services.report_result(table_id=table, user_id=ann.pk, places=(2, 1), points=(31, 47))
    services.confirm_report(table_id=table, user_id=ben.pk)
    page = client.get(f"/tables/{table}/replay").content.decode()
    assert "Played with real cards" in page
    assert "nothing to see yet" not in page
    assert re.search(r'won">\s*<td>1st</td>\s*<th scope="row">ben</th>\s*<td class="num">47</td>', page)
    assert f'href="/tables/{table}"' in page


def test_the_header_says_who_gave_up_unless_no_spoilers_are_wanted(client: Client, over: str) -> None:
    path = f"/tables/{over}/replay"
    assert "by resignation" in client.get(path).content.decode()
    client.cookies["spoilers"] = "off"
    veiled = client.get(path).content.decode()
    assert "data-blind" in veiled
    assert "data-veiled" in veiled
    assert "by resignation" not in veiled.split("<main")[0]
    shown = client.get(f"{path}?spoilers=on").content.decode()
    assert "data-blind" not in shown
    assert "by resignation" in shown
    assert "spoilers=on" in shown
