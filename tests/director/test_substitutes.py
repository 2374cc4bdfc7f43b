"""Substitutes: before the start one is named and confirms, afterwards it takes a ruling."""

import pytest

from accounts.models import User
from tests.director.test_teams_at_the_desk import sign
from tests.factories import announced as announce
from tests.factories import concede, gather, of_teams, open_tables, play_out, started
from tournaments.director import imports, selectors, services
from tournaments.director.commands import desk, substitutes
from tournaments.director.commands.desk import Signature
from tournaments.director.errors import NotAllowed, RoomError
from tournaments.director.models import Entry
from tournaments.director.policy.rulings.entries import Substitute
from tournaments.director.streams import TOURNAMENTS
from tournaments.log import projections
from tournaments.ratings import selectors as ratings
from tournaments.tables import selectors as tables

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_to_all")]


def refusal(call: object, *args: object, **given: object) -> str:
    with pytest.raises(RoomError) as refused:
        call(*args, **given)  # type: ignore[operator]
    return refused.value.code


def clean() -> bool:
    return projections.rebuild(check=True).changed == ()


# -- before the start


def test_a_substitute_is_named_confirms_and_plays_under_the_same_number(people: list[User], organiser: User):
    ann, ben, cleo = (user.pk for user in people[:3])
    tournament_id = announce(organiser.pk, [ann, ben])
    substitutes.name(tournament_id=tournament_id, leaves=ben, comes=cleo, by=ben)
    assert [entry.users for entry in selectors.detail(tournament_id).entries] == [(ann,), (ben,)]
    assert [each.id for each in selectors.listed("announced", invited=cleo)] == [tournament_id]
    substitutes.confirm(tournament_id=tournament_id, number=2, user_id=cleo)
    entry = selectors.detail(tournament_id).entries[1]
    assert (entry.number, entry.users, entry.former) == (2, (cleo,), ("player2",))
    assert list(Entry.objects.filter(users__contains=[cleo]).values_list("number", flat=True)) == [2]
    assert selectors.detail(tournament_id).substitutes == ()
    substitutes.confirm(tournament_id=tournament_id, number=2, user_id=cleo)
    assert clean()


def test_one_member_of_a_team_is_replaced_by_themselves_or_by_the_partner(people: list[User], organiser: User):
    users = [user.pk for user in people]
    tournament_id = of_teams(organiser.pk, users[:4])
    substitutes.name(tournament_id=tournament_id, leaves=users[1], comes=users[5], by=users[0])
    substitutes.confirm(tournament_id=tournament_id, number=1, user_id=users[5])
    assert selectors.detail(tournament_id).entries[0].users == (users[0], users[5])
    with pytest.raises(NotAllowed, match="not_organiser"):
        substitutes.name(tournament_id=tournament_id, leaves=users[2], comes=users[6], by=users[0])
    substitutes.name(tournament_id=tournament_id, leaves=users[2], comes=users[6], by=organiser.pk)
    assert clean()


def test_who_is_asked_declines_and_who_asked_takes_it_back(people: list[User], organiser: User):
    ann, ben, cleo = (user.pk for user in people[:3])
    tournament_id = announce(organiser.pk, [ann, ben])
    for by in (cleo, ann, organiser.pk):
        substitutes.name(tournament_id=tournament_id, leaves=ann, comes=cleo, by=ann)
        assert refusal(substitutes.drop, tournament_id=tournament_id, number=1, user_id=ben) == "not_asked"
        substitutes.drop(tournament_id=tournament_id, number=1, user_id=by)
        assert selectors.detail(tournament_id).substitutes == ()
    assert refusal(substitutes.confirm, tournament_id=tournament_id, number=1, user_id=cleo) == "not_asked"


