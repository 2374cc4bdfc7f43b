"""A bracket laid out: its sides as boards of columns; and what each entry made of it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext, ngettext

from engine.text import Text
from tournaments.director.display.bracket_shapes import BracketInfo, PlaceInfo, StageInfo
from tournaments.director.display.shapes import EntryInfo, ItemInfo
from tournaments.director.selectors import At, Detail, LineInfo, MatchInfo


class Column(NamedTuple):
    """A round. *aside* stands at its foot: the match for third place, the grand final again."""

    key: str
    title: Text
    css: str
    over: bool
    matches: tuple[PlaceInfo, ...]
    aside: PlaceInfo | None
    aside_title: str


class Board(NamedTuple):
    """A side of the bracket. *title* is empty if there is only one."""

    key: str
    title: str
    css: str
    columns: list[Column]


def context(at: At, tab: str, user: int | None) -> dict[str, object]:
    """What the parts of a tournament with a bracket show of it; nothing for any other."""
    bracket = at.bracket if tab in ("overview", "bracket") else None
    if bracket is None:
        return {}
    laid_out = boards(bracket) if not bracket.side("tables") else []
    return {
        "bracket": bracket,
        "numbers": bracket.numbers,
        "boards": laid_out,
        "pods": bracket.side("tables"),
        "shown_first": shown_first(laid_out, user) if laid_out else "",
        "byes": byes(bracket) if laid_out else "",
        "playing": [match for stage in bracket.stages for match in stage.matches if match.status == "playing"],
    }


def boards(bracket: BracketInfo) -> list[Board]:
    finals = bracket.side("final")
    third = next((stage.matches[0] for stage in bracket.side("third")), None)
    again = finals[1].matches[0] if len(finals) > 1 else None
    main = _columns([*bracket.side("winners"), *finals[:1]], third or again, _aside_title(third))
    losers = _columns(bracket.side("losers"), None, "")
    found = [Board("w", gettext("Winners’ side") if losers else "", "aside" if third or again else "", main)]
    return [*found, Board("l", gettext("Losers’ side"), "losers", losers)] if losers else found


def _aside_title(third: PlaceInfo | None) -> str:
    return gettext("Third place") if third else gettext("Second match, if the losers’ side wins")


def _columns(stages: Sequence[StageInfo], aside: PlaceInfo | None, aside_title: str) -> list[Column]:
    columns = []
    for at, stage in enumerate(stages):
        following = stages[at + 1] if at + 1 < len(stages) else None
        straight = following is not None and len(following.matches) == len(stage.matches)
        classes = ["entered"] * (at > 0) + ["straight"] * straight + ["last"] * (following is None)
        last = aside if following is None else None
        css = " ".join(classes)
        columns.append(Column(stage.key.lower(), stage.title, css, stage.over, stage.matches, last, aside_title))
    return columns


def shown_first(laid_out: Sequence[Board], user: int | None) -> str:
    """The round that a small screen shows first: the reader's own, else one being played; at the end the final."""
    columns = [column for board in laid_out for column in board.columns]
    mine = [column for column in columns if any(_plays(match, user) for match in column.matches)]
    played = [column for column in columns if any(match.status == "playing" for match in column.matches)]
    going_on = [column for column in columns if not column.over]
    return (mine or played or going_on or laid_out[0].columns[-1:])[0].key


def _plays(match: PlaceInfo, user: int | None) -> bool:
    return user is not None and user in match.entries and match.status in ("playing", "ready", "waiting")


class PlaceRow(NamedTuple):
    """A line of the final order: what was won and lost, and match by match how."""

    line: LineInfo
    won: int
    lost: int
    last: Text | None
    items: list[tuple[Text, ItemInfo, str]]


def place_rows(detail: Detail, lines: Iterable[LineInfo]) -> list[PlaceRow]:
    matches = detail.matches
    return [_place_row(line, matches) for line in lines]


def _place_row(line: LineInfo, matches: Mapping[str, MatchInfo]) -> PlaceRow:
    items = [(matches[item.match], item) for item in line.why if item.match]
    won = sum(item.code in ("1", "+") for _match, item in items)
    shown = [(match.title, item, _score(match, line.entry)) for match, item in items]
    return PlaceRow(line, won, len(items) - won, shown[-1][0] if shown else None, shown)


def _score(match: MatchInfo, own: EntryInfo) -> str:
    """Own tables first. Empty if it had one table that decided it."""
    if match.score is None or len(match.over) < 2:
        return ""
    at = [entry.number for entry in match.entries].index(own.number)
    return f"{match.score[at]}–{match.score[1 - at]}"


def byes(bracket: BracketInfo) -> str:
    """Who has a bye, and why."""
    first = bracket.stages[0].matches
    count = sum(match.status == "bye" for match in first)
    if not count:
        return gettext("Every place of the first round is taken, so nobody has a bye.")
    return ngettext(
        "{count} place is left empty, the one against the first seed, so nobody has a bye later.",
        "{count} places are left empty, those against the first seeds, so nobody has a bye later.",
        count,
    ).format(count=count)
