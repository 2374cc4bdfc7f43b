"""A card as it lies on the table, drawn in a box of 100 by 140."""

from functools import lru_cache

from django.utils.translation import get_language

from tournaments.kit import faces
from tournaments.tables.web.drawing import letters
from tournaments.tables.web.drawing.sprite import colours, rect, shape, use

WIDTH, HEIGHT = 100, 140
LEAST = 78
"""Pixels of width from which on a card shows its art; below that its index alone."""
_LETTERS = {
    "en": {
        "moons": "M", "suns": "S", "waves": "W", "leaves": "L", "wyrms": "Y", "knots": "K",
        "forest": "F", "grassland": "G", "river": "R", "canyon": "C", "village": "V",
    },
    "es": {
        "moons": "L", "waves": "O", "leaves": "H", "wyrms": "P", "forest": "B", "grassland": "P", "village": "A",
    },
}  # fmt: skip
"""Beside a suit, as in cards.css."""


def card(deck: str, code: str, *, small: bool, seen: float = 1.0) -> str:
    """*seen* is the part of a small card's width that others leave free."""
    return _card(deck, code, small, round(seen, 2), get_language() or "en")


@lru_cache(maxsize=1024)
def _card(deck: str, code: str, small: bool, seen: float, language: str) -> str:
    face = faces.Face(deck, code)
    red = face.family == "french" and (code == "ZR" or any(suit in ("hearts", "diamonds") for suit in face.suits))
    ink = colours()["hearts"] if red else colours()["card-ink"]
    inside = _index(face, ink, seen) if small else _whole(face, ink)
    return f"{_paper(colours()['card-paper'], colours()['card-edge'])}{inside}"


def back() -> str:
    clip = f'<clipPath id="round">{rect(0, 0, WIDTH, HEIGHT, 7.5)}</clipPath>'
    return f'{clip}<g clip-path="url(#round)">{use("back", 0, 0, WIDTH, HEIGHT)}</g>'


def slot() -> str:
    line = shape("rect", x=1, y=1, width=98, height=138, rx=7, fill="#0001", stroke=colours()["on-felt-2"])
    return f'<g stroke-opacity=".55" stroke-width="1.6" stroke-dasharray="6 5">{line}</g>'


def shadow() -> str:
    """What a card throws on the felt, or on the card below."""
    return rect(-1, 2, 102, 142, 8.5, fill="#000", opacity=0.2)


def _paper(fill: str, edge: str) -> str:
    return rect(0.4, 0.4, 99.2, 139.2, 7.5, fill=fill, stroke=edge, stroke_width=0.8)


def _whole(face: faces.Face, ink: str) -> str:
    french = face.family == "french"
    top, width, height = (16, 66, 105.6) if french else (5.5, 61, 106.7)
    art = use(face.art, 94.5 - width, top, width, height)
    clip = f'<clipPath id="art{french:d}">{rect(94.5 - width, top, width, height, 3.5)}</clipPath>'
    return (
        f'{clip}<g clip-path="url(#art{french:d})">{art}</g>{_rank(face, 5.5, 5.2, 25, ink)}'
        f"{_suits(face, 5.5, 34 if french else 33, 17 if french else 15, 3)}{_foot(face)}"
    )


def _index(face: faces.Face, ink: str, seen: float) -> str:
    many = len(face.suits) > 2
    size = min(1.0, seen * 1.35) * (30 if many else 40)
    suit = size * (0.66 if many else 0.76)
    return f"{_rank(face, 8, 8, size, ink)}{_suits(face, 8, 13 + size, suit, 4)}"


def _rank(face: faces.Face, x: float, y: float, size: float, ink: str) -> str:
    if face.mark:
        return use(face.mark, x, y, size * 0.95, size * 0.95, ink)
    shrunk = size * 0.86 if len(face.rank) > 1 else size
    return letters.word(face.rank, x - 0.5, y + size * 0.84, shrunk * 1.18, "serif", ink)


def _suits(face: faces.Face, x: float, y: float, size: float, gap: float) -> str:
    drawn = []
    for number, suit in enumerate(face.suits):
        at, colour = y + number * (size + gap), colours()[suit]
        drawn.append(use(suit, x, at, size, size, colour))
        if letter := _letter(suit):
            drawn.append(letters.word(letter, x + size * 1.12, at + size * 0.76, size * 0.62, "strong", colour))
    return "".join(drawn)


def _letter(suit: str) -> str:
    english = _LETTERS["en"].get(suit, "")
    return _LETTERS.get((get_language() or "en")[:2], {}).get(suit, english)


def _foot(face: faces.Face) -> str:
    if face.family == "french":
        return ""
    name = faces.printed_title(face.deck, face.code)
    size = 11.2
    while letters.width(name, "italic", size) > 76 and size > 7:
        size -= 0.4
    name = letters.cut(name, "italic", size, 80)
    drawn = letters.word(name, 93.5, 131.5, size, "italic", colours()["card-ink"], anchor="end")
    return drawn + (_gems(face) if face.family == "hasp" else "")


def _gems(face: faces.Face) -> str:
    points = faces.points_of(face.deck, face.code)
    ink = colours()["card-ink"]
    turned = [(114 - 9 * number, f"rotate(45 9.5 {116.5 - 9 * number})") for number in range(points)]
    gems = "".join(rect(7, y, 5, 5, 0.5, fill=ink, transform=turn) for y, turn in turned)
    return gems + letters.word(str(points), 7.2, 131.5, 10, "strong", colours()["card-ink-2"])
