"""On its pages a tournament takes late entries, and lets people miss rounds, pause and come back."""

import re

import pytest
from django.test import Client

from accounts.models import User
from tests.factories import announced, concede, open_tables, started
from tournaments.director import selectors

pytestmark = pytest.mark.django_db


@pytest.fixture
def others(db: None) -> list[int]:
    return [User.objects.create_user(f"player{number}").pk for number in range(4)]


def text(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def test_who_comes_late_enters_on_the_page_and_is_drawn_for_the_next_round(
    as_ann: Client, ann: User, others: list[int]
) -> None:
    tournament = started(others[0], others, rounds=3, late_round=2)
    assert "you are drawn from round 2 on" in text(as_ann, f"/tournaments/{tournament}")
    as_ann.post(f"/tournaments/{tournament}/join")
    for table in open_tables(tournament):
        concede(table)
    entry = next(each for each in selectors.detail(tournament).entries if each.user == ann.pk)
    assert (entry.seed, entry.rating) == (5, 1500)
    (line,) = (line for line in selectors.at(tournament).standings() if line.entry.user == ann.pk)
    assert [(item.round, item.code) for item in line.why][:1] == [(1, "Z")]
    second = selectors.at(tournament).rounds[1]
    assert ann.pk in {each.user for match in second.matches for each in match.entries} | {
        bye.entry.user for bye in second.byes
    }
    assert "away" in text(as_ann, f"/tournaments/{tournament}/standings")
    assert "0Z" in text(as_ann, f"/tournaments/{tournament}/crosstable")


def test_rounds_to_miss_are_chosen_on_a_page(as_ann: Client, ann: User, others: list[int]) -> None:
    tournament = announced(others[0], [*others, ann.pk], rounds=4, half_byes=1)
    page = text(as_ann, f"/tournaments/{tournament}/absences")
    assert page.count('value="H"') == 3, "not in the last round"
    as_ann.post(f"/tournaments/{tournament}/absences", {"round-1": "", "round-2": "H", "round-4": "Z"})
    (mine,) = (each for each in selectors.detail(tournament).entries if each.user == ann.pk)
    assert [(bye.round, bye.code) for bye in mine.byes] == [(2, "H"), (4, "Z")]
    page = text(as_ann, f"/tournaments/{tournament}")
    assert "You miss round 2." in page
    assert "Half-point byes on request" in page


def test_more_than_may_be_taken_is_refused_where_it_was_asked(as_ann: Client, ann: User, others: list[int]) -> None:
    tournament = announced(others[0], [*others, ann.pk], rounds=4, half_byes=1)
    answer = as_ann.post(f"/tournaments/{tournament}/absences", {"round-1": "H", "round-2": "H"})
    assert answer.status_code == 422
    assert "at most 1 half-point byes" in answer.content.decode()


def test_one_pauses_and_comes_back_by_a_button(as_ann: Client, ann: User, others: list[int]) -> None:
    tournament = started(others[0], [*others, ann.pk], rounds=3)
    as_ann.post(f"/tournaments/{tournament}/pause")
    page = text(as_ann, f"/tournaments/{tournament}")
    assert "you are not drawn until you come back" in page
    assert "pauses" in page
    as_ann.post(f"/tournaments/{tournament}/return")
    assert "you are not drawn until you come back" not in text(as_ann, f"/tournaments/{tournament}")


def test_a_fixed_schedule_offers_no_round_to_miss(as_ann: Client, ann: User, others: list[int]) -> None:
    tournament = started(others[0], [*others, ann.pk], format="round-robin")
    assert "/absences" not in text(as_ann, f"/tournaments/{tournament}")
    assert "nobody can miss one" in text(as_ann, f"/tournaments/{tournament}/absences")


def test_what_the_organiser_announces_of_late_entries_and_byes_stays_when_edited(as_ann: Client) -> None:
    form = {"game": "duck-soup", "name": "Tuesday", "format": "swiss", "starts_at": "2099-01-01T19:00"}
    form |= {"clock": "300+5", "option-length": "deal", "option-max_rounds": "60"}
    wanted = {"late_round": "2", "late_bye": "H", "half_byes": "1"}
    tournament = as_ann.post("/tournaments/new", form | wanted).headers["Location"].rpartition("/")[2]
    settings = selectors.detail(tournament).settings
    assert (settings.late_round, settings.late_bye, settings.half_byes) == (2, "H", 1)
    page = text(as_ann, f"/tournaments/{tournament}/edit")
    assert re.search(r'name="late_round" value="2"', page)
    as_ann.post(f"/tournaments/{tournament}/edit", form | wanted | {"format": "round-robin"})
    settings = selectors.detail(tournament).settings
    assert (settings.format, settings.late_round, settings.half_byes) == ("round-robin", 0, 0)


def test_an_annulled_result_is_shown_struck_out(as_ann: Client, ann: User, others: list[int]) -> None:
    tournament = started(others[0], [*others[:3], ann.pk], format="round-robin")
    for table in open_tables(tournament):
        concede(table)
    as_ann.post(f"/tournaments/{tournament}/withdraw")
    for table in open_tables(tournament):
        concede(table)
    assert "annulled" in text(as_ann, f"/tournaments/{tournament}/standings")
    assert "<s>" in text(as_ann, f"/tournaments/{tournament}/crosstable")
