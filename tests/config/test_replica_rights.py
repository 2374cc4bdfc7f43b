"""What somebody may see is asked of the primary, however far the standby is behind."""

import re
from datetime import timedelta
from functools import partial

import pytest
from django.test import Client
from django.utils import timezone

from accounts import privacy
from accounts.models import User
from tests.clubs.making import facts
from tests.config.standby import Standby, finished, read, tables
from tests.factories import client_of
from tournaments.clubs import services as clubs
from tournaments.clubs.events import Edited
from tournaments.people import erasure
from tournaments.tables import results

pytestmark = [
    pytest.mark.django_db(transaction=True, databases=["default", "replica"]),
    pytest.mark.usefixtures("standby_server", "sent"),  # nobody is there to do tasks
]


def test_a_club_that_is_hidden_is_hidden_at_once(
    standby: Standby, ann: User, bob: User, cleo: User, client: Client
) -> None:
    User.objects.update(date_joined="2026-01-01T00:00:00Z")
    club = clubs.found(by=ann.pk, facts=facts(visibility="public"))
    clubs.join(club_id=club, by=bob.pk)
    hidden, seen = finished(ann, bob, club=club), finished(ann, bob)
    standby.pause()
    assert [tables(client, path) for path in ("/games/search", "/tables")] == [{hidden, seen}] * 2
    assert read(lambda: results.by_game(ann.pk, viewer=None))[0].tables == 2
    clubs.edit(club_id=club, by=ann.pk, wanted=Edited(visibility="private", join="invitation"))
    paths = ("/games/search", "/tables", "/players/ann", "/games/search?player=ann")
    for reader in (client, client_of(cleo)):
        assert [tables(reader, path) for path in paths] == [{seen}] * 4
    for viewer, count in ((None, 1), (cleo.pk, 1), (bob.pk, 2)):
        assert read(partial(results.by_game, ann.pk, viewer=viewer))[0].tables == count
    assert tables(client_of(bob)) == {hidden, seen}
    newer = finished(ann, bob)
    assert newer not in tables(client_of(bob))  # the standby it was


def test_games_that_a_player_hides_are_hidden_at_once(
    standby: Standby, ann: User, bob: User, cleo: User, client: Client
) -> None:
    table = finished(ann, bob)
    standby.pause()
    paths = ("/games/search?player=ann", "/players/ann")
    assert [tables(client, path) for path in paths] == [{table}] * 2
    privacy.choose(user=ann, choices={"show_games": False})
    for reader in (client, client_of(cleo)):
        assert [tables(reader, path) for path in paths] == [set(), set()]
        assert "ann" not in re.findall(r">(\w+)<", reader.get("/games/search").content.decode())


def test_a_name_that_is_erased_is_gone_at_once(standby: Standby, ann: User, bob: User, client: Client) -> None:
    finished(ann, bob)
    standby.pause()
    paths = ("/games/search", "/tables", "/players/bob")
    assert [_names_ann(client, path) for path in paths] == [True] * 3
    User.objects.filter(pk=ann.pk).update(erasure_at=timezone.now() - timedelta(days=1))
    assert erasure.erase(ann.pk)
    assert [_names_ann(client, path) for path in paths] == [False] * 3


def _names_ann(client: Client, path: str) -> bool:
    page = client.get(path)
    assert page.status_code == 200
    return bool(re.search(r"\bann\b", page.content.decode()))
