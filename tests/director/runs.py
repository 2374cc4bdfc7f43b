"""Tournaments that run from their announcement to their end without a database, by chance."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from itertools import count
from typing import Any

from engine.events import Event
from tests.pairing.play import chance_places
from tournaments.director.policy import decisions, matches, pairing
from tournaments.director.state.events import RoundPaired, Settings
from tournaments.director.state.folding import fold
from tournaments.director.state.tournament import Tournament

GAMES = {(2,): "duck-soup", (3, 4): "hasp", (4,): "gasp-pairs", (3, 4, 5): "gasp"}
"""A game for tables of these sizes, for formats that make no others."""


def plan(**given: Any) -> Settings:
    usual: dict[str, Any] = {
        "name": "Tuesday",
        "game": GAMES[(3, 4, 5) if given.get("format") == "pods" else (2,)],
        "format": "swiss",
        "starts_at": 1_000,
        "round_minutes": 60,
        "rematches": True,
    }
    return Settings(**(usual | given))


class Run:
    """A tournament and everything that happened in it."""

    def __init__(self, *, seats: Sequence[int] = (), **given: Any) -> None:
        self.events: list[tuple[Event, int]] = []
        self.state = Tournament()
        self.ids = (f"m{number}" for number in count())
        settings = plan(**({"game": GAMES[tuple(seats)]} if seats else {}) | given)
        self.do(decisions.announce(tournament="t", organiser=1, settings=settings))

    def do(self, events: Sequence[Event]) -> Sequence[Event]:
        stamped = [(event, len(self.events) + at) for at, event in enumerate(events, start=1)]
        self.events += stamped
        self.state = fold(stamped, self.state)
        return events

    def enter(self, *users: int) -> Run:
        for user in users:
            self.do(decisions.enter(self.state, user))
        return self

    def start(self) -> Run:
        self.do(decisions.start(self.state, {}, "seed"))
        return self

    def pair(self) -> Sequence[Event]:
        seed = f"seed/{len(self.state.rounds)}"
        events = self.do(pairing.pair(self.state, seed=seed, ids=self.ids, deadline=None))
        matches = [match.match for event in events if isinstance(event, RoundPaired) for match in event.matches]
        self.do(pairing.open_tables(self.state, {match: f"table-{match}" for match in matches}))
        return events

    def play_round(self, rng: random.Random) -> None:
        for match in self.state.rounds[-1].played.matches:
            places = chance_places(len(match.entries), rng)
            table = f"table-{match.match}"
            self.do(matches.record(self.state, match=match.match, table=table, places=places))

    def play_out(self, rng: random.Random, leaving: Sequence[int] = ()) -> Run:
        gone = iter(leaving)
        while step := pairing.due(self.state):
            if step == "finish":
                self.do(pairing.finish(self.state))
                break
            self.pair()
            if (user := next(gone, None)) is not None:
                self.do(decisions.withdraw(self.state, user))
            self.play_round(rng)
        return self


@cache
def whole(name: str) -> tuple[Event, ...]:
    """All events of a tournament of format *name*, which an entry has left unless it is a round robin."""
    entries, rounds, leaving = {"swiss": (7, 4, [14]), "round-robin": (5, 5, []), "pods": (11, 3, [17])}[name]
    run = Run(format=name, rounds=rounds).enter(*range(11, 11 + entries)).start()
    return tuple(event for event, _at in run.play_out(random.Random(7), leaving).events)
