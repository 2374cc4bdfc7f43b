"""What a table counts, as a setting: what is named made whole, and held against the format."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.director.state.events import Settings
from tournaments.pairing.points import OF_TWO, USUAL
from tournaments.pairing.registry import FORMATS

MOST_POINTS = 1_000
MOST_OF_MATCH = 10
MOST_PLACES = 5
_NUMBER = re.compile(r"[0-9]{1,4}(\.[0-9]{1,2}|/[1-9][0-9]?)?")


def number(text: str) -> Fraction | None:
    """Points as people write them: ``4``, ``2.5``, ``5/2``; ``None`` if that is none."""
    return Fraction(text) if text.isascii() and _NUMBER.fullmatch(text) else None


def completed(settings: Settings) -> tuple[str, ...]:
    """As exact fractions; where none were named, what is usual."""
    named = [number(text) for text in settings.place_points]
    if settings.table_points == "share" or None in named:
        return settings.place_points
    usual = OF_TWO if _of_two(settings) else USUAL[settings.table_points]
    return tuple(map(str, named)) or usual


def _of_two(settings: Settings) -> bool:
    return FORMATS[settings.format].sizes == (2,)


def faults(settings: Settings) -> Iterator[tuple[str, Text]]:
    if settings.table_points not in FORMATS[settings.format].countings:
        reason = _NOT_OF_TWO if "winner" in FORMATS[settings.format].countings else _NOT_HERE
        yield "bad_table_points", Text(reason)
    elif settings.table_points == "game" and settings.series is not None:
        yield "bad_table_points", Text(_("The game’s own points count only where a match is a single table."))
    yield from _list_faults(settings)


def _list_faults(settings: Settings) -> Iterator[tuple[str, Text]]:
    named = [number(text) for text in settings.place_points]
    worth = [each for each in named if each is not None]
    if len(worth) != len(named) or max(worth, default=Fraction(0)) > MOST_POINTS:
        reason = _("Points must be numbers from 0 to {most}, such as 4, 2.5 or 5/2.")
        yield "bad_place_points", Text(reason, {"most": MOST_POINTS})
    elif len(worth) not in _COUNTS[settings.table_points]:
        yield "bad_place_points", Text(_LISTS[settings.table_points])
    elif worth and (worth[0] <= 0 or sorted(worth, reverse=True) != worth or {*worth[1:]} == {worth[0]}):
        yield "bad_place_points", Text(_("The first of these points must be the highest, and above zero."))
    elif _of_two(settings) and any(each.denominator > 1 or each > MOST_OF_MATCH for each in worth):
        reason = _("A match must count a whole number of points, at most {most}.")
        yield "bad_place_points", Text(reason, {"most": MOST_OF_MATCH})


_NOT_HERE = _("A knock-out has no points to choose.")
_NOT_OF_TWO = _("With two players only the points for a win and for a draw can be chosen.")
_COUNTS: dict[str, Sequence[int]] = {
    "share": (0,),
    "places": range(MOST_PLACES + 1),
    "winner": (0, 2),
    "game": (0, 1),
}
_LISTS = {
    "share": _("Scoring by the share of others beaten takes no list of points."),
    "places": _("Name points for up to five places."),
    "winner": _("Name two numbers: for winning alone, and for sharing the first place (between two: for a draw)."),
    "game": _("Name one number: the points for a round won without a table."),
}
