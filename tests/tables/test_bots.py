"""A bot's lot: nobody can tell it beforehand, everybody can check it afterwards."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from accounts.models import User
from engine.chance import FastRng, bot_seed
from engine.events import Seat
from engine.registry import BOTS
from tests.factories import open_for
from tournaments.log import selectors as log
from tournaments.tables import bots, records, services
from tournaments.tables.decisions import move_events
from tournaments.tables.state import TableState
from tournaments.tables.streams import TABLES
from tournaments.tables.tasks import play_bot_turn

pytestmark = pytest.mark.django_db


@pytest.fixture
def robots(db: None) -> list[User]:
    return [User.objects.create(username=f"robot-{n}", bot_level="uniform") for n in range(2)]


def turns(table_id: str) -> Iterator[tuple[TableState, Seat, bots.Turn]]:
    """The table before each turn of its bots, and what was played."""
    while (table := TABLES.current(table_id).state).bots_to_act:
        seat = table.bots_to_act[0]
        turn = bots.choose(table, seat)
        yield table, seat, turn
        services.play_bot(table_id=table_id, seq=table.seq, seat=seat, move=turn.move, command=turn.command)


def test_what_is_public_does_not_foretell_a_bots_choice(robots):
    foretold = free = 0
    for table, seat, turn in turns(open_for(*robots)):
        moves = table.game.legal(table.state, seat)
        rng = FastRng(f"{table.id}/{table.seq}/{seat}")
        guess = BOTS["uniform"](table.game).choose(table.game.view(table.state, seat), moves, rng)
        free += len(moves) > 2
        foretold += len(moves) > 2 and table.game.move_text(guess) == turn.move
    assert free > 10
    assert foretold < free


def test_a_record_shows_that_every_choice_of_a_bot_followed_from_the_seed(robots, settings):
    settings.BOT_PACE = 0
    table_id = open_for(*robots)
    while TABLES.current(table_id).state.status == "playing":
        play_bot_turn(table_id, TABLES.current(table_id).state.seq)
    record: dict[str, Any] = json.loads(json.dumps(records.record(table_id=table_id, user_id=None)))
    revealed = next(row for row in record["events"] if row["kind"] == "table.seed_revealed")
    seed = bytes.fromhex(revealed["payload"]["seed"])
    said = {row["seq"]: row["command"] for row in record["events"] if row["command"]}
    table, checked = TableState(table_id), 0
    for after, commit in TABLES.steps(table_id, log.load(TABLES.name(table_id))):
        word, *rest = said[commit[0].seq].split()
        if word == "bot":
            level, _version, turn = rest
            assert turn == f"{table.seq}/{json.loads(commit[0].payload)['seat']}"
            seat = Seat(int(turn.partition("/")[2]))
            view, moves = table.game.view(table.state, seat), table.game.legal(table.state, seat)
            move = BOTS[level](table.game).choose(view, moves, FastRng(bot_seed(seed, turn)))
            assert move_events(table, seat, table.game.move_text(move)) == TABLES.decode(table, commit)
            checked += 1
        table = after
    assert checked > 20
