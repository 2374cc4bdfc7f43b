import copy
import hashlib
import json
from typing import Any

import msgspec
import pytest

from engine.registry import GAMES
from engine.verify import Fault, read_record, verify
from tests.engine.records import SEED, finished_record, sealed
from tests.engine.walks import SETTINGS, Setting

GAME = GAMES["duck-soup"]
SETTING = Setting(GAME, 2, GAME.options(length="deal"))


@pytest.fixture(scope="module")
def honest() -> dict[str, Any]:
    return finished_record(SETTING)


@pytest.fixture
def record(honest: dict[str, Any]) -> dict[str, Any]:
    return copy.deepcopy(honest)


def fault(record: dict[str, Any]) -> Fault:
    with pytest.raises(Fault) as found:
        verify(read_record(json.dumps(record).encode()))
    return found.value


def row_of(record: dict[str, Any], kind: str, nth: int = 0) -> dict[str, Any]:
    rows: list[dict[str, Any]] = [row for row in record["events"] if row["kind"] == kind]
    return rows[nth]


@pytest.mark.parametrize("setting", [s for s in SETTINGS if s.game.key in GAMES], ids=str)
def test_an_honest_record_of_any_game_holds(setting: Setting):
    verify(read_record(json.dumps(finished_record(setting)).encode()))


@pytest.mark.parametrize("at", range(0, 130, 7))
def test_one_changed_byte_is_found_where_it_is(record: dict[str, Any], at: int):
    row = record["events"][at % len(record["events"])]
    row["recorded_at"] += 1
    assert fault(record).seq == row["seq"]


def test_a_changed_payload_is_found(record: dict[str, Any]):
    row = row_of(record, "duck_soup.card_played", 3)
    row["payload"]["card"] = "AS" if row["payload"]["card"] != "AS" else "2S"
    found = fault(record)
    assert (found.seq, found.kind) == (row["seq"], row["kind"])
    assert "digest" in found.reason


def test_a_record_from_before_the_first_release_is_refused_in_a_sentence(record: dict[str, Any]):
    row_of(record, "table.opened")["version"] = 3
    assert fault(sealed(record)).reason == "the record was made before Cardroom 1.0 and is not read"


def test_an_event_left_out_is_found(record: dict[str, Any]):
    gone = record["events"].pop(20)
    assert "missing" in fault(record).reason
    assert fault(record).seq == gone["seq"] + 1


def test_a_tail_cut_off_is_found(record: dict[str, Any]):
    del record["events"][-3:]
    assert "tail" in fault(record).reason


# -- forgeries whose digests were made to fit


def test_another_seed_than_was_committed_to_is_found(record: dict[str, Any]):
    row_of(record, "table.seed_revealed")["payload"]["seed"] = "00" * 32
    assert fault(sealed(record)).kind == "table.seed_revealed"


def test_another_seed_than_was_drawn_is_found(record: dict[str, Any]):
    row_of(record, "table.seed_drawn")["payload"]["seed"] = "00" * 32
    assert fault(sealed(record)).kind == "table.seed_drawn"


def test_a_steered_shuffle_is_found(record: dict[str, Any]):
    shuffled = row_of(record, "duck_soup.pack_shuffled")
    order = shuffled["payload"]["order"]
    order[0], order[1] = order[1], order[0]
    found = fault(sealed(record))
    assert (found.seq, "seed" in found.reason) == (shuffled["seq"], True)


def test_a_shuffle_from_a_seed_chosen_afterwards_is_found(record: dict[str, Any]):
    row_of(record, "table.opened")["payload"]["commit"] = hashlib.sha256(b"later").hexdigest()
    row_of(record, "table.seed_drawn")["payload"]["seed"] = b"later".hex()
    row_of(record, "table.seed_revealed")["payload"]["seed"] = b"later".hex()
    assert fault(sealed(record)).kind == "duck_soup.pack_shuffled"


def test_a_move_that_no_rule_allows_is_found(record: dict[str, Any]):
    row = row_of(record, "duck_soup.card_played", 2)
    other = row_of(record, "duck_soup.card_played", 3)["payload"]["card"]
    row["payload"]["card"] = other
    assert fault(sealed(record)).seq == row["seq"]


def test_a_trick_given_to_the_wrong_seat_is_found(record: dict[str, Any]):
    row = row_of(record, "duck_soup.trick_taken", 4)
    row["payload"]["seat"] = 1 - row["payload"]["seat"]
    assert fault(sealed(record)).seq == row["seq"]


def test_a_result_that_the_game_did_not_have_is_found(record: dict[str, Any]):
    row = row_of(record, "table.finished")
    row["payload"]["points"][0] += 1
    assert fault(sealed(record)).kind == "table.finished"


def test_events_after_the_end_are_found(record: dict[str, Any]):
    again = copy.deepcopy(row_of(record, "duck_soup.card_played"))
    record["events"].insert(len(record["events"]) - 3, again)
    for seq, row in enumerate(record["events"], 1):
        row["seq"] = seq
    assert "over" in fault(sealed(record)).reason


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("rules", 99, "unknown rules"),
        ("game", "whist", "unknown rules"),
        ("options", {"length": 7}, "length"),
        ("chairs", [None] * 7, "not for 7"),
    ],
)
def test_rules_that_nobody_knows_are_named(record: dict[str, Any], field: str, value: Any, reason: str):
    row_of(record, "table.opened")["payload"][field] = value
    assert reason in fault(sealed(record)).reason


def test_a_seed_that_is_not_there_is_found(record: dict[str, Any]):
    """Even where the commitment is that to no seed at all."""
    row_of(record, "table.opened")["payload"]["commit"] = hashlib.sha256(b"").hexdigest()
    del row_of(record, "table.seed_revealed")["payload"]["seed"]
    assert "seed" in fault(sealed(record)).reason


def test_an_unfinished_record_does_not_hold(record: dict[str, Any]):
    record["events"] = [row for row in record["events"] if row["kind"] not in {"table.seed_revealed", "table.settled"}]
    assert "without revealing" in fault(sealed(record)).reason


def test_an_unknown_kind_is_found(record: dict[str, Any]):
    row = row_of(record, "duck_soup.card_played")
    row["kind"] = "duck_soup.unheard_of"
    assert fault(sealed(record)).seq == row["seq"]


@pytest.mark.parametrize("what", [{"events": []}, {"stream": "table:other"}])
def test_an_empty_or_foreign_record_does_not_hold(record: dict[str, Any], what: dict[str, Any]):
    assert fault(record | what).seq == 1


@pytest.mark.parametrize("text", [b"", b"[]", b"{}", b'{"format": "cardroom-record/9"}', b"\xff"])
def test_what_is_no_record_is_not_read(text: bytes):
    with pytest.raises((msgspec.DecodeError, UnicodeDecodeError)):
        read_record(text)


def test_the_seed_of_these_tests_is_that_of_the_walk():
    assert hashlib.sha256(b"walk/5").digest() == SEED
