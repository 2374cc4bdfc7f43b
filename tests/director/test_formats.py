"""Laws over every registered format, and what each makes of a field."""

import random
from collections.abc import Sequence
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.play import played
from tournaments.director.state.events import Format as Keys
from tournaments.pairing.draw import Unpairable
from tournaments.pairing.format import Format, Moment, Options
from tournaments.pairing.record import Round, entrants
from tournaments.pairing.registry import FORMATS
from tournaments.pairing.standings import Given, standings

every_format = pytest.mark.parametrize("kind", FORMATS.values(), ids=FORMATS)
ROUND_BY_ROUND = {key: kind for key, kind in FORMATS.items() if not kind.knocks_out}
every_round_by_round = pytest.mark.parametrize("kind", ROUND_BY_ROUND.values(), ids=ROUND_BY_ROUND)
ALL_SIZES = (2, 3, 4, 5)


def moment(kind: Format, entries: int, rounds: Sequence[Round], gone: Sequence[int], seed: str) -> Moment:
    seeds, sizes = tuple(range(1, entries + 1)), kind.table_sizes(ALL_SIZES)
    field = entrants(seeds, rounds, usual=4 if 4 in sizes else 2)
    there = tuple(entrant for entry, entrant in field.items() if entry not in gone)
    planned = kind.rounds(entries, None)
    options = Options(sizes=sizes)
    return Moment(
        number=len(rounds) + 1,
        planned=planned,
        seeds=seeds,
        present=tuple(entrant.entry for entrant in there),
        rounds=tuple(rounds),
        structure=kind.structure(entries, options),
        pods=kind.pods(entries, options),
        options=options,
        field=there,
        seed=seed,
        sizes=sizes,
    )


def test_every_format_that_can_be_announced_is_registered_under_its_name():
    assert set(get_args(Keys)) == set(FORMATS)
    assert all(kind.key == key for key, kind in FORMATS.items())


@every_format
@settings(deadline=None, max_examples=12)
@given(seed=st.integers(0, 10_000), data=st.data())
def test_every_format_comes_to_an_end_and_nobody_is_in_two_matches_at_once(
    kind: Format, seed: int, data: st.DataObject
):
    sizes = kind.table_sizes(ALL_SIZES)
    entries = data.draw(st.integers(max(6, min(sizes)), 20))
    rng, rounds = random.Random(seed), list[Round]()
    while (now := moment(kind, entries, rounds, (), f"{seed}/{len(rounds)}")) and kind.due(
        now, min(sizes)
    ) == "pairing":
        draw = kind.pair(now)
        assert draw == kind.pair(now), "the same moment has the same draw"
        assert all(match.reasons for match in draw.matches), "why these meet"
        seated = [entry for match in draw.matches for entry in match.entries]
        assert seated
        assert len(set(seated)) == len(seated)
        rounds.append(played(len(rounds) + 1, draw, rng, decided=kind.knocks_out))
        assert len(rounds) < 100
    assert kind.due(now, min(sizes)) == "finish"
    assert all(drawn.complete for drawn in rounds)
    lines = standings(Given(tuple(range(1, entries + 1)), tuple(rounds), kind.codes)).lines
    ranked = kind.ranking(lines, now)
    assert sorted(line.entry for line in ranked) == list(range(1, entries + 1))
    assert [line.place for line in ranked] == sorted(line.place for line in ranked)
    assert ranked[0].place == 1


@every_round_by_round
@settings(deadline=None, max_examples=12)
@given(seed=st.integers(0, 10_000), data=st.data())
def test_everybody_who_is_there_is_seated_once_or_rests_until_the_last_round(
    kind: Format, seed: int, data: st.DataObject
):
    sizes = kind.table_sizes(ALL_SIZES)
    entries = data.draw(st.integers(max(6, min(sizes)), 20))
    rng, rounds, gone = random.Random(seed), list[Round](), list[int]()
    for number in range(1, kind.rounds(entries, None) + 1):
        now = moment(kind, entries, rounds, gone, f"{seed}/{number}")
        draw = kind.pair(now)
        assert draw == kind.pair(now), "the same moment has the same draw"
        seated = [entry for match in draw.matches for entry in match.entries]
        assert sorted([*seated, *(bye.entry for bye in draw.byes)]) == sorted(each.entry for each in now.field)
        assert all(len(match.entries) in sizes for match in draw.matches)
        assert all(match.reasons for match in draw.matches), "why these meet"
        assert all(bye.reasons for bye in draw.byes), "why this one rests"
        rounds.append(played(number, draw, rng))
        if len(now.field) > 5 and rng.random() < 0.2:
            gone.append(rng.choice([each.entry for each in now.field]))
    lines = standings(Given(tuple(range(1, entries + 1)), tuple(rounds), kind.codes)).lines
    assert sorted(line.entry for line in lines) == list(range(1, entries + 1))


@every_round_by_round
def test_one_entry_alone_is_seated_nowhere(kind: Format):
    try:
        draw = kind.pair(moment(kind, 8, [], range(2, 9), "s"))
    except Unpairable:
        return
    assert (draw.matches, [bye.entry for bye in draw.byes]) == ((), [1])


@every_format
def test_a_format_makes_no_table_that_the_game_is_not_for(kind: Format):
    assert kind.table_sizes(()) == ()
    assert set(kind.table_sizes(ALL_SIZES)) <= set(kind.sizes)


def test_the_format_sets_the_rounds_unless_the_organiser_does():
    swiss, pods, everybody = FORMATS["swiss"], FORMATS["pods"], FORMATS["round-robin"]
    assert [swiss.rounds(entries, None) for entries in (2, 3, 8, 9)] == [1, 2, 3, 4]
    assert swiss.rounds(8, 7) == pods.rounds(8, 7) == 7
    assert [everybody.rounds(entries, 2) for entries in (5, 6)] == [5, 5]


def test_neighbours_meet_in_the_last_round_alone():
    later = moment(FORMATS["swiss"], 8, [Round(1, ()), Round(2, ())], (), "s")
    assert later.number == later.planned
    assert later.preference == "adjacent"
    assert moment(FORMATS["swiss"], 8, [], (), "s").preference == "fold"
    assert moment(FORMATS["swiss"], 2, [], (), "s").preference == "fold", "the only round does not count as the last"
