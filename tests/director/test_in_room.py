"""Matches that are played with real cards: reported by one, confirmed by another, counted as all others are."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import services as accounts
from accounts.models import User
from tests.clock import Clock
from tests.factories import client_of, open_tables, started
from tests.notices.conftest import Follow, follow, told  # noqa: F401
from tournaments.director import selectors, tasks
from tournaments.director import services as director
from tournaments.director.commands import places, rounds
from tournaments.director.display import attention
from tournaments.director.errors import RoomError
from tournaments.director.streams import TOURNAMENTS
from tournaments.kit.codes import pictured
from tournaments.log.services import Conflict
from tournaments.notices.models import Notice
from tournaments.pairing.series.rules import Series
from tournaments.ratings import selectors as ratings
from tournaments.settlement.services import settle_table
from tournaments.tables import selectors as tables
from tournaments.tables import services

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_to_all", "no_limits")]
MINUTE = 60_000


def begun(organiser: User, users: list[User], **given: Any) -> str:
    usual: dict[str, Any] = {"in_room": True, "rounds": 3}
    return started(organiser.pk, [user.pk for user in users], **usual | given)


def report(table: str, places_: tuple[int, ...] = (1, 2), points: tuple[int, ...] = (), *, seat: int = 0) -> None:
    user = tables.summary(table).seats[seat] or 0
    services.report_result(table_id=table, user_id=user, places=places_, points=points)


def confirm(table: str, *, seat: int = 1) -> None:
    services.confirm_report(table_id=table, user_id=tables.summary(table).seats[seat] or 0)
    settle_table(table_id=table)


def play(cup: str) -> None:
    while waiting := open_tables(cup):
        for table in waiting:
            seats = len(tables.summary(table).seats)
            report(table, tuple(range(1, seats + 1)))
            confirm(table)


@pytest.mark.parametrize(
    ("kind", "game", "count"),
    [
        ("swiss", "duck-soup", 4),
        ("round-robin", "duck-soup", 4),
        ("knock-out", "duck-soup", 4),
        ("double-elimination", "duck-soup", 4),
        ("pods", "gasp", 6),
        ("pod-knock-out", "gasp", 8),
    ],
)
def test_every_format_is_played_to_its_end(
    organiser: User, people: list[User], kind: str, game: str, count: int
) -> None:
    rounds = 3 if kind in ("swiss", "pods") else None
    cup = begun(organiser, people[:count], format=kind, game=game, rounds=rounds)
    play(cup)
    detail = selectors.detail(cup)
    assert detail.status == "finished"
    assert all(entry.place for entry in detail.entries)


def test_nobody_has_to_come_and_nothing_runs_out(organiser: User, people: list[User], clock: Clock) -> None:
    cup = begun(organiser, people[:4], round_minutes=30, grace_minutes=5)
    clock.now += 60 * MINUTE
    tasks.tick()
    assert len(open_tables(cup)) == 2
    assert all(tables.summary(table).status == "open" for table in open_tables(cup))


def test_players_are_told_the_number_of_their_table_on_slips_at_home_and_by_notice(
    organiser: User,
    people: list[User],
    follow: Follow,  # noqa: F811
) -> None:
    cup = begun(organiser, people[:6])
    follow()
    slips = client_of(organiser).get(f"/tournaments/{cup}/slips").content.decode()
    for number, match in enumerate(selectors.at(cup).rounds[0].matches, start=1):
        player, other = (User.objects.get(pk=entry.user) for entry in match.entries)
        assert f"Round 1, table {number}" in slips
        assert f"Round 1, table {number}: played with real cards" in client_of(player).get("/").content.decode()
        page = client_of(player).get("/notices").content.decode()
        assert f"Round 1 of Tuesday: table {number}, with {other.username}" in page


def test_at_home_the_players_who_can_confirm_a_report_are_asked(organiser: User, people: list[User]) -> None:
    cup = begun(organiser, people[:2], rounds=1)
    (table,) = open_tables(cup)
    report(table)
    reporter, other = (client_of(User.objects.get(pk=user)) for user in tables.summary(table).seats if user)
    asked = "A result is reported: is it right?"
    assert asked in other.get("/").content.decode()
    assert asked not in reporter.get("/").content.decode()
    services.dispute_report(table_id=table, user_id=tables.summary(table).seats[1] or 0)
    assert asked not in other.get("/").content.decode()


def test_a_report_counts_once_somebody_else_at_the_table_confirms_it(organiser: User, people: list[User]) -> None:
    cup = begun(organiser, people[:4])
    table = open_tables(cup)[0]
    report(table, (2, 1), (3, 8))
    assert table in open_tables(cup)
    with pytest.raises(RoomError, match="own_report"):
        confirm(table, seat=0)
    confirm(table)
    done = tables.summary(table)
    assert (done.status, done.outcome and done.outcome.places) == ("finished", (2, 1))
    match = selectors.detail(cup).matches[done.match or ""]
    assert match.codes == ("0", "1")


def test_who_is_to_confirm_is_notified(
    organiser: User,
    people: list[User],
    follow: Follow,  # noqa: F811
) -> None:
    table = open_tables(begun(organiser, people[:4]))[0]
    one, two = (next(user for user in people if user.pk == seat) for seat in tables.summary(table).seats)
    report(table)
    follow()
    assert ("result_reported" in told(one), "result_reported" in told(two)) == (False, True)
    confirm(table)
    follow()
    assert Notice.objects.get(user=two, kind="result_reported").over_at is not None


def test_who_has_said_that_it_is_wrong_has_answered(
    organiser: User,
    people: list[User],
    follow: Follow,  # noqa: F811
) -> None:
    table = open_tables(begun(organiser, people[:3], format="pods", game="gasp", rounds=1))[0]
    _one, two, three = (next(user for user in people if user.pk == seat) for seat in tables.summary(table).seats)
    report(table, (1, 2, 3))
    services.dispute_report(table_id=table, user_id=two.pk)
    follow()
    over = {user: Notice.objects.get(user=user, kind="result_reported").over_at is not None for user in (two, three)}
    assert over == {two: True, three: False}


def test_who_reports_another_result_has_answered(
    organiser: User,
    people: list[User],
    follow: Follow,  # noqa: F811
) -> None:
    table = open_tables(begun(organiser, people[:4]))[0]
    report(table)
    two = tables.summary(table).seats[1] or 0
    seen = tables.summary(table).seq
    services.report_result(table_id=table, user_id=two, places=(2, 1), points=(), seen=seen)
    follow()
    assert Notice.objects.get(user=two, kind="result_reported").over_at is not None


def test_a_strangers_word_counts_nothing(organiser: User, people: list[User], ann: User) -> None:
    table = open_tables(begun(organiser, people[:4]))[0]
    with pytest.raises(RoomError, match="not_seated"):
        services.report_result(table_id=table, user_id=ann.pk, places=(1, 2))
    report(table)
    with pytest.raises(RoomError, match="not_seated"):
        services.confirm_report(table_id=table, user_id=ann.pk)


@pytest.mark.parametrize("wrong", [(1,), (2, 2), (1, 3), (0, 1), (1, 2, 3)])
def test_places_are_a_ranking(organiser: User, people: list[User], wrong: tuple[int, ...]) -> None:
    table = open_tables(begun(organiser, people[:4]))[0]
    with pytest.raises(RoomError, match="bad_places"):
        report(table, wrong)


def test_those_who_tie_share_the_better_place(organiser: User, people: list[User]) -> None:
    cup = begun(organiser, people[:4])
    table = open_tables(cup)[0]
    report(table, (1, 1))
    confirm(table)
    assert selectors.detail(cup).matches[tables.summary(table).match or ""].codes == ("=", "=")


def test_partners_share_their_place(organiser: User, people: list[User]) -> None:
    table = open_tables(begun(organiser, people[:4], game="gasp-pairs", format="pods", rounds=1))[0]
    with pytest.raises(RoomError, match="bad_places"):
        report(table, (1, 2, 3, 4))
    report(table, (1, 2, 1, 2))
    with pytest.raises(RoomError, match="own_report"):
        confirm(table, seat=2)
    confirm(table, seat=1)


def test_a_dispute_and_what_nobody_answers_for_ten_minutes_go_to_the_desk(
    organiser: User, people: list[User], clock: Clock
) -> None:
    cup = begun(organiser, people[:4])
    one, two = open_tables(cup)
    report(one)
    report(two)
    clock.now += 9 * MINUTE
    assert not [row for row in attention.watched(selectors.detail(cup)) if row.needs]
    services.dispute_report(table_id=one, user_id=tables.summary(one).seats[1] or 0)
    page = client_of(organiser).get(f"/tournaments/{cup}/desk").content.decode()
    assert "the result is disputed" in page
    assert "nobody confirms the result" not in page
    clock.now += 2 * MINUTE
    page = client_of(organiser).get(f"/tournaments/{cup}/desk").content.decode()
    assert "nobody confirms the result" in page
    seen = {"seq": tables.summary(two).seq}
    client_of(organiser).post(f"/tournaments/{cup}/matches/{tables.summary(two).match}/settle", seen)
    assert tables.summary(two).status == "finished"


def test_what_is_disputed_they_alone_confirm_who_have_disputed_it(organiser: User, people: list[User]) -> None:
    table = open_tables(begun(organiser, people[:3], game="gasp", format="pods", rounds=1))[0]
    report(table, (1, 2, 3))
    services.dispute_report(table_id=table, user_id=tables.summary(table).seats[2] or 0)
    with pytest.raises(RoomError, match="disputed"):
        confirm(table, seat=1)
    report(table, (2, 1, 3))
    with pytest.raises(RoomError, match="disputed"):
        confirm(table, seat=1)
    confirm(table, seat=2)


def test_a_third_player_reports_nothing_over_a_dispute(organiser: User, people: list[User]) -> None:
    table = open_tables(begun(organiser, people[:3], game="gasp", format="pods", rounds=1))[0]
    first, second, third = (User.objects.get(pk=user or 0) for user in tables.summary(table).seats)
    report(table, (1, 2, 3))
    services.dispute_report(table_id=table, user_id=second.pk)
    with pytest.raises(RoomError, match="disputed"):
        services.report_result(
            table_id=table, user_id=third.pk, places=(1, 2, 3), points=(), seen=tables.summary(table).seq
        )
    with pytest.raises(RoomError, match="disputed"):
        confirm(table, seat=2)
    offered = [
        'id="report-form"' in client_of(user).get(f"/tables/{table}").content.decode()
        for user in (first, second, third)
    ]
    assert offered == [True, True, False]


def test_nobody_confirms_what_they_have_not_seen(organiser: User, people: list[User]) -> None:
    cup = begun(organiser, people[:4])
    table = open_tables(cup)[0]
    report(table)
    seen, one = tables.summary(table).seq, tables.summary(table).seats[1] or 0
    report(table, (2, 1))
    with pytest.raises(RoomError, match="stale"):
        services.confirm_report(table_id=table, user_id=one, seen=seen)
    with pytest.raises(RoomError, match="stale"):
        places.settle(tournament_id=cup, by=organiser.pk, match=tables.summary(table).match or "", seen=seen)
    with pytest.raises(RoomError, match="stale"):
        report(table, seat=1)
    assert tables.summary(table).status == "open"


@pytest.mark.parametrize("ahead", [-1, 1, 1_000_000])
def test_nobody_replaces_a_report_that_they_have_not_seen(organiser: User, people: list[User], ahead: int) -> None:
    table = open_tables(begun(organiser, people[:4]))[0]
    report(table)
    one, seq = tables.summary(table).seats[1] or 0, tables.summary(table).seq
    with pytest.raises(RoomError, match="stale"):
        services.report_result(table_id=table, user_id=one, places=(2, 1), seen=seq + ahead)
    services.report_result(table_id=table, user_id=one, places=(2, 1), seen=seq)


def test_points_are_told_where_they_decide(organiser: User, people: list[User]) -> None:
    table = open_tables(begun(organiser, people[:4], table_points="game", format="pods", game="gasp", rounds=1))[0]
    with pytest.raises(RoomError, match="bad_points"):
        report(table, (1, 2, 3, 4))
    report(table, (1, 2, 3, 4), (40, 30, 20, 10))


@pytest.mark.parametrize("points", [(10, 20, 30, 40), (40, 20, 30, 10), (1, 2, 1, 1)])
def test_a_better_place_with_fewer_points_is_refused(
    organiser: User, people: list[User], points: tuple[int, ...]
) -> None:
    table = open_tables(begun(organiser, people[:4], format="pods", game="gasp", rounds=1))[0]
    with pytest.raises(RoomError, match="bad_points"):
        report(table, (1, 2, 3, 4), points)
    report(table, (1, 2, 3, 4), (2, 2, 1, 1))


def test_who_leaves_before_a_report_forfeits(organiser: User, people: list[User]) -> None:
    cup = begun(organiser, people[:4])
    table = open_tables(cup)[0]
    director.withdraw(tournament_id=cup, user_id=tables.summary(table).seats[1] or 0)
    match = selectors.detail(cup).matches[tables.summary(table).match or ""]
    assert match.codes == ("+", "-")


def test_a_match_that_comes_back_from_the_room_has_time_to_sit_down(
    organiser: User, people: list[User], clock: Clock
) -> None:
    cup = begun(organiser, people[:4], grace_minutes=5)
    match = tables.summary(open_tables(cup)[0]).match or ""
    clock.now += 10 * MINUTE
    places.place(tournament_id=cup, by=organiser.pk, match=match, in_room=False)
    tasks.tick()
    assert selectors.detail(cup).matches[match].codes is None


def test_an_organiser_never_confirms_their_own_match_at_the_desk(organiser: User, people: list[User]) -> None:
    cup = begun(organiser, [organiser, *people[:3]])
    own = next(table for table in open_tables(cup) if organiser.pk in tables.summary(table).seats)
    report(own)
    with pytest.raises(RoomError, match="own_match"):
        places.settle(tournament_id=cup, by=organiser.pk, match=tables.summary(own).match or "")


def test_a_confirmation_at_the_desk_that_is_repeated_is_answered_as_the_first_was(
    organiser: User, people: list[User]
) -> None:
    cup = begun(organiser, people[:4])
    table = open_tables(cup)[0]
    given: dict[str, Any] = {"tournament_id": cup, "by": organiser.pk, "match": tables.summary(table).match or ""}
    report(table)
    for _time in range(2):
        places.settle(**given, command="0123456789abcdef")
        settle_table(table_id=table)
    with pytest.raises(RoomError, match="not_playing"):
        places.settle(**given, command="fedcba9876543210")


def test_it_never_counts_in_the_sites_ratings(organiser: User, people: list[User]) -> None:
    cup = begun(organiser, people[:4], rated=True)
    play(cup)
    assert all(ratings.rating_of(user.pk, "duck-soup") is None for user in people[:4])


def test_one_match_moves_into_the_room_and_back(organiser: User, people: list[User]) -> None:
    cup = begun(organiser, people[:4], in_room=False)
    table = open_tables(cup)[0]
    match = tables.summary(table).match or ""
    places.place(tournament_id=cup, by=organiser.pk, match=match, in_room=True)
    other = selectors.detail(cup).matches[match].table or ""
    assert tables.summary(table).status == "aborted"
    assert tables.summary(other).in_room
    places.place(tournament_id=cup, by=organiser.pk, match=match, in_room=False)
    assert not tables.summary(selectors.detail(cup).matches[match].table or "").in_room
    with pytest.raises(RoomError, match="not_organiser"):
        places.place(tournament_id=cup, by=people[0].pk, match=match, in_room=True)


def test_a_report_that_comes_while_its_match_is_placed_elsewhere_stays(organiser: User, people: list[User]) -> None:
    cup = begun(organiser, people[:4])
    table = open_tables(cup)[0]
    report(table)
    with pytest.raises(Conflict):  # the whole request looks again
        rounds.place(TOURNAMENTS.current(cup), tables.summary(table).match or "")
    assert tables.summary(table).status == "open"
    with pytest.raises(RoomError, match="playing"):
        places.place(tournament_id=cup, by=organiser.pk, match=tables.summary(table).match or "", in_room=False)
    assert tables.reported(table) is not None


def test_bots_play_here(organiser: User, people: list[User]) -> None:
    robot = accounts.make_bot("Robot", "greedy")
    cup = begun(organiser, [people[0], robot], rounds=1)
    assert not tables.summary(open_tables(cup)[0]).in_room


def test_matches_of_several_tables_are_reported_table_by_table(organiser: User, people: list[User]) -> None:
    cup = begun(organiser, people[:2], format="knock-out", rounds=None, series=Series(tables=3, level="better_seed"))
    first = open_tables(cup)[0]
    report(first)
    confirm(first)
    assert selectors.detail(cup).status == "running"
    play(cup)
    assert selectors.detail(cup).status == "finished"


def test_the_page_reports_confirms_and_says_what_is_wrong(organiser: User, people: list[User]) -> None:
    cup = begun(organiser, people[:4])
    table = open_tables(cup)[0]
    users = {user.pk: user for user in people}
    one, two = (client_of(users[user or 0]) for user in tables.summary(table).seats)
    page = one.get(f"/tables/{table}").content.decode()
    assert "Report the result" in page
    wrong = one.post(f"/tables/{table}/report", {"place-0": "2", "place-1": "2", "seq": "3"})
    assert wrong.status_code == 422
    assert "Places must be a ranking" in wrong.content.decode()
    half = one.post(f"/tables/{table}/report", {"place-0": "1", "place-1": "2", "points-0": "7"})
    assert "Write the points of everybody, or of nobody." in half.content.decode()
    one.post(f"/tables/{table}/report", {"place-0": "1", "place-1": "2", "points-0": "7", "points-1": "4"})
    assert "That is right" not in one.get(f"/tables/{table}").content.decode()
    assert "That is right" in two.get(f"/tables/{table}").content.decode()
    two.post(f"/tables/{table}/report/confirm", {"seq": tables.summary(table).seq})
    assert tables.summary(table).status == "finished"
    assert one.get(f"/tables/{table}").status_code == 200
    assert one.get(f"/tables/{table}/replay").status_code == 200
    assert one.get(f"/api/tables/{table}").status_code == 200
    assert one.post(f"/tables/{table}/report", {"place-0": "1", "place-1": "2"}).status_code == 422


@pytest.mark.parametrize("given", [{}, {"seq": "all"}])
def test_a_form_that_does_not_say_what_was_seen_confirms_nothing(
    organiser: User, people: list[User], given: dict[str, str]
) -> None:
    cup = begun(organiser, people[:4])
    table = open_tables(cup)[0]
    report(table)
    other = User.objects.get(pk=tables.summary(table).seats[1] or 0)
    client_of(other).post(f"/tables/{table}/report/confirm", given)
    client_of(organiser).post(f"/tournaments/{cup}/matches/{tables.summary(table).match}/settle", given)
    assert tables.summary(table).status == "open"


def test_a_table_that_is_played_here_has_no_page_for_reports(organiser: User, people: list[User]) -> None:
    table = open_tables(begun(organiser, people[:4], in_room=False))[0]
    user = User.objects.get(pk=tables.summary(table).seats[0] or 0)
    answer = client_of(user).post(f"/tables/{table}/report", {"place-0": "1", "place-1": "2"}, follow=True)
    page = answer.content.decode()
    assert "This table is played here: its result follows from the moves." in page
    assert "Report the result" not in page


def test_slips_name_every_table_with_its_code(organiser: User, people: list[User]) -> None:
    cup = begun(organiser, people[:4])
    page = client_of(organiser).get(f"/tournaments/{cup}/slips").content.decode()
    assert page.count('class="score-slip"') == 2
    sources = re.findall(r'src="(/tournaments/[^"]+)" alt=""', page)
    expected_at = {f"/tournaments/{cup}/slips/{table}/code.svg": table for table in open_tables(cup)}
    assert sorted(sources) == sorted(expected_at)
    for source, table in expected_at.items():
        expected = pictured(f"{settings.SITE_URL}/tables/{table}").content
        assert client_of(organiser).get(source).content == expected
        assert client_of(people[0]).get(source).status_code == 403
    assert client_of(organiser).get(f"/tournaments/{cup}/slips/Zz01234567/code.svg").status_code == 404
    assert client_of(people[0]).get(f"/tournaments/{cup}/slips").status_code == 403


def test_bots_are_asked_for_once_for_a_whole_round(organiser: User, people: list[User]) -> None:
    asked = []
    for users in (people[:4], people):
        with CaptureQueriesContext(connection) as queries:
            begun(organiser, users)
        asked.append(sum("""NOT ("accounts_user"."bot_level" = '')""" in each["sql"] for each in queries))
    assert asked == [1, 1]


def test_a_table_with_a_bot_is_not_in_the_room_and_has_no_slip(organiser: User, people: list[User]) -> None:
    bot = accounts.hire_bot("greedy")
    cup = begun(organiser, [*people[:3], bot], bots=True)
    page = client_of(organiser).get(f"/tournaments/{cup}/slips").content.decode()
    assert page.count('class="score-slip"') == 1
    screen = client_of(organiser).get(f"/tournaments/{cup}/projector").content.decode()
    assert screen.count('<span class="bot"') >= 1


def test_who_withdraws_after_a_report_leaves_it_to_the_others(organiser: User, people: list[User]) -> None:
    cup = begun(organiser, people[:4])
    table = open_tables(cup)[0]
    report(table)
    director.withdraw(tournament_id=cup, user_id=tables.summary(table).seats[1] or 0)
    places.settle(tournament_id=cup, by=organiser.pk, match=tables.summary(table).match or "")
    assert tables.summary(table).status == "finished"
