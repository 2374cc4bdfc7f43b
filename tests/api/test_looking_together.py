"""Reviews by programs: what the pages do, by the same rules; refusals have codes, and nobody learns more than there."""

from typing import Any

import pytest
from pytest_django import Settings

from accounts import privacy
from accounts.models import User
from tests.api.client import Answer, Caller
from tests.clubs.founding import founded
from tests.factories import concede, open_for
from tournaments.clubs import services as clubs
from tournaments.people.models import Line, Review
from tournaments.people.reviews import company, services
from tournaments.tables import frames
from tournaments.tables.seen import legal

pytestmark = pytest.mark.django_db

SHOWN = {"move": 0, "seat": "all", "front": 0, "after": None, "line": "", "rings": [], "arrows": []}


@pytest.fixture(autouse=True)
def _plenty(settings: Settings) -> None:
    settings.RATES = {}


def code(answer: Answer) -> tuple[int, str]:
    return answer.status, answer["code"]


def user(caller: Caller) -> User:
    assert caller.user is not None
    return caller.user


@pytest.fixture
def table(ann: Caller, bob: Caller) -> str:
    made = open_for(user(ann), user(bob))
    concede(made)
    return made


@pytest.fixture
def path(ann: Caller, bob: Caller, table: str) -> str:
    """Of a review that ann has opened and bob has joined."""
    made = ann.post(f"/api/tables/{table}/reviews")
    assert bob.post(f"/api/reviews/{made['id']}/join").status == 200
    return f"/api/reviews/{made['id']}"


def test_a_review_from_its_opening_to_its_end(ann: Caller, bob: Caller, table: str) -> None:
    opened = ann.post(f"/api/tables/{table}/reviews", {"move": 2, "seat": "1"})
    assert opened.status == 201
    assert opened["shown"] == SHOWN | {"move": 2, "seat": "1", "front": 1}
    assert ann.post(f"/api/tables/{table}/reviews")["id"] == opened["id"], "one at a time"
    path = f"/api/reviews/{opened['id']}"
    joined = bob.post(f"{path}/join")
    assert [one["name"] for one in joined["people"]] == ["ann", "bob"]
    assert (joined["joined"], joined["may_end"], joined["leader"]["name"]) == (True, False, "ann")
    marks = {"rings": ["KS"], "arrows": [["KS", "AH"]]}
    stepped = ann.post(f"{path}/step", {"move": 3, **marks})
    assert ann.post(f"{path}/step", {"move": 3, **marks})["version"] == stepped["version"]
    assert bob.get(path)["shown"] == SHOWN | {"move": 3, **marks}
    company.note({opened["id"]: [user(ann).pk, user(bob).pk]})
    assert ann.post(f"{path}/hand", {"to": user(bob).pk})["leader"] == {"id": user(bob).pk, "name": "bob"}
    assert bob.post(f"{path}/leave")["leader"] is None
    assert ann.post(f"{path}/take")["leader"]["name"] == "ann"
    assert ann.post(f"{path}/end")["over"]
    assert ann.get("/api/reviews")["reviews"] == []


def test_a_line_is_shown_as_the_rules_play_it(ann: Caller, bob: Caller, table: str, path: str) -> None:
    dealt = next(after for _, after, _, _ in frames.commits(table) if after.state is not None)
    seat = dealt.to_act[0]
    line = {"move": 1, "after": dealt.seq, "line": f"{seat + 1}:{legal(dealt, seat)[0]}"}
    assert ann.post(f"{path}/step", line).status == 200
    assert bob.get(path)["shown"] == SHOWN | line
    assert code(ann.post(f"{path}/step", line | {"line": "1:ZZ"}))[0] == 422
    assert bob.get(path)["shown"] == SHOWN | line


