"""Everything that happens to a tournament reaches those it concerns."""

import datetime
from functools import partial
from typing import Any

import pytest
from django.test import Client

from accounts import privacy
from accounts.models import User
from tests.clock import Clock
from tests.clubs.conftest import Found
from tests.factories import (
    announced,
    client_of,
    co_organise,
    concede,
    gather,
    of_teams,
    open_tables,
    plan,
    play_out,
    started,
)
from tests.notices.conftest import Follow, told
from tournaments.director import imports, tasks
from tournaments.director import services as director
from tournaments.director.commands import desk, places, substitutes, teams
from tournaments.director.display import attention
from tournaments.director.state import acts
from tournaments.director.state.stage_settings import Stage
from tournaments.director.streams import TOURNAMENTS
from tournaments.leagues.nights import services as nights
from tournaments.leagues.nights.events import Use
from tournaments.notices import badge, selectors, timed
from tournaments.notices.models import Notice
from tournaments.pairing.qualification import Top
from tournaments.tables import selectors as tables
from tournaments.tables import services
from tournaments.tables.events import Clock as TableClock

pytestmark = pytest.mark.django_db

MINUTE = 60_000


@pytest.fixture
def others(db: None) -> list[User]:
    return [User.objects.create_user(f"other{number}") for number in range(4)]


def inbox(user: User) -> list[str]:
    return [each.text for each in selectors.inbox(user)]


def over(user: User, kind: str) -> bool:
    return Notice.objects.filter(user=user, kind=kind).latest("at").over_at is not None


def test_check_in_is_told_when_it_opens_and_before_it_closes(
    ann: User, bob: User, organiser: User, clock: Clock, follow: Follow
) -> None:
    starts = clock.now + 60 * MINUTE
    tournament = announced(organiser.pk, [ann.pk, bob.pk], starts_at=starts, check_in_minutes=30)
    timed.look_at_leagues()
    assert told(ann) == []
    clock.now += 31 * MINUTE
    timed.look_at_leagues()
    timed.look_at_leagues()
    assert told(ann) == told(bob) == ["check_in"]
    director.check_in(tournament_id=tournament, user_id=ann.pk)
    follow()
    assert (badge.unread(ann.pk), badge.unread(bob.pk)) == (0, 1)
    clock.now += 25 * MINUTE
    timed.look_at_leagues()
    assert (told(ann), told(bob)) == (["check_in"], ["check_in", "check_in"])
    assert any("closes" in text for text in inbox(bob))


def test_who_is_left_out_is_told(ann: User, bob: User, others: list[User], organiser: User, follow: Follow) -> None:
    tournament = announced(organiser.pk, [user.pk for user in (ann, bob, *others[:2])], check_in_minutes=30)
    for user in (ann, *others[:2]):
        director.check_in(tournament_id=tournament, user_id=user.pk)
    director.start(tournament_id=tournament, by=organiser.pk)
    follow()
    assert "left_out" in told(bob)
    assert "left_out" not in told(ann)


def test_a_moved_start_and_changed_settings_are_told_apart(
    ann: User, organiser: User, clock: Clock, follow: Follow
) -> None:
    tournament = announced(organiser.pk, [ann.pk], starts_at=clock.now + 60 * MINUTE)
    follow()

    def edit(**given: object) -> list[str]:
        director.edit(tournament_id=tournament, by=organiser.pk, settings=plan(**given))
        follow()
        return told(ann)

    later = clock.now + 120 * MINUTE
    assert edit(starts_at=later) == ["event_moved"]
    assert edit(starts_at=later, name="Wednesday") == ["event_moved"], "words alone tell nobody"
    assert sorted(edit(starts_at=later, name="Wednesday", round_minutes=30)) == ["event_changed", "event_moved"]
    assert told(organiser) == []


def test_a_tournament_that_is_called_off_says_by_whom(ann: User, organiser: User, follow: Follow) -> None:
    tournament = announced(organiser.pk, [ann.pk])
    director.cancel(tournament_id=tournament, by=organiser.pk)
    follow()
    assert inbox(ann) == [f"{organiser.username} has called Tuesday off"]


def test_the_next_on_the_waiting_list_hears_of_the_place(
    ann: User, bob: User, others: list[User], organiser: User, follow: Follow
) -> None:
    tournament = announced(organiser.pk, [others[0].pk, ann.pk, bob.pk], max_entries=2, waiting_list=True)
    director.withdraw(tournament_id=tournament, user_id=ann.pk)
    follow()
    assert (told(bob), told(others[0])) == (["moved_up"], [])


