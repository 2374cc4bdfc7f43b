"""Private notes: written at a table and in its replay, read by nobody else, and back at their moment."""

import json
from collections.abc import Callable

import pytest
from django.test import Client

from accounts import erasure
from accounts.models import User
from tests.factories import client_of, concede, open_for
from tournaments.log.projections import rebuild
from tournaments.people import export
from tournaments.tables import notes, selectors

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(ann: User, ben: User) -> str:
    return open_for(ann, ben)


def texts(user: User, table: str) -> list[tuple[int, str]]:
    return [(each.seq, each.text) for each in notes.of(user.pk, table)]


def test_a_note_of_now_comes_back_at_its_moment_of_the_replay(ann: User, ben: User, table: str) -> None:
    page = client_of(ann)
    seq = selectors.summary(table).seq
    answer = page.post(f"/tables/{table}/notes", {"text": "Keep\r\nthe King <b>"})
    assert answer["Location"] == f"/tables/{table}/notes"
    assert texts(ann, table) == [(seq, "Keep\nthe King <b>")]
    concede(table)
    replay = page.get(f"/tables/{table}/replay?seq={seq}").content.decode()
    assert '<p class="noted" id="noted" >Keep\nthe King &lt;b&gt;</p>' in replay
    assert f'name="seq" value="{seq}"' in replay, "writing again replaces it"
    assert f'data-note="{seq}"' in replay
    later = page.get(f"/tables/{table}/replay?move=999").content.decode()
    assert '<p class="noted" id="noted" hidden></p>' in later
    for other in (client_of(ben), Client()):
        assert "the King" not in other.get(f"/tables/{table}/replay?seq={seq}").content.decode()
        assert "the King" not in other.get(f"/tables/{table}/replay/positions?seat=all").content.decode("latin-1")


def test_a_note_is_written_again_and_taken_away(ann: User, table: str) -> None:
    page, seq = client_of(ann), selectors.summary(table).seq
    for text in ("one", "two"):
        page.post(f"/tables/{table}/notes", {"text": text, "seq": seq})
    page.post(f"/tables/{table}/notes", {"text": "deal", "seq": 1})
    assert texts(ann, table) == [(1, "deal"), (seq, "two")]
    page.post(f"/tables/{table}/notes", {"text": "  ", "seq": 1})
    assert texts(ann, table) == [(seq, "two")]


def test_a_script_gets_the_part_alone_and_a_form_goes_back(ann: User, table: str) -> None:
    page = client_of(ann)
    part = page.post(f"/tables/{table}/notes", {"text": "one"}, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part
    assert ">one</a>" in part
    assert "<html" in page.get(f"/tables/{table}/notes").content.decode()
    for asked, to in (("/play", "/play"), ("https://example.org", f"/tables/{table}/notes")):
        assert page.post(f"/tables/{table}/notes", {"text": "one", "next": asked})["Location"] == to


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"text": "x" * 501}, "at most 500 characters"),
        ({"text": "a\u202eb"}, "at most 500 characters"),
        ({"text": "x", "seq": "999999"}, "no such moment"),
        ({"text": "x", "seq": "0"}, "no such moment"),
    ],
)
def test_a_note_that_cannot_be_kept_is_refused_beside_its_field(
    ann: User, table: str, given: dict[str, str], said: str
) -> None:
    answer = client_of(ann).post(f"/tables/{table}/notes", given)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert texts(ann, table) == []


def test_there_is_a_most_of_notes(ann: User, ben: User, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    page = client_of(ann)
    monkeypatch.setattr(notes, "MOST", 2)
    kept = [page.post(f"/tables/{table}/notes", {"text": "x", "seq": seq}).status_code for seq in (1, 2, 3, 2)]
    assert kept == [302, 302, 422, 302]
    monkeypatch.setattr(notes, "MOST_OF_ALL", 2)
    assert "2 notes. Delete some" in page.post(f"/tables/{open_for(ann, ben)}/notes", {"text": "x"}).content.decode()


def test_who_is_not_there_has_no_notes(ann: User, table: str) -> None:
    assert "notes-part" in client_of(ann).get(f"/tables/{table}").content.decode()
    assert Client().get(f"/tables/{table}/notes")["Location"].startswith("/account/login")
    assert "notes-part" not in Client().get(f"/tables/{table}").content.decode()
    assert Client().post("/tables/none/notes").status_code in (302, 404)


def test_a_game_is_marked_and_found_again(
    ann: User, ben: User, table: str, django_assert_max_num_queries: Callable[..., object]
) -> None:
    other = open_for(ann, ben)
    concede(table)
    concede(other)
    page = client_of(ann)
    page.post(f"/tables/{table}/notes", {"mark": "on"})
    for query in ("noted=on", "noted=on&player=ann", "noted=on&player=ben&opponent=ann"):
        found = page.get(f"/games/search?{query}").content.decode()
        assert (f"/tables/{table}/replay" in found, f"/tables/{other}/replay" in found) == (True, False)
        assert ">Marked</span>" in found
    assert f"/tables/{table}/replay" not in client_of(ben).get("/games/search?noted=on").content.decode()
    assert f"/tables/{table}/replay" in Client().get("/games/search?noted=on").content.decode(), "no such filter"
    page.post(f"/tables/{table}/notes", {"mark": "off"})
    assert f"/tables/{table}/replay" not in page.get("/games/search?noted=on").content.decode()


def test_notes_outlive_a_rebuild_are_exported_and_end_with_the_account(ann: User, ben: User, table: str) -> None:
    notes.write(user=ann, table=table, seq=1, text="Mine")
    notes.write(user=ben, table=table, seq=1, text="Theirs")
    rebuild()
    document = json.loads(export.document(ann))
    assert [(each["table"], each["seq"], each["text"]) for each in document["notes"]] == [(table, 1, "Mine")]
    concede(table)
    User.objects.filter(pk=ann.pk).update(erasure_at="2026-01-01T00:00:00Z")
    assert erasure.clear(ann.pk)
    assert (texts(ann, table), texts(ben, table)) == ([], [(1, "Theirs")])


def test_a_line_of_the_log_leads_to_its_moment(ann: User, table: str) -> None:
    page = client_of(ann).get(f"/tables/{table}").content.decode()
    assert f'href="/tables/{table}/replay?seq=' in page
