"""Lists that are read in parts: new lines move no place, and how many there are is said to those who ask."""

from collections.abc import Iterator

import pytest

from accounts.models import User
from tests.api.client import Caller
from tests.api.contract import published
from tests.api.test_requests import links
from tests.clubs.founding import founded
from tests.factories import announced
from tournaments.director.models import Tournament
from tournaments.learning.studies import services as studies
from tournaments.log import sources
from tournaments.platform import places
from tournaments.platform.places import Place, place
from tournaments.tables.models import Table

pytestmark = pytest.mark.django_db
DUCK = {"game": "duck-soup", "seats": ["me", None]}


def parts(caller: Caller, path: str) -> Iterator[list[str]]:
    """The ids of one part after the other, as the links lead on."""
    while path:
        answer = caller.client.get(path)
        assert answer.status_code == 200, answer.content
        (lines,) = (each for each in answer.json().values() if isinstance(each, list))
        yield [line["id"] for line in lines]
        path = links(answer.headers).get("next", "")


def test_tables_that_are_opened_meanwhile_move_none(stranger: Caller, ann: Caller) -> None:
    known = [ann.post("/api/tables", DUCK)["id"] for _ in range(5)][::-1]
    seen = []
    for part in parts(stranger, "/api/tables?limit=2"):
        seen += part
        ann.post("/api/tables", DUCK)
    assert seen == known


def test_tournaments_of_one_moment_are_each_seen_once(stranger: Caller, organiser: User) -> None:
    known = [announced(organiser.pk) for _ in range(5)]
    Tournament.objects.update(starts_at=sources.now_ms() + 1_000_000)
    Tournament.objects.filter(pk=known[0]).update(started_at=sources.now_ms())
    assert [each for part in parts(stranger, "/api/tournaments?limit=2") for each in part] == [
        *sorted(known[1:]),
        known[0],
    ]


def test_a_place_that_is_none_is_refused(stranger: Caller) -> None:
    for text in ("x", "5", "5-a/b"):
        answer = stranger.get("/api/tables", after=text)
        assert (answer.status, answer["code"]) == (400, "malformed")
        assert "after" in answer["errors"]


def test_a_place_is_read_as_it_is_written() -> None:
    at = Place(5, "rHV6JR4Zp2")
    assert place(str(at)) == at


def test_those_who_ask_are_told_how_many_lines_there_are(stranger: Caller, ann: Caller, organiser: User) -> None:
    assert ann.user is not None
    for _ in range(3):
        ann.post("/api/tables", DUCK)
        announced(organiser.pk)
        founded(ann.user, slug=f"club-{sources.new_id().lower()}".replace("_", "x").rstrip("-"))
        studies.create(user=ann.user, name="A line")
    people = User.objects.filter(is_active=True, is_guest=False).count()
    for caller, path, total in (
        (stranger, "/api/tables?game=duck-soup", 3),
        (stranger, "/api/tables?game=gasp", 0),
        (stranger, "/api/tournaments?", 3),
        (stranger, "/api/clubs?", 3),
        (stranger, "/api/clubs?player=ann", 3),
        (stranger, "/api/players?", people),
        (stranger, "/api/ladders/duck-soup?", 0),
        (ann, "/api/studies?mine=true", 3),
        (ann, "/api/notices?", 0),
    ):
        shown = caller.client.get(f"{path}&limit=1&count=true", headers=caller.credentials)
        assert (shown.status_code, shown.headers.get("Total-Count")) == (200, str(total)), path
        assert "Total-Count" not in caller.client.get(f"{path}&limit=1", headers=caller.credentials).headers


def test_more_than_can_be_counted_are_as_many(stranger: Caller, ann: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "MOST", 2)
    for _ in range(4):
        ann.post("/api/tables", DUCK)
    assert Table.objects.count() == 4
    assert stranger.get("/api/tables", count="true").headers["Total-Count"] == "2"


def test_the_document_names_the_header() -> None:
    said = published()["paths"]["/api/tables"]["get"]["responses"]["200"]["headers"]
    assert {"Link", "Total-Count"} <= said.keys()
