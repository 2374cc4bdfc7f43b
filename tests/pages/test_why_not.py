"""Somebody asks why two did not meet: by the page and by the API, with the same answer."""

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from tests.factories import concede, open_tables, started
from tournaments.director import selectors
from tournaments.director.display import reviews
from tournaments.director.errors import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(db: None) -> str:
    """In its second round; player0 met player2 in the first."""
    users = [User.objects.create_user(f"player{number}").pk for number in range(5)]
    tournament_id = started(users[0], users, rounds=3)
    for table in open_tables(tournament_id):
        concede(table)
    return tournament_id


def pair_of_round_one(cup: str) -> list[int]:
    return [entry.number for entry in selectors.at(cup).rounds[0].matches[0].entries]


def test_the_page_says_what_it_would_cost(client: Client, cup: str) -> None:
    page = f"/tournaments/{cup}/rounds/2/why-not"
    assert page in client.get(f"/tournaments/{cup}/rounds").content.decode()
    assert client.get(page).status_code == 200
    one, two = pair_of_round_one(cup)
    seen = client.get(page, {"one": one, "two": two}).content.decode()
    assert "this would be worse: Second meetings and second byes" in seen


def test_who_did_meet_is_told_so(client: Client, cup: str) -> None:
    one, two = pair_of_round_one(cup)
    assert reviews.why_not(cup, 1, one, two).meet
    seen = client.get(f"/tournaments/{cup}/rounds/1/why-not", {"one": one, "two": two}).content.decode()
    assert "already meet in this round" in seen


def test_a_price_and_a_draw_are_worked_out_once(cup: str, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = pair_of_round_one(cup)
    first, drawn = reviews.why_not(cup, 2, one, two), reviews.review(cup, 2)
    monkeypatch.setattr(reviews, "FORMATS", {})
    monkeypatch.setattr(reviews, "redraw", None)
    assert (reviews.why_not(cup, 2, one, two), reviews.review(cup, 2)) == (first, drawn)


@pytest.mark.parametrize(
    ("path", "address"), [("why-not?one=player0&two=player2", "198.51.100.1"), ("redraw", "198.51.100.2")]
)
def test_everybody_who_asks_for_a_draw_is_counted(cup: str, settings: Settings, path: str, address: str) -> None:
    client = Client(REMOTE_ADDR=address)
    settings.RATES = {"checks": "2/min", "address_checks": "3/min"}
    guest = User.objects.create(username="guest", is_guest=True)
    for user, most in ((User.objects.get(username="player0"), 2), (guest, 2), (None, 1)):
        if user is None:
            client.logout()
        else:
            client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        answers = [client.get(f"/api/tournaments/{cup}/rounds/2/{path}").status_code for _ in range(most + 1)]
        assert answers == [200] * most + [429]


@pytest.mark.parametrize("two", ["1", "99", "x", ""])
def test_two_different_players_are_asked_for(client: Client, cup: str, two: str) -> None:
    assert client.get(f"/tournaments/{cup}/rounds/1/why-not", {"one": "1", "two": two}).status_code == 422


def test_a_round_that_there_is_not_has_no_answer(client: Client, cup: str) -> None:
    assert client.get(f"/tournaments/{cup}/rounds/9/why-not").status_code == 404
    with pytest.raises(Refused, match="There is no round 9"):
        reviews.why_not(cup, 9, 1, 2)


def test_in_a_round_robin_it_is_fixed() -> None:
    users = [User.objects.create_user(f"player{number}").pk for number in range(4)]
    tournament_id = started(users[0], users, format="round-robin")
    (match, *_rest) = selectors.at(tournament_id).rounds[0].matches
    other = next(entry.number for entry in selectors.detail(tournament_id).entries if entry not in match.entries)
    found = reviews.why_not(tournament_id, 1, match.entries[0].number, other)
    assert "This format has a fixed schedule" in str(found.why[0])
