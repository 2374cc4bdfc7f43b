"""Nobody is named in a tournament who does not want to be asked: by a file, in a team, as a substitute or organiser."""

from collections.abc import Callable

import pytest
from pytest_django import Settings

from accounts import privacy
from accounts.models import User
from tests.clubs.making import facts
from tests.factories import announced, co_organise, open_for
from tournaments.clubs import services as clubs
from tournaments.director import holdings, imports, selectors, services
from tournaments.director.commands import organisers, substitutes, teams
from tournaments.director.commands.desk import send_message
from tournaments.director.errors import NotAllowed, Refused, WrongStatus
from tournaments.log.errors import RoomError
from tournaments.people import friends
from tournaments.platform.callers import Caller, calling
from tournaments.platform.errors import TooOften

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sent")]

Ask = Callable[[User, User], object]


def by_file(ann: User, bob: User) -> None:
    imports.take_in(tournament_id=announced(ann.pk), by=ann.pk, kind="csv", text=f"name\n{bob.username}\n")


def by_team(ann: User, bob: User) -> None:
    made = announced(ann.pk, game="gasp-pairs", team_size=2)
    teams.name(tournament_id=made, users=[ann.pk, bob.pk], by=ann.pk, name="The Aces")


def by_substitute(ann: User, bob: User) -> None:
    substitutes.name(tournament_id=announced(ann.pk, [ann.pk]), leaves=ann.pk, comes=bob.pk, by=ann.pk)


def by_office(ann: User, bob: User) -> None:
    organisers.name_organisers(tournament_id=announced(ann.pk), by=ann.pk, users=[bob.pk])


every_way = pytest.mark.parametrize("ask", [by_file, by_team, by_substitute, by_office])


def refusal(ask: Ask, ann: User, bob: User) -> str:
    with pytest.raises(RoomError) as refused:
        ask(ann, bob)
    return str(refused.value.reason)


@every_way
def test_who_blocks_wants_nobody_or_does_not_know_them_is_not_asked_and_nobody_learns_which(
    ask: Ask, ann: User, bob: User
) -> None:
    reasons = [refusal(ask, ann, bob)]
    open_for(ann, bob)
    ask(ann, bob)
    privacy.choose(user=bob, choices={"invitations": "nobody"})
    reasons.append(refusal(ask, ann, bob))
    privacy.choose(user=bob, choices={"invitations": "anyone"})
    ask(ann, bob)
    privacy.block(user=bob, other=ann)
    reasons.append(refusal(ask, ann, bob))
    assert len(set(reasons)) == 1
    assert "This player cannot be invited." in reasons[0]


@every_way
def test_friends_may_be_asked(ask: Ask, ann: User, bob: User) -> None:
    privacy.choose(user=ann, choices={"invitations": "anyone"})
    friends.ask(user=bob, name="ann")
    friends.ask(user=ann, name="bob")
    ask(ann, bob)


def test_in_a_tournament_of_a_club_its_members_may_be_asked(ann: User, bob: User, cleo: User) -> None:
    User.objects.update(date_joined="2020-01-01T00:00Z")
    club = clubs.found(by=ann.pk, facts=facts(join="open"))
    clubs.join(club_id=club, by=bob.pk)
    made = announced(ann.pk, club=club)
    imports.take_in(tournament_id=made, by=ann.pk, kind="csv", text="name\nbob\n")
    assert imports.invited(made) == [bob]
    seen = imports.preview(tournament_id=made, by=ann.pk, kind="csv", text="name\nbob\ncleo\n")
    assert [line.outcome for line in seen.lines] == ["waiting", "refused"]


def test_one_account_asks_so_many_people_in_a_day(
    ann: User, settings: Settings, fresh_allowances: None, open_to_all: None
) -> None:
    settings.RATES = {"invited": "3/d"}
    crowd = [User.objects.create_user(f"crowd{number}") for number in range(4)]
    made = announced(ann.pk)

    def take_in(*users: User) -> None:
        text = "\n".join(("name", *(user.username for user in users)))
        imports.take_in(tournament_id=made, by=ann.pk, kind="csv", text=text)

    with calling(Caller("192.0.2.1")):
        with pytest.raises(Refused, match="too_many_invited"):  # waiting would not help
            take_in(*crowd)
        take_in(*crowd[:2])
        take_in(*crowd[:3])
        with pytest.raises(TooOften):
            by_office(ann, crowd[3])
    assert imports.invited(made) == crowd[:3]


