"""Words in a drawing: measured with the letters that they are drawn with, cut and wrapped to the room that there is."""

import html
import re
from collections.abc import Sequence
from functools import cache
from xml.sax.saxutils import escape

from django.utils.html import strip_tags
from font_source_sans_pro import SourceSansPro, SourceSansProSemibold
from font_source_serif_pro import SourceSerifProIt, SourceSerifProSemibold
from PIL import ImageFont

FILES = {
    "sans": SourceSansPro,
    "strong": SourceSansProSemibold,
    "serif": SourceSerifProSemibold,
    "italic": SourceSerifProIt,
}
_STYLES = {
    "sans": 'font-family="Source Sans Pro"',
    "strong": 'font-family="Source Sans Pro" font-weight="600"',
    "serif": 'font-family="Source Serif Pro" font-weight="600"',
    "italic": 'font-family="Source Serif Pro" font-style="italic"',
}
_UNIT = 200
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufffe\uffff\ud800-\udfff]")
COVERED = re.compile(
    r"[\x00-\u024f\u0370-\u03ff\u0400-\u052f\u1e00-\u1eff\u2000-\u206f\u20a0-\u20bf\u2190-\u21ff\u2212]*"
)
"""What these letters have; anything else is drawn with those of the machine, if it has them."""


@cache
def _font(style: str) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FILES[style], _UNIT, layout_engine=ImageFont.Layout.BASIC)


def width(text: str, style: str, size: float) -> float:
    return _font(style).getlength(text) * size / _UNIT


def cut(text: str, style: str, size: float, room: float) -> str:
    """*text*, with an ellipsis for what does not fit."""
    text = _UNSEEN.sub("", text)
    if width(text, style, size) <= room:
        return text
    while text and width(f"{text}…", style, size) > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


def wrapped(text: str, style: str, size: float, room: float, most: int) -> list[str] | None:
    """*text* in at most *most* lines; ``None`` if it needs more. A word that is too long for a line is cut."""
    lines: list[str] = []
    for word in _UNSEEN.sub("", text).split():
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and width(joined, style, size) <= room:
            lines[-1] = joined
        else:
            lines.append(cut(word, style, size, room))
    return lines if len(lines) <= most else None


def fitted(text: str, style: str, sizes: Sequence[tuple[int, int]], room: float) -> tuple[int, list[str]]:
    """The first of *sizes*, each with the most lines of it, at which *text* fits; at the last the rest is left out."""
    for size, most in sizes:
        lines = wrapped(text, style, size, room, most)
        if lines is not None and not any(line.endswith("…") for line in lines):
            return size, lines
    size, most = sizes[-1]
    lines = wrapped(text, style, size, room, len(text)) or []
    if len(lines) > most:
        lines = [*lines[: most - 1], cut(" ".join(lines[most - 1 :]), style, size, room)]
    return size, lines


def word(text: str, x: float, y: float, size: float, style: str, colour: str, *, anchor: str = "start") -> str:
    """*text* on the line *y*."""
    drawn = escape(_UNSEEN.sub("", text))
    place = f'x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{colour}" text-anchor="{anchor}"'
    return f"<text {place} {_STYLES[style]}>{drawn}</text>"


def plain(markup: str) -> str:
    """What a part of a page says, without its markup."""
    return html.unescape(strip_tags(markup)).strip()
