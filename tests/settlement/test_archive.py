"""Tables that are long over go to the archive, one after the other, and look there as they did before."""

import gzip
import json
import re
from collections.abc import Callable
from io import StringIO
from typing import Any, NamedTuple

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from engine.verify import read_record, verify
from tests.clubs.founding import founded
from tests.factories import client_of, concede, open_for, open_tables
from tournaments.clubs import services as clubs
from tournaments.clubs.events import Edited
from tournaments.config.condition.facts import Archive
from tournaments.config.condition.looking import rooms
from tournaments.director import services as director
from tournaments.log import projections, selectors, sources
from tournaments.log.archive import reading
from tournaments.log.archiving import last
from tournaments.people.erasure import erase
from tournaments.settlement import aging
from tournaments.settlement.services import settle_table
from tournaments.settlement.tasks import archive as daily
from tournaments.tables import frames, records
from tournaments.tables import selectors as tables
from tournaments.tables.selectors import Summary
from tournaments.tables.streams import TABLES

pytestmark = pytest.mark.django_db


def old(ann: User, bob: User, later: Callable[[float], None], **given: Any) -> str:
    """A finished table of more than a year ago, with another one behind it that is still played."""
    table_id = open_for(ann, bob, rated=True, **given)
    concede(table_id)
    later(366)
    open_for(ann, bob)
    return table_id


def run(*args: str) -> str:
    out = StringIO()
    call_command("archive", *args, stdout=out, stderr=StringIO())
    return out.getvalue()


def forget() -> None:
    """A process that has just begun."""
    TABLES.forget()
    frames._kept.clear()
    reading.forget()


def looks(table_id: str, user: User) -> dict[str, Any]:
    """All that people and programs are shown of a table, byte for byte."""
    forget()
    client = client_of(user)
    pages = (
        f"/tables/{table_id}",
        f"/tables/{table_id}/replay",
        f"/api/tables/{table_id}",
        f"/api/tables/{table_id}/record",
    )
    answers = [f"/tables/{table_id}/replay/positions?seat={seat}" for seat in ("public", "0", "1", "all")]
    seen: dict[str, Any] = {page: _told(client.get(page)) for page in pages}
    seen |= {answer: client.get(answer).content for answer in answers}
    seen["record"] = json.dumps(records.record(table_id=table_id, user_id=None))
    return seen


def _told(answer: Any) -> str:
    """What an answer says, but for what every answer has of its own."""
    assert answer.status_code == 200
    return re.sub(r'(nonce|value|X-CSRFToken)="?:? ?"?[^"]+"', "", answer.content.decode())


def test_a_table_in_the_archive_looks_as_it_did_and_its_record_holds(archive, ann, bob, later):
    table_id = old(ann, bob, later)
    before = looks(table_id, bob)
    assert run("--dry-run") == f"1 tables with {tables.summary(table_id).seq} events would go.\n"
    assert "1 tables went" in run()
    assert selectors.archived([f"table:{table_id}"])
    assert looks(table_id, bob) == before
    (path,) = archive.rglob("*.jsonl.gz")
    for record in (before["record"].encode(), gzip.decompress(path.read_bytes()).split(b"\n")[0]):
        verify(read_record(record))
    assert run("--dry-run") == "0 tables with 0 events would go.\n"
    assert projections.rebuild(check=True).changed == ()
    settle_table(table_id=table_id)  # delivered again
    assert "Tables in the log again: 1." in run("--bring-back", table_id)
    assert looks(table_id, bob) == before
    assert not selectors.archived([f"table:{table_id}"])


def test_while_the_archive_is_away_its_tables_say_so_and_lists_go_on(archive, ann, bob, later, settings):
    table_id = old(ann, bob, later)
    run()
    forget()
    (archive / "table").rename(archive / "away")
    client = client_of(ann)
    for path in (f"/api/tables/{table_id}", f"/api/tables/{table_id}/record"):
        answer = client.get(path)
        assert (answer.status_code, answer.json()["code"]) == (503, "archive_away")
    for path in (f"/tables/{table_id}", f"/tables/{table_id}/replay"):
        answer = client.get(path)
        assert answer.status_code == 503
        assert "This is archived" in answer.content.decode()
    assert table_id in client.get("/api/tables?status=finished").content.decode()
    with pytest.raises(CommandError, match="1 of"):
        call_command("verify", stdout=StringIO(), stderr=StringIO())


def test_while_the_archive_is_away_strangers_learn_of_no_private_clubs_table(archive, ann, bob, cleo, later):
    club = founded(ann, bob)
    clubs.edit(club_id=club, by=ann.pk, wanted=Edited(visibility="private", join="invitation"))
    table_id = old(ann, bob, later, club=club)
    run()
    forget()
    (archive / "table").rename(archive / "away")
    for path in (f"/api/tables/{table_id}", f"/api/tables/{table_id}/record", f"/tables/{table_id}"):
        for user, status in ((ann, 503), (bob, 503), (cleo, 404)):
            client = client_of(user)
            assert client.get(path).status_code == status, (path, user)


