"""Whom one may challenge is theirs to say: refused alike by service, page and API, with the reason beside the name."""

import pytest
from django.test import Client

from accounts import privacy
from accounts.models import User
from tests.api.client import Caller
from tests.clubs.founding import founded
from tests.factories import concede, open_for
from tournaments.leagues.ladders import selectors, services
from tournaments.leagues.ladders.services import Draft
from tournaments.leagues.ladders.streams import LADDERS
from tournaments.log.errors import NotAllowed

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(ann: User, bob: User, cleo: User) -> str:
    LADDERS.forget()
    return founded(ann, bob, cleo)


def opened(club: str, *users: User, **rules: object) -> str:
    draft = Draft(**({"game": "duck-soup", "title": "Ladder", "options": {"length": "deal"}} | rules))  # type: ignore[arg-type]
    made = services.open_ladder(club_id=club, by=users[0].pk, draft=draft)
    for user in users:
        services.join(ladder_id=made, by=user.pk)
    return made


@pytest.fixture
def ladder(club: str, ann: User, bob: User, cleo: User) -> str:
    return opened(club, ann, bob, cleo)


@pytest.mark.parametrize(
    ("reach", "known", "blocked", "open_to"),
    [
        ("anyone", False, "", True),
        ("anyone", True, "ann", False),
        ("anyone", True, "bob", False),
        ("people", False, "", False),
        ("people", True, "", True),
        ("people", True, "ann", False),
        ("nobody", True, "", False),
    ],
)
def test_whom_one_may_challenge_is_theirs_to_say(
    ladder: str, club: str, ann: User, bob: User, reach: str, known: bool, blocked: str, open_to: bool
) -> None:
    if known:
        concede(open_for(ann, bob))
    privacy.choose(user=ann, choices={"challenges": reach})
    both = {"ann": ann, "bob": bob}
    if blocked:
        privacy.block(user=both[blocked], other=next(user for name, user in both.items() if name != blocked))
    page, api = Client(), Caller(bob)
    page.force_login(bob)
    path = f"/clubs/harbour-street/ladders/{ladder}"
    (rung,) = (rung for rung in api.get(f"/api/clubs/{club}/ladders/{ladder}")["rungs"] if rung["player"] == "ann")
    assert rung["obstacle"] == (None if open_to else "not_open_to_you")
    assert ("does not accept your challenges" in page.get(path).content.decode()) == (not open_to)
    if not open_to:
        refused = api.post(f"/api/clubs/{club}/ladders/{ladder}/challenges", {"player": "ann"})
        assert (refused.status, refused["code"]) == (403, "not_open_to_you")
        page.post(f"{path}/challenge", {"defender": ann.pk})
        with pytest.raises(NotAllowed, match="not_open_to_you"):
            services.challenge(ladder_id=ladder, by=bob.pk, defender=ann.pk)
        assert selectors.ladder(ladder).open_challenges == []
    else:
        services.challenge(ladder_id=ladder, by=bob.pk, defender=ann.pk)


def test_the_ladder_s_own_reasons_come_first(ladder: str, ann: User, bob: User, cleo: User) -> None:
    privacy.block(user=ann, other=cleo)
    services.challenge(ladder_id=ladder, by=bob.pk, defender=ann.pk)
    assert selectors.obstacles(selectors.ladder(ladder), cleo.pk, now=0)[ann.pk].code == "busy"


def test_nobody_is_named_to_a_table_who_wants_no_challenge(club: str, ann: User, bob: User, cleo: User) -> None:
    ladder = opened(club, ann, bob, cleo, game="gasp", options={}, rule="table", seats=3)
    privacy.block(user=ann, other=cleo)
    with pytest.raises(NotAllowed, match="not_open_to_you"):
        services.challenge(ladder_id=ladder, by=cleo.pk, defender=bob.pk, others=[ann.pk])


def test_a_challenge_that_was_made_is_answered_after_a_block(ladder: str, ann: User, bob: User) -> None:
    made = services.challenge(ladder_id=ladder, by=bob.pk, defender=ann.pk, command="once")
    privacy.block(user=ann, other=bob)
    assert services.challenge(ladder_id=ladder, by=bob.pk, defender=ann.pk, command="once") == made
    services.answer(challenge_id=made, by=ann.pk, said="accept")


def test_a_ladder_costs_the_same_however_many_stand_on_it(
    ladder: str, ann: User, bob: User, cleo: User, django_assert_num_queries: object
) -> None:
    found = selectors.ladder(ladder)
    with django_assert_num_queries(2):  # type: ignore[operator]
        selectors.obstacles(found, cleo.pk, now=0)
