"""Names from files, on a real log: previewed, then taken in all together by the organiser alone."""

from typing import Any

import pytest
from pytest_django import Settings

from accounts import services as accounts
from accounts.models import User
from tests.factories import announced
from tournaments.director import imports, selectors, services
from tournaments.director.errors import NotAllowed, Refused
from tournaments.director.streams import TOURNAMENTS
from tournaments.log import projections
from tournaments.log import selectors as log
from tournaments.platform.callers import Caller, calling
from tournaments.platform.errors import TooOften

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_to_all")]


@pytest.fixture
def ann(db: None) -> User:
    return User.objects.create_user("ann")


@pytest.fixture
def ben(db: None) -> User:
    return User.objects.create_user("Ben")


@pytest.fixture
def robot(db: None) -> User:
    return accounts.make_bot("Robot", "greedy")


NAMES = "name\nben\nROBOT\n"


def test_a_preview_does_nothing_and_the_same_file_confirmed_all_that_it_said(ann: User, ben: User, robot: User):
    tournament_id = announced(ann.pk)
    seen = imports.preview(tournament_id=tournament_id, by=ann.pk, kind="csv", text=NAMES)
    assert [line.outcome for line in seen.lines] == ["invited", "enters"]
    assert log.head(f"tournament:{tournament_id}").seq == 1
    taken = imports.take_in(tournament_id=tournament_id, by=ann.pk, kind="csv", text=NAMES)
    assert taken.lines == seen.lines
    assert [entry.user for entry in selectors.detail(tournament_id).entries] == [robot.pk]
    assert imports.invited(tournament_id) == [ben]


def test_the_lines_that_are_known_are_taken_in_alone_where_that_is_asked_for(ann: User, ben: User, robot: User):
    tournament_id = announced(ann.pk)
    text = NAMES + "nobody\n"
    taken = imports.take_in(tournament_id=tournament_id, by=ann.pk, kind="csv", text=text, partly=True)
    assert [line.name for line in taken.refused] == ["nobody"]
    assert [entry.user for entry in selectors.detail(tournament_id).entries] == [robot.pk]
    assert imports.invited(tournament_id) == [ben]


def test_one_bad_line_and_nothing_is_done(ann: User, ben: User, robot: User):
    tournament_id = announced(ann.pk)
    text = NAMES + "nobody\n"
    seen = imports.preview(tournament_id=tournament_id, by=ann.pk, kind="csv", text=text)
    assert [line.line for line in seen.refused] == [4]
    with pytest.raises(Refused, match="Line 4, nobody"):
        imports.take_in(tournament_id=tournament_id, by=ann.pk, kind="csv", text=text)
    assert log.head(f"tournament:{tournament_id}").seq == 1


def test_only_the_organiser_takes_names_from_files(ann: User, ben: User):
    tournament_id = announced(ann.pk)
    for ask in (imports.preview, imports.take_in):
        with pytest.raises(NotAllowed):
            ask(tournament_id=tournament_id, by=ben.pk, kind="csv", text="name\nann\n")
    with pytest.raises(NotAllowed):
        imports.order_seeds(tournament_id=tournament_id, by=ben.pk, users=[ben.pk])


def test_a_command_sent_twice_is_carried_out_once(ann: User, ben: User):
    tournament_id = announced(ann.pk)
    for _time in range(2):
        imports.take_in(tournament_id=tournament_id, by=ann.pk, kind="csv", text="name\nBen\n", command="c")
    assert TOURNAMENTS.current(tournament_id).head.seq == 2


def test_an_invitation_waits_until_one_enters_or_declines(ann: User, ben: User):
    tournament_id = announced(ann.pk)
    imports.take_in(tournament_id=tournament_id, by=ann.pk, kind="csv", text="name\nBen\n")
    assert [each.id for each in imports.invitations(ben.pk)] == [tournament_id]
    services.enter(tournament_id=tournament_id, user_id=ben.pk)
    assert not imports.invitations(ben.pk)
    assert not imports.invited(tournament_id)
    services.withdraw(tournament_id=tournament_id, user_id=ben.pk)
    assert [each.id for each in imports.invitations(ben.pk)] == [tournament_id]
    imports.decline(tournament_id=tournament_id, user_id=ben.pk)
    assert imports.invitations(ben.pk) == []


def test_invitations_are_made_again_from_the_log(ann: User, ben: User):
    tournament_id = announced(ann.pk)
    imports.take_in(tournament_id=tournament_id, by=ann.pk, kind="csv", text="name\nBen\nann\n")
    imports.decline(tournament_id=tournament_id, user_id=ann.pk)
    projections.rebuild()
    assert [each.id for each in imports.invitations(ben.pk)] == [tournament_id]
    assert imports.invitations(ann.pk) == []


@pytest.mark.usefixtures("fresh_allowances")
def test_a_user_may_have_so_many_files_read_a_minute_of_both_kinds(ann: User, settings: Settings):
    settings.RATES = {"imports": "2/min"}
    asked: dict[str, Any] = {"tournament_id": announced(ann.pk), "by": ann.pk, "text": "name\nann\n"}
    with calling(Caller("192.0.2.1")):
        imports.preview(kind="csv", **asked)
        imports.preview(kind="trf", **asked)
        for ask in (imports.preview, imports.take_in):
            with pytest.raises(TooOften):
                ask(kind="csv", **asked)
