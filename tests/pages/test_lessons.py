"""The pages of first lessons: for strangers, guests and users; how far one has come is kept."""

import json
import re

import pytest
from django.test import Client

from accounts.models import User
from accounts.services import create_guest
from tests.pages.reading import Reader
from tournaments.learning.lessons import progress
from tournaments.learning.lessons.models import LessonProgress
from tournaments.learning.lessons.progress import Progress
from tournaments.learning.lessons.registry import LESSONS
from tournaments.people import export

pytestmark = pytest.mark.django_db

LAST = len(LESSONS["gasp"].steps)


@pytest.mark.parametrize("game", LESSONS)
def test_a_stranger_walks_a_lesson_from_its_list_to_its_end(client: Client, game: str) -> None:
    """By the links and buttons that the pages have: nothing else is needed, and nothing is kept."""
    assert f"/learn/{game}/1" in client.get("/learn").content.decode()
    assert f"/learn/{game}/1" in client.get(f"/learn/{game}").content.decode()
    address = f"/learn/{game}/1"
    for number, step in enumerate(LESSONS[game].steps, start=1):
        page = client.get(address).content.decode()
        if step.move:
            assert re.search(rf'form="move-form"[^>]*value="{step.move}"', page), step.move
            page = client.get(address, {"move": step.move}).content.decode()
        last = number == len(LESSONS[game].steps)
        address = f"/learn/{game}/done" if last else f"/learn/{game}/{number + 1}"
        assert re.search(rf'href="{address}"\s+data-onward', page)
    assert f'action="/games/{game}/play"' in client.get(address).content.decode()
    assert not LessonProgress.objects.exists()


def test_another_move_is_played_out_and_tried_again(client: Client) -> None:
    page = client.get("/learn/german-whist/6?move=3S").content.decode()
    assert "This could happen" in page
    assert "Hazel won the trick and took King of Diamonds" in page
    assert re.search(r'href="/learn/german-whist/6"\s+data-onward', page)


def test_what_may_not_be_played_is_explained_by_the_rules(client: Client) -> None:
    answer = client.get("/learn/german-whist/6?move=AH")
    assert answer.status_code == 422
    assert "Follow with" in answer.content.decode()


@pytest.mark.parametrize("move", ["", "nonsense", "7H-7H", "x" * 3000])
@pytest.mark.parametrize("step", [1, 6])
def test_a_broken_choice_changes_nothing(client: Client, step: int, move: str) -> None:
    answer = client.get(f"/learn/german-whist/{step}?move={move}")
    assert answer.status_code == 422
    assert "That may not be played" in answer.content.decode()


@pytest.mark.parametrize("path", ["gasp/0", f"gasp/{LAST + 1}", "gasp/99999999999", "chess", "chess/1", "chess/done"])
def test_there_are_no_other_steps(client: Client, path: str) -> None:
    assert client.get(f"/learn/{path}").status_code == 404


@pytest.mark.parametrize("guest", [True, False])
def test_how_far_one_has_come_is_kept(client: Client, ann: User, guest: bool) -> None:
    user = create_guest() if guest else ann
    client.force_login(user)
    for number in (1, 3, 2):
        client.get(f"/learn/gasp/{number}")
    client.head("/learn/gasp/9")
    assert progress.of(user.pk) == {"gasp": Progress(3, False)}
    assert "/learn/gasp/3" in client.get("/learn").content.decode(), "goes on there"
    client.get("/learn/gasp/done")
    assert not progress.of(user.pk)["gasp"].done, "the last step was not seen"
    client.get(f"/learn/gasp/{LAST}")
    client.get("/learn/gasp/done")
    assert progress.of(user.pk) == {"gasp": Progress(LAST, True)}


def test_a_step_seen_before_writes_nothing(as_ann: Client, ann: User) -> None:
    as_ann.get("/learn/gasp/3")
    before = LessonProgress.objects.get()
    as_ann.get("/learn/gasp/3")
    as_ann.get("/learn/gasp/2")
    assert LessonProgress.objects.get().at == before.at


def test_it_can_be_forgotten(as_ann: Client, ann: User) -> None:
    as_ann.get("/learn/gasp/3")
    assert 'action="/learn/forget"' in as_ann.get("/learn").content.decode()
    as_ann.post("/learn/forget")
    assert progress.of(ann.pk) == {}
    assert 'action="/learn/forget"' not in as_ann.get("/learn").content.decode()


def test_it_is_exported_and_erased(as_ann: Client, ann: User) -> None:
    as_ann.get("/learn/gasp/3")
    exported = json.loads(export.document(ann))
    assert [(row["game"], row["step"]) for row in exported["lessons"]] == [("gasp", 3)]
    progress.HOLDING.forget(ann.pk)
    assert not LessonProgress.objects.exists()


def test_pages_lead_to_the_lessons(client: Client) -> None:
    for path, link in (("/", "/learn"), ("/games", "/learn"), ("/games/gasp", "/learn/gasp")):
        assert link in Reader(client.get(path).content.decode()).links


def test_hidden_hands_are_not_in_the_page(client: Client) -> None:
    """Hazel's cards are those of a book, but the page is drawn from what the pupil's seat may know."""
    page = client.get("/learn/german-whist/1").content.decode()
    assert 'value="AS"' in page or "c-AS" in page
    assert "c-4S" not in page
