"""A position as a picture to be posted: what happened in words, the cards in the middle, who sits there with what.

All of it comes from the board that the page draws for the same eyes.
"""

from collections.abc import Sequence

from django.utils.translation import gettext

from tournaments.tables.web.board import Board
from tournaments.tables.web.drawing import letters, middle, plates
from tournaments.tables.web.drawing.sprite import colours, definitions, rect, use
from tournaments.tables.web.ending import verdict

WIDTH, HEIGHT = 1200, 630
LOOK = 2
"""Raised when pictures are drawn in another way: what is kept of them is named by it."""
_LIT = "#456d61"
"""The felt under the lamp."""
_LEFT, _TEXT = 64, 430
_SIZES = ((56, 3), (50, 4), (44, 4), (38, 5), (33, 6), (28, 7))
_ABOVE = ((24, 1), (21, 1), (19, 2))


def scene(board: Board, *, above: str, told: Sequence[str]) -> str:
    """An SVG. *above* names the game, *told* is what the move did, in sentences."""
    hands = plates.hands(board)
    bottom = 384 if any(hands.values()) else 452
    drawn = "".join(
        (
            _felt(),
            _words(board, above, told, bottom),
            middle.middle(board, 540, 92, 1140, bottom),
            plates.row(board, hands, _LEFT - 16, 1200 - 2 * (_LEFT - 16)),
            _foot(),
        )
    )
    size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><defs>{definitions(drawn)}</defs>{drawn}</svg>'


def _felt() -> str:
    middle, edge = f'stop-color="{_LIT}"', f'stop-color="{colours()["felt-2"]}"'
    stops = f'<stop offset="0" {middle}/><stop offset="1" {edge}/>'
    return (
        f'<defs><radialGradient id="lit" cx=".62" cy=".4" r=".9">{stops}</radialGradient></defs>'
        + rect(0, 0, WIDTH, HEIGHT, 0, fill=colours()["rim"])
        + rect(14, 14, WIDTH - 28, HEIGHT - 28, 0, fill="url(#lit)")
        + rect(24, 24, WIDTH - 48, HEIGHT - 48, 20, fill="none", stroke="#fff", stroke_opacity=0.16)
    )


def _words(board: Board, above: str, told: Sequence[str], bottom: float) -> str:
    heading, beside = said(board, told)
    size, lines = letters.fitted(heading, "serif", _SIZES, _TEXT)
    small = letters.fitted(beside, "sans", ((25, 3),), _TEXT)[1] if beside else []
    height = 30 + len(lines) * size * 1.12 + (18 + len(small) * 32 if small else 0)
    y = max(84, (92 + bottom) / 2 - height / 2)
    ink, lamp, pale = colours()["on-felt"], colours()["lamp"], colours()["on-felt-2"]
    title = middle.title(board)
    label, parts = letters.fitted(f"{above} · {title}" if title else above, "strong", _ABOVE, _TEXT)
    drawn = [letters.word(part, _LEFT, y - 26 * at, label, "strong", lamp) for at, part in enumerate(reversed(parts))]
    y += 14
    for line in lines:
        y += size * 1.12
        drawn.append(letters.word(line, _LEFT, y, size, "serif", ink))
    y += 16
    for line in small:
        y += 32
        drawn.append(letters.word(line, _LEFT, y, 25, "sans", pale))
    return "".join(drawn)


def said(board: Board, told: Sequence[str]) -> tuple[str, str]:
    """The sentence that is printed large, and what stands below it."""
    if board.view.outcome is not None:
        ended = verdict(board)
        return board.reader.plain(ended.title).rstrip("."), " ".join(map(board.reader.plain, ended.why))
    if board.held:
        why = board.reader.plain(board.picture.why) if board.picture.why else ""
        return board.reader.plain(board.picture.prompt).rstrip("."), why
    if told:
        return told[-1].rstrip("."), " ".join(told[:-1])
    lying = middle.lying(board)  # all is cleared away: what came of it is still to be said
    note = lying[0].note if lying and lying[0].form == "history" else None
    return board.reader.plain(note or board.picture.prompt).rstrip("."), ""


def _foot() -> str:
    mark = use("mark", _LEFT - 4, 574, 27, 27, colours()["lamp"])
    name = letters.word("Cardroom", _LEFT + 30, 595, 22, "serif", colours()["on-felt"])
    watch = letters.word(gettext("watch from here"), 1136, 595, 19, "sans", colours()["on-felt-2"], anchor="end")
    return f"{mark}{name}{watch}"
