"""Knock-out at tables of three to five, from its start to its final places."""

import random
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.director.structured import Run
from tests.factories import play_out
from tournaments.director import selectors, services
from tournaments.director.errors import Refused
from tournaments.director.state.events import RoundPaired
from tournaments.director.state.folding import fold
from tournaments.log import projections
from tournaments.pairing.draw import Unpairable
from tournaments.pairing.format import Options
from tournaments.pairing.pod_knockout.tables import field_sizes
from tournaments.pairing.registry import FORMATS

SEATS = (3, 4, 5)
chance = st.integers(0, 2**32).map(random.Random)


def playable(entries: int, advance: int) -> bool:
    try:
        FORMATS["pod-knock-out"].rounds(entries, None, Options(sizes=SEATS, advance=advance))
    except Unpairable:
        return False
    return True


def start(entries: int, advance: int = 2) -> Run:
    return Run(entries, seats=SEATS, game="gasp", format="pod-knock-out", advance=advance)


@settings(max_examples=60)
@given(
    entries=st.integers(3, 40), advance=st.sampled_from([1, 2]), rng=chance, away=st.sampled_from([(0, 0), (0.2, 0.2)])
)
def test_it_ends_with_one_table_whoever_leaves_or_stays_away(
    entries: int, advance: int, rng: random.Random, away: tuple[float, float]
):
    if not playable(entries, advance):
        return
    run = start(entries, advance).play_out(rng, leaving=away[0], missing=away[1])
    assert run.state.status == "finished"
    assert set(run.state.places) == set(run.state.entries)
    by_round = Counter[int]()
    for event, _at in run.events:
        if isinstance(event, RoundPaired):
            regular = [match for match in event.matches if not match.key.endswith("T")]
            by_round[event.reached] += sum(len(match.entries) for match in regular)
    sizes = field_sizes(FORMATS["pod-knock-out"].pods(entries, Options(sizes=SEATS, advance=advance, seats=SEATS)))  # type: ignore[arg-type]
    assert list(by_round) == list(range(1, len(sizes) + 1))
    assert all(by_round[number] <= size for number, size in enumerate(sizes, start=1))
    assert fold(run.events) == run.state


@settings(max_examples=40)
@given(entries=st.integers(6, 30), rng=chance)
def test_nobody_plays_after_being_out(entries: int, rng: random.Random):
    if not playable(entries, 2):
        return
    run = start(entries).play_out(rng)
    fields: dict[int, set[int]] = {}
    for event, _at in run.events:
        if isinstance(event, RoundPaired):
            there = {entry for match in event.matches for entry in match.entries}
            fields.setdefault(event.reached, set()).update(there)
    rounds = [fields[number] for number in sorted(fields)]
    for before, after in pairwise(rounds[1:]):
        assert after <= before


def test_the_snake_deals_the_first_round_by_seeds():
    run = start(14)
    tables = [sorted(match.entries) for match in run.state.rounds[0].drawn.matches]
    assert tables == [[1, 8, 9], [2, 7, 10], [3, 6, 11, 14], [4, 5, 12, 13]]


@pytest.mark.django_db
def test_six_play_two_tables_and_a_final(announce, people, organiser):
    tournament_id = announce(*people[:6], game="gasp", format="pod-knock-out")
    services.start(tournament_id=tournament_id, by=organiser.pk)
    shown = selectors.at(tournament_id).bracket
    assert shown is not None
    assert [len(stage.matches) for stage in shown.stages] == [2, 1]
    assert {slot.absence for slot in shown.stages[1].matches[0].slots} == {"tbd"}
    play_out(tournament_id)
    assert selectors.detail(tournament_id).status == "finished"
    over = selectors.at(tournament_id).bracket
    assert over is not None
    assert (over.played, over.to_play) == (3, 3)
    assert [slot.won for slot in over.stages[0].matches[0].slots] == [True, True, False]
    assert projections.rebuild(check=True).changed == ()


@pytest.mark.django_db
@pytest.mark.parametrize("advance", [0, 3, 4])
def test_somebody_of_a_table_must_go_on_and_somebody_not(announce, advance):
    with pytest.raises(Refused, match="bad_advance"):
        announce(game="gasp", format="pod-knock-out", advance=advance)
