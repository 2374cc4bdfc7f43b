"""The organiser keeps players apart on a page, and is told what to lift when a round cannot be paired."""

import pytest
from django.test import Client

from accounts.models import User
from tests.factories import announced, concede, open_tables, started
from tournaments.director import imports, selectors

pytestmark = pytest.mark.django_db


def test_groups_are_lines_of_names_and_stand_in_the_form_afterwards(as_ann: Client, ann: User, ben: User) -> None:
    tournament_id = announced(ann.pk)
    page = f"/tournaments/{tournament_id}/apart"
    assert page in as_ann.get(f"/tournaments/{tournament_id}").content.decode()
    assert as_ann.post(page, {"forbidden": "ann, BEN\n\n", "mates": ""}).status_code == 302
    assert imports.kept_apart(tournament_id) == ([["ann", "ben"]], [])
    assert "ann, ben" in as_ann.get(page).content.decode()
    as_ann.post(page, {"forbidden": "", "mates": ""})
    assert imports.kept_apart(tournament_id) == ([], [])


def test_a_name_that_nobody_has_is_said_beside_its_field(as_ann: Client, ann: User) -> None:
    tournament_id = announced(ann.pk)
    answer = as_ann.post(f"/tournaments/{tournament_id}/apart", {"forbidden": "", "mates": "ann, nobody"})
    assert answer.status_code == 422
    assert "There is no player nobody." in answer.content.decode()


def test_only_the_organiser_keeps_apart(as_ann: Client, ben: User) -> None:
    tournament_id = announced(ben.pk)
    assert as_ann.get(f"/tournaments/{tournament_id}/apart").status_code == 403
    assert as_ann.post(f"/tournaments/{tournament_id}/apart", {"forbidden": "", "mates": ""}).status_code == 403


def test_a_round_that_bans_make_impossible_says_which_to_lift(as_ann: Client, ann: User) -> None:
    others = [User.objects.create_user(f"player{number}") for number in range(3)]
    tournament_id = started(ann.pk, [ann.pk, *(user.pk for user in others)], rounds=3)
    groups = [["ann", user.username] for user in others]
    imports.keep_apart(tournament_id=tournament_id, by=ann.pk, forbidden=groups, mates=[])
    for table in open_tables(tournament_id):
        concede(table)
    page = as_ann.get(f"/tournaments/{tournament_id}").content.decode()
    assert "It can be paired if these may meet:" in page
    ((one, two),) = imports.to_lift(tournament_id)
    assert f"{one} – {two}" in page
    desk = as_ann.get(f"/tournaments/{tournament_id}/desk").content.decode()
    assert "It can be paired if these may meet:" in desk
    assert f"{one} – {two}" in desk
    assert f'href="/tournaments/{tournament_id}/apart"' in desk
    assert "Its tables could not be opened." not in desk


def test_the_form_announces_how_a_swiss_is_paired(as_ann: Client, ann: User) -> None:
    given = {
        "game": "duck-soup",
        "name": "Thursday",
        "format": "swiss",
        "starts_at": "2099-01-01T20:00",
        "clock": "300+5",
        "acceleration": "baku",
        "apart_rounds": "2",
        "neighbours": "on",
        "bots": "on",
        "option-length": "deal",
    }
    answer = as_ann.post("/tournaments/new", given)
    assert answer.status_code == 302
    settings = selectors.detail(answer["Location"].rpartition("/")[2]).settings
    assert (settings.acceleration, settings.apart_rounds) == ("baku", 2)
    assert (settings.neighbours, settings.rematches) == (True, False)
