"""What was stored once is read forever: whole streams of earlier versions, with the final places that they say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.events import Event
from tournaments.director.display.reasons import say
from tournaments.director.formats import draw
from tournaments.director.formats.draw import Draw, check
from tournaments.director.formats.record import Mark
from tournaments.director.policy import pairing
from tournaments.director.state.events import CODEC, Finished, Match, ResultRecorded, RoundPaired
from tournaments.director.state.folding import fold

FOLDER = Path(__file__).parent / "stored"
every_stream = pytest.mark.parametrize("name", ["swiss", "round-robin", "pods"])


def stored(name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads((FOLDER / f"{name}.json").read_text())
    return rows


def decoded(name: str) -> list[Event]:
    return [CODEC.decode(row["kind"], row["version"], json.dumps(row["payload"])) for row in stored(name)]


@every_stream
def test_a_tournament_of_the_first_version_ends_as_it_ended_then(name: str):
    events = decoded(name)
    tournament = fold((event, at) for at, event in enumerate(events))
    (final,) = (event for event in events if isinstance(event, Finished))
    assert tournament.places == {each.entry: each.place for each in final.places}
    assert [(line.entry, line.place) for line in tournament.lines] == [
        (each.entry, each.place) for each in final.places
    ]


@every_stream
def test_a_round_is_drawn_again_by_its_algorithm_and_checked_if_that_is_a_former_one(name: str):
    events = decoded(name)
    seats = (3, 4, 5) if name == "pods" else (2,)
    for at, event in enumerate(events):
        if isinstance(event, RoundPaired):
            before = fold((earlier, seq) for seq, earlier in enumerate(events[:at]))
            ids = (match.match for match in event.matches)
            (again,) = pairing.pair(before, seats=seats, seed=event.seed, ids=ids, deadline=None)
            assert isinstance(again, RoundPaired)
            draws = [Draw(each.algorithm, tuple(map(seated, each.matches)), each.byes) for each in (event, again)]
            assert event.algorithm == again.algorithm or name in ("swiss", "pods")
            if event.algorithm == again.algorithm:
                assert draws[0].matches == draws[1].matches
                assert [bye.entry for bye in event.byes] == [bye.entry for bye in again.byes]
            check(draws[0], before.present, seats)


def seated(match: Match) -> draw.Match:
    return draw.Match(match.entries)


@every_stream
def test_reasons_of_the_first_version_are_still_said(name: str):
    paired = [event for event in decoded(name) if isinstance(event, RoundPaired)]
    reasons = [reason for event in paired for match in event.matches for reason in match.reasons]
    reasons += [reason for event in paired for bye in event.byes for reason in bye.reasons]
    assert reasons
    assert all("{" not in str(say(reason, {})) for reason in reasons)


def test_a_result_of_the_first_version_was_played_by_all():
    event = CODEC.decode("tournament.result_recorded", 1, '{"match": "m", "table": "t", "places": [1, 2, 2, 4]}')
    assert event == ResultRecorded("m", "t", (Mark("1", 1), Mark("=", 2), Mark("=", 2), Mark("0", 4)))
    level = CODEC.decode("tournament.result_recorded", 1, '{"match": "m", "table": "t", "places": [1, 1]}')
    assert level == ResultRecorded("m", "t", (Mark("=", 1), Mark("=", 1)))
