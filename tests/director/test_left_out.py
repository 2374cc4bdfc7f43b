"""Starting asks first, names who is left out, and they can be taken in again."""

import pytest

from accounts.models import User
from tests.clubs.founding import founded
from tests.director.left_out import checked_in, out, state
from tests.factories import announced, client_of, play_out
from tournaments.clubs import services as clubs
from tournaments.director import selectors
from tournaments.director import services as director
from tournaments.director.errors import RoomError

pytestmark = pytest.mark.django_db


def test_the_page_asks_and_names_who_would_be_left_out(organiser: User, people: list[User], ann: User) -> None:
    tournament = checked_in(organiser, people[:4], ann)
    client = client_of(organiser)
    page = client.get(f"/tournaments/{tournament}/start").content.decode()
    assert "ann has not checked in and would be left out." in page
    assert selectors.detail(tournament).status == "announced", "asking starts nothing"
    client.post(f"/tournaments/{tournament}/start")
    assert selectors.detail(tournament).status == "running"
    assert client_of(ann).post(f"/tournaments/{tournament}/start").status_code == 403


def test_the_page_says_when_round_1_is_drawn(organiser: User, people: list[User]) -> None:
    for draws, said in (("at_once", "Round 1 is drawn at once"), ("by_hand", "Round 1 is drawn when you say so")):
        tournament = announced(organiser.pk, [each.pk for each in people[:4]], draws=draws)
        assert said in client_of(organiser).get(f"/tournaments/{tournament}/start").content.decode()


def test_what_too_few_are_there_for_is_not_offered(organiser: User, people: list[User], ann: User) -> None:
    button = '<button class="btn primary">Start</button>'
    few = announced(organiser.pk, [])
    page = client_of(organiser).get(f"/tournaments/{few}/start").content.decode()
    assert "It cannot start yet. There are too few entries for a round." in page
    assert button not in page
    page = client_of(organiser).get(f"/tournaments/{checked_in(organiser, people[:2], ann)}/start").content.decode()
    assert button in page


def test_the_page_says_how_long_late_entries_are_taken(organiser: User, people: list[User]) -> None:
    for late, said in ((0, "The entries close."), (2, "Late entries are possible until round 2 is drawn.")):
        tournament = announced(organiser.pk, [each.pk for each in people[:4]], late_round=late)
        assert said in client_of(organiser).get(f"/tournaments/{tournament}/start").content.decode()


def test_who_was_left_out_of_a_swiss_is_taken_in_until_round_2_is_drawn(
    organiser: User, people: list[User], ann: User
) -> None:
    tournament = checked_in(organiser, people[:4], ann, rounds=3)
    director.start(tournament_id=tournament, by=organiser.pk)
    number = out(tournament)
    assert "admit-form" in client_of(organiser).get(f"/tournaments/{tournament}").content.decode()
    answer = client_of(organiser).post(f"/tournaments/{tournament}/admit", {"entry": str(number)}, follow=True)
    assert f"{ann.username} has been taken in." in answer.content.decode()
    entry = state(tournament).entry_of(ann.pk)
    assert entry is not None
    assert "admit-form" not in client_of(organiser).get(f"/tournaments/{tournament}").content.decode()
    director.admit(tournament_id=tournament, by=organiser.pk, entry=number)
    assert len(state(tournament).present) == 5, "a second time changes nothing"
    play_out(tournament)
    assert selectors.detail(tournament).status == "finished"
    for paired in state(tournament).rounds[1:]:
        drawn = {number for match in paired.played.matches for number in match.entries}
        assert entry.number in drawn | set(paired.played.byes)


def test_only_the_organisers_and_only_those_who_were_left_out(organiser: User, people: list[User], ann: User) -> None:
    tournament = checked_in(organiser, people[:4], ann)
    director.start(tournament_id=tournament, by=organiser.pk)
    with pytest.raises(RoomError, match="not_organiser"):
        director.admit(tournament_id=tournament, by=ann.pk, entry=out(tournament))
    with pytest.raises(RoomError, match="not_left_out"):
        director.admit(tournament_id=tournament, by=organiser.pk, entry=99)


@pytest.mark.parametrize("kind", ["swiss", "knock-out"])
def test_nobody_is_taken_in_who_has_been_put_out_of_the_club(
    organiser: User, people: list[User], ann: User, kind: str
) -> None:
    club = founded(organiser, *people[:4], ann)
    rounds = 3 if kind == "swiss" else None
    tournament = checked_in(organiser, people[:4], ann, format=kind, rounds=rounds, club=club)
    director.start(tournament_id=tournament, by=organiser.pk)
    clubs.remove(club_id=club, by=organiser.pk, user_id=ann.pk, cause="conduct")
    with pytest.raises(RoomError, match="not_member"):
        director.admit(tournament_id=tournament, by=organiser.pk, entry=out(tournament))


def test_nobody_is_taken_in_whose_account_is_closed(organiser: User, people: list[User], ann: User) -> None:
    tournament = checked_in(organiser, people[:4], ann, rounds=3)
    director.start(tournament_id=tournament, by=organiser.pk)
    User.objects.filter(pk=ann.pk).update(is_active=False)
    with pytest.raises(RoomError, match="unknown_user"):
        director.admit(tournament_id=tournament, by=organiser.pk, entry=out(tournament))
