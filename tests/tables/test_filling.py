"""An open table whose free seats are given to bots."""

import pytest

from accounts import services as accounts
from tests.factories import open_for
from tests.tables.playing import check, exported, play_on
from tournaments.log import projections
from tournaments.platform.callers import Caller, calling
from tournaments.tables import rematches, selectors, services
from tournaments.tables.errors import NotAllowed, NotSeated, Refused, RoomError, WrongStatus
from tournaments.tables.models import Seat

pytestmark = pytest.mark.django_db


def fill(table_id: str, user, level: str = "greedy", **given):
    return services.fill_with_bots(table_id=table_id, user_id=user.pk, level=level, **given)


def test_every_free_seat_goes_to_a_bot_of_that_level_and_the_game_begins(ann, bob, sent):
    table_id = open_for(None, ann, None, bob, game="gasp")
    seen = fill(table_id, ann, "uniform")
    assert seen.status == "playing"
    assert [(info.level, info.is_bot) for info in seen.seats] == [
        ("uniform", True),
        ("", False),
        ("uniform", True),
        ("", False),
    ]
    assert len({info.user for info in seen.seats}) == 4
    assert Seat.objects.filter(table=table_id).count() == 4


def test_only_who_opened_it_may_fill_it_and_only_while_it_waits(ann, bob):
    table_id = open_for(ann, None, bob, game="gasp")
    with pytest.raises(NotAllowed, match="not_opener"):
        fill(table_id, bob)
    with pytest.raises(Refused, match="unknown_level"):
        fill(table_id, ann, "genius")
    assert selectors.summary(table_id).status == "open"
    fill(table_id, ann)
    with pytest.raises(WrongStatus, match="not_open"):
        fill(table_id, ann)


def test_a_repeated_command_is_answered_as_the_first_was_though_bots_are_drawn_by_lot(ann):
    for name in ("Gert", "Gusti", "Greta"):
        accounts.make_bot(name, "greedy")
    table_id = open_for(ann, None)
    answers = [fill(table_id, ann, command="fill") for _ in range(4)]
    assert len({answer.seats for answer in answers}) == 1
    with pytest.raises(Refused, match="key_reused"):
        fill(table_id, ann, "uniform", command="fill")


def test_its_record_holds_and_its_row_is_made_again(ann, settings):
    settings.BOT_PACE = 0
    table_id = open_for(ann, None)
    fill(table_id, ann)
    play_on(table_id)
    check(exported(table_id))
    assert projections.rebuild().changed == ()


def test_a_table_that_is_filled_counts_as_one_with_bots(ann, robot, settings):
    settings.CAPS = {**settings.CAPS, "bots_alone": 2, "bot_tables": 9}
    waiting = [open_for(robot, None, opener=ann.pk) for _ in range(3)]
    assert fill(waiting[2], ann, command="fill").status == "playing"
    fill(waiting[1], ann)
    with pytest.raises(Refused, match="too_many_bots_alone"):
        fill(waiting[0], ann)
    assert selectors.summary(waiting[0]).status == "open"
    settings.CAPS = {**settings.CAPS, "bots_alone": 1}
    assert fill(waiting[2], ann, command="fill").status == "playing"


def test_the_tables_of_one_address_are_counted_when_an_older_one_is_filled(robot, settings):
    settings.CAPS = {**settings.CAPS, "address_bot_tables": 1}
    with calling(Caller("192.0.2.1")):
        ann, bob = accounts.create_guest(), accounts.create_guest()
    open_for(bob, robot)
    waiting = open_for(ann, None)
    open_for(ann, None)
    with pytest.raises(Refused, match="too_many_bot_tables"):
        fill(waiting, ann)


# -- a tournament's table


def test_the_organiser_cannot_begin_a_match_before_its_players_have_come(ann, bob, cleo):
    for seated in ((ann, bob), (cleo, ann)):  # who opened it may have a seat there
        table_id = open_for(*seated, match="m", opener=cleo.pk)
        services.arrive(table_id=table_id, user_id=cleo.pk)
        before = selectors.summary(table_id)
        with pytest.raises(NotAllowed, match="match_table"):
            fill(table_id, cleo)
        with pytest.raises(NotAllowed, match="not_opener"):
            fill(table_id, ann)
        assert selectors.summary(table_id) == before
        assert before.status == "open"


@pytest.mark.parametrize(
    ("act", "given"),
    [
        (services.fill_with_bots, {"level": "greedy"}),
        (services.join, {"seat": 0}),
        (services.make_move, {"move": "7S"}),
        (services.resign, {}),
        (services.vacate, {}),
        (services.abort, {}),
        (rematches.ask, {}),
        (rematches.decline, {}),
    ],
)
def test_nothing_but_coming_begins_a_match(ann, bob, cleo, act, given):
    table_id = open_for(ann, bob, match="m", opener=cleo.pk)
    services.arrive(table_id=table_id, user_id=ann.pk)
    before = selectors.summary(table_id)
    for user in (cleo, ann):
        if (act, user) != (services.join, ann):  # that is coming
            with pytest.raises(RoomError):
                act(table_id=table_id, user_id=user.pk, **given)
        assert selectors.summary(table_id) == before
    assert before.status == "open"
    with pytest.raises(NotSeated):
        services.join(table_id=table_id, user_id=cleo.pk)
    services.arrive(table_id=table_id, user_id=bob.pk)
    assert selectors.summary(table_id).status == "playing"
