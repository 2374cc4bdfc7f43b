"""One's own analysed games, as their page shows them."""

from typing import Final, NamedTuple

from engine.text import gettext_noop as _
from tournaments.learning.analysis.by_seat import Summed
from tournaments.learning.analysis.models import SeatAnalysis
from tournaments.tables.search import found_again
from tournaments.tables.web.found import FoundGame, FoundPlayer, games

MEANS: Final = (_("Worse cards than usual"), _("Cards as they usually are"), _("Better cards than usual"))


class Played(NamedTuple):
    """A game, the seat in it, and what was found of that."""

    game: FoundGame
    own: SeatAnalysis

    @property
    def place(self) -> int:
        return self.game.players[self.own.seat].place

    @property
    def others(self) -> list[FoundPlayer]:
        return [player for seat, player in enumerate(self.game.players) if seat != self.own.seat]


class Luck(NamedTuple):
    """The mean over many games on a scale of 0 to 100, where 50 is usual and the ends are one standard deviation of a
    game away: from *low* to *high* it may lie."""

    low: int
    high: int
    mean: int

    @property
    def width(self) -> int:
        return max(1, self.high - self.low)

    @property
    def words(self) -> str:
        """Only what the interval leaves no doubt of."""
        return MEANS[2 if self.low > 50 else 0 if self.high < 50 else 1]


def played(rows: list[SeatAnalysis], viewer: int) -> list[Played]:
    shown = {game.id: game for game in games(found_again([row.analysis_id for row in rows], viewer), viewer)}
    return [Played(shown[row.analysis_id], row) for row in rows if row.analysis_id in shown]


def luck_of(summed: Summed) -> Luck | None:
    if summed.luck is None or summed.margin is None:
        return None
    low, high, mean = (
        round(50 + 50 * max(-1.0, min(1.0, at)))
        for at in (summed.luck - summed.margin, summed.luck + summed.margin, summed.luck)
    )
    return Luck(low, high, mean)