def test_nothing_more_happens_at_a_table_in_the_archive(archive, ann, bob, later):
    table_id = old(ann, bob, later)
    run()
    client = client_of(ann)
    answer = client.post(f"/api/tables/{table_id}/rematch", {}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (409, "archived")


def test_a_record_holds_no_name_and_outlives_the_account(archive, bob, later):
    someone = User.objects.create_user("xyzzyplugh", "xyzzyplugh@example.org")
    table_id = old(someone, bob, later)
    before = TABLES.current(table_id).state
    run()
    (path,) = archive.rglob("*.jsonl.gz")
    text = gzip.decompress(path.read_bytes()).decode()
    assert "xyzzyplugh" not in text.lower()
    erase(someone.pk)
    forget()
    assert TABLES.current(table_id).state == before


def test_the_daily_walk_costs_what_there_is_to_archive_and_not_what_there_ever_was(archive, ann, bob, later):
    table_id = old(ann, bob, later)
    run()
    archived_beside(table_id, 3_000)
    nothing = cost(lambda: list(aging.due()))
    assert nothing.tables == []
    assert (nothing.queries < 5, nothing.rows < 50) == (True, True), nothing
    run("--bring-back", table_id)
    one = cost(lambda: list(aging.due()))
    assert [table.id for table in one.tables] == [table_id]
    assert (one.queries < 20, one.rows < 100) == (True, True), one


class Cost(NamedTuple):
    tables: list[Summary]
    queries: int
    rows: int
    """That PostgreSQL looked at."""


def cost(question: Callable[[], list[Summary]]) -> Cost:
    before = rows_looked_at()
    with CaptureQueriesContext(connection) as asked:
        found = question()
    return Cost(found, len(asked), rows_looked_at() - before)


def rows_looked_at() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) FROM pg_stat_xact_user_tables")
        return int(cursor.fetchone()[0])


def archived_beside(table_id: str, count: int) -> None:
    """Put more tables into the archive, each like *table_id*."""
    with connection.cursor() as cursor:
        for table, key, prefix in (("tables_table", "id", ""), ("log_stream", "name", "table:")):
            cursor.execute(
                f"INSERT INTO {table} SELECT other.* FROM {table} AS one, generate_series(1, %s) AS number, "  # noqa: S608
                f"jsonb_populate_record(one, jsonb_build_object('{key}', %s || 'a' || number)) AS other "
                f"WHERE one.{key} = %s",
                [count, prefix, prefix + table_id],
            )
        cursor.execute("ANALYZE tables_table, log_stream")


def test_only_what_is_over_for_long_goes(archive, ann, bob, later, settings):
    concede(open_for(ann, bob), settle=False)  # its result is still to be taken in
    concede(open_for(ann, bob))
    later(364)
    open_for(ann, bob)
    assert list(aging.due()) == []
    later(366)
    (due,) = aging.due()
    assert due.settled


def test_a_tournaments_tables_stay_until_it_is_over_for_as_long_itself(archive, announce, people, organiser, later):
    tournament_id = announce(*people[:4], rounds=2)
    director.start(tournament_id=tournament_id, by=organiser.pk)
    for table_id in open_tables(tournament_id):
        concede(table_id)
    later(366)
    assert list(aging.due()) == []
    for table_id in open_tables(tournament_id):
        concede(table_id)
    assert list(aging.due()) == []
    later(800)
    assert len(list(aging.due())) == 4
    open_for(*people[:2])
    assert aging.bring(limit=3).tables == 3
    assert aging.bring().tables == 1


def test_the_daily_task_notes_what_is_in_the_way_and_needs_an_archive(archive, ann, bob, later, settings):
    table_id = old(ann, bob, later)
    settings.ARCHIVE, place = "", settings.ARCHIVE
    daily()
    assert last() is None
    settings.ARCHIVE = str(archive / "elsewhere")
    daily()
    assert (hindered := last()) is not None
    assert "elsewhere" in hindered.problem
    assert (seen := rooms.archived(sources.now_ms())) is not None
    assert "elsewhere" in seen.problem
    settings.ARCHIVE = place
    daily()
    assert (done := last()) is not None
    assert done[1:] == (1, "")
    assert rooms.archived(sources.now_ms()) == Archive("", "", 0.0)
    (archive / "cardroom-archive").unlink()
    assert (unmounted := rooms.archived(sources.now_ms())) is not None
    assert "mounted" in unmounted.away
    assert selectors.archived([f"table:{table_id}"])
    with pytest.raises(CommandError, match="Not in the archive: table:nowhere"):
        run("--bring-back", "nowhere")
    settings.ARCHIVE = ""
    with pytest.raises(CommandError, match="ARCHIVE is not set"):
        run()
