"""No request, in any order, leaves a tournament that nobody can finish: every format, every request, every ruling.

A machine asks for whatever there is, sensible or not. What is refused changes nothing. Then it does what an organiser
can do: have the matches played, take those back in who pause, lift what keeps apart. That must end it.
"""

import random
from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from engine.events import Event
from tests.director.staged import COMPOSITIONS
from tests.director.test_rulings_laws import GROUNDS, Desk, wishes
from tournaments.director.errors import Refused, RoomError, WrongStatus
from tournaments.director.policy import apart, decisions, entries, matches, pairing, roll_call
from tournaments.director.policy.rulings import decisions as rulings
from tournaments.director.policy.rulings.decisions import Request
from tournaments.director.policy.rulings.rounds import SetPairing
from tournaments.director.state import acts
from tournaments.director.state.folding import fold
from tournaments.director.state.standing import unfinished
from tournaments.pairing.registry import FORMATS
from tournaments.pairing.tiebreaks.codes import TIE_BREAKS

ALL_SIZES = (2, 3, 4, 5)
USERS = st.integers(11, 22)
CHANCE = st.integers(0, 2**16)
MOST_STEPS = 400
"""Matches and rounds that the longest of these needs, with room to spare."""


class Asking(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.desk = Desk.__new__(Desk)

    @initialize(
        kind=st.sampled_from([*sorted(FORMATS), *COMPOSITIONS]),
        count=st.integers(2, 9),
        rounds=st.sampled_from([None, 1, 3, 5]),
        late=st.integers(0, 4),
        bye=st.sampled_from(["1", "1/2", "0"]),
        waiting=st.booleans(),
        narrow=st.booleans(),
        begun=st.sampled_from([True, True, True, False]),
        codes=st.lists(st.sampled_from(sorted(TIE_BREAKS)), max_size=6, unique=True),
    )
    def announce(
        self,
        kind: str,
        count: int,
        rounds: int | None,
        late: int,
        bye: str,
        waiting: bool,
        narrow: bool,
        begun: bool,
        codes: list[str],
    ) -> None:
        """*narrow*: only one size of table, where there are several."""
        if kind in COMPOSITIONS:
            staged = COMPOSITIONS[kind]
            self.desk = Desk(seats=staged.seats, max_entries=12, **staged.settings)
            self.desk.enter(*range(11, 11 + count))
            return
        sizes = FORMATS[kind].table_sizes(ALL_SIZES)
        given: dict[str, Any] = {"format": kind, "rounds": rounds, "bye": bye, "waiting_list": waiting}
        if FORMATS[kind].codes:
            given |= {"tie_breaks": tuple(codes)}
        if FORMATS[kind].open_field:
            given |= {"late_round": late, "half_byes": 1}
        self.desk = Desk(seats=sizes[-2:-1] if narrow and len(sizes) > 1 else sizes, max_entries=10, **given)
        self.desk.enter(*range(11, 11 + count))
        if begun:
            self.start()

    # -- requests

    def ask(self, decide: Callable[[], Sequence[Event]]) -> bool:
        """What is refused changes nothing; anything but a refusal is a fault."""
        before, stored = self.desk.state, len(self.desk.events)
        try:
            events = decide()
        except RoomError:
            assert self.desk.state is before
            assert len(self.desk.events) == stored
            return False
        self.desk.do(events)
        return bool(events)

    @rule(user=USERS)
    def enter(self, user: int) -> None:
        self.ask(lambda: entries.enter(self.desk.state, user))

    @rule(user=USERS)
    def withdraw(self, user: int) -> None:
        """At a table that has not begun the others have it at once."""
        entry = self.desk.state.entry_of(user)
        if self.ask(lambda: entries.withdraw(self.desk.state, user)) and entry and self.running:
            match = self.desk.state.open_match(entry.number)
            if match is not None and match in unfinished(self.desk.state):
                self.muster(match, (), overdue=False)

    @rule(user=USERS)
    def pause(self, user: int) -> None:
        self.ask(lambda: entries.pause(self.desk.state, user))

    @rule(user=USERS)
    def come_back(self, user: int) -> None:
        self.ask(lambda: entries.come_back(self.desk.state, user))

    @rule(user=USERS, byes=st.dictionaries(st.integers(0, 6), st.sampled_from(["H", "Z", None]), max_size=3))
    def ask_for_byes(self, user: int, byes: dict[int, Any]) -> None:
        self.ask(lambda: entries.ask_byes(self.desk.state, user, byes))

    @rule(
        forbidden=st.lists(st.lists(USERS, max_size=4), max_size=3),
        mates=st.lists(st.lists(USERS, max_size=4), max_size=2),
    )
    def keep_apart(self, forbidden: list[list[int]], mates: list[list[int]]) -> None:
        self.ask(lambda: apart.keep_apart(self.desk.state, forbidden, mates))

    @rule(user=USERS)
    def check_in(self, user: int) -> None:
        self.ask(lambda: roll_call.check_in(self.desk.state, user, now=len(self.desk.events)))

    @precondition(lambda self: self.desk.state.status == "announced")
    @rule()
    def begin(self) -> None:
        self.start()

    def start(self) -> None:
        self.ask(lambda: decisions.start(self.desk.state, {}, "seed"))
        self.go_on()

    # -- what happens by itself, and at the tables

    @property
    def running(self) -> bool:
        return self.desk.state.status == "running"

    @rule()
    def go_on(self) -> None:
        """As after every result: the next round, or the end."""
        self.proceed(again=False)

    def proceed(self, *, again: bool) -> None:
        desk = self.desk
        if self.running and desk.state.rulings:
            desk.follow()
        while step := pairing.due(desk.state, again=again):
            again = False
            if step == "finish":
                desk.do(pairing.finish(desk.state))
                return
            if step == "field":
                desk.do(pairing.begin_stage(desk.state, f"lot/{len(desk.events)}"))
                continue
            try:
                desk.pair()
            except Refused as refused:
                desk.do(pairing.refuse_pairing(desk.state, refused.code))
                return
            for match in list(unfinished(desk.state)):
                self.muster(match, (), overdue=False)

    def muster(self, match: str, came: Sequence[int], *, overdue: bool) -> None:
        """Those who have withdrawn do not come; once it is *overdue*, only *came* do."""
        desk = self.desk
        events = matches.muster(desk.state, match, came, overdue=overdue)
        desk.do(events)
        if events and match in unfinished(desk.state):
            desk.open(match)

    @precondition(lambda self: self.running)
    @rule(seed=CHANCE)
    def play(self, seed: int) -> None:
        self.desk.play_open(random.Random(seed), some=True)

    @precondition(lambda self: self.running)
    @rule(seed=CHANCE)
    def wait_until_the_deadline(self, seed: int) -> None:
        """Of one match some come, or nobody."""
        rng = random.Random(seed)
        if waiting := list(unfinished(self.desk.state)):
            match = rng.choice(waiting)
            paired = self.desk.state.round_of(match)
            assert paired is not None
            users = [self.desk.state.entries[entry].users[0] for entry in paired.seated(match)]
            self.muster(match, [user for user in users if rng.random() < 0.5], overdue=True)

    # -- rulings

    @rule(seed=CHANCE)
    def give_a_ruling(self, seed: int) -> None:
        rng, desk = random.Random(seed), self.desk
        if not desk.state.seeds:
            return
        number = len(desk.state.rounds)
        wanted = [*wishes(desk.state, rng), acts.Extend(number, None, 10_000 + seed, None)]
        wanted.append(SetPairing(number, *self._shuffled(rng)))
        chosen = rng.choice(wanted)
        if self.ask(lambda: decisions_of(desk, chosen)):
            desk.fix(desk.state.rulings[-1], signed=rng.random() < 0.5)
            desk.follow()

    def _shuffled(self, rng: random.Random) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
        """The last round with everybody somewhere else."""
        if not self.desk.state.rounds:
            return (), ()
        drawn = self.desk.state.rounds[-1].drawn
        everybody = [entry for match in drawn.matches for entry in match.entries] + [bye.entry for bye in drawn.byes]
        rng.shuffle(everybody)
        turn = iter(everybody)
        return (
            tuple(tuple(next(turn) for _entry in match.entries) for match in drawn.matches),
            tuple(next(turn) for _bye in drawn.byes),
        )

    @rule(number=st.integers(1, 6))
    def take_a_ruling_back(self, number: int) -> None:
        desk = self.desk
        if self.ask(lambda: rulings.reverse(desk.state, number, GROUNDS, desk.bench)):
            desk.fix(desk.state.rulings[number - 1], signed=False)
            desk.follow()

    @precondition(lambda self: len(self.desk.events) > 40)
    @rule(sure=st.integers(0, 9))
    def call_off(self, sure: int) -> None:
        if not sure:
            self.ask(lambda: decisions.cancel(self.desk.state))

    # -- what holds at all times

    @invariant()
    def everybody_of_a_round_has_one_place_in_it(self) -> None:
        for paired in self.desk.state.facts:
            played = paired.played
            seated = [entry for match in played.matches for entry in match.entries]
            assert len({*seated, *played.byes}) == len(seated) + len(played.byes)

    @invariant()
    def standings_that_begin_from_former_ones_are_those_reckoned_whole(self) -> None:
        state = self.desk.state
        if state.announced is not None:
            assert state.lines == replace(state).lines
            assert state.group_lines == replace(state).group_lines

    def teardown(self) -> None:
        if self.desk.__dict__:
            self._end()
            assert self.desk.state.status in ("finished", "cancelled")
            assert fold(self.desk.events) == self.desk.state

    def _end(self) -> None:
        """What an organiser does to have it over; each remedy is a request like any other."""
        desk, rng = self.desk, random.Random(1)
        if desk.state.status == "announced":
            try:
                desk.do(decisions.start_on_time(desk.state, {}, "seed"))
            except RoomError:
                desk.do(decisions.give_up(desk.state))
        for _step in range(MOST_STEPS):
            if not self.running:
                return
            before = len(desk.events)
            self.proceed(again=True)
            desk.play_open(rng)
            if self.running and (desk.state.refused or len(desk.events) == before):
                self._remedy()
        raise AssertionError("nobody can finish it")

    def _remedy(self) -> None:
        """Whom a refused round waits for."""
        desk = self.desk
        assert desk.state.refused, "it hangs, and nobody is told why"
        if desk.state.forbidden:
            desk.do(apart.keep_apart(desk.state, (), ()))
            return
        paused = [entry for entry in desk.state.entries.values() if entry.paused and not entry.withdrawn]
        assert paused, f"refused as {desk.state.refused}, and nothing is left to be done"
        try:
            desk.do(entries.come_back(desk.state, paused[0].users[0]))
        except WrongStatus:
            desk.do(entries.withdraw(desk.state, paused[0].users[0]))


def decisions_of(desk: Desk, wanted: Request) -> Sequence[Event]:
    return rulings.rule(desk.state, wanted, GROUNDS, desk.bench)


Asking.TestCase.settings = settings(
    max_examples=60,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestNoRequestLeavesATournamentThatNobodyCanFinish = Asking.TestCase


def test_a_knock_out_of_pods_that_fewer_stay_in_than_a_table_needs_is_played_to_its_end():
    """A player who has left forfeits: the round is not refused because players are missing. The machine found it."""
    desk = Desk(format="pod-knock-out", seats=(4,), max_entries=10).enter(*range(11, 16))
    desk.do(decisions.start(desk.state, {}, "seed"))
    for user in (11, 12):
        desk.do(decisions.withdraw(desk.state, user))
    assert isinstance(desk, Desk)
    desk.play_on(random.Random(1))
    assert desk.state.status == "finished"
