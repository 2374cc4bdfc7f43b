"""A ladder in a test: decisions and events without a database, on a clock of its own."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.events import Event
from tournaments.leagues.ladders.events import Joined, Opened
from tournaments.leagues.ladders.folding import fold
from tournaments.leagues.ladders.ladder import Ladder
from tournaments.leagues.rules.positions import Exchange

HOUR = 3_600_000
DAY = 24 * HOUR


def opened(rule: Exchange = "insert", seats: int = 2, reach: int = 3) -> Opened:
    return Opened("ladder0001", "club000001", "duck-soup", "Ladder", {}, None, reach, rule, seats, rated=True)


class Play:
    """A ladder with players 1 to *size*, at a time that only moves when it is told to."""

    def __init__(self, size: int = 6, **rules: Any) -> None:
        self.now = 1_000 * DAY
        self.log: list[Event] = []
        self.ladder = Ladder("ladder0001")
        self._take([opened(**rules), *(Joined(user) for user in range(1, size + 1))])
        self.made = 0

    def do(self, decide: Callable[..., Sequence[Event]], *given: Any, **named: Any) -> Sequence[Event]:
        events = decide(self.ladder, *given, **named)
        self._take(events)
        return events

    def _take(self, events: Sequence[Event]) -> None:
        self.log += events
        self.ladder = fold(((event, self.now) for event in events), self.ladder, len(self.log))

    def challenge(self, challenger: int, defender: int, *others: int) -> str:
        from tournaments.leagues.ladders import decisions

        self.made += 1
        name = f"chall{self.made:05}"
        self.do(decisions.challenge, name, challenger, defender, others, now=self.now)
        return name

    def wait(self, ms: int) -> None:
        self.now += ms
        from tournaments.leagues.ladders.deadlines import overdue

        while self.do(overdue, self.now):
            pass
