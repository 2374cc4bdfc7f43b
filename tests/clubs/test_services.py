"""Clubs through the services: what they keep, and who may."""

from collections.abc import Callable
from functools import partial

import pytest
from pytest_django import Settings

from accounts import privacy
from accounts.models import User
from tests.clock import Clock
from tests.clubs.making import facts
from tests.factories import open_for
from tests.meeting import at_once, meet
from tournaments.clubs import selectors, services
from tournaments.clubs.choices import MOST_SLUGS
from tournaments.clubs.commands import requests
from tournaments.clubs.errors import RoomError, UnknownClub, UnknownInvitation
from tournaments.clubs.events import Edited
from tournaments.clubs.state import Club
from tournaments.clubs.streams import CLUBS
from tournaments.log import projections, sources
from tournaments.platform.callers import Caller, calling
from tournaments.platform.errors import TooOften
from tournaments.platform.units import DAY

pytestmark = pytest.mark.django_db
Found = Callable[..., str]


def code(act: Callable[[], object]) -> str:
    """What *act* is refused as."""
    with pytest.raises(RoomError) as refused:
        act()
    return refused.value.code


def test_a_club_is_founded_once_by_a_command(settled: list[User]):
    first = services.found(by=settled[0].pk, facts=facts(), command="one")
    assert services.found(by=settled[0].pk, facts=facts(), command="one") == first
    assert code(lambda: services.found(by=settled[0].pk, facts=facts(name="Another"), command="one")) == "key_reused"
    club = selectors.club(first)
    assert (club.owner, club.founded.name, club.founded.slug) == (settled[0].pk, "Harbour Street", "harbour-street")


def test_an_account_of_a_day_founds_and_a_guest_never(settled: list[User], people: list[User], clock: Clock):
    young = people[0]
    assert code(lambda: services.found(by=young.pk, facts=facts())) == "account_too_new"
    clock.days(1.01)
    services.found(by=young.pk, facts=facts())
    guest = User.objects.create(username="guest", is_guest=True, password="!")
    assert code(lambda: services.found(by=guest.pk, facts=facts(slug="other"))) == "account_needed"


def test_an_address_is_its_clubs_for_ever_and_leads_there(found: Found, settled: list[User]):
    club = found(slug="first-address")
    services.edit(club_id=club, by=settled[0].pk, wanted=Edited(slug="second"))
    assert selectors.address("first-address") == (club, "second") == selectors.address(club)
    assert code(lambda: services.found(by=settled[1].pk, facts=facts(slug="first-address"))) == "taken"
    services.edit(club_id=club, by=settled[0].pk, wanted=Edited(slug="first-address"))
    assert selectors.address("second") == (club, "first-address")
    with pytest.raises(UnknownClub):
        selectors.address("nowhere")


def test_a_club_keeps_twenty_addresses_from_others_and_no_more(found: Found, settled: list[User]):
    club, by = found(slug="address-1"), settled[0].pk

    def move(number: int) -> Club:
        return services.edit(club_id=club, by=by, wanted=Edited(slug=f"address-{number}"))

    for number in range(2, MOST_SLUGS + 1):
        move(number)
    assert code(lambda: move(MOST_SLUGS + 1)) == "too_many_addresses"
    assert services.edit(club_id=club, by=by, wanted=Edited(slug="address-1")).founded.slug == "address-1"


def test_nobody_owns_a_fourth_club(found: Found):
    for number in range(3):
        found(slug=f"club-{number}")
    assert code(lambda: found(slug="club-4")) == "too_many_clubs_owned"


def test_joining_by_request_waits_for_consent(found: Found, settled: list[User]):
    owner, ann = settled[:2]
    club = found(join="request")
    assert code(lambda: services.join(club_id=club, by=ann.pk)) == "by_request"
    services.request(club_id=club, by=ann.pk, answer="I play on Tuesdays.")
    assert selectors.answers(selectors.club(club)) == {ann.pk: "I play on Tuesdays."}
    assert [each.id for each in selectors.asked_of(ann.pk)] == [club]
    services.accept(club_id=club, by=owner.pk, user_id=ann.pk)
    assert selectors.club(club).members[ann.pk].way == "request"
    assert selectors.asked_of(ann.pk) == []


def test_who_was_declined_waits_thirty_days(found: Found, settled: list[User], clock: Clock):
    owner, ann = settled[:2]
    club = found(join="request")
    services.request(club_id=club, by=ann.pk)
    services.decline(club_id=club, by=owner.pk, user_id=ann.pk)
    assert code(lambda: services.request(club_id=club, by=ann.pk)) == "declined_lately"
    clock.days(30)
    services.request(club_id=club, by=ann.pk)


def test_an_invitation_lets_in_as_many_as_it_says(found: Found, settled: list[User], clock: Clock):
    owner, ann, ben, cleo = settled[:4]
    club = found(visibility="private", join="invitation")
    token = services.invite(club_id=club, by=owner.pk, expires_at=clock.now + DAY, uses=2)
    assert selectors.held(token, viewer=None).club.name == "Harbour Street"
    services.join(club_id="", by=ann.pk, invitation=token, command="mine")
    services.join(club_id="", by=ben.pk, invitation=token)
    assert code(lambda: services.join(club_id="", by=cleo.pk, invitation=token)) == "used_up"
    services.join(club_id="", by=ann.pk, invitation=token, command="mine")  # the first answer again
    later = services.invite(club_id=club, by=owner.pk, expires_at=clock.now + DAY)
    clock.days(1)
    assert code(lambda: services.join(club_id="", by=cleo.pk, invitation=later)) == "expired"


