"""Who is banned from a club has entered nothing there any more, and knows of nothing that is to come."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.clubs.conftest import Found
from tests.factories import announced, started
from tournaments.clubs import services as clubs
from tournaments.clubs.commands import membership
from tournaments.director import selectors
from tournaments.director import services as director
from tournaments.director.commands import teams
from tournaments.leagues import tasks
from tournaments.leagues.ladders import services as ladders
from tournaments.leagues.ladders.streams import LADDERS
from tournaments.leagues.nights import services as nights
from tournaments.leagues.nights.streams import CALENDARS
from tournaments.log import projections, sources
from tournaments.platform.registry import Registry
from tournaments.platform.units import DAY

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sent", "open_to_all")]

Ban = Callable[[str, User, User], Any]


def at_once(club: str, owner: User, user: User) -> None:
    """As pages and the API do."""
    clubs.remove(club_id=club, by=owner.pk, user_id=user.pk, cause="conduct", ban_until=sources.now_ms() + DAY)


def later(club: str, owner: User, user: User) -> None:
    """The process died between the two."""
    with patch.object(membership, "FOLLOWERS", Registry()):
        clubs.remove(club_id=club, by=owner.pk, user_id=user.pk, cause="conduct", ban_until=sources.now_ms() + DAY)
    for _again in range(2):
        tasks.upkeep()


@pytest.mark.parametrize("ban", [at_once, later])
def test_a_ban_withdraws_what_was_entered_and_ends_the_sight_of_it(ban: Ban, found: Found, settled: list[User]) -> None:
    owner, banned, other, third = settled[:4]
    club = found(banned, other, third, visibility="private", join="invitation")
    event = announced(owner.pk, [banned.pk, other.pk, third.pk], club=club, max_entries=2, waiting_list=True)
    waits = announced(owner.pk, [other.pk, third.pk, banned.pk], club=club, max_entries=2, waiting_list=True)
    pairs = announced(owner.pk, club=club, game="gasp-pairs", team_size=2)
    teams.name(tournament_id=pairs, users=[banned.pk, other.pk], by=banned.pk)
    running = started(owner.pk, [banned.pk, other.pk], club=club, round_minutes=60)
    elsewhere = announced(owner.pk, [banned.pk])
    day = (timezone.now() + timedelta(days=3)).date()
    night = nights.announce_by_hand(club_id=club, by=owner.pk, title="Thursday", day=day, at="19:30")
    for user in (banned, other):
        nights.attend(club_id=club, by=user.pk, night=night, answer="yes")
    ladder = ladders.open_ladder(club_id=club, by=owner.pk, draft=ladders.Draft(game="duck-soup", title="Ladder"))
    for user in (other, banned):
        ladders.join(ladder_id=ladder, by=user.pk)
    ladders.challenge(ladder_id=ladder, by=banned.pk, defender=other.pk)
    ban(club, owner, banned)
    assert [entry.user for entry in selectors.detail(event).entries] == [other.pk, third.pk]
    assert selectors.detail(waits).waiting == ()
    assert selectors.detail(pairs).teams == ()
    assert selectors.detail(running).entries[0].withdrawn is False
    assert selectors.detail(elsewhere).entries[0].withdrawn is False
    assert CALENDARS.current(club).state.nights[night].answers == {banned.pk: "no", other.pk: "yes"}
    state = LADDERS.current(ladder).state
    assert state.order == (other.pk,)
    assert not state.open_challenges
    client = Client()
    client.force_login(banned)
    for unseen in (event, waits, pairs):
        assert client.get(f"/tournaments/{unseen}").status_code == 404
        assert client.get(f"/api/tournaments/{unseen}").status_code == 404
        assert unseen not in client.get("/api/players/member2/calendar.ics").content.decode()
        assert unseen not in client.get("/api/tournaments?player=member2").content.decode()
    assert client.get(f"/tournaments/{running}").status_code == 200, "who plays there may see it"
    assert projections.rebuild(check=True).changed == ()


@pytest.mark.parametrize("ban", [at_once, later])
def test_a_ban_is_followed_where_a_night_is_all_that_is_ahead(ban: Ban, found: Found, settled: list[User]) -> None:
    owner, banned = settled[:2]
    club = found(banned)
    day = (timezone.now() + timedelta(days=3)).date()
    night = nights.announce_by_hand(club_id=club, by=owner.pk, title="Thursday", day=day, at="19:30")
    nights.attend(club_id=club, by=banned.pk, night=night, answer="yes")
    ban(club, owner, banned)
    assert CALENDARS.current(club).state.nights[night].answers == {banned.pk: "no"}


def test_a_removal_without_a_ban_leaves_entries_to_the_organisers(found: Found, settled: list[User]) -> None:
    owner, gone = settled[:2]
    club = found(gone)
    event = announced(owner.pk, [gone.pk], club=club)
    clubs.remove(club_id=club, by=owner.pk, user_id=gone.pk, cause="absence")
    assert [entry.user for entry in selectors.detail(event).entries] == [gone.pk]
    director.put_out(tournament_id=event, user_id=gone.pk)
    assert selectors.detail(event).entries == ()
