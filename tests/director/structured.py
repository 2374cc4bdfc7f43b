"""A tournament as a pure run of its events, with matches that end in any order, for the laws of structured formats."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import count
from typing import Any

from engine.events import Event
from tests.director.runs import GAMES
from tests.factories import plan
from tests.pairing.play import chance_places
from tournaments.director.policy import decisions, matches, pairing, scores
from tournaments.director.state.events import RoundPaired
from tournaments.director.state.folding import fold
from tournaments.director.state.tournament import Round, Tournament


class Run:
    """What the services do, without tables: it keeps every event, and the state folded from them."""

    def __init__(self, entries: int, *, seats: Sequence[int] = (2,), **given: Any) -> None:
        self.events: list[tuple[Event, int]] = []
        self.state = Tournament()
        self.ids = (f"m{number}" for number in count(1))
        self.tables = (f"t{number}" for number in count(1))
        settings = plan(**{"game": GAMES[tuple(seats)]} | given)
        self.do(decisions.announce(tournament="t", organiser=1, settings=settings))
        for user in range(1, entries + 1):
            self.do(decisions.enter(self.state, user))
        strength = {user: float(2_000 - user) for user in range(1, entries + 1)}
        self.do(decisions.start(self.state, strength, "seed"))
        self.proceed()

    def do(self, events: Sequence[Event]) -> None:
        stamped = [(event, len(self.events) + at) for at, event in enumerate(events, start=1)]
        self.events += stamped
        self.state = fold(stamped, self.state)

    def proceed(self) -> None:
        while step := pairing.due(self.state):
            if step == "finish":
                self.do(pairing.finish(self.state))
                return
            if step == "field":
                self.do(pairing.begin_stage(self.state, f"lot/{len(self.state.fields)}"))
                continue
            seed = f"seed/{len(self.state.rounds)}"
            events = pairing.pair(self.state, seed=seed, ids=self.ids, deadline=None)
            self.do(events)
            for paired in (event for event in events if isinstance(event, RoundPaired)):
                self._open([match.match for match in paired.matches])

    def _open(self, drawn: Sequence[str]) -> None:
        for match in drawn:
            self.do(matches.left_before(self.state, match))
        waiting = {match: next(self.tables) for match in drawn if match not in self.round_of(match).played.results}
        self.do(pairing.open_tables(self.state, waiting))

    def round_of(self, match: str) -> Round:
        paired = self.state.round_of(match)
        assert paired is not None
        return paired

    def open_matches(self) -> list[str]:
        return [
            match.match
            for paired in self.state.rounds
            for match in paired.played.matches
            if match.match not in paired.played.results
        ]

    def finish_table(self, match: str, places: Sequence[int]) -> None:
        """The open table of *match* ends with *places* in its seat order."""
        table = self.round_of(match).tables[match]
        self.do(matches.record(self.state, match=match, table=table, places=places))
        if scores.awaits_table(self.state, self.round_of(match), match):
            self.do(pairing.open_tables(self.state, {match: next(self.tables)}))
        self.proceed()

    def muster(self, match: str, came: Sequence[int], *, overdue: bool) -> None:
        events = matches.muster(self.state, match, came, overdue=overdue)
        self.do(events)
        if events and match not in self.round_of(match).played.results:
            self.do(pairing.open_tables(self.state, {match: next(self.tables)}))
        self.proceed()

    def withdraw(self, user: int) -> None:
        """At a table that waits the match goes on without them; one that is played they lose later."""
        entry = self.state.entry_of(user)
        self.do(decisions.withdraw(self.state, user))
        match = self.state.open_match(entry.number) if entry else None
        if match is not None:
            self.muster(match, (), overdue=False)
        self.proceed()

    def play_out(self, rng: random.Random, *, leaving: float = 0.0, missing: float = 0.0) -> Run:
        """Random matches end, with some who leave before and some who do not come."""
        while open_matches := self.open_matches():
            match = rng.choice(open_matches)
            paired = self.round_of(match)
            seated = scores.seating(self.state, paired, match)
            if rng.random() < leaving:
                self.withdraw(rng.choice([entry.number for entry in self.state.entries.values()]))
            elif rng.random() < missing:
                self.muster(match, [entry for entry in seated if rng.random() < 0.5], overdue=True)
            else:
                self.finish_table(match, chance_places(len(seated), rng))
        return self
