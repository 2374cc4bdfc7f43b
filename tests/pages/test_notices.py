"""Why something was refused: said once on the next whole page, and never more of it than somebody can read."""

import re

import pytest
from django.test import Client

from accounts.models import Session, User
from tests.factories import open_for
from tests.pages.forms import running
from tournaments.tables import selectors

pytestmark = pytest.mark.django_db

LONG = {
    "long": "x" * 100_000,
    "as long as a move": "7" * 100,
    "long and not ASCII": "😀" * 25_000,
    "not ASCII": "😀" * 60,
    "markup": "<&'\">" * 20,
    "lines": "x" * 20 + "\r\nX-Evil: 1",
}


def toasts(page: bytes) -> list[str]:
    return re.findall(r'<p class="toast[^>]*>(.*?)</p>', page.decode(), re.DOTALL)


@pytest.mark.parametrize("move", LONG.values(), ids=LONG.keys())
def test_refusals_that_nobody_reads_do_not_pile_up(as_ann: Client, ann: User, ben: User, move: str) -> None:
    table = open_for(ann, ben)
    before = selectors.summary(table)
    for _ in range(50):
        as_ann.post(f"/tables/{table}/move", {"move": move})
    (session,) = Session.objects.all()
    assert len(session.session_data) < 4_000
    assert len(as_ann.cookies.output()) < 4_000
    assert selectors.summary(table) == before
    said = toasts(as_ann.get(f"/tables/{table}").content)
    assert 1 <= len(said) <= 5
    assert all("move in this game" in one for one in said)
    assert toasts(as_ann.get(f"/tables/{table}").content) == []


@pytest.mark.parametrize("move", LONG.values(), ids=LONG.keys())
def test_a_note_beside_the_board_is_short(as_ann: Client, ann: User, ben: User, move: str) -> None:
    table = open_for(ann, ben)
    answer = as_ann.post(f"/tables/{table}/move", {"move": move}, headers={"X-Board": "1"})
    assert answer.status_code == 422
    assert 20 < len(answer.headers["X-Note"]) < 300
    assert "X-Evil" not in answer.headers
    assert re.search("&(?![a-z]+;|#x?[0-9a-f]+;)", answer.headers["X-Note"]) is None


def test_a_text_that_is_too_long_for_a_move_is_not_said_again(as_ann: Client, ann: User, ben: User) -> None:
    table = open_for(ann, ben)
    notes = [
        as_ann.post(f"/tables/{table}/move", {"move": "y" * size}, headers={"X-Board": "1"}).headers["X-Note"]
        for size in (10, 100, 101)
    ]
    assert notes == [
        f"“{'y' * 10}” is not a move in this game.".replace("“", "&#8220;").replace("”", "&#8221;"),
        f"“{'y' * 39}…” is not a move in this game.".replace("“", "&#8220;").replace("…”", "&#8230;&#8221;"),
        "That is too long to be a move in this game.",
    ]


def test_the_last_few_messages_of_any_page_are_kept(as_ann: Client, ann: User) -> None:
    tournament = f"/tournaments/{running(ann, start=False)}"
    for _ in range(50):
        as_ann.post(f"{tournament}/bots", {"level": "greedy", "count": "99"})
    as_ann.post(f"{tournament}/start")
    *others, last = toasts(as_ann.get(tournament).content)
    assert set(others) == {"Between 1 and 32 bots at a time."}
    assert len(others) == 4
    assert last not in others


@pytest.mark.parametrize("part", [{"HX-Request": "true"}, {"X-Board": "1"}])
@pytest.mark.parametrize("address", ["/tournaments/{}", "/tournaments/{}/rounds", "/tables", "/about/nothing"])
def test_a_script_leaves_the_messages_to_the_next_whole_page(
    as_ann: Client, ann: User, address: str, part: dict[str, str]
) -> None:
    path = address.format(running(ann, start=False))
    as_ann.post(f"/tournaments/{running(ann, start=False)}/bots", {"level": "greedy", "count": "99"})
    for _ in range(3):
        polled = as_ann.get(path, headers=part)
        assert toasts(polled.content) == []
    assert toasts(as_ann.get(path).content) == ["Between 1 and 32 bots at a time."]
    assert toasts(as_ann.get(path).content) == []


def test_a_poll_finds_nothing_new_while_a_message_waits(as_ann: Client, ann: User) -> None:
    path = f"/tournaments/{running(ann, start=False)}"
    asks = {"HX-Request": "true"}
    as_ann.get(path)  # brings the token of its forms
    mark = as_ann.get(path, headers=asks)["ETag"]
    as_ann.post(f"{path}/bots", {"level": "greedy", "count": "99"})
    assert as_ann.get(path, headers=asks | {"If-None-Match": mark}).status_code == 304
    assert len(toasts(as_ann.get(path).content)) == 1
