"""Answers about tables and tournaments say which club they belong to, to those who may know of it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.factories import announced, open_for
from tournaments.clubs import services

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sent", "no_limits")]
CLUB = {"slug": "harbour-street", "name": "Harbour Street"}


def ask(user: User | None, path: str, **query: Any) -> Any:
    client = Client()
    if user is not None:
        client.force_login(user)
    answer = client.get(path, query)
    return answer.json() if answer.status_code == 200 else answer.status_code


def clubs(user: User | None, table: str, cup: str) -> list[Any]:
    """The club as each answer names it to *user*."""
    tables, cups = ask(user, "/api/tables"), ask(user, "/api/tournaments")
    found = [ask(user, f"/api/tables/{table}"), ask(user, f"/api/tournaments/{cup}")]
    found += [each for each in tables["tables"] if each["id"] == table]
    found += [each for each in cups["tournaments"] if each["id"] == cup]
    return [each if isinstance(each, int) else each["club"] for each in found]


def test_a_public_clubs_are_named_to_everybody(found: Callable[..., str], settled: list[User]):
    club = found(settled[1])
    table, cup = open_for(settled[0], None, club=club), announced(settled[0].pk, club=club)
    for user in (settled[1], settled[5], None):
        assert clubs(user, table, cup) == [CLUB | {"id": club}] * 4
    plain, open_cup = open_for(settled[0], None), announced(settled[0].pk)
    assert clubs(None, plain, open_cup) == [None] * 4


def test_who_is_out_of_a_private_club_and_still_sits_there_does_not_learn_which_it_is(
    found: Callable[..., str], settled: list[User]
):
    owner, ann = settled[:2]
    club = found(ann, visibility="private", join="invitation")
    table, cup = open_for(owner, ann, club=club), announced(owner.pk, [ann.pk], club=club)
    assert clubs(ann, table, cup) == [CLUB | {"id": club}] * 4
    services.remove(club_id=club, by=owner.pk, user_id=ann.pk, cause="other")
    assert clubs(ann, table, cup)[0] is None
    assert all(each is None or each == 404 for each in clubs(ann, table, cup))
    assert clubs(settled[5], table, cup) == [404, 404]
