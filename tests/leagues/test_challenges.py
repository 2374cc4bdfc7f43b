"""A challenge through the services: from the ladder to the table, and what its result makes of the ladder."""

from collections.abc import Callable
from functools import partial
from threading import get_ident
from typing import Any

import pytest

from accounts.models import User
from tests.clock import Clock
from tests.clubs.conftest import Found
from tests.factories import gather, give_up
from tests.meeting import at_once, blocked, until
from tournaments.clubs import services as clubs
from tournaments.leagues.ladders import appointments, selectors, services
from tournaments.leagues.ladders.services import Draft
from tournaments.leagues.tasks import keep_appointments, upkeep
from tournaments.log import services as log
from tournaments.log.errors import RoomError
from tournaments.log.projections import rebuild
from tournaments.settlement.services import settle_table
from tournaments.tables import selectors as tables
from tournaments.tables import services as table_services

HOUR = 3_600_000


def refused(code: str, act: Callable[..., object], **given: Any) -> None:
    with pytest.raises(RoomError) as problem:
        act(**given)
    assert problem.value.code == code


@pytest.fixture
def club(found: Found, settled: list[User], clock: Clock) -> str:
    return found(*settled[1:7])


@pytest.fixture
def people(settled: list[User]) -> list[int]:
    return [user.pk for user in settled]


@pytest.fixture
def ladder(club: str, people: list[int]) -> str:
    """The first five of the club, in their order."""
    draft = Draft(game="duck-soup", title="Ladder", options={"length": "deal"})
    made = services.open_ladder(club_id=club, by=people[0], draft=draft)
    for user in people[:5]:
        services.join(ladder_id=made, by=user)
    return made


def order(ladder: str) -> list[int]:
    return list(selectors.ladder(ladder).order)


def agreed(ladder: str, challenger: int, defender: int, time: int) -> str:
    name = services.challenge(ladder_id=ladder, by=challenger, defender=defender)
    ask: dict[str, Any] = {"challenge_id": name}
    services.answer(**ask, by=defender, said="accept")
    services.propose(**ask, by=challenger, time=time)
    services.agree(**ask, by=defender)
    return name


def test_from_the_challenge_to_the_place(ladder: str, people: list[int], clock: Clock):
    name = agreed(ladder, people[4], people[2], clock.now)
    table = selectors.challenge(name)[1].table
    assert table is not None, "the time is now: the table is open"
    assert tables.summary(table).seats == (people[4], people[2])
    assert tables.summary(table).status == "open"
    gather(table)
    assert tables.summary(table).status == "playing"
    give_up(table_id=table, user_id=people[2])
    for _again in range(2):
        settle_table(table_id=table)
    assert order(ladder) == [people[0], people[1], people[4], people[2], people[3]]
    assert tables.summary(table).settled
    assert selectors.of_user(people[2]) == []
    assert rebuild(check=True).changed == ()


def test_a_table_opens_a_quarter_of_an_hour_before_its_time(ladder: str, people: list[int], clock: Clock):
    name = agreed(ladder, people[4], people[2], clock.now + 5 * HOUR)
    keep_appointments()
    assert selectors.challenge(name)[1].table is None
    clock.now += 5 * HOUR - 15 * 60_000
    for _again in range(3):
        keep_appointments()
    table = selectors.challenge(name)[1].table
    assert table is not None
    assert [each.id for each in tables.of_matches([name])] == [table]


def test_who_does_not_come_to_the_table_loses(ladder: str, people: list[int], clock: Clock):
    name = agreed(ladder, people[4], people[2], clock.now)
    table = selectors.challenge(name)[1].table or ""
    table_services.arrive(table_id=table, user_id=people[4])
    clock.now += 15 * 60_000
    keep_appointments()
    assert selectors.challenge(name)[1].outcome == "walkover"
    assert tables.summary(table).status == "aborted"
    assert order(ladder)[2] == people[4]


@pytest.mark.django_db(transaction=True)
def test_a_table_that_nobody_comes_to_and_somebody_who_leaves_do_not_wait_for_each_other(
    ladder: str, people: list[int], clock: Clock, monkeypatch: pytest.MonkeyPatch
):
    name = agreed(ladder, people[4], people[2], clock.now)
    clock.now += 15 * 60_000
    store, stored = log.store, set[int]()

    def store_and_let_others(*given: Any) -> None:
        store(*given)
        stored.add(get_ident())
        until(lambda: len(stored) > 1 or blocked(), "both have come so far")

    monkeypatch.setattr(log, "store", store_and_let_others)
    leave = partial(appointments.drop, ladder_id=ladder, user=people[2], cause="erased")
    assert at_once(partial(appointments.keep, ladder_id=ladder), leave).count(None) >= 1
    assert not selectors.challenge(name)[1].is_open
    assert [each.status for each in tables.of_matches([name])] == ["aborted"]