def test_a_file_that_is_refused_uses_up_nothing_of_it(
    ann: User, bob: User, settings: Settings, fresh_allowances: None, open_to_all: None
) -> None:
    settings.RATES = {"invited": "1/d"}
    made = announced(ann.pk)
    with calling(Caller("192.0.2.1")):
        with pytest.raises(Refused, match="bad_import"):
            imports.take_in(tournament_id=made, by=ann.pk, kind="csv", text="name\nbob\nnobody here\n")
        imports.take_in(tournament_id=made, by=ann.pk, kind="csv", text="name\nbob\n")
    assert imports.invited(made) == [bob]


def test_an_organiser_stands_there_once_they_confirmed_and_steps_down(ann: User, bob: User, cleo: User) -> None:
    made = announced(ann.pk)
    open_for(ann, bob)
    organisers.name_organisers(tournament_id=made, by=ann.pk, users=[bob.pk])
    detail = selectors.detail(made)
    assert (detail.organisers, detail.asked_names) == ((), ("bob",))
    with pytest.raises(NotAllowed):
        services.cancel(tournament_id=made, by=bob.pk)
    with pytest.raises(Refused, match="not_asked"):
        organisers.confirm(tournament_id=made, user_id=cleo.pk)
    organisers.confirm(tournament_id=made, user_id=bob.pk)
    organisers.confirm(tournament_id=made, user_id=bob.pk)
    assert (selectors.detail(made).organisers, selectors.detail(made).asked) == ((bob.pk,), ())
    assert holdings.organised_with(bob.pk) == [made]
    organisers.step_down(tournament_id=made, user_id=bob.pk)
    assert selectors.detail(made).organisers == ()
    assert holdings.organised_with(bob.pk) == []


def test_nobody_is_asked_to_direct_a_tournament_of_a_club_whose_organisers_do(ann: User, bob: User) -> None:
    User.objects.update(date_joined="2020-01-01T00:00Z")
    club = clubs.found(by=ann.pk, facts=facts(join="open"))
    clubs.join(club_id=club, by=bob.pk)
    made = announced(ann.pk, club=club)
    with pytest.raises(Refused, match="club_directs"):
        organisers.name_organisers(tournament_id=made, by=ann.pk, users=[bob.pk])
    organisers.name_organisers(tournament_id=made, by=ann.pk, users=[])
    assert selectors.detail(made).asked == ()


def test_who_is_left_out_is_asked_no_longer_and_who_is_named_twice_once(
    ann: User, bob: User, cleo: User, open_to_all: None
) -> None:
    made = announced(ann.pk)
    co_organise(made, ann.pk, bob.pk)
    for users in ([bob.pk, cleo.pk], [bob.pk, cleo.pk, cleo.pk]):
        organisers.name_organisers(tournament_id=made, by=ann.pk, users=users)
    assert (selectors.detail(made).organisers, selectors.detail(made).asked) == ((bob.pk,), (cleo.pk,))
    organisers.name_organisers(tournament_id=made, by=ann.pk, users=[])
    assert (selectors.detail(made).organisers, selectors.detail(made).asked) == ((), ())
    co_organise(made, ann.pk, bob.pk)
    organisers.name_organisers(tournament_id=made, by=ann.pk, users=[bob.pk, cleo.pk])
    services.cancel(tournament_id=made, by=ann.pk)
    with pytest.raises(WrongStatus):
        organisers.confirm(tournament_id=made, user_id=cleo.pk)
    for user in (bob, cleo):
        organisers.step_down(tournament_id=made, user_id=user.pk)


def test_entrants_are_written_to_so_often_in_an_hour(ann: User, settings: Settings, fresh_allowances: None) -> None:
    settings.RATES = {"messages": "2/h"}
    made = announced(ann.pk)
    with calling(Caller("192.0.2.1")):
        for number in range(2):
            send_message(tournament_id=made, by=ann.pk, text=f"News {number}")
        with pytest.raises(TooOften):
            send_message(tournament_id=made, by=ann.pk, text="News 2")