def test_partners_and_substitutes_are_asked(
    ann: User, bob: User, others: list[User], organiser: User, follow: Follow
) -> None:
    for user in (bob, others[0]):
        privacy.choose(user=user, choices={"invitations": "anyone"})
    tournament = announced(organiser.pk, game="gasp-pairs", team_size=2)
    teams.name(tournament_id=tournament, users=[ann.pk, bob.pk], by=ann.pk, name="")
    follow()
    assert inbox(bob) == ["ann asks you to play Tuesday with them"]
    (waiting,) = TOURNAMENTS.current(tournament).state.proposals
    teams.confirm(tournament_id=tournament, number=waiting, user_id=bob.pk)
    follow()
    assert over(bob, "asked_in")
    substitutes.name(tournament_id=tournament, by=ann.pk, leaves=ann.pk, comes=others[0].pk)
    follow()
    assert inbox(others[0]) == ["ann asks you to play on in their place: Tuesday"]


def test_a_message_from_the_desk_reaches_inbox_page_and_table_until_it_is_taken_back(
    ann: User, bob: User, organiser: User, follow: Follow
) -> None:
    tournament = started(organiser.pk, [ann.pk, bob.pk])
    desk.send_message(tournament_id=tournament, by=organiser.pk, text="Tea in ten minutes")
    follow()
    assert f"{organiser.username}, Tuesday: Tea in ten minutes" in inbox(ann)
    at_table = f"/tournaments/{tournament}/messages"
    assert at_table in client_of(ann).get(f"/tables/{open_tables(tournament)[0]}").content.decode()
    page = client_of(ann).get(at_table).content.decode()
    assert "Tea in ten minutes" in page
    assert organiser.username in page
    assert "Tea" not in Client().get(at_table).content.decode()
    (notice,) = attention.notices_for(tournament, organiser)
    answer = client_of(ann).post(f"/tournaments/{tournament}/message/{notice.id}/back")
    assert answer.status_code == 403
    foreign = announced(organiser.pk, name="Other")
    desk.withdraw_message(tournament_id=foreign, by=organiser.pk, text=notice.id)
    assert attention.notices_for(tournament, organiser), "another tournament's message stays"
    client_of(organiser).post(f"/tournaments/{tournament}/message/{notice.id}/back")
    follow()
    assert "Tea" not in client_of(ann).get(at_table).content.decode()
    assert over(ann, "desk_message")
    assert not any("Tea" in text for text in inbox(ann))


def test_the_end_tells_everybody_their_place(others: list[User], organiser: User, follow: Follow) -> None:
    tournament = started(organiser.pk, [user.pk for user in others], format="round-robin", rounds=None)
    play_out(tournament)
    follow()
    places = {text for user in others for text in inbox(user) if "is over" in text}
    assert "Tuesday is over: place 1 of 4 for you" in places
    assert len(places) > 1


def test_members_hear_of_their_clubs_new_tournaments_but_not_of_private_ones(
    found: Found, settled: list[User], follow: Follow
) -> None:
    club = found(*settled[1:4])
    director.announce(by=settled[0].pk, settings=plan(club=club))
    director.announce(by=settled[0].pk, settings=plan(club=club, private=True, by_invitation=True))
    follow()
    assert told(settled[1]) == ["event_announced"]
    assert "event_announced" not in told(settled[0])


def test_members_hear_once_of_a_night_with_its_tournament(
    found: Found, settled: list[User], clock: Clock, follow: Follow
) -> None:
    club, owner = found(*settled[1:3]), settled[0].pk
    preset = nights.set_preset(club_id=club, by=owner, name="Swiss", settings=plan(rounds=3))
    day = datetime.datetime.fromtimestamp(clock.now / 1000, datetime.UTC).date() + datetime.timedelta(days=3)
    nights.announce_by_hand(club_id=club, by=owner, day=day, at="20:00", title="Friday", uses=(Use(preset),))
    follow()
    assert [kind for kind in told(settled[1]) if "announced" in kind] == ["night_announced"]


# -- nobody is dropped without a notice


def about(user: User, kind: str) -> list[str]:
    """The sentences of *kind* in the inbox of *user*."""
    return [each.text for each in selectors.inbox(user) if each.kind.key == kind]


def test_who_does_not_come_to_a_match_is_told_that_it_is_lost(
    ann: User, bob: User, organiser: User, clock: Clock, follow: Follow
) -> None:
    tournament = started(organiser.pk, [ann.pk, bob.pk], rounds=1, grace_minutes=5)
    services.arrive(table_id=open_tables(tournament)[0], user_id=ann.pk)
    clock.now += 6 * MINUTE
    tasks.tick()
    follow()
    assert about(bob, "out") == ["You did not come to your match in round 1 of Tuesday: it counts as lost"]
    assert about(ann, "out") == []


