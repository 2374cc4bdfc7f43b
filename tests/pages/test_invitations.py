"""Names from a file, as pages: a preview with what is wrong by line, then all of it or nothing; and being invited."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import User
from tests.factories import announced
from tournaments.director import imports, selectors

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_to_all")]


def send(client: Client, tournament_id: str, text: str, **given: str) -> tuple[int, str]:
    answer = client.post(f"/tournaments/{tournament_id}/import", {"kind": "csv", "text": text} | given, follow=True)
    return answer.status_code, answer.content.decode()


def test_the_organiser_sees_what_a_file_would_do_and_then_does_it(
    as_ann: Client, ann: User, ben: User, robot: User
) -> None:
    tournament_id = announced(ann.pk)
    page = f"/tournaments/{tournament_id}/import"
    assert page in as_ann.get(f"/tournaments/{tournament_id}").content.decode()
    status, seen = send(as_ann, tournament_id, "name\nben\nRobot\n")
    assert status == 200
    assert "is invited" in seen
    assert 'name="confirm"' in seen
    assert not imports.invited(tournament_id)
    _status, done = send(as_ann, tournament_id, "name\nben\nRobot\n", confirm="1")
    assert "Bots entered: 1. People invited: 1." in done
    assert [entry.user for entry in selectors.detail(tournament_id).entries] == [robot.pk]
    assert imports.invited(tournament_id) == [ben]


def test_a_line_that_cannot_be_is_named_and_there_is_nothing_to_confirm(as_ann: Client, ann: User) -> None:
    tournament_id = announced(ann.pk)
    _status, seen = send(as_ann, tournament_id, "name\n<b>nobody</b>\n")
    assert "There is no such player." in seen
    assert "&lt;b&gt;nobody" in seen
    assert 'name="confirm"' not in seen
    status, refused = send(as_ann, tournament_id, "name\nnobody\n", confirm="1")
    assert status == 422
    assert "Line 2, nobody: There is no such player." in refused


@pytest.mark.parametrize("content", [b"name\nben\n", b"\xff\xfe"])
def test_a_file_is_read_or_refused_beside_its_field(as_ann: Client, ann: User, ben: User, content: bytes) -> None:
    tournament_id = announced(ann.pk)
    file = SimpleUploadedFile("names.csv", content)
    answer = as_ann.post(f"/tournaments/{tournament_id}/import", {"kind": "csv", "file": file})
    assert answer.status_code == (200 if content.isascii() else 422)
    assert ("is invited" if content.isascii() else "This file is not in UTF-8.") in answer.content.decode()


def test_nothing_at_all_is_asked_for_again(as_ann: Client, ann: User) -> None:
    status, seen = send(as_ann, announced(ann.pk), "")
    assert status == 422
    assert "Choose a file, or paste its text." in seen


def test_somebody_else_has_no_such_page(as_ann: Client, ben: User) -> None:
    tournament_id = announced(ben.pk)
    assert as_ann.get(f"/tournaments/{tournament_id}/import").status_code == 403
    assert as_ann.post(f"/tournaments/{tournament_id}/seeds").status_code == 403


def test_who_is_invited_is_told_on_the_first_page_and_may_decline(as_ann: Client, ann: User, ben: User) -> None:
    tournament_id = announced(ben.pk, name="Thursday")
    imports.take_in(tournament_id=tournament_id, by=ben.pk, kind="csv", text="name\nann\n")
    assert "You are invited" in as_ann.get("/").content.decode()
    page = as_ann.get(f"/tournaments/{tournament_id}").content.decode()
    assert "You are invited." in page
    as_ann.post(f"/tournaments/{tournament_id}/decline")
    assert "You are invited" not in as_ann.get("/").content.decode()
    assert not imports.invited(tournament_id)


def test_seeds_go_by_rating_again_when_the_organiser_says_so(as_ann: Client, ann: User) -> None:
    tournament_id = announced(ann.pk, [ann.pk])
    imports.order_seeds(tournament_id=tournament_id, by=ann.pk, users=[ann.pk])
    assert "Seed by rating" in as_ann.get(f"/tournaments/{tournament_id}").content.decode()
    as_ann.post(f"/tournaments/{tournament_id}/seeds")
    assert "Seed by rating" not in as_ann.get(f"/tournaments/{tournament_id}").content.decode()
