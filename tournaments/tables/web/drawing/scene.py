"""A position as a picture to be posted: what happened in words, the cards in the middle, who sits there with what.

All of it comes from the board that the page draws for the same eyes.
"""

from collections.abc import Sequence

from django.utils.translation import gettext

from tournaments.tables.web.board import Board
from tournaments.tables.web.drawing import ground, letters, middle, plates
from tournaments.tables.web.drawing.ground import LEFT, WIDTH
from tournaments.tables.web.drawing.sprite import colours
from tournaments.tables.web.ending import verdict

LOOK = 2
"""Raised when pictures are drawn in another way: what is kept of them is named by it."""
_TEXT = 430
_SIZES = ((56, 3), (50, 4), (44, 4), (38, 5), (33, 6), (28, 7))
_ABOVE = ((24, 1), (21, 1), (19, 2))


def scene(board: Board, *, above: str, told: Sequence[str]) -> str:
    """An SVG. *above* names the game, *told* is what the move did, in sentences."""
    hands = plates.hands(board)
    bottom = 384 if any(hands.values()) else 452
    drawn = (
        _words(board, above, told, bottom)
        + middle.middle(board, 540, 92, 1140, bottom)
        + plates.row(board, hands, LEFT - 16, WIDTH - 2 * (LEFT - 16))
    )
    return ground.laid(drawn, foot=gettext("watch from here"))


def _words(board: Board, above: str, told: Sequence[str], bottom: float) -> str:
    heading, beside = said(board, told)
    size, lines = letters.fitted(heading, "serif", _SIZES, _TEXT)
    small = letters.fitted(beside, "sans", ((25, 3),), _TEXT)[1] if beside else []
    height = 30 + len(lines) * size * 1.12 + (18 + len(small) * 32 if small else 0)
    y = max(84, (92 + bottom) / 2 - height / 2)
    ink, lamp, pale = colours()["on-felt"], colours()["lamp"], colours()["on-felt-2"]
    title = middle.title(board)
    label, parts = letters.fitted(f"{above} · {title}" if title else above, "strong", _ABOVE, _TEXT)
    drawn = [letters.word(part, LEFT, y - 26 * at, label, "strong", lamp) for at, part in enumerate(reversed(parts))]
    y += 14
    for line in lines:
        y += size * 1.12
        drawn.append(letters.word(line, LEFT, y, size, "serif", ink))
    y += 16
    for line in small:
        y += 32
        drawn.append(letters.word(line, LEFT, y, 25, "sans", pale))
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
