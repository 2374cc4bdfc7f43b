"""What the service's staff do is noted, once, and stays."""

import pytest
from django.core.management import CommandError
from django.db import ProgrammingError, connection, transaction
from django.utils import timezone

from accounts import staff
from accounts.models import StaffAct, User
from tests.commands import printed
from tests.factories import announced, give_up, open_for
from tournaments.director import services as director
from tournaments.people import staff as noted
from tournaments.people.erasure import erase
from tournaments.people.tasks import note_staff
from tournaments.platform import writers


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writers, "PATIENCE", 0.1)


@pytest.fixture
def stella(db: None) -> User:
    return User.objects.create_user("stella", is_staff=True)


@pytest.mark.django_db(transaction=True)
def test_what_staff_do_to_a_tournament_is_noted_once_and_what_others_do_is_not(
    stella: User, organiser: User, ann: User, bob: User, no_limits: None
) -> None:
    note_staff()
    tournament, other = (announced(organiser.pk, [ann.pk, bob.pk]) for _ in range(2))
    director.cancel(tournament_id=tournament, by=stella.pk)
    director.cancel(tournament_id=other, by=organiser.pk)
    table = open_for(stella, ann)
    give_up(table_id=table, user_id=stella.pk)
    while noted.catch_up():
        pass
    (act,) = staff.latest(9)
    assert (act.by, act.what, act.subject) == (stella.pk, "tournament.cancelled", f"tournament:{tournament}")
    staff.note_events([(act.at, stella.pk, act.what, act.subject, act.seq or 0)])
    assert StaffAct.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_what_counts_is_who_was_of_the_staff_when_it_was_done(stella: User, ann: User, no_limits: None) -> None:
    note_staff()
    announced(ann.pk)
    printed("staff", "ann")
    before, during = announced(stella.pk), announced(ann.pk)
    printed("staff", "ann", "--end")
    printed("staff", "stella", "--end")
    for user in (ann, stella):
        announced(user.pk)
    while noted.catch_up():
        pass
    assert {(act.by, act.subject) for act in staff.latest(9) if act.by is not None} == {
        (ann.pk, f"tournament:{during}"),
        (stella.pk, f"tournament:{before}"),
    }


@pytest.mark.django_db(transaction=True)
def test_what_one_of_the_staff_did_just_before_their_account_was_erased_is_noted(stella: User, no_limits: None) -> None:
    note_staff()
    tournament = announced(stella.pk)
    User.objects.filter(pk=stella.pk).update(erasure_at=timezone.now())
    erase(stella.pk)
    while noted.catch_up():
        pass
    acts = [(act.by, act.what, act.subject) for act in staff.latest(99)]
    assert (stella.pk, "tournament.announced", f"tournament:{tournament}") in acts
    assert (None, "staff.ended", f"user:{stella.pk}") in acts


@pytest.mark.django_db(transaction=True)
def test_what_was_before_the_first_look_stays_unnoted(stella: User, no_limits: None) -> None:
    announced(stella.pk)
    assert not noted.catch_up()
    announced(stella.pk)
    assert noted.catch_up()
    assert [act.what for act in staff.latest(9)] == ["tournament.announced"]


@pytest.mark.django_db
@pytest.mark.parametrize("statement", ["UPDATE accounts_staffact SET by = 1", "DELETE FROM accounts_staffact"])
def test_nobody_takes_an_act_back(stella: User, statement: str) -> None:
    staff.note("token.made", f"user:{stella.pk}", by=None)
    with pytest.raises(ProgrammingError, match="pgtrigger"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.django_db
def test_a_command_says_who_they_are_and_makes_them(ann: User, robot: User) -> None:
    assert printed("staff") == "none\n"
    assert printed("staff", "ANN") == "ann\n"
    assert printed("staff", "ann") == "ann\n"
    assert printed("staff", "ann", "--end") == "none\n"
    assert [act.what for act in staff.latest(9)] == ["staff.ended", "staff.appointed"]
    for wrong in (["Robot"], ["nobody"], ["--end"]):
        with pytest.raises(CommandError):
            printed("staff", *wrong)


@pytest.mark.django_db
def test_commands_that_open_an_account_are_noted(ann: User) -> None:
    printed("token", "ann")
    printed("factors", "ann", "--remove")
    assert [(act.what, act.by, act.subject) for act in staff.latest(9)] == [
        ("factors.removed", None, f"user:{ann.pk}"),
        ("token.made", None, f"user:{ann.pk}"),
    ]
