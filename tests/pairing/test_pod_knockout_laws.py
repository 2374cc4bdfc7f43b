"""What holds of every pod knock-out."""

import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.podplay import chance, play
from tournaments.pairing.pod_knockout.progress import Round, correct, progress
from tournaments.pairing.pod_knockout.tables import Rules, Table, field_sizes
from tournaments.pairing.series.pod import Places

RULES = st.builds(
    Rules,
    st.integers(3, 69),
    st.integers(1, 3),
    st.sampled_from([(3, 4, 5), (3, 4), (4, 5), (4,), (3,), (3, 5), (5,)]),
    st.sampled_from([3, 4, 5]),
    st.sampled_from([(), (2, 3, 4, 5), (3, 4)]),
).filter(lambda rules: _playable(rules))


def _playable(rules: Rules) -> bool:
    try:
        return bool(field_sizes(rules))
    except ValueError:
        return False


@given(RULES, st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=40)
def test_a_knock_out_always_ends_and_everybody_is_placed(rules, rng):
    made = progress(rules, play(rules, chance(rng), rng))
    assert list(made.places) == list(range(1, rules.entries + 1))
    count = Counter(made.places.values())
    for place in count.keys() - {2}:
        assert place == 1 + sum(count[other] for other in count if other < place)
    assert len(made.rounds[-1].tables) == 1


@given(RULES, st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=40)
def test_every_round_seats_its_field_once_at_allowed_tables(rules, rng):
    made = progress(rules, play(rules, chance(rng), rng))
    field = set(range(1, rules.entries + 1))
    for number, (played, size) in enumerate(zip(made.rounds, field_sizes(rules), strict=True)):
        seated = [entry for table in played.tables for entry in table.entries] + list(played.resting)
        assert len(seated) == len(set(seated)) == size
        assert set(seated) <= field
        assert {len(table.entries) for table in played.tables} <= set(rules.allowed)
        assert number == 0 or not played.resting
        field = set(seated)


@given(RULES, st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=40)
def test_the_order_in_which_results_came_in_changes_nothing(rules, rng):
    verdicts: dict[str, Places] = {}

    def verdict(table: Table) -> Places:
        return verdicts.setdefault(table.key, chance(random.Random(f"{seed}/{table.key}"))(table))

    seed = rng.random()
    assert progress(rules, play(rules, verdict)) == progress(rules, play(rules, verdict, rng))


@given(RULES, st.randoms(use_true_random=False), st.data())
@settings(deadline=None, max_examples=40)
def test_a_correction_keeps_exactly_the_tables_whose_entries_stay(rules, rng, data):
    results = play(rules, chance(rng), rng)
    key = data.draw(st.sampled_from(sorted(results)))
    before = {table.key: table.entries for played in progress(rules, results).rounds for table in every(played)}
    places = chance(rng)(Table(key, before[key]))
    correction = correct(rules, results, key, places)
    made = progress(rules, correction.results)
    after = {table.key: table.entries for played in made.rounds for table in every(played)}
    assert correction.results[key] == places
    for each in results.keys() - {key}:
        assert (each in correction.results) == (after.get(each) == before[each])
        assert (each in correction.results) == (each not in correction.cleared)


def every(played: Round) -> tuple[Table, ...]:
    return (*played.tables, *played.tie_breaks)