def test_who_misses_a_table_that_the_others_play_is_told_once(
    ann: User, bob: User, others: list[User], organiser: User, clock: Clock, follow: Follow
) -> None:
    users = [ann, bob, *others[:2]]
    tournament = started(organiser.pk, [each.pk for each in users], game="gasp", format="pods", rounds=1, rated=False)
    for user in users[1:]:
        services.arrive(table_id=open_tables(tournament)[0], user_id=user.pk)
    clock.now += 60 * MINUTE
    tasks.tick()
    follow()
    assert (told(ann).count("out"), [user.username for user in users[1:] if "out" in told(user)]) == (1, [])
    play_out(tournament)
    follow()
    assert told(ann).count("out") == 1


def test_whom_an_organiser_takes_out_is_told_by_whom(ann: User, bob: User, organiser: User, follow: Follow) -> None:
    tournament = announced(organiser.pk, [ann.pk, bob.pk])
    director.withdraw(tournament_id=tournament, user_id=bob.pk, by=organiser.pk)
    director.withdraw(tournament_id=tournament, user_id=ann.pk)
    follow()
    assert about(bob, "out") == ["You are out of Tuesday: olga has withdrawn your entry"]
    assert "out" not in told(ann), "they did it themselves"


def test_a_deadline_that_a_ruling_moves_is_told_with_the_time_that_counts_now(
    ann: User, bob: User, organiser: User, clock: Clock, follow: Follow
) -> None:
    tournament = started(organiser.pk, [ann.pk, bob.pk], rounds=1, round_minutes=60)
    match = TOURNAMENTS.current(tournament).state.rounds[0].drawn.matches[0].match
    wanted = acts.Extend(1, match, clock.now + 90 * MINUTE, None)
    for ask in (partial(desk.rule, wanted=wanted), partial(desk.reverse, ruling=1)):
        seq = TOURNAMENTS.current(tournament).state.seq
        ask(tournament_id=tournament, signature=desk.Signature(by=organiser.pk, seq=seq, reason="technical"))
        follow()
    said = "Round 1 of Tuesday must be played by Mon 23 Nov, {} UTC"
    assert {*about(ann, "ruling")} == {said.format("12:30"), said.format("12:00")}


@pytest.mark.usefixtures("open_to_all")
def test_a_partner_is_told_when_the_other_leaves(ann: User, bob: User, organiser: User, follow: Follow) -> None:
    tournament = of_teams(organiser.pk, [ann.pk, bob.pk])
    director.withdraw(tournament_id=tournament, user_id=ann.pk)
    follow()
    assert about(bob, "out") == ["You are out of Tuesday: ann has withdrawn your entry"]
    assert "out" not in told(ann)


@pytest.mark.parametrize("kind", ["swiss", "round-robin"])
def test_who_is_taken_in_after_the_start_is_told(
    ann: User, others: list[User], organiser: User, follow: Follow, kind: str
) -> None:
    given: dict[str, Any] = {"format": kind, "rounds": 3 if kind == "swiss" else None}
    tournament = announced(organiser.pk, [ann.pk, *(user.pk for user in others)], check_in_minutes=30, **given)
    for user in others:
        director.check_in(tournament_id=tournament, user_id=user.pk)
    director.start(tournament_id=tournament, by=organiser.pk)
    follow()
    assert not over(ann, "left_out")
    left = next(each.number for each in TOURNAMENTS.current(tournament).state.entries.values() if each.left_out)
    director.admit(tournament_id=tournament, by=organiser.pk, entry=left)
    follow()
    assert about(ann, "moved_up") == ["You play Tuesday after all: olga has taken you in"]
    assert over(ann, "left_out")


def test_who_does_not_go_on_to_the_next_stage_is_told(others: list[User], organiser: User, follow: Follow) -> None:
    final = Stage(format="knock-out", takes=(Top(2),))
    given: dict[str, Any] = {"format": "round-robin", "rounds": None, "stages": (final,)}
    tournament = started(organiser.pk, [user.pk for user in others], **given)
    while not TOURNAMENTS.current(tournament).state.fields:
        concede(open_tables(tournament)[0])
    follow()
    (field,) = TOURNAMENTS.current(tournament).state.fields
    entries = TOURNAMENTS.current(tournament).state.entries
    through = {entries[each.entry].users[0] for each in field.fixed.entries}
    words = "Tuesday goes on without you: you did not qualify for the next stage"
    assert {user.pk: about(user, "out") for user in others} == {
        user.pk: [] if user.pk in through else [words] for user in others
    }


