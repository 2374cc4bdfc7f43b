"""What there is to say of a game's bids: shares with their intervals, by what the player knew and held."""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from engine.arena import wilson
from engine.bids import Bids
from engine.registry import GAMES
from tournaments.learning.statistics.models import BidCount
from tournaments.tables import catalogue

FEWEST: Final = 30
"""Cases below which nothing is said."""
FIFTHS: Final = 5


class Share(NamedTuple):
    """Of *cases* bids, *made* did well; *points* came of them together."""

    cases: int = 0
    made: int = 0
    points: int = 0

    def with_row(self, row: BidCount) -> "Share":
        return Share(self.cases + row.cases, self.made + row.made, self.points + row.points)

    @property
    def enough(self) -> bool:
        return self.cases >= FEWEST

    @property
    def share(self) -> float:
        return self.made / self.cases

    @property
    def interval(self) -> tuple[float, float]:
        """Of 95% (Wilson 1927)."""
        return wilson(self.made, self.cases)

    @property
    def percent(self) -> int:
        return round(100 * self.share)

    @property
    def within(self) -> tuple[int, int]:
        """The interval in percent."""
        low, high = self.interval
        return round(100 * low), round(100 * high)

    @property
    def width(self) -> int:
        low, high = self.within
        return high - low

    @property
    def mean(self) -> float:
        """Points a bid."""
        return self.points / self.cases


class ChoiceShares(NamedTuple):
    """``fifths``: by the strength of the hand, the weakest fifth first; empty where that is not counted."""

    key: str
    label: str
    whole: Share
    fifths: tuple[Share, ...]


class Question(NamedTuple):
    """What was asked at tables of *seats*, where *known* was known; labels are marked for translation."""

    asked: str
    title: str
    made: str
    seats: int
    known: str
    given: str
    scored: bool
    choices: tuple[ChoiceShares, ...]


def is_counted(game: str) -> bool:
    """Whether *game* has anything that is counted. Raises ``UnknownGame``."""
    return bool(GAMES[catalogue.game(game).key].bids)


def questions(game: str, *, people: bool) -> list[Question]:
    """Those of which there is something to say. Raises ``UnknownGame``."""
    rules = GAMES[catalogue.game(game).key]
    rows = list(BidCount.objects.filter(game=game, people=people))
    found = [
        _question(asked, seats, known, [row for row in rows if (row.asked, row.seats) == (asked.key, seats)])
        for asked in rules.bids
        for seats in rules.sizes
        for known in asked.known
    ]
    return [question for question in found if any(choice.whole.enough for choice in question.choices)]


def _question(asked: Bids[Any, Any], seats: int, known: str, rows: list[BidCount]) -> Question:
    """Fifths are of all hands with which the question was asked, whatever was known beside them."""
    fifth = _fifths(rows)
    choices = []
    for key, label in asked.choices.items():
        own = [row for row in rows if (row.choice, row.known) == (key, known)]
        fifths = [_sum(row for row in own if fifth[row.strength] == n) for n in range(FIFTHS)] if len(fifth) > 1 else ()
        choices.append(ChoiceShares(key, label, _sum(own), tuple(fifths)))
    return Question(asked.key, asked.title, asked.made, seats, known, asked.known[known], asked.scored, tuple(choices))


def _fifths(rows: Iterable[BidCount]) -> dict[int | None, int]:
    """To which fifth of all hands each strength belongs, by the middle of those that are as strong."""
    cases: dict[int, int] = {}
    for row in rows:
        if row.strength is not None:
            cases[row.strength] = cases.get(row.strength, 0) + row.cases
    total, before, fifth = sum(cases.values()), 0, dict[int | None, int]()
    for strength in sorted(cases):
        fifth[strength] = int(FIFTHS * (before + cases[strength] / 2) / total)
        before += cases[strength]
    return fifth


def _sum(rows: Iterable[BidCount]) -> Share:
    share = Share()
    for row in rows:
        share = share.with_row(row)
    return share