def test_a_token_that_is_wrong_by_a_letter_is_not_there(found: Found, settled: list[User]):
    club = found(visibility="private", join="invitation")
    token = services.invite(club_id=club, by=settled[0].pk, expires_at=sources.now_ms() + DAY)
    for wrong in (token[:-1] + ("A" if token[-1] != "A" else "B"), token[:10], token + "x", "", "é" * 32):
        with pytest.raises(UnknownInvitation):
            selectors.held(wrong, viewer=None)


def test_a_personal_invitation_is_for_one_and_only_as_they_allow(found: Found, settled: list[User]):
    owner, ann, ben = settled[:3]
    club, until = found(join="invitation"), sources.now_ms() + DAY

    def invite(user: User) -> str:
        return services.invite(club_id=club, by=owner.pk, user_id=user.pk, expires_at=until)

    assert code(lambda: invite(ann)) == "not_invitable"
    open_for(owner, ann)
    token = invite(ann)
    assert [each.id for each, _token in selectors.invited(ann.pk)] == [club]
    with pytest.raises(UnknownInvitation):
        services.join(club_id="", by=ben.pk, invitation=token)
    services.join(club_id="", by=ann.pk, invitation=token)
    assert selectors.invited(ann.pk) == []
    open_for(owner, ben)
    privacy.choose(user=ben, choices={"invitations": "nobody"})
    assert code(lambda: invite(ben)) == "not_invitable"


def test_a_private_club_is_not_there_for_others(found: Found, settled: list[User]):
    ann = settled[1]
    club = found(visibility="private", join="open")
    acts: tuple[Callable[..., object], ...] = (services.join, services.request, services.leave, services.close)
    for act in acts:
        assert code(partial(act, club_id=club, by=ann.pk)) == "unknown_club"
    assert selectors.directory() == []
    assert selectors.of_user(settled[0].pk, viewer=ann) == []


def test_who_is_removed_and_banned_stays_out_until_it_is_lifted(found: Found, settled: list[User]):
    owner, ann = settled[:2]
    club = found(ann)
    until = sources.now_ms() + DAY
    services.remove(club_id=club, by=owner.pk, user_id=ann.pk, cause="conduct", note="Not kind.", ban_until=until)
    assert code(lambda: services.join(club_id=club, by=ann.pk)) == "banned"
    assert selectors.note(selectors.club(club), ann.pk, viewer=ann) == "Not kind."
    services.lift(club_id=club, by=owner.pk, user_id=ann.pk)
    services.join(club_id=club, by=ann.pk)


def test_the_club_is_handed_over_to_whom_it_was_offered(found: Found, settled: list[User], clock: Clock):
    owner, ann = settled[:2]
    club = found(ann)
    assert code(lambda: services.hand_over(club_id=club, by=owner.pk, user_id=ann.pk)) == "too_new"
    clock.days(7)
    services.hand_over(club_id=club, by=owner.pk, user_id=ann.pk, command="offer")
    services.hand_over(club_id=club, by=owner.pk, user_id=ann.pk, command="offer")
    services.answer_offer(club_id=club, by=ann.pk, accepts=True)
    after = selectors.club(club)
    assert (after.owner, after.role_of(owner.pk)) == (ann.pk, "organiser")


def test_staff_close_a_club_with_a_reason_and_only_they_open_it(found: Found, settled: list[User]):
    owner, staff = settled[0], settled[7]
    User.objects.filter(pk=staff.pk).update(is_staff=True)
    club = found()
    assert code(lambda: services.close(club_id=club, by=staff.pk)) == "reason_required"
    services.close(club_id=club, by=staff.pk, reason="It sold seats.")
    assert code(lambda: services.post_news(club_id=club, by=owner.pk, title="Hello", text="")) == "closed"
    assert code(lambda: services.reopen(club_id=club, by=owner.pk)) == "not_staff"
    services.reopen(club_id=club, by=staff.pk, reason="It does not any more.")


def test_rows_come_again_from_the_log(found: Found, settled: list[User], clock: Clock):
    owner, ann, ben, cleo = settled[:4]
    club = found(ann, ben, join="open")
    services.set_role(club_id=club, by=owner.pk, user_id=ann.pk, duties=("members",))
    services.edit(club_id=club, by=owner.pk, wanted=Edited(join="request", slug="other"), description="**We** play.")
    services.request(club_id=club, by=cleo.pk, answer="Hello")
    services.invite(club_id=club, by=ann.pk, expires_at=clock.now + DAY)
    services.leave(club_id=club, by=ben.pk)
    services.post_news(club_id=club, by=owner.pk, title="News", text="Soon.")
    assert projections.rebuild(check=True).changed == ()
    CLUBS.forget()
    assert selectors.club(club).owner == owner.pk


@pytest.mark.django_db(transaction=True)
def test_a_whole_room_joins_at_once(found: Found, settled: list[User], monkeypatch: pytest.MonkeyPatch):
    club, many = found(), 24
    room = [User.objects.create(username=f"guest-of-the-evening-{n}", password="!") for n in range(many)]
    meet(monkeypatch, requests, "hold", many)
    at_once(*[partial(services.join, club_id=club, by=one.pk) for one in room])
    assert {one.pk for one in room} < selectors.club(club).members.keys()


def test_whether_an_address_is_taken_is_told_so_often_in_a_day(
    found: Found, settled: list[User], settings: Settings, fresh_allowances: None
) -> None:
    """A private club has one, too."""
    settings.RATES = {"club_addresses": "3/d"}
    found(visibility="private", slug="hush-house")

    def ask(slug: str) -> str:
        return services.found(by=settled[1].pk, facts=facts(slug=slug))

    with calling(Caller("192.0.2.1")):
        for _ in range(3):
            assert code(lambda: ask("hush-house")) == "taken"
        for slug in ("hush-house", "free-house"):
            with pytest.raises(TooOften):
                ask(slug)
