"""A page as a picture to be posted: what it is in words, and beside them the first lines of a list, or three cards."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from tournaments.kit import faces
from tournaments.tables.web.drawing import cards, ground, letters
from tournaments.tables.web.drawing.sprite import colours, rect, shape

_ROOM: Final = 550
_TITLE: Final = ((70, 2), (58, 3), (48, 3), (40, 4), (34, 5))
_BESIDE: Final = ((30, 2), (27, 3), (25, 4))
_SHOWN: Final = {"decktet": ("9WY", "5ML", "CM"), "french": ("7C", "QS", "AH"), "hasp": ("F2", "R5", "V10")}


class Line(NamedTuple):
    """A place, who has it, with how much."""

    place: str
    name: str
    points: str


class Sign(NamedTuple):
    """*above* is the kind of page in a word or two; without *lines* three cards of *deck* are shown."""

    above: str
    title: str
    beside: str
    foot: str
    deck: str
    lines: Sequence[Line] = ()


def sign(told: Sign) -> str:
    """An SVG."""
    beside = _lines(told.lines) if told.lines else _cards(told.deck)
    return ground.laid(_words(told) + beside, foot=told.foot)


def _words(told: Sign) -> str:
    size, title = letters.fitted(told.title, "serif", _TITLE, _ROOM)
    small, beside = letters.fitted(told.beside, "sans", _BESIDE, _ROOM) if told.beside else (0, [])
    y = max(120.0, 305 - (len(title) * size * 1.1 + len(beside) * small * 1.35) / 2)
    above = letters.cut(told.above, "strong", 26, _ROOM)
    drawn = [letters.word(above, ground.LEFT, y, 26, "strong", colours()["lamp"])]
    y += 14
    for line in title:
        y += size * 1.1
        drawn.append(letters.word(line, ground.LEFT, y, size, "serif", colours()["on-felt"]))
    y += 14
    for line in beside:
        y += small * 1.35
        drawn.append(letters.word(line, ground.LEFT, y, small, "sans", colours()["on-felt-2"]))
    return "".join(drawn)


def _lines(lines: Sequence[Line]) -> str:
    left, right, high = 680, ground.WIDTH - ground.LEFT, 71
    y = 340 - len(lines) * high / 2
    drawn = []
    for line in lines:
        room = right - left - 78 - letters.width(line.points, "strong", 34)
        name = letters.cut(line.name, "sans", 34, room)
        drawn += [
            letters.word(line.place, left, y, 34, "serif", colours()["lamp"]),
            letters.word(name, left + 58, y, 34, "sans", colours()["on-felt"]),
            letters.word(line.points, right, y, 34, "strong", colours()["on-felt"], anchor="end"),
            shape("path", d=f"M{left} {y + 21}H{right}", stroke="#fff", stroke_opacity=0.2),
        ]
        y += high
    return "".join(drawn)


def _cards(deck: str) -> str:
    codes = _SHOWN[faces.family(deck)]
    places = ((800, 178, 1.42, -6), (975, 178, 1.42, 4), (880, 158, 1.66, -2))
    return "".join(
        f'<g transform="translate({x} {y}) rotate({turn}) scale({scale})">{cards.shadow()}'
        f"{cards.card(deck, code, small=False)}{_lit(last=code == codes[-1])}</g>"
        for code, (x, y, scale, turn) in zip(codes, places, strict=True)
    )


def _lit(*, last: bool) -> str:
    if not last:
        return rect(0, 0, cards.WIDTH, cards.HEIGHT, 7.5, fill="#000", opacity=0.1)
    return rect(0, 0, cards.WIDTH, cards.HEIGHT, 7.5, fill="none", stroke=colours()["lamp"], stroke_width=2.5)
