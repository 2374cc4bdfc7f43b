"""The page of those who look after the service."""

import pytest
from django.core.cache import cache
from django.test import Client
from msgspec.structs import replace

from accounts import staff
from accounts.models import User
from tests.clubs.making import facts
from tests.config.conditions import WELL
from tests.factories import announced, open_for
from tournaments.clubs import services as clubs
from tournaments.config.condition.facts import Facts
from tournaments.config.condition.looking import everywhere
from tournaments.director.models import Tournament
from tournaments.log import sources
from tournaments.people import chat, moderation
from tournaments.people.places import at_table, in_club
from tournaments.tables.models import Table

pytestmark = pytest.mark.django_db

PATHS = ("/staff", "/staff/now")


@pytest.fixture(autouse=True)
def found(monkeypatch: pytest.MonkeyPatch, no_limits: None, sent: object) -> list[Facts]:
    facts = [WELL]
    monkeypatch.setattr(everywhere, "fully", lambda **_given: facts[-1])
    cache.delete("staff/description")
    return facts


@pytest.fixture
def stella() -> User:
    return User.objects.create_user("stella", is_staff=True)


@pytest.fixture
def as_stella(stella: User) -> Client:
    client = Client()
    client.force_login(stella)
    return client


@pytest.mark.parametrize("path", PATHS)
def test_to_everybody_else_it_is_not_there(path: str, ann: User, client: Client, as_stella: Client) -> None:
    assert client.get(path).status_code == 404
    client.force_login(ann)
    assert client.get(path).status_code == 404
    assert path not in client.get("/").content.decode()
    assert as_stella.get(path).status_code == 200
    assert "/staff" in as_stella.get("/").content.decode()
    assert as_stella.post(path).status_code == 405


def test_it_says_what_fails_and_folds_away_what_is_well(as_stella: Client, found: list[Facts]) -> None:
    assert "Nothing needs you." in as_stella.get("/staff").content.decode()
    cache.delete("staff/description")
    found.append(replace(WELL, redis=False))
    seen = as_stella.get("/staff").content.decode()
    assert "games go on, but slower" in seen
    assert seen.index("games go on, but slower") < seen.index("<details")


def test_what_was_found_out_a_moment_ago_is_not_asked_again(as_stella: Client, found: list[Facts]) -> None:
    as_stella.get("/staff")
    found.append(replace(WELL, redis=False))
    assert "games go on, but slower" not in as_stella.get("/staff/now").content.decode()


def test_what_waits_leads_to_where_it_is(as_stella: Client, ann: User, robot: User, organiser: User) -> None:
    late = sources.now_ms() - 120_000
    slow, tournament = open_for(ann, robot), announced(organiser.pk, name="A secret name", private=True)
    Table.objects.filter(pk=slow).update(due=late)
    Tournament.objects.filter(pk=tournament).update(starts_at=late)
    seen = as_stella.get("/staff").content.decode()
    assert f'href="/tables/{slow}"' in seen
    assert f'href="/tournaments/{tournament}"' in seen
    assert "should have begun 2\xa0minutes ago" in seen
    assert "A secret name" not in seen


def test_it_counts_reports_and_names_those_who_are_kept_out(
    as_stella: Client, stella: User, ann: User, bob: User
) -> None:
    table = open_for(ann, bob)
    line = chat.write(user=bob, place=at_table(table), text="Something unpleasant")
    moderation.report(user=ann, line_id=line, cause="insult")
    User.objects.create_user("gone", is_active=False)
    seen = as_stella.get("/staff").content.decode()
    assert "1 line is reported" in seen
    assert "Something unpleasant" not in seen
    assert "gone" in seen
    moderation.mute(user=stella, line_id=line, hours=24, cause="insult")
    assert f"may not write at table:{table} until" in as_stella.get("/staff").content.decode()
    moderation.mute(user=stella, line_id=line, hours=0, cause="insult")
    seen = as_stella.get("/staff").content.decode()
    assert "may not write at" not in seen
    assert seen.index("line.unmuted") < seen.index("line.muted")


def test_acts_name_who_did_what_to_whom(as_stella: Client, ann: User) -> None:
    staff.appoint(ann)
    seen = as_stella.get("/staff").content.decode()
    assert "by a command" in seen
    assert "staff.appointed" in seen
    assert f'href="/players/{ann.username}"' in seen


def test_who_is_kept_out_in_a_private_club_is_shown_to_staff_who_said_why_they_look(
    as_stella: Client, stella: User, ann: User, bob: User
) -> None:
    User.objects.update(date_joined="2026-01-01T00:00:00Z")
    club = clubs.found(by=ann.pk, facts=facts(visibility="private", join="invitation"))
    token = clubs.invite(club_id=club, by=ann.pk, expires_at=sources.now_ms() + 86_400_000)
    clubs.join(club_id=club, by=bob.pk, invitation=token)
    line = chat.write(user=bob, place=in_club(club), text="Something unpleasant")
    moderation.mute(user=ann, line_id=line, hours=24, cause="insult")
    seen = as_stella.get("/staff").content.decode()
    assert (club in seen, bob.username in seen) == (False, False)
    clubs.look_in(club_id=club, by=stella.pk, reason="They asked for it.")
    assert f"may not write at club:{club} until" in as_stella.get("/staff").content.decode()
