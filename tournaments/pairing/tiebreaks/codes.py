"""The registry of tie-breaks: their codes, titles and functions."""

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

import msgspec

from engine.text import gettext_noop as _
from tournaments.pairing.tiebreaks import counts, cuts, opponents, percentages, ratings
from tournaments.pairing.tiebreaks.encounter import direct_encounter
from tournaments.pairing.tiebreaks.reckoning import Each, Reckoning
from tournaments.pairing.tiebreaks.values import Value

Among: TypeAlias = Callable[[Reckoning, Sequence[int]], dict[int, Value]]
"""A tie-break inside a group that is equal so far."""


class TieBreak(msgspec.Struct, frozen=True):
    code: str
    title: str
    """English, marked for translation."""
    each: Each | None
    among: Among | None = None
    """Instead of *each*, for what compares only those who are equal on all that comes before."""
    first: Literal["highest", "lowest"] = "highest"
    made: Literal["sum", "mean", "count", "rest", "share", "performance", "perfect", "order"] = "sum"
    """How the value is made of its parts."""
    reach: int | None = 1
    """How far off, along opponents, a round of another entry can be that changes the value; ``None``: anywhere."""
    product: bool = False
    """Whether a part counts what was made times what the opponents are worth."""
    percent: bool = False


POINTS = "PTS"

_ARO_C1 = ratings.average_rating("ARO-C1", cuts.lowest)
_BWG = counts.counted("BWG", counts.won_in_second_seat)
_OMW = percentages.opponents("OMW", percentages.match_wins)
_OGW = percentages.opponents("OGW", percentages.game_wins)

_ALL = (
    TieBreak(POINTS, _("Points"), counts.points, reach=0),
    TieBreak("BH", _("Buchholz"), opponents.buchholz("BH")),
    TieBreak("BH-C1", _("Buchholz cut 1"), opponents.buchholz("BH-C1", cuts.lowest)),
    TieBreak("BH-C2", _("Buchholz cut 2"), opponents.buchholz("BH-C2", cuts.two_lowest)),
    TieBreak("BH-M1", _("Buchholz median 1"), opponents.buchholz("BH-M1", cuts.lowest_and_highest)),
    TieBreak("AOB", _("Average of opponents’ Buchholz"), opponents.average_of_opponents_buchholz, made="mean", reach=2),
    TieBreak("FB", _("Fore Buchholz"), opponents.fore_buchholz, reach=None),
    TieBreak("SB", _("Sonneborn-Berger"), opponents.sonneborn_berger("SB"), product=True),
    TieBreak("SB-C1", _("Sonneborn-Berger cut 1"), opponents.sonneborn_berger("SB-C1", cuts.lowest), product=True),
    TieBreak("SB-C2", _("Sonneborn-Berger cut 2"), opponents.sonneborn_berger("SB-C2", cuts.two_lowest), product=True),
    TieBreak("KS", _("Koya system"), opponents.koya),
    TieBreak("ARO", _("Average rating of opponents"), ratings.average_rating("ARO"), made="mean", reach=0),
    TieBreak("ARO-C1", _("Average rating of opponents cut 1"), _ARO_C1, made="mean", reach=0),
    TieBreak("TPR", _("Tournament performance rating"), ratings.performance, made="performance", reach=0),
    TieBreak("APRO", _("Average performance rating of opponents"), ratings.average_performance, made="mean"),
    TieBreak("PTP", _("Perfect tournament performance"), ratings.perfect_performance, made="perfect", reach=0),
    TieBreak("DE", _("Direct encounter"), None, direct_encounter, "lowest", "order", reach=None),
    TieBreak("WIN", _("Wins"), counts.counted("WIN", counts.as_won), made="count", reach=0),
    TieBreak("WON", _("Games won"), counts.counted("WON", counts.won), made="count", reach=0),
    TieBreak("BPG", _("Games in the second seat"), counts.counted("BPG", counts.second_seat), made="count", reach=0),
    TieBreak(
        "BWG",
        _("Games won in the second seat"),
        _BWG,
        made="count",
        reach=0,
    ),
    TieBreak("GE", _("Games elected to play"), counts.games_elected, made="rest", reach=0),
    TieBreak("PS", _("Progressive score"), counts.progressive("PS"), reach=0),
    TieBreak("PS-C1", _("Progressive score cut 1"), counts.progressive("PS-C1", 1), reach=0),
    TieBreak("GP", _("Game points"), counts.game_points, reach=0),
    TieBreak("MW", _("Match-win percentage"), percentages.match_wins, made="share", percent=True, reach=0),
    TieBreak("OMW", _("Opponents’ match-win percentage"), _OMW, made="mean", percent=True),
    TieBreak("GW", _("Game-win percentage"), percentages.game_wins, made="share", percent=True, reach=0),
    TieBreak("OGW", _("Opponents’ game-win percentage"), _OGW, made="mean", percent=True),
)

TIE_BREAKS: dict[str, TieBreak] = {tie_break.code: tie_break for tie_break in _ALL}

SWISS = ("PTS", "BH-C1", "BH", "SB", "WON")
ROUND_ROBIN = ("PTS", "DE", "SB", "WON", "KS")
CARDS = ("PTS", "OMW", "GW", "OGW")


def find(code: str) -> TieBreak:
    """``ValueError`` if there is none."""
    try:
        return TIE_BREAKS[code]
    except KeyError:
        raise ValueError(f"There is no tie-break {code!r}.") from None
