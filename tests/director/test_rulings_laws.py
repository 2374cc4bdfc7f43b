"""Laws of rulings: any of them, in any order, on a tournament that is played by chance."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.director.runs import Run
from tests.director.staged import COMPOSITIONS
from tests.pairing.play import chance_places
from tournaments.director.errors import RoomError
from tournaments.director.policy import decisions as tournament_decisions
from tournaments.director.policy import matches, pairing, scores
from tournaments.director.policy.rulings import decisions, stages
from tournaments.director.policy.rulings.decisions import Grounds, Request
from tournaments.director.policy.rulings.entries import AdjustPoints
from tournaments.director.policy.rulings.kinds import Context
from tournaments.director.policy.rulings.matches import VoidTable
from tournaments.director.policy.rulings.rounds import SetBye, Swap
from tournaments.director.policy.rulings.stages import ReplaceQualifier, SetSeeds
from tournaments.director.state import acts
from tournaments.director.state.events import Withdrawn
from tournaments.director.state.folding import fold
from tournaments.director.state.rulings import Ruling
from tournaments.director.state.standing import unfinished
from tournaments.director.state.tournament import Tournament
from tournaments.pairing.record import Code

GROUNDS = Grounds("mistake")


class Desk(Run):
    """A tournament with an organiser who rules."""

    @property
    def bench(self) -> Context:
        number = len(self.state.rulings) + 1
        return Context(now=len(self.events), new_match=lambda entries: f"r{number}-{entries}")

    def rule(self, wanted: Request, *, signed: bool = False) -> None:
        self.do(decisions.rule(self.state, wanted, GROUNDS, self.bench))
        self.fix(self.state.rulings[-1], signed=signed)
        self.follow()

    def reverse(self, number: int) -> None:
        self.do(decisions.reverse(self.state, number, GROUNDS, self.bench))
        self.fix(self.state.rulings[number - 1], signed=False)
        self.follow()

    def fix(self, ruling: Ruling, *, signed: bool) -> None:
        """What the service does where another stage is to come: others play it, if that is signed."""
        changes = stages.changes_field(self.state, ruling, signed=signed)
        if changes and stages.in_question(self.state, ()):
            field = stages.as_ruled(self.state, ruling.number)
            self.do(field.events if field else ())

    def follow(self) -> None:
        """What the service does behind a ruling: a table for each match that waits for one."""
        for match, table in unfinished(self.state).items():
            paired = self.state.round_of(match)
            if paired is not None and (table is None or table in paired.void):
                self.open(match)

    def begin(self) -> Desk:
        self.start()
        return self

    def open(self, match: str) -> None:
        self.do(pairing.open_tables(self.state, {match: f"table-{len(self.events)}"}))

    def play_open(self, rng: random.Random, *, some: bool = False) -> None:
        """Play the matches that wait for a result, or some of them."""
        for match in unfinished(self.state):
            if not (some and rng.random() < 0.5):
                self.settle(match, rng)

    def settle(self, match: str, rng: random.Random) -> None:
        """Play a table of *match*; withdrawn players do not come."""
        self.do(matches.muster(self.state, match, (), overdue=False))
        paired = self.state.round_of(match)
        if paired is None or match in paired.played.results:
            return
        seated = scores.seating(self.state, paired, match)
        table, places = paired.tables[match], chance_places(len(seated), rng)
        self.do(matches.record(self.state, match=match, table=table, places=places))
        paired = self.state.round_of(match)
        if paired is not None and scores.awaits_table(self.state, paired, match):
            self.open(match)
        self.follow()

    def play_on(self, rng: random.Random) -> Desk:
        """To the end: every match that waits is played, and withdrawn entries lose theirs."""
        for _turn in range(200):
            if self.state.status != "running":
                return self
            step = pairing.due(self.state)
            if step == "finish":
                self.do(pairing.finish(self.state))
            elif step == "field":
                self.do(pairing.begin_stage(self.state, f"lot/{len(self.events)}"))
            elif step in ("pairing", "tie_break"):
                self.pair()
            else:
                self.play_open(rng)
        raise AssertionError("it does not come to its end")


RESULTS: list[tuple[tuple[Code, ...], tuple[int, ...]]] = [
    (("1", "0"), (1, 2)),
    (("0", "1"), (2, 1)),
    (("=", "="), (1, 1)),
    (("+", "-"), (1, 2)),
    (("LL", "LL"), (2, 2)),
    (("1", "1"), (1, 1)),
    (("=", "1", "0"), (2, 1, 3)),
    (("1", "0", "=", "-"), (1, 3, 2, 4)),
]


def wishes(state: Tournament, rng: random.Random) -> Iterator[Request]:
    """Some rulings that somebody might ask for, sensible or not."""
    matches = [match for paired in state.rounds for match in paired.played.matches]
    entry = rng.choice(state.seeds)
    number = rng.randrange(len(state.rounds) + 2)
    if matches:
        match = rng.choice(matches)
        yield acts.SetResult(match.match, *rng.choice(RESULTS))
        yield acts.Forfeit(match.match, (rng.choice(match.entries),))
        yield acts.DoubleLoss(match.match)
        yield VoidTable(match.match)
    yield AdjustPoints(entry, rng.choice(["1", "-1/2", "0"]), number)
    yield acts.Disqualify(entry, number, rng.choice(["keep", "forfeit", "annul"]))
    yield acts.Readmit(entry)
    yield Swap(number, entry, rng.choice(state.seeds))
    yield SetBye(number, entry)
    yield acts.UndoRound(number)
    yield acts.EndAfter(number)
    if state.fields:
        stage, playing = len(state.fields) + 1, state.current.seeds
        yield ReplaceQualifier(stage, rng.choice(playing), entry)
        yield SetSeeds(stage, tuple(rng.sample(playing, len(playing))))
        yield acts.SetQualifiers(stage, tuple(rng.sample(state.seeds, rng.randint(1, len(playing)))))


def meddle(desk: Desk, rng: random.Random) -> None:
    """A ruling or a reversal; what is refused changes nothing."""
    before = desk.state
    try:
        if before.rulings and rng.random() < 0.35:
            desk.reverse(rng.choice(before.rulings).number)
        else:
            desk.rule(rng.choice(list(wishes(before, rng))), signed=rng.random() < 0.5)
    except RoomError:
        assert desk.state is before


def begun(form: str, entries: int, rounds: int | None = 3) -> Desk:
    if form in COMPOSITIONS:
        staged = COMPOSITIONS[form]
        desk = Desk(seats=staged.seats, **staged.settings)
        desk.enter(*range(11, 11 + staged.least + entries - 4))
        return desk.begin()
    desk = Desk(format=form, rounds=rounds, seats=(3, 4, 5) if form == "pods" else (2,))
    desk.enter(*range(11, 11 + entries))
    desk.start()
    return desk


chances = st.randoms(use_true_random=False)
fields = given(
    st.sampled_from(["swiss", "round-robin", "pods", "knock-out", "double-elimination", *COMPOSITIONS]),
    st.integers(min_value=4, max_value=9),
    st.integers(0, 2**32),
)


@fields
@settings(max_examples=120, deadline=None)
def test_rulings_in_any_order_leave_a_tournament_that_comes_to_its_end(form: str, entries: int, seed: int):
    rng = random.Random(seed)
    desk = begun(form, entries)
    for _step in range(12):
        step = pairing.due(desk.state)
        if desk.state.status == "running" and step == "finish":
            desk.do(pairing.finish(desk.state))
        elif step == "field":
            desk.do(pairing.begin_stage(desk.state, f"lot/{len(desk.events)}"))
        elif step == "pairing":
            desk.pair()
        elif rng.random() < 0.4:
            desk.play_open(rng, some=rng.random() < 0.5)
        meddle(desk, rng)
    desk.play_on(rng)
    assert desk.state.status == "finished"


@fields
@settings(max_examples=80, deadline=None)
def test_replay_equals_live_state_and_the_past_never_changes(form: str, entries: int, seed: int):
    rng = random.Random(seed)
    desk = begun(form, entries)
    desk.pair()
    seen: list[tuple[int, object]] = []
    for _step in range(8):
        meddle(desk, rng)
        seen.append((len(desk.events), desk.state.lines))
        if rng.random() < 0.5:
            desk.play_open(rng, some=True)
        if pairing.due(desk.state) == "pairing":
            desk.pair()
    assert fold(desk.events) == desk.state
    for seq, lines in seen:
        assert fold(desk.events[:seq]).lines == lines


@fields
@settings(max_examples=120, deadline=None)
def test_reversing_a_ruling_gives_the_standings_before_it_exactly(form: str, entries: int, seed: int):
    rng = random.Random(seed)
    desk = begun(form, entries)
    desk.pair()
    desk.play_open(rng, some=True)
    before = desk.state
    meddle(desk, rng)
    if desk.state is before:
        return
    try:
        desk.reverse(1)
    except RoomError:
        return
    assert desk.state.lines == before.lines
    assert [paired.played for paired in desk.state.rounds] == [paired.played for paired in before.rounds]
    assert desk.state.present == before.present


def test_points_that_are_taken_are_nothing_to_the_opponents():
    desk = begun("swiss", 4, rounds=1)
    desk.play_on(random.Random(2))
    before = {line.entry: line for line in desk.state.lines}
    winner = desk.state.lines[0].entry
    desk.rule(AdjustPoints(winner, "-1/2", 1))
    after = {line.entry: line for line in desk.state.lines}
    assert after[winner].points == before[winner].points - Fraction(1, 2)
    assert after[winner].adjusted == ((1, Fraction(-1, 2)),)
    for entry in set(before) - {winner}:
        assert [value.value for value in after[entry].values] == [value.value for value in before[entry].values]


def refusal(call: Callable[[], object]) -> str:
    with pytest.raises(RoomError) as refused:
        call()
    return refused.value.code


def test_a_finished_tournament_is_not_opened_again_by_a_reversal():
    desk = begun("swiss", 4, rounds=1)
    desk.pair()
    for match in desk.state.rounds[0].played.matches:
        desk.rule(acts.DoubleLoss(match.match))
    desk.play_on(random.Random(3))
    assert desk.state.status == "finished"
    assert refusal(lambda: desk.reverse(1)) == "would_reopen"


def test_a_round_that_was_undone_is_paired_again_and_its_results_are_gone():
    desk = begun("swiss", 5)
    desk.pair()
    first = desk.state.rounds[0]
    desk.play_open(random.Random(4), some=True)
    desk.rule(acts.UndoRound(1))
    assert not desk.state.rounds
    desk.pair()
    assert [paired.drawn.round for paired in desk.state.rounds] == [1]
    assert desk.state.rounds[0].drawn.matches != first.drawn.matches
    assert refusal(lambda: desk.reverse(1)) == "paired_again"


@pytest.mark.parametrize("kind", ["swiss", "round-robin", "pods"])
def test_a_tournament_that_is_ended_early_keeps_what_was_decided_until_then(kind: str):
    desk = begun(kind, 8, rounds=3)
    for _round in range(2):
        desk.pair()
        desk.play_open(random.Random(5))
    places = {line.entry: line.place for line in desk.state.lines}
    desk.pair()
    desk.play_open(random.Random(6), some=True)
    desk.rule(acts.EndAfter(2))
    assert desk.state.length == len(desk.state.rounds) == 2
    assert pairing.due(desk.state) == "finish"
    desk.do(pairing.finish(desk.state))
    assert desk.state.places == places
    assert refusal(lambda: desk.reverse(1)) == "finished"


def test_the_round_that_it_ends_with_is_played_to_its_end():
    desk = begun("swiss", 8, rounds=5)
    desk.pair()
    desk.rule(acts.EndAfter(1))
    assert pairing.due(desk.state) is None
    assert desk.state.status == "running"
    desk.play_open(random.Random(7))
    assert pairing.due(desk.state) == "finish"
    desk.reverse(1)
    assert pairing.due(desk.state) == "pairing", "a reversal before the end has it go on"


def test_a_round_that_is_taken_back_is_drawn_again_before_the_end():
    desk = begun("swiss", 8, rounds=5)
    desk.pair()
    desk.rule(acts.EndAfter(1))
    desk.rule(acts.UndoRound(1))
    assert pairing.due(desk.state) == "pairing"
    desk.play_on(random.Random(8))
    assert len(desk.state.rounds) == 1


@pytest.mark.parametrize("last", [3, 2])
def test_rounds_drawn_on_one_that_was_taken_back_do_not_return_with_the_reversal_of_an_early_end(last: int):
    desk = begun("swiss", 8, rounds=5)
    for _round in range(4):
        desk.pair()
        desk.play_open(random.Random(9))
    desk.rule(acts.EndAfter(last))
    desk.rule(acts.UndoRound(last))
    if last == 3:
        desk.pair()
    desk.reverse(1)
    numbers = [paired.drawn.round for paired in desk.state.rounds]
    assert numbers == ([1, 2, 3] if last == 3 else [1])
    assert len(desk.play_on(random.Random(9)).state.rounds) == 5


def test_who_left_a_round_robin_that_ended_early_is_measured_by_the_rounds_it_had():
    desk = begun("round-robin", 8)
    for _round in range(3):
        desk.pair()
        desk.play_open(random.Random(9))
    leaver = desk.state.seeds[0]
    desk.do((Withdrawn(leaver),))
    assert any(paired.annulled for paired in desk.state.counted), "3 of 7 games"
    desk.rule(acts.EndAfter(3))
    assert not any(paired.annulled for paired in desk.state.counted), "3 of 3"


def test_no_later_stage_follows_an_early_end():
    desk = begun("groups, knock-out", 6)
    desk.pair()
    desk.play_open(random.Random(10))
    desk.rule(acts.EndAfter(1))
    assert pairing.due(desk.state) == "finish"
    desk.do(pairing.finish(desk.state))
    assert not desk.state.fields


def test_nothing_but_a_drawn_round_of_those_drawn_freely_ends_it():
    bracket = begun("knock-out", 8)
    bracket.pair()
    assert refusal(lambda: bracket.rule(acts.EndAfter(1))) == "knocks_out"
    desk = begun("swiss", 4, rounds=2)
    desk.pair()
    assert refusal(lambda: desk.rule(acts.EndAfter(2))) == "unknown_round"


def test_the_bye_is_given_to_another_entry():
    desk = begun("swiss", 5)
    desk.pair()
    rests = desk.state.rounds[0].drawn.byes[0].entry
    plays = desk.state.rounds[0].played.matches[0]
    desk.rule(SetBye(1, plays.entries[0]))
    (paired,) = desk.state.rounds
    assert paired.played.byes == (plays.entries[0],)
    changed = next(match for match in paired.played.matches if rests in match.entries)
    assert changed.entries == (rests, plays.entries[1])
    assert changed.match != plays.match
    assert paired.played.matches[1].match in {match.match for match in desk.state.facts[0].played.matches}


def test_a_disqualified_entry_has_no_place_and_the_others_move_up():
    desk = begun("swiss", 4, rounds=2)
    desk.play_on(random.Random(5))
    best = desk.state.lines[0].entry
    desk.rule(acts.Disqualify(best, 1, "keep"))
    assert desk.state.lines[-1].entry == best
    assert desk.state.lines[-1].place == 0
    assert desk.state.lines[0].place == 1
    assert best not in {each.entry for each in pairing.final_places(desk.state)}


def test_annulled_results_count_for_nobody():
    desk = begun("round-robin", 4)
    desk.play_on(random.Random(6))
    out = desk.state.seeds[0]
    desk.rule(acts.Disqualify(out, 1, "annul"))
    for line in desk.state.lines:
        assert all(item.points == 0 for item in line.why if item.annulled)
        assert any(item.annulled for item in line.why)


@pytest.mark.parametrize("leaves", range(5))
def test_who_leaves_a_round_robin_with_a_round_paired_by_hand_leaves_standings_behind(leaves: int):
    desk = begun("round-robin", 5)
    rng = random.Random(7)
    desk.pair()
    desk.play_open(rng)
    desk.pair()
    desk.rule(SetBye(2, desk.state.rounds[-1].played.matches[0].entries[0]))
    for _round in range(2):
        desk.play_open(rng)
        desk.pair()
    desk.do(tournament_decisions.withdraw(desk.state, 11 + leaves))
    assert len(desk.state.lines) == 5
    desk.play_on(rng)
    assert desk.state.status == "finished"
    assert set(desk.state.places) == set(desk.state.entries)