@pytest.mark.parametrize(
    ("body", "refused"),
    [
        ({"move": -1}, (400, "malformed")),
        ({"move": "1"}, (400, "malformed")),
        ({"marks": []}, (400, "malformed")),
        ({"arrows": [["KS"]]}, (400, "malformed")),
        ({"rings": ["KS"] * 33}, (400, "malformed")),
        ({"move": 100_000}, (422, "bad_move")),
        ({"seat": "2"}, (422, "bad_eyes")),
        ({"seat": "²"}, (422, "bad_eyes")),
        ({"front": -1}, (422, "bad_eyes")),
        ({"rings": ["KS"] * 9}, (422, "too_many_marks")),
        ({"rings": ["ZZ"]}, (422, "bad_card")),
        ({"arrows": [["KS", "KS"]]}, (422, "bad_arrow")),
        ({"line": "1:KS"}, (422, "bad_line")),
        ({"after": -5}, (422, "bad_line")),
        ({"after": 10**30}, (422, "bad_line")),
        ({"after": 99_999}, (422, "bad_line")),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(
    ann: Caller, path: str, body: Any, refused: tuple[int, str]
) -> None:
    before = Review.objects.values().get()
    assert code(ann.post(f"{path}/step", body)) == refused
    assert Review.objects.values().get() == before


def test_only_one_leads_and_only_the_opener_ends(
    ann: Caller, bob: Caller, caller: Any, path: str, stranger: Caller
) -> None:
    cleo = caller("cleo")
    for other in (bob, cleo):
        assert code(other.post(f"{path}/step", {"move": 1})) == (403, "not_leading")
        assert code(other.post(f"{path}/end")) == (403, "not_opener")
    company.note({path.rpartition("/")[2]: [user(ann).pk]})
    assert code(bob.post(f"{path}/take")) == (409, "is_led")
    assert code(cleo.post(f"{path}/take")) == (403, "not_joined")
    for to in (user(cleo).pk, 2**50):
        assert code(ann.post(f"{path}/hand", {"to": to})) == (422, "not_there")
    for verb in ("join", "leave", "step", "take", "end", "chat"):
        assert stranger.post(f"{path}/{verb}", {"text": "Hi"} if verb == "chat" else None).status == 401


def test_who_opens_none(ann: Caller, guest: Caller, stranger: Caller, table: str) -> None:
    waiting = open_for(user(ann), None)
    assert code(ann.post(f"/api/tables/{waiting}/reviews")) == (409, "not_finished")
    assert code(guest.post(f"/api/tables/{table}/reviews")) == (403, "guest")
    assert stranger.post(f"/api/tables/{table}/reviews").status == 401
    assert code(ann.post("/api/tables/nosuchtabl/reviews")) == (404, "unknown_table")
    assert not Review.objects.exists()


def test_who_has_joined_is_named_to_those_who_have(
    ann: Caller, bob: Caller, caller: Any, path: str, stranger: Caller
) -> None:
    for other in (caller("cleo"), stranger):
        seen = other.get(path)
        assert (seen["people"], seen["joined"], seen["leader"]["name"]) == ([], False, "ann")
        assert "bob" not in str(seen.body)
    assert bob.post(f"{path}/leave")["people"] == []
    assert bob.get(path)["people"] == []


def test_those_that_go_on_are_listed(ann: Caller, bob: Caller, caller: Any, table: str, path: str) -> None:
    cleo, one = caller("cleo"), {"id": path.rpartition("/")[2], "table": table, "by": "ann"}
    assert ann.get("/api/reviews")["reviews"] == bob.get("/api/reviews")["reviews"] == [one]
    assert cleo.get("/api/reviews")["reviews"] == []
    assert cleo.get(f"/api/tables/{table}/reviews")["reviews"] == [one]
    privacy.block(user=user(cleo), other=user(ann))
    assert cleo.get(f"/api/tables/{table}/reviews")["reviews"] == []
    bob.post(f"{path}/leave")
    assert bob.get("/api/reviews")["reviews"] == []
    ann.post(f"{path}/leave")
    assert ann.get("/api/reviews")["reviews"] == [one], "it is theirs to end"


def test_the_chat_is_that_of_the_page(ann: Caller, bob: Caller, caller: Any, path: str, stranger: Caller) -> None:
    first = bob.post(f"{path}/chat", {"text": " Why not\nthe nine? "}, key="k")
    assert bob.post(f"{path}/chat", {"text": " Why not\nthe nine? "}, key="k").body == first.body
    assert [line["text"] for line in stranger.get(f"{path}/chat")["lines"]] == ["Why not the nine?"]
    assert stranger.get(f"{path}/chat", after=first["line"])["lines"] == []
    assert code(caller("cleo").post(f"{path}/chat", {"text": "Hi"})) == (403, "not_joined")
    assert code(bob.post(f"{path}/chat", {"text": "x" * 301})) == (422, "too_long")
    ann.post(f"{path}/end")
    assert code(bob.post(f"{path}/chat", {"text": "Late"})) == (409, "over")
    assert Line.objects.count() == 1


def test_whoever_may_not_see_the_table_is_told_that_there_is_none(ann: Caller, bob: Caller, caller: Any) -> None:
    """By every operation, whatever they had to do with it before."""
    gone, never = caller("cleo"), caller("dora")
    club = founded(user(ann), user(bob), user(gone), visibility="private", join="invitation")
    table = open_for(user(ann), user(bob), club=club)
    concede(table)
    made = services.open_review(user=user(ann), table_id=table)
    services.join(user=user(gone), review_id=made)
    assert [one["id"] for one in gone.get("/api/reviews")["reviews"]] == [made]
    clubs.leave(club_id=club, by=user(gone).pk)
    assert gone.get("/api/reviews")["reviews"] == []
    before = Review.objects.values().get(), sorted(Review.objects.get().people.values_list("user", flat=True))
    bodies = {"step": {"move": 1}, "hand": {"to": user(bob).pk}, "chat": {"text": "Hi"}}
    for other in (gone, never):
        for verb in ("join", "leave", "step", "hand", "take", "end", "chat"):
            mine, none = (other.post(f"/api/reviews/{one}/{verb}", bodies.get(verb)) for one in (made, "x" * 10))
            assert code(mine) == code(none) == (404, "unknown_review")
            assert str(mine.body).replace(made, "") == str(none.body).replace("x" * 10, "")
        for part in ("", "/chat"):
            assert code(other.get(f"/api/reviews/{made}{part}")) == (404, "unknown_review")
        assert code(other.get(f"/api/tables/{table}/reviews")) == (404, "unknown_table")
        assert code(other.post(f"/api/tables/{table}/reviews")) == (404, "unknown_table")
    assert before == (
        Review.objects.values().get(),
        sorted(Review.objects.get().people.values_list("user", flat=True)),
    )


def test_a_repeated_request_gets_its_answer_and_is_carried_out_once(
    ann: Caller, bob: Caller, table: str, path: str
) -> None:
    """A client that had no answer asks again, and by then something else is shown, somebody has left, or it is over."""
    assert ann.post(f"{path}/step", {"move": 1}, key="first").status == 200
    assert ann.post(f"{path}/step", {"move": 2}, key="second").status == 200
    assert ann.post(f"{path}/step", {"move": 1}, key="first")["shown"]["move"] == 2
    assert code(ann.post(f"{path}/step", {"move": 3}, key="first")) == (422, "key_reused")
    assert bob.post(f"{path}/leave", key="go").status == 200
    assert bob.post(f"{path}/join", key="come").status == 200
    assert bob.post(f"{path}/leave", key="go")["joined"]
    assert ann.post(f"{path}/end", key="over").status == 200
    opened = ann.post(f"/api/tables/{table}/reviews", {"move": 1}, key="open")
    assert ann.post(f"/api/reviews/{opened['id']}/end").status == 200
    again = ann.post(f"/api/tables/{table}/reviews", {"move": 1}, key="open")
    assert (again.status, again["id"], again["over"]) == (201, opened["id"], True)
    assert Review.objects.filter(ended_at=None).count() == 0


def test_a_refused_request_may_be_made_again_under_its_name(ann: Caller, bob: Caller, path: str) -> None:
    assert code(bob.post(f"{path}/step", {"move": 1}, key="early")) == (403, "not_leading")
    company.note({path.split("/")[-1]: [user(ann).pk, user(bob).pk]})
    assert ann.post(f"{path}/hand", {"to": user(bob).pk}).status == 200
    assert bob.post(f"{path}/step", {"move": 1}, key="early")["shown"]["move"] == 1
