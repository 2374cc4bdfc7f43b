"""A director who plays decides nothing alone about the table that they are playing at."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from tests.api.client import Caller
from tests.factories import client_of, co_organise, concede, gather, started
from tournaments.director import selectors, services
from tournaments.director.commands import desk
from tournaments.director.display.shapes import MatchInfo
from tournaments.director.errors import RoomError
from tournaments.director.policy.rulings.decisions import Request
from tournaments.director.policy.rulings.matches import GiveTime, VoidTable
from tournaments.director.state import acts
from tournaments.director.streams import TOURNAMENTS
from tournaments.tables import selectors as tables
from tournaments.tables import services as table_services
from tournaments.tables.events import Clock

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sent", "no_limits", "open_to_all")]

RULINGS: dict[str, Callable[[MatchInfo, int], Request]] = {
    "void": lambda match, _other: VoidTable(match.match),
    "undo": lambda _match, _other: acts.UndoRound(1),
    "result": lambda match, _other: acts.SetResult(match.match, ("=", "="), (1, 1)),
    "out, keep": lambda _match, other: acts.Disqualify(other, 1, "keep"),
    "out, annul": lambda _match, other: acts.Disqualify(other, 1, "annul"),
}


def playing(ann: User, people: list[User], **given: Any) -> tuple[str, MatchInfo, int]:
    """A rated tournament that Ann directs and plays in: the tournament, her match, and the entry of an opponent."""
    cup = started(ann.pk, [ann.pk, *(user.pk for user in people[:3])], **({"rounds": 2} | given))
    match = next(each for each in selectors.at(cup).rounds[0].matches if ann.pk in seats(each))
    return cup, match, next(entry.number for entry in match.entries if entry.user != ann.pk)


def seats(match: MatchInfo) -> tuple[int | None, ...]:
    return tables.summary(match.table or "").seats


def sign(cup: str, by: User, wanted: Request) -> None:
    signature = desk.Signature(by=by.pk, seq=selectors.detail(cup).seq, reason="other")
    desk.rule(tournament_id=cup, wanted=wanted, signature=signature)


def refused(cup: str, ask: Callable[[], object]) -> bool:
    seq = TOURNAMENTS.current(cup).state.seq
    with pytest.raises(RoomError, match="own_match"):
        ask()
    return TOURNAMENTS.current(cup).state.seq == seq


@pytest.mark.parametrize("wanted", RULINGS.values(), ids=RULINGS)
def test_no_ruling_ends_the_table_or_takes_others_out_of_it(ann: User, people: list[User], wanted: Any) -> None:
    cup, match, other = playing(ann, people)
    gather(match.table or "")
    asked = wanted(match, other)
    assert refused(cup, lambda: sign(cup, ann, asked))
    assert refused(cup, lambda: desk.attempt(tournament_id=cup, by=ann.pk, wanted=asked))
    assert tables.summary(match.table or "").status == "playing"
    co_organise(cup, ann.pk, people[3].pk)
    sign(cup, people[3], asked)
    assert tables.summary(match.table or "").status != "playing"


def test_nobody_brings_the_own_deadline_forward_nor_gives_themselves_time(ann: User, people: list[User]) -> None:
    cup, match, other = playing(ann, people, clock=Clock(60), round_minutes=60)
    gather(match.table or "")
    mine = next(entry.number for entry in match.entries if entry.user == ann.pk)
    due = TOURNAMENTS.current(cup).state.rounds[0].drawn.deadline or 0
    assert refused(cup, lambda: sign(cup, ann, acts.Extend(1, match.match, due - 1, None)))
    assert refused(cup, lambda: sign(cup, ann, acts.Extend(1, None, due - 1, None)))
    assert refused(cup, lambda: sign(cup, ann, GiveTime(match.match, mine, 60)))
    sign(cup, ann, acts.Extend(1, match.match, due + 1, None))
    sign(cup, ann, GiveTime(match.match, other, 60))
    co_organise(cup, ann.pk, people[3].pk)
    sign(cup, people[3], GiveTime(match.match, mine, 60))


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("wanted", RULINGS.values(), ids=RULINGS)
def test_it_does_before_the_cards_are_dealt_and_when_it_is_over(
    ann: User, people: list[User], wanted: Any, over: bool
) -> None:
    cup, match, other = playing(ann, people)
    if over:
        concede(match.table or "")
    sign(cup, ann, wanted(match, other))


def test_no_reversal_ends_the_table_that_is_played_again(ann: User, people: list[User]) -> None:
    cup, match, _other = playing(ann, people)
    concede(match.table or "")
    sign(cup, ann, VoidTable(match.match))
    again = next(each for each in selectors.at(cup).rounds[0].matches if each.match == match.match)
    gather(again.table or "")
    assert refused(cup, lambda: desk.attempt(tournament_id=cup, by=ann.pk, wanted=1))


def test_nobody_there_is_taken_out_by_page_or_api_and_others_are(ann: User, people: list[User]) -> None:
    cup, match, other = playing(ann, people)
    gather(match.table or "")
    against = next(entry.user for entry in match.entries if entry.number == other)
    assert refused(cup, lambda: services.withdraw(tournament_id=cup, user_id=against, by=ann.pk))
    answer = Caller(ann).post(f"/api/tournaments/{cup}/withdraw", {"player": User.objects.get(pk=against).username})
    assert (answer.status, answer["code"]) == (403, "own_match")
    client = client_of(ann)
    for ask in (client.get, client.post):
        page = ask(f"/tournaments/{cup}/remove", {"entry": other}, follow=True)
        assert "You are playing at this table" in page.content.decode()
    elsewhere = next(user.pk for user in people[:3] if user.pk not in seats(match))
    services.withdraw(tournament_id=cup, user_id=elsewhere, by=ann.pk)
    services.withdraw(tournament_id=cup, user_id=ann.pk, by=ann.pk)


def test_at_a_table_of_four_who_has_left_it_decides_nothing_either(ann: User, people: list[User]) -> None:
    cup, match, other = playing(ann, people, game="gasp", format="pods", rounds=1)
    gather(match.table or "")
    table_services.resign(table_id=match.table or "", user_id=ann.pk)
    assert tables.summary(match.table or "").status == "playing"
    assert refused(cup, lambda: sign(cup, ann, VoidTable(match.match)))
    assert refused(cup, lambda: sign(cup, ann, acts.Disqualify(other, 1, "keep")))


@pytest.mark.parametrize("wanted", RULINGS.values(), ids=RULINGS)
def test_with_real_cards_another_organiser_decides_on_what_is_reported_where_there_is_one(
    ann: User, people: list[User], wanted: Any
) -> None:
    alone, match, other = playing(ann, people, in_room=True)
    table_services.report_result(table_id=match.table or "", user_id=ann.pk, places=(1, 2))
    sign(alone, ann, wanted(match, other))
    cup, match, other = playing(ann, people, in_room=True)
    co_organise(cup, ann.pk, people[3].pk)
    desk.attempt(tournament_id=cup, by=ann.pk, wanted=wanted(match, other))
    table_services.report_result(table_id=match.table or "", user_id=ann.pk, places=(1, 2))
    assert refused(cup, lambda: sign(cup, ann, wanted(match, other)))
    sign(cup, people[3], wanted(match, other))


def test_the_event_is_cancelled_once_the_rated_table_is_over(ann: User, people: list[User]) -> None:
    cup, match, _other = playing(ann, people)
    gather(match.table or "")
    assert refused(cup, lambda: services.cancel(tournament_id=cup, by=ann.pk))
    table_services.resign(table_id=match.table or "", user_id=ann.pk)
    services.cancel(tournament_id=cup, by=ann.pk)
    friendly, match, _other = playing(ann, people, rated=False)
    gather(match.table or "")
    services.cancel(tournament_id=friendly, by=ann.pk)