def test_conditions_are_held_against_the_substitute_and_the_organiser_consents_by_asking(
    people: list[User], organiser: User
):
    ann, ben, cleo = (user.pk for user in people[:3])
    tournament_id = announce(organiser.pk, [ann, ben], least_rating=None)
    code = announce(organiser.pk, [ann, ben], bots=False)
    robot = User.objects.create_user("robot", bot_level="greedy").pk
    assert refusal(substitutes.name, tournament_id=code, leaves=ann, comes=robot, by=ann) == "no_bots"
    substitutes.name(tournament_id=tournament_id, leaves=ann, comes=robot, by=ann)
    assert selectors.detail(tournament_id).entries[0].users == (robot,), "a bot need not be asked"
    assert refusal(substitutes.name, tournament_id=tournament_id, leaves=ben, comes=robot, by=ben) == "in_another_team"
    closed = announce(organiser.pk, by_invitation=True)
    imports.take_in(tournament_id=closed, by=organiser.pk, kind="csv", text="name\nplayer1\n")
    services.enter(tournament_id=closed, user_id=ann)
    substitutes.name(tournament_id=closed, leaves=ann, comes=cleo, by=ann)
    assert refusal(substitutes.confirm, tournament_id=closed, number=1, user_id=cleo) == "not_invited"
    substitutes.name(tournament_id=closed, leaves=ann, comes=cleo, by=organiser.pk)
    substitutes.confirm(tournament_id=closed, number=1, user_id=cleo)
    assert selectors.detail(closed).entries[0].users == (cleo,)


# -- after the start


def test_a_ruling_seats_a_substitute_until_the_first_round_begins(people: list[User], organiser: User):
    users = [user.pk for user in people]
    tournament_id = started(organiser.pk, users[:4], rounds=2)
    (entry,) = (entry for entry in selectors.detail(tournament_id).entries if entry.user == users[0])
    sign(tournament_id, organiser, Substitute(entry.number, people[5].username))
    (match,) = (
        match
        for match in selectors.at(tournament_id).rounds[0].matches
        if entry.number in [e.number for e in match.entries]
    )
    assert users[5] in tables.summary(str(match.table)).seats
    assert users[0] not in tables.summary(str(match.table)).seats
    (ruling,) = selectors.at(tournament_id).rulings(organiser)
    assert "player6 plays instead of player1" in str(ruling.says)
    assert clean()
    gather(str(match.table))
    late = Substitute(entry.number, people[6].username)
    assert refusal(sign, tournament_id, organiser, late) == "playing"
    seq = TOURNAMENTS.current(tournament_id).state.seq
    signature = Signature(by=organiser.pk, seq=seq, reason="mistake")
    assert refusal(desk.reverse, tournament_id=tournament_id, ruling=1, signature=signature) == "playing"
    play_out(tournament_id)
    assert ratings.history(users[5], "duck-soup")
    assert not ratings.history(users[0], "duck-soup")


def test_a_ruling_on_a_substitute_is_reversed_as_long_as_nothing_has_begun(people: list[User], organiser: User):
    users = [user.pk for user in people]
    tournament_id = started(organiser.pk, users[:2], rounds=1)
    sign(tournament_id, organiser, Substitute(1, people[5].username))
    seq = TOURNAMENTS.current(tournament_id).state.seq
    signature = Signature(by=organiser.pk, seq=seq, reason="mistake")
    desk.reverse(tournament_id=tournament_id, ruling=1, signature=signature)
    (table,) = open_tables(tournament_id)
    assert set(tables.summary(table).seats) == {users[0], users[1]}
    assert list(Entry.objects.filter(users__contains=[users[5]])) == []
    assert clean()


def test_in_a_team_somebody_is_replaced_between_two_rounds_and_alone_nobody_is(people: list[User], organiser: User):
    users = [user.pk for user in people]
    new = User.objects.create_user("newcomer")
    tournament_id = of_teams(organiser.pk, users, rounds=2)
    services.start(tournament_id=tournament_id, by=organiser.pk)
    first, _second = open_tables(tournament_id)
    concede(first)
    done = next(
        entry for entry in selectors.detail(tournament_id).entries if entry.users[0] == tables.summary(first).seats[0]
    )
    sign(tournament_id, organiser, Substitute(done.number, "newcomer", done.members[1].name))
    entry = next(each for each in selectors.detail(tournament_id).entries if each.number == done.number)
    assert entry.users == (done.users[0], new.pk)
    assert refusal(sign, tournament_id, organiser, Substitute(done.number, "olga")) == "bad_entries"
    play_out(tournament_id)
    assert len(ratings.history(new.pk, "gasp-pairs")) == 1, "ratings are theirs who sat there"
    alone = started(organiser.pk, users[:4], rounds=2)
    concede(open_tables(alone)[0])
    assert refusal(sign, alone, organiser, Substitute(1, "newcomer")) in ("stage_begun", "playing")