def test_a_game_that_goes_on_is_waited_for(ladder: str, people: list[int], clock: Clock):
    name = agreed(ladder, people[4], people[2], clock.now)
    gather(selectors.challenge(name)[1].table or "")
    clock.now += HOUR
    keep_appointments()
    assert selectors.challenge(name)[1].is_open


def test_a_ladder_of_tables_seats_those_who_have_not_declined(club: str, people: list[int], clock: Clock):
    draft = Draft(game="gasp", title="Tables", rule="table", seats=4, reach=5)
    ladder = services.open_ladder(club_id=club, by=people[0], draft=draft)
    for user in people[:5]:
        services.join(ladder_id=ladder, by=user)
    name = services.challenge(ladder_id=ladder, by=people[4], defender=people[0], others=[people[1], people[2]])
    ask: dict[str, Any] = {"challenge_id": name}
    services.answer(**ask, by=people[2], said="decline")
    services.answer(**ask, by=people[0], said="accept")
    services.propose(**ask, by=people[0], time=clock.now)
    services.agree(**ask, by=people[4])
    table = selectors.challenge(name)[1].table or ""
    assert set(tables.summary(table).seats) == {people[4], people[0], people[1]}


def test_the_gate_holds(ladder: str, club: str, people: list[int]):
    draft = Draft(game="duck-soup", title="Another")
    refused("not_organiser", services.open_ladder, club_id=club, by=people[1], draft=draft)
    refused("not_member", services.join, ladder_id=ladder, by=people[7])
    refused("unknown_ladder", services.join, ladder_id="0000000000", by=people[0])
    refused("not_organiser", services.rule, ladder_id=ladder, by=people[1], text="Because")
    refused("too_far", services.challenge, ladder_id=ladder, by=people[4], defender=people[0])
    refused("not_on_ladder", services.challenge, ladder_id=ladder, by=people[4], defender=people[5])


@pytest.mark.parametrize(
    ("code", "given"),
    [
        ("bad_title", {"title": " "}),
        ("unknown_game", {"game": "chess"}),
        ("bad_reach", {"reach": 11}),
        ("bad_seats", {"seats": 4}),
        ("bad_seats", {"rule": "table", "seats": 2}),
        ("bad_option", {"options": {"no": 1}}),
    ],
)
def test_a_ladder_that_cannot_be(club: str, people: list[int], code: str, given: dict[str, Any]):
    draft = Draft(**({"game": "duck-soup", "title": "Ladder"} | given))
    with pytest.raises(RoomError) as problem:
        services.open_ladder(club_id=club, by=people[0], draft=draft)
    assert problem.value.code == code or code == "bad_option"
    assert selectors.of_club(club) == []


def test_who_leaves_the_club_leaves_the_ladder(ladder: str, club: str, people: list[int]):
    name = services.challenge(ladder_id=ladder, by=people[4], defender=people[2])
    clubs.leave(club_id=club, by=people[2])
    upkeep()
    assert people[2] not in order(ladder)
    assert selectors.challenge(name)[1].outcome == "void"


def test_a_ruling_says_why(ladder: str, people: list[int]):
    name = services.challenge(ladder_id=ladder, by=people[4], defender=people[2])
    wanted = [people[4], *people[:4]]
    services.rule(ladder_id=ladder, by=people[0], text="An error", order=wanted, challenge_id=name, outcome="void")
    assert order(ladder) == wanted
    refused("bad_text", services.rule, ladder_id=ladder, by=people[0], text="")


def test_a_repeated_request_gets_its_first_answer(ladder: str, people: list[int], clock: Clock):
    ask: dict[str, Any] = {"ladder_id": ladder, "by": people[4], "command": "once"}
    first = services.challenge(**ask, defender=people[2])
    clock.now += 1_000
    assert services.challenge(**ask, defender=people[2]) == first
    refused("key_reused", services.challenge, **ask, defender=people[3])


def test_a_challenge_of_another_club_is_like_none(ladder: str, found: Found, people: list[int]):
    name = services.challenge(ladder_id=ladder, by=people[3], defender=people[2])
    other = found(slug="elsewhere")
    for challenge in (name, "0000000000"):
        refused("unknown_challenge", services.agree, challenge_id=challenge, by=people[0], club_id=other)
        refused(
            "unknown_challenge", services.answer, challenge_id=challenge, by=people[0], said="accept", club_id=other
        )
    refused("unknown_ladder", services.close, ladder_id=ladder, by=people[0], club_id=other)
