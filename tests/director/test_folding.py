"""The fold: when a round was over, and how little work each event is."""

import random
from collections.abc import Iterable

import pytest
from hypothesis import settings

from tests.director.test_rulings_laws import Desk, begun, fields, meddle
from tournaments.director.policy import pairing
from tournaments.director.state import acts, rulings
from tournaments.director.state.facts import Round
from tournaments.director.state.folding import fold
from tournaments.director.state.rulings import Ruling


def ruled_over(form: str, entries: int, rng: random.Random) -> Desk:
    desk = begun(form, entries)
    for _step in range(10):
        if pairing.due(desk.state) == "pairing":
            desk.pair()
        else:
            desk.play_open(rng, some=True)
        if desk.state.status == "running":
            meddle(desk, rng)
    return desk


@fields
@settings(max_examples=60, deadline=None)
def test_a_round_ends_with_the_first_event_after_which_all_of_it_is_decided(form: str, entries: int, seed: int):
    desk = ruled_over(form, entries, random.Random(seed))
    ends: dict[int, int] = {}
    for seq in range(1, len(desk.events) + 1):
        state = fold(desk.events[:seq])
        for paired in state.rounds:
            if paired.played.complete:
                ends.setdefault(paired.drawn.round, seq)
        assert state.ends == ends


@pytest.mark.parametrize("entries", [16, 64])
def test_rulings_are_applied_about_as_often_however_many_results_there_are(
    entries: int, monkeypatch: pytest.MonkeyPatch
):
    desk = begun("swiss", entries, rounds=4)
    rng = random.Random(1)
    desk.pair()
    first = desk.state.rounds[0].played.matches[0].match
    desk.play_open(rng)
    for _ruling in range(3):
        desk.rule(acts.DoubleLoss(first))
    desk.play_on(rng)
    applied: list[int] = []

    def counting(facts: tuple[Round, ...], rulings: Iterable[Ruling]) -> tuple[Round, ...]:
        applied.append(1)
        return facts

    monkeypatch.setattr(rulings, "applied", counting)
    fold(desk.events)
    assert len(desk.events) > 2 * entries
    assert len(applied) <= 4 * (3 + 2)
