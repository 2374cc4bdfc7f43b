"""A tournament's pages: who may do what there."""

import pytest
from django.test import Client

from accounts.models import User
from tests.factories import announced
from tournaments.director import selectors

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("method", "verb"),
    [("get", "edit"), ("post", "edit"), ("post", "cancel"), ("post", "start"), ("post", "bots")],
)
def test_only_the_organiser_directs(as_ann: Client, ben: User, method: str, verb: str) -> None:
    tournament_id = announced(ben.pk)
    before, accounts = selectors.detail(tournament_id), User.objects.count()
    given = {"level": "greedy", "count": "3"}
    assert getattr(as_ann, method)(f"/tournaments/{tournament_id}/{verb}", given).status_code == 403
    assert (selectors.detail(tournament_id), User.objects.count()) == (before, accounts)


@pytest.mark.parametrize("verb", ["edit", "cancel"])
def test_the_organiser_is_asked(as_ann: Client, ann: User, verb: str) -> None:
    assert as_ann.get(f"/tournaments/{announced(ann.pk)}/{verb}").status_code == 200


def test_the_organiser_fills_the_field_with_bots(as_ann: Client, ann: User) -> None:
    tournament_id = announced(ann.pk)
    as_ann.post(f"/tournaments/{tournament_id}/bots", {"level": "greedy", "count": "3"})
    assert len(selectors.detail(tournament_id).entries) == 3
