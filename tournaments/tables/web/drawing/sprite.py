"""The sprite and the colours of the look, as a drawing needs them that knows no style sheet."""

import re
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders

_TOKEN = re.compile(r"--([\w-]+): (?:light-dark\()?(#[0-9a-f]{3,8})")
_VAR = re.compile(r"var\(--([\w-]+)[^)]*\)")
_PART = re.compile(r'<(symbol|g) id="([\w-]+)".*?</\1>', re.DOTALL)
_USED = re.compile(r'href="#([\w-]+)"')


@cache
def colours() -> dict[str, str]:
    """The tokens that are colours, by their names, as they are on paper and by day."""
    found: dict[str, str] = {}
    for name, value in _TOKEN.findall(_static("css/tokens.css")):
        found.setdefault(name, value)
    return found


@cache
def _symbols() -> dict[str, str]:
    text = _VAR.sub(lambda var: colours()[var[1]], _static("suits.svg"))
    return {part[2]: part[0] for part in _PART.finditer(text)}


def definitions(drawing: str) -> str:
    """Those symbols that *drawing* uses, and that these use."""
    found: dict[str, str] = {}
    asked = _USED.findall(drawing)
    while asked:
        name = asked.pop()
        if name not in found and name in _symbols():
            found[name] = _symbols()[name]
            asked += _USED.findall(found[name])
    return "".join(found[name] for name in sorted(found))


def shape(name: str, **given: float | str) -> str:
    """An element of SVG: ``shape("rect", x=1, stroke_width=2)``."""
    plain = ((key.replace("_", "-"), each if isinstance(each, str) else round(each, 2)) for key, each in given.items())
    said = " ".join(f'{key}="{value}"' for key, value in plain)
    return f"<{name} {said}/>"


def rect(x: float, y: float, width: float, height: float, round_by: float, **given: float | str) -> str:
    return shape("rect", x=x, y=y, width=width, height=height, rx=round_by, **given)


def use(symbol: str, x: float, y: float, width: float, height: float, colour: str = "") -> str:
    tint = f' color="{colour}"' if colour else ""
    return f'<use href="#{symbol}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{tint}/>'


def _static(name: str) -> str:
    found = finders.find(name)
    if not isinstance(found, str):
        raise FileNotFoundError(name)
    return Path(found).read_text()
