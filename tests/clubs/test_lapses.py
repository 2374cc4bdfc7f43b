"""What time and the end of accounts bring, through the tick."""

from collections.abc import Callable

import pytest

from accounts.models import User
from tests.clock import Clock
from tests.clubs.test_services import code
from tests.factories import give_up
from tournaments.clubs import selectors, services
from tournaments.clubs.choices import DUTIES
from tournaments.log import projections
from tournaments.platform.units import DAY
from tournaments.tables import services as tables
from tournaments.tables.streams import TABLES
from tournaments.tables.tasks import lapse_in_clubs

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sent", "no_limits")]
Found = Callable[..., str]


def table(club: str, *users: User) -> str:
    setup = {"options": {"length": "deal"}, "clock": None, "rated": False}
    seats = [user.pk for user in users]
    return tables.open_table(game="duck-soup", seats=seats, opener=seats[0], club=club, **setup)  # type: ignore[arg-type]


def test_requests_lapse_after_thirty_days(found: Found, settled: list[User], clock: Clock):
    club = found(join="request")
    services.request(club_id=club, by=settled[1].pk)
    clock.days(29.9)
    lapse_in_clubs()
    assert settled[1].pk in selectors.club(club).requests
    clock.days(0.2)
    lapse_in_clubs()
    lapse_in_clubs()
    assert selectors.club(club).requests == {}
    assert selectors.asked_of(settled[1].pk) == []
    assert selectors.club(club).seq == 3


def test_an_offer_of_the_club_expires_after_fourteen_days(found: Found, settled: list[User], clock: Clock):
    owner, ann = settled[:2]
    club = found(ann)
    clock.days(7)
    services.hand_over(club_id=club, by=owner.pk, user_id=ann.pk)
    clock.days(14)
    assert code(lambda: services.answer_offer(club_id=club, by=ann.pk, accepts=True)) == "expired"
    lapse_in_clubs()
    assert selectors.club(club).handover is None


def test_a_club_closes_after_seven_days_and_opens_again_within_thirty(found: Found, settled: list[User], clock: Clock):
    owner = settled[0]
    club = found(settled[1])
    services.close(club_id=club, by=owner.pk)
    clock.days(6.9)
    lapse_in_clubs()
    assert selectors.club(club).closed is None
    clock.days(0.2)
    lapse_in_clubs()
    assert code(lambda: services.leave(club_id=club, by=settled[1].pk)) == "closed"
    assert code(lambda: table(club, owner, settled[1])) == "closed"
    assert selectors.directory() == []
    clock.days(29)
    services.reopen(club_id=club, by=owner.pk)
    services.close(club_id=club, by=owner.pk)
    clock.days(7)
    lapse_in_clubs()
    clock.days(30)
    assert code(lambda: services.reopen(club_id=club, by=owner.pk)) == "too_late"


def test_the_organiser_of_longest_standing_follows_a_shut_account(found: Found, settled: list[User], clock: Clock):
    owner, ann, ben = settled[:3]
    club = found(ann, ben)
    services.set_role(club_id=club, by=owner.pk, user_id=ben.pk, duties=DUTIES)
    clock.days(1)
    services.set_role(club_id=club, by=owner.pk, user_id=ann.pk, duties=DUTIES)
    User.objects.filter(pk=owner.pk).update(is_active=False)
    lapse_in_clubs()
    after = selectors.club(club)
    assert (after.owner, after.role_of(owner.pk)) == (ben.pk, "member")


def test_who_sat_at_most_tables_has_the_club_that_nobody_owned(found: Found, settled: list[User], clock: Clock):
    owner, ann, ben, cleo = settled[:4]
    club = found(ann, ben, cleo)
    clock.days(30)
    for players in ((ann, ben), (ben, ann), (ben, cleo)):
        table(club, *players)
    User.objects.filter(pk=owner.pk).update(is_active=False)
    lapse_in_clubs()
    assert selectors.club(club).owner is None
    assert code(lambda: table(club, ann, ben)) == "ownerless"
    services.claim(club_id=club, by=ann.pk, sat_lately=True)
    clock.days(6)
    services.claim(club_id=club, by=ben.pk, sat_lately=True)
    lapse_in_clubs()
    assert selectors.club(club).owner is None
    clock.days(1)
    assert code(lambda: services.claim(club_id=club, by=cleo.pk, sat_lately=True)) == "too_late"
    lapse_in_clubs()
    assert selectors.club(club).owner == ben.pk
    assert projections.rebuild(check=True).changed == ()


def test_a_club_that_nobody_claims_closes_after_ninety_days(found: Found, settled: list[User], clock: Clock):
    club = found(settled[1])
    User.objects.filter(pk=settled[0].pk).update(is_active=False)
    lapse_in_clubs()
    assert code(lambda: services.claim(club_id=club, by=settled[1].pk, sat_lately=False)) == "may_not_claim"
    clock.days(90)
    lapse_in_clubs()
    closed = selectors.club(club).closed
    assert closed is not None
    assert closed.cause == "ownerless"


@pytest.mark.parametrize("comes", [True, False])
def test_an_owner_who_is_away_is_called(found: Found, settled: list[User], clock: Clock, comes: bool):
    owner, ann = settled[:2]
    club = found(ann)
    services.set_role(club_id=club, by=owner.pk, user_id=ann.pk, duties=DUTIES)
    assert code(lambda: services.call_owner(club_id=club, by=ann.pk)) == "not_away"
    clock.days(180)
    services.call_owner(club_id=club, by=ann.pk)
    if comes:
        services.answer_call(club_id=club, by=owner.pk)
    clock.days(30)
    lapse_in_clubs()
    assert selectors.club(club).owner == (owner.pk if comes else ann.pk)


def test_an_account_that_ends_leaves_every_club(found: Found, settled: list[User], clock: Clock):
    owner, ann = settled[:2]
    club, other = found(ann), found(slug="other", join="request")
    services.request(club_id=other, by=ann.pk, answer="Hello")
    services.forget(user_id=ann.pk)
    services.forget(user_id=ann.pk)
    assert ann.pk not in selectors.club(club).members
    assert selectors.club(other).requests == {}
    services.forget(user_id=owner.pk)
    after = selectors.club(club)
    assert (after.owner, after.lost is not None, owner.pk in after.members) == (None, True, False)
    assert selectors.of_user(owner.pk, viewer=owner) == []
    assert projections.rebuild(check=True).changed == ()


def test_banning_a_rival_leaves_what_they_played(found: Found, settled: list[User], clock: Clock):
    owner, ann = settled[:2]
    club = found(ann)
    played = table(club, ann, owner)
    services.remove(club_id=club, by=owner.pk, user_id=ann.pk, cause="other", ban_until=clock.now + DAY)
    give_up(table_id=played, user_id=owner.pk)
    assert TABLES.current(played).state.status == "finished"
    assert code(lambda: table(club, ann, owner)) == "not_member"
    assert code(lambda: table(club, owner, ann)) == "not_member"
