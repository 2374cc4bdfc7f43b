"""What every picture to be posted lies on: felt in its rim, and the service's name at the foot."""

from tournaments.tables.web.drawing import letters
from tournaments.tables.web.drawing.sprite import colours, definitions, rect, use

WIDTH, HEIGHT = 1200, 630
LEFT = 64
_LIT = "#456d61"
"""The felt under the lamp."""


def laid(drawn: str, *, foot: str) -> str:
    """*drawn* on felt, as an SVG; *foot* is said in its corner."""
    whole = f"{_felt()}{drawn}{_foot(foot)}"
    size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><defs>{definitions(whole)}</defs>{whole}</svg>'


def _felt() -> str:
    middle, edge = f'stop-color="{_LIT}"', f'stop-color="{colours()["felt-2"]}"'
    stops = f'<stop offset="0" {middle}/><stop offset="1" {edge}/>'
    return (
        f'<defs><radialGradient id="lit" cx=".62" cy=".4" r=".9">{stops}</radialGradient></defs>'
        + rect(0, 0, WIDTH, HEIGHT, 0, fill=colours()["rim"])
        + rect(14, 14, WIDTH - 28, HEIGHT - 28, 0, fill="url(#lit)")
        + rect(24, 24, WIDTH - 48, HEIGHT - 48, 20, fill="none", stroke="#fff", stroke_opacity=0.16)
    )


def _foot(said: str) -> str:
    mark = use("mark", LEFT - 4, 574, 27, 27, colours()["lamp"])
    name = letters.word("Cardroom", LEFT + 30, 595, 22, "serif", colours()["on-felt"])
    return f"{mark}{name}{letters.word(said, WIDTH - LEFT, 595, 19, 'sans', colours()['on-felt-2'], anchor='end')}"
