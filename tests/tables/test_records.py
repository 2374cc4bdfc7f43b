"""Exported records of tables, however they ended, held against the offline check."""

from typing import Any

import pytest

from accounts.models import User
from engine.registry import GAMES
from engine.verify import Fault
from tests.engine.records import sealed
from tests.factories import give_up, open_for
from tests.tables.playing import check, exported, play_first, play_on, play_out
from tournaments.tables import selectors, services
from tournaments.tables.tasks import play_bot_turn

pytestmark = pytest.mark.django_db


def test_the_record_of_a_table_played_to_its_end_holds(ann, bob):
    table_id = open_for(ann, bob)
    play_out(table_id)
    services.mark_settled(table_id=table_id)
    check(exported(table_id))


@pytest.fixture
def left(ann, bob, cleo, settings) -> dict[str, Any]:
    """The record of a table that went on without its second seat."""
    settings.BOT_PACE = 0
    table_id = open_for(ann, bob, cleo, game="gasp", options={"max_rounds": 1})
    play_first(table_id)
    give_up(table_id=table_id, user_id=bob.pk)
    play_on(table_id)
    return exported(table_id)


def test_the_record_of_a_table_that_went_on_without_somebody_holds(left):
    check(left)


def test_a_place_that_somebody_who_left_did_not_have_is_found(left):
    finished = next(row for row in left["events"] if row["kind"] == "table.finished")
    finished["payload"]["places"] = finished["payload"]["places"][::-1]
    finished["payload"]["places"][1] = 1
    with pytest.raises(Fault) as found:
        check(sealed(left))
    assert found.value.kind == "table.finished"


@pytest.mark.parametrize(("game", "seats"), [(key, seats) for key, game in GAMES.items() for seats in game.sizes])
def test_the_record_of_any_game_against_bots_holds_and_goes_on_without_the_player_who_leaves(
    ann, settings, game, seats
):
    settings.BOT_PACE = 0
    robots = [User.objects.create(username=f"robot{seat}", bot_level="uniform") for seat in range(1, seats)]
    options = {"max_rounds": 1} if "max_rounds" in GAMES[game].options.__struct_fields__ else {}
    table_id = open_for(ann, *robots, game=game, options=options)
    while seats > 2 and not selectors.view(table_id=table_id, user_id=ann.pk).legal:
        play_bot_turn(table_id, selectors.summary(table_id).seq)
    if seats > 2:
        play_first(table_id)
        give_up(table_id=table_id, user_id=ann.pk)
    play_on(table_id)
    check(exported(table_id))


@pytest.mark.parametrize("leavers", [1, 2])
def test_the_record_of_a_table_that_ended_by_resignation_holds(ann, bob, cleo, leavers):
    table_id = open_for(ann, bob) if leavers == 1 else open_for(ann, bob, cleo, game="gasp")
    for user in (ann, bob)[:leavers]:
        give_up(table_id=table_id, user_id=user.pk)
    assert selectors.summary(table_id).status == "finished"
    check(exported(table_id))


def test_a_result_that_a_resignation_did_not_bring_is_found(ann, bob):
    table_id = open_for(ann, bob)
    give_up(table_id=table_id, user_id=ann.pk)
    record = exported(table_id)
    finished = next(row for row in record["events"] if row["kind"] == "table.finished")
    finished["payload"]["places"] = [1, 2]
    with pytest.raises(Fault) as found:
        check(sealed(record))
    assert found.value.kind == "table.finished"


def test_a_table_that_was_called_off_reveals_its_seed_and_its_record_holds(ann):
    table_id = open_for(ann, None)
    services.abort(table_id=table_id, user_id=ann.pk)
    record = exported(table_id)
    assert [row["kind"] for row in record["events"]][-2:] == ["table.aborted", "table.seed_revealed"]
    check(record)


def test_partners_have_the_place_of_their_team(ann, settings):
    settings.BOT_PACE = 0
    robots = [User.objects.create(username=f"robot{seat}", bot_level="uniform") for seat in range(1, 4)]
    table_id = open_for(ann, *robots, game="gasp-pairs", options={"max_rounds": 1})
    play_on(table_id)
    outcome = selectors.summary(table_id).outcome
    assert outcome is not None
    assert outcome.places in ((1, 2, 1, 2), (2, 1, 2, 1), (1, 1, 1, 1))