def test_organisers_are_told_of_a_round_that_cannot_be_paired_until_it_is(
    others: list[User], organiser: User, follow: Follow
) -> None:
    tournament = started(organiser.pk, [user.pk for user in others], rounds=2)
    forbidden = [[others[0].username, user.username] for user in others[1:]]
    imports.keep_apart(tournament_id=tournament, by=organiser.pk, forbidden=forbidden, mates=[])
    for table in open_tables(tournament):
        concede(table)
    follow()
    assert about(organiser, "desk_called") == ["Round 2 of Tuesday could not be paired: it waits for you"]
    assert not over(organiser, "desk_called")
    imports.keep_apart(tournament_id=tournament, by=organiser.pk, forbidden=[], mates=[])
    director.pair_again(tournament_id=tournament, by=organiser.pk)
    follow()
    assert over(organiser, "desk_called")


def test_a_tournament_that_is_called_off_by_itself_is_told_to_its_organiser(
    ann: User, organiser: User, clock: Clock, follow: Follow
) -> None:
    announced(organiser.pk, [ann.pk], starts_at=clock.now + MINUTE)
    clock.now += 60 * MINUTE
    tasks.tick()
    follow()
    words = ["Tuesday is called off: too few have entered"]
    assert (about(organiser, "event_off"), about(ann, "event_off")) == (words, words)


def test_a_dispute_at_a_table_with_real_cards_is_told_to_the_organisers_who_do_not_play_there(
    ann: User, bob: User, organiser: User, follow: Follow
) -> None:
    privacy.choose(user=ann, choices={"invitations": "anyone"})
    tournament = announced(organiser.pk, [ann.pk, bob.pk], rounds=1, in_room=True)
    co_organise(tournament, organiser.pk, ann.pk)
    director.start(tournament_id=tournament, by=organiser.pk)
    (table,) = open_tables(tournament)
    services.report_result(table_id=table, user_id=ann.pk, places=(1, 2))
    services.dispute_report(table_id=table, user_id=bob.pk)
    follow()
    assert about(organiser, "result_disputed") == ["bob disputes the result of a table of Tuesday"]
    assert about(ann, "result_disputed") == []
    assert about(ann, "result_reported") == [
        "bob says that the result you reported at Duck Soup is wrong: an organiser decides, or you correct it"
    ]
    assert not over(organiser, "result_disputed")
    places.settle(tournament_id=tournament, by=organiser.pk, match=tables.summary(table).match or "")
    follow()
    assert over(organiser, "result_disputed")
    assert over(ann, "result_reported")


def test_a_move_is_due_when_the_match_is_to_be_over_if_that_is_before_the_clock(
    ann: User, bob: User, organiser: User, clock: Clock
) -> None:
    slow = {"clock": TableClock(3 * 86_400, per_move=True), "round_minutes": 90}
    cup = started(organiser.pk, [ann.pk, bob.pk], rounds=1, **slow)
    (table,) = open_tables(cup)
    gather(table)
    until = TOURNAMENTS.current(cup).state.rounds[0].drawn.deadline or 0
    timed.look_at_tables()
    at = datetime.datetime.fromtimestamp(until / 1_000, datetime.UTC)
    for notice in Notice.objects.filter(kind="slow_turn"):
        player = ann if notice.user_id == ann.pk else bob
        assert any(f"{at:%H:%M}" in line for line in inbox(player) if line.startswith("Your move")), inbox(player)
        assert str(until) in client_of(player).get("/my-games?as=list").content.decode()
        assert 'id="match-until"' in client_of(player).get(f"/tables/{table}").content.decode()
    assert Notice.objects.filter(kind="slow_turn").exists()


def test_rulings_that_set_times_are_never_put_together(ann: User, bob: User, organiser: User, follow: Follow) -> None:
    cup = started(organiser.pk, [ann.pk, bob.pk], rounds=1, round_minutes=60)
    for hours in range(1, 7):
        later = TOURNAMENTS.current(cup).state.seq
        until = (TOURNAMENTS.current(cup).state.rounds[0].drawn.deadline or 0) + hours * 60 * MINUTE
        signature = desk.Signature(by=organiser.pk, seq=later, reason="other")
        desk.rule(tournament_id=cup, wanted=acts.Extend(1, None, until, None), signature=signature)
    follow()
    assert len([line for line in inbox(ann) if line.startswith("Round 1 of Tuesday must be played by")]) == 6
