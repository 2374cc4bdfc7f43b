"""Everything that happens to a tournament reaches those it concerns."""

import datetime

import pytest
from django.test import Client

from accounts import privacy
from accounts.models import User
from tests.clock import Clock
from tests.clubs.conftest import Found
from tests.factories import announced, client_of, open_tables, plan, play_out, started
from tests.notices.conftest import Follow, told
from tournaments.director import services as director
from tournaments.director.commands import desk, substitutes, teams
from tournaments.director.display import attention
from tournaments.director.streams import TOURNAMENTS
from tournaments.leagues.nights import services as nights
from tournaments.leagues.nights.events import Use
from tournaments.notices import badge, selectors, timed
from tournaments.notices.models import Notice

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
