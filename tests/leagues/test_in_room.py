"""Challenges that are played with real cards: who agrees to it, what a report makes of the ladder, who decides."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.clock import Clock
from tests.factories import client_of
from tests.leagues.test_challenges import club, ladder, order, people, refused  # noqa: F401
from tests.notices.conftest import Follow, follow, told  # noqa: F401
from tournaments.clubs import services as clubs
from tournaments.clubs.choices import Duty
from tournaments.clubs.events import Edited
from tournaments.clubs.selectors import club as club_of
from tournaments.leagues.ladders import in_room, selectors, services
from tournaments.leagues.ladders.services import Draft
from tournaments.leagues.tasks import keep_appointments, upkeep
from tournaments.log.projections import rebuild
from tournaments.notices.models import Notice
from tournaments.notices.selectors import inbox
from tournaments.ratings.names import club_pool
from tournaments.ratings.selectors import rating_of
from tournaments.settlement.services import settle_table
from tournaments.tables import selectors as tables
from tournaments.tables import services as table_services

# ruff: noqa: F811  fixtures of a neighbour
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits")]
MINUTE, DAY = 60_000, 86_400_000


def agreed(ladder: str, one: int, other: int, clock: Clock, *, asked: bool = True, proposed: bool | None = None) -> str:
    """A challenge whose time is now."""
    name = services.challenge(ladder_id=ladder, by=one, defender=other, in_room=asked)
    ask: dict[str, Any] = {"challenge_id": name}
    services.answer(**ask, by=other, said="accept")
    services.propose(**ask, by=other, time=clock.now, in_room=proposed)
    services.agree(**ask, by=one)
    return name


def table_of(challenge: str) -> str:
    return selectors.challenge(challenge)[1].table or ""


def reported(challenge: str, by: int, *places: int) -> str:
    table = table_of(challenge)
    table_services.report_result(table_id=table, user_id=by, places=places, points=())
    return table


def test_what_is_reported_and_confirmed_counts_on_the_ladder(ladder: str, people: list[int], clock: Clock) -> None:
    name = agreed(ladder, people[4], people[2], clock)
    assert tables.summary(table_of(name)).in_room
    table = reported(name, people[4], 1, 2)
    clock.now += 60 * MINUTE
    keep_appointments()
    assert order(ladder) == people[:5], "nobody had to come, and nothing counts yet"
    table_services.confirm_report(table_id=table, user_id=people[2])
    for _again in range(2):
        settle_table(table_id=table)
    assert order(ladder) == [people[0], people[1], people[4], people[2], people[3]]
    assert selectors.challenge(name)[1].outcome == "won"
    assert rebuild(check=True).changed == ()


@pytest.mark.parametrize(
    ("asked", "proposed", "played"),
    [(True, None, True), (True, False, False), (False, None, False), (False, True, True)],
)
def test_either_can_ask_for_real_cards_and_the_agreed_proposal_says(
    ladder: str, people: list[int], clock: Clock, asked: bool, proposed: bool | None, played: bool
) -> None:
    name = agreed(ladder, people[4], people[2], clock, asked=asked, proposed=proposed)
    assert tables.summary(table_of(name)).in_room is played


def test_the_challenged_player_is_told_before_they_accept(
    ladder: str, people: list[int], settled: list[User], follow: Follow, clock: Clock
) -> None:
    follow()
    name = services.challenge(ladder_id=ladder, by=people[4], defender=people[2], in_room=True)
    follow()
    client = client_of(settled[2])
    assert "challenges you, with real cards" in client.get("/notices").content.decode()
    page = client.get(f"/clubs/{_slug(ladder)}/challenges/{name}").content.decode()
    assert "wants to play with real cards" in page
    assert "One player reports the result by phone" in page


def _slug(ladder: str) -> str:
    return club_of(selectors.ladder(ladder).rules.club).founded.slug


def test_the_bar_of_ones_games_speaks_of_no_round(
    ladder: str, people: list[int], settled: list[User], clock: Clock
) -> None:
    agreed(ladder, people[4], people[2], clock)
    shown = client_of(settled[4]).get("/").content.decode()
    assert "Played with real cards" in shown
    assert "Round 0" not in shown


def test_a_table_of_several_shares_out_the_places(club: str, people: list[int], clock: Clock) -> None:
    draft = Draft(game="gasp", title="Four", rule="table", seats=4)
    made = services.open_ladder(club_id=club, by=people[0], draft=draft)
    for user in people[:5]:
        services.join(ladder_id=made, by=user)
    name = services.challenge(
        ladder_id=made, by=people[3], defender=people[1], others=[people[0], people[2]], in_room=True
    )
    services.answer(challenge_id=name, by=people[1], said="accept")
    services.propose(challenge_id=name, by=people[3], time=clock.now)
    services.agree(challenge_id=name, by=people[1])
    table = reported(name, people[0], 1, 2, 3, 4)  # seats: challenger, defender, others
    table_services.confirm_report(table_id=table, user_id=people[1])
    settle_table(table_id=table)
    assert order(made) == [people[3], people[1], people[0], people[2], people[4]]


@pytest.mark.parametrize("wanted", [True, False])
def test_it_counts_in_the_clubs_own_ratings_where_the_club_wants_that_and_never_in_the_sites(
    ladder: str, club: str, people: list[int], clock: Clock, wanted: bool
) -> None:
    clubs.edit(club_id=club, by=people[0], wanted=Edited(room_rated=wanted))
    clock.now += MINUTE
    table = reported(agreed(ladder, people[4], people[2], clock), people[4], 1, 2)
    table_services.confirm_report(table_id=table, user_id=people[2])
    settle_table(table_id=table)
    assert rating_of(people[4], "duck-soup") is None
    assert (rating_of(people[4], club_pool(club, "duck-soup")) is not None) is wanted


def test_a_disputed_report_waits_for_an_organiser_at_once_and_one_that_nobody_answers_after_ten_minutes(
    ladder: str, people: list[int], clock: Clock
) -> None:
    name = agreed(ladder, people[4], people[2], clock)
    table = reported(name, people[4], 1, 2)
    assert in_room.waiting(selectors.ladder(ladder)) == []
    clock.now += 10 * MINUTE
    (waits,) = in_room.waiting(selectors.ladder(ladder))
    assert (waits.challenge.id, waits.disputed, waits.places) == (name, False, ((people[4], 1), (people[2], 2)))
    reported(name, people[4], 2, 1)
    assert in_room.waiting(selectors.ladder(ladder)) == []
    table_services.dispute_report(table_id=table, user_id=people[2])
    (waits,) = in_room.waiting(selectors.ladder(ladder))
    assert waits.disputed


def test_a_disputed_report_is_told_to_the_organisers_who_may_decide(
    ladder: str, people: list[int], settled: list[User], follow: Follow, clock: Clock
) -> None:
    given: dict[str, Any] = {"club_id": selectors.ladder(ladder).rules.club, "by": people[0]}
    duties: list[tuple[int, Duty]] = [(people[1], "ladders"), (people[4], "ladders"), (people[3], "events")]
    for user, duty in duties:
        clubs.set_role(**given, user_id=user, duties=[duty])
    name = agreed(ladder, people[4], people[2], clock)
    table = reported(name, people[4], 1, 2)
    follow()
    assert not Notice.objects.filter(kind="result_disputed").exists(), "the players may still agree"
    table_services.dispute_report(table_id=table, user_id=people[2])
    follow()
    rows = Notice.objects.filter(kind="result_disputed")
    assert {row.user_id for row in rows} == {people[0], people[1]}, "not the player, nor an organiser of other things"
    (shown,) = (each for each in inbox(settled[1], only="answer") if each.kind.key == "result_disputed")
    assert shown.text == f"{settled[2].username} disputes the result of a challenge: Ladder"
    assert "A result waits for you" in client_of(settled[1]).get(shown.path).content.decode()


@pytest.mark.parametrize("end", ["confirmed", "ruled", "reported_anew", "accepted"])
def test_a_dispute_that_is_settled_waits_for_no_organiser(
    ladder: str, people: list[int], follow: Follow, clock: Clock, end: str
) -> None:
    name = agreed(ladder, people[4], people[2], clock)
    table = reported(name, people[4], 1, 2)
    table_services.dispute_report(table_id=table, user_id=people[2])
    follow()
    reported(name, people[4], 2, 1)
    follow()
    waits = Notice.objects.filter(kind="result_disputed", over_at=None)
    assert [row.user_id for row in waits] == [people[0]], "corrected, it still waits, and is told once"
    match end:
        case "confirmed":
            in_room.confirm(challenge_id=name, by=people[0])
        case "ruled":
            found = selectors.ladder(ladder)
            order = in_room.order_after(found, found.challenges[name], "held")
            services.rule(ladder_id=ladder, by=people[0], text="x", order=order, challenge_id=name, outcome="held")
        case "reported_anew":
            seen = tables.reported(table)
            places: dict[str, Any] = {"places": (2, 1), "points": (), "seen": seen and seen.seq}
            table_services.report_result(table_id=table, user_id=people[2], **places)
        case "accepted":
            table_services.confirm_report(table_id=table, user_id=people[2])
    if end in ("confirmed", "accepted"):
        settle_table(table_id=table)
    follow()
    assert not waits.all().exists()


def test_an_organiser_who_does_not_play_in_it_confirms(ladder: str, people: list[int], clock: Clock) -> None:
    clubs.set_role(club_id=selectors.ladder(ladder).rules.club, by=people[0], user_id=people[4], duties=["ladders"])
    name = agreed(ladder, people[4], people[2], clock)
    refused("not_reported", in_room.confirm, challenge_id=name, by=people[0])
    table = reported(name, people[4], 1, 2)
    table_services.dispute_report(table_id=table, user_id=people[2])
    refused("own_match", in_room.confirm, challenge_id=name, by=people[4])
    refused("not_organiser", in_room.confirm, challenge_id=name, by=people[1])
    refused("stale", in_room.confirm, challenge_id=name, by=people[0], seen=1)
    (waits,) = in_room.waiting(selectors.ladder(ladder))
    in_room.confirm(challenge_id=name, by=people[0], seen=waits.seq)
    settle_table(table_id=table)
    assert order(ladder)[2] == people[4]
    assert in_room.waiting(selectors.ladder(ladder)) == []


def test_an_organiser_decides_otherwise_on_the_challenges_page(
    ladder: str, people: list[int], settled: list[User], clock: Clock, sent: object
) -> None:
    name = agreed(ladder, people[4], people[2], clock)
    table = reported(name, people[4], 2, 1)
    table_services.dispute_report(table_id=table, user_id=people[2])
    officer, base = client_of(settled[0]), f"/clubs/{_slug(ladder)}"
    assert "Results that wait for you" in officer.get(f"{base}/ladders/{ladder}").content.decode()
    for other in (client_of(settled[1]), client_of(settled[2]), Client()):
        assert "Results that wait for you" not in other.get(f"{base}/ladders/{ladder}").content.decode()
        assert "A result waits for you" not in other.get(f"{base}/challenges/{name}").content.decode()
    assert client_of(settled[1]).post(f"{base}/challenges/{name}/rule", {"outcome": "won"}).status_code == 403
    assert "A result waits for you" in officer.get(f"{base}/challenges/{name}").content.decode()
    assert officer.post(f"{base}/challenges/{name}/rule", {"outcome": "won", "text": ""}).status_code == 422
    assert officer.post(f"{base}/challenges/{name}/rule", {"outcome": "walkover", "text": "x"}).status_code == 422
    officer.post(f"{base}/challenges/{name}/rule", {"outcome": "won", "text": "We all saw it."})
    assert selectors.challenge(name)[1].outcome == "won"
    assert order(ladder)[2] == people[4]
    assert tables.summary(table).status == "aborted", "nobody confirms there any more"
    assert rebuild(check=True).changed == ()


def test_without_a_confirmed_result_it_is_void_after_a_week(ladder: str, people: list[int], clock: Clock) -> None:
    name = agreed(ladder, people[4], people[2], clock)
    table = reported(name, people[4], 1, 2)
    clock.now += 7 * DAY - 1
    keep_appointments()
    assert selectors.challenge(name)[1].is_open
    clock.now += 1
    keep_appointments()
    assert selectors.challenge(name)[1].outcome == "void"
    assert tables.summary(table).status == "aborted"
    assert order(ladder) == people[:5]


def test_who_is_gone_from_the_club_leaves_no_report_to_confirm(ladder: str, people: list[int], clock: Clock) -> None:
    table = table_of(agreed(ladder, people[4], people[2], clock))
    clubs.leave(club_id=selectors.ladder(ladder).rules.club, by=people[4])
    upkeep()
    assert tables.summary(table).status == "aborted"


def test_a_repeated_challenge_with_other_cards_is_another_request(ladder: str, people: list[int]) -> None:
    given: dict[str, Any] = {"ladder_id": ladder, "by": people[4], "defender": people[2], "command": "0123456789abcdef"}
    first = services.challenge(**given, in_room=True)
    assert services.challenge(**given, in_room=True) == first
    refused("key_reused", services.challenge, **given, in_room=False)
    assert list(selectors.ladder(ladder).challenges) == [first]
