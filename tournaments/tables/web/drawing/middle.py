"""What lies in the middle of the table: a trick, rows, a grid, and the piles."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.picture import Spot, Zone
from tournaments.tables.web.board import Board
from tournaments.tables.web.drawing import cards, letters
from tournaments.tables.web.drawing.sprite import colours, rect

WIDEST = 162
_TILT = 4.0


class Box(NamedTuple):
    x: float
    y: float
    width: float
    height: float


def middle(board: Board, left: float, top: float, right: float, bottom: float) -> str:
    zones = lying(board)
    drawn = [_piles(board, right)]
    boxes = _shared(zones, Box(left, top, right - left, bottom - top))
    drawn += [_grid(board, zone, box) if zone.form == "grid" else _fan(board, zone, box) for zone, box in boxes]
    return "".join(drawn)


def lying(board: Board) -> list[Zone]:
    """The zones of the middle that have cards; once all is cleared away, what lay there last."""
    zones = [zone for form in (("trick",), ("row", "grid")) for zone in board.picture.zones if zone.form in form]
    if not any(spot.card or not spot.empty for zone in zones for spot in zone.spots):
        past = [zone for zone in board.picture.zones if zone.form == "history" and zone.key == "last" and zone.spots]
        zones = past or zones
    return [zone for zone in zones if zone.spots]


def title(board: Board) -> str:
    """What the first zone of the middle is called: "Trick 3 of 7"."""
    zones = lying(board)
    return board.reader.plain(zones[0].title) if zones and zones[0].title else ""


def _shared(zones: Sequence[Zone], box: Box) -> list[tuple[Zone, Box]]:
    """*box* cut into columns, as wide as each zone has cards; of many cards the first zone has a row of its own."""
    widths = [zone.across or max(len(zone.spots), 1) for zone in zones]
    if len(zones) > 1 and sum(widths) > 6:
        high = box.height / 2
        return [(zones[0], box._replace(height=high)), *_shared(zones[1:], box._replace(y=box.y + high, height=high))]
    found, x = [], box.x
    for zone, width in zip(zones, widths, strict=True):
        part = box.width * width / sum(widths)
        found.append((zone, box._replace(x=x, width=part)))
        x += part
    return found


def _fan(board: Board, zone: Zone, box: Box) -> str:
    """Cards beside each other, at an angle as hands lay them down; the winning one is larger."""
    count, names = len(zone.spots), any(spot.seat is not None for spot in zone.spots)
    title = _is_titled(board, zone)
    room = box.height - (48 if names else 0) - (34 if title else 0) - (24 if box.height > 240 else 8)
    width = min(WIDEST, room / 1.5, (box.width - 16) / (1 + (count - 1) * 1.05))
    step = width * (1.05 if count > 2 or box.width < 420 else 1.16)
    start = box.x + (box.width - step * (count - 1)) / 2
    y = box.y + 12 + max(0, (room - width * 1.4) / 2)
    drawn: list[str] = []
    last: list[str] = []
    for number, spot in enumerate(zone.spots):
        tilt = _TILT * (number - (count - 1) / 2) / max(1, (count - 1) / 2) if names else 0
        won = spot.mark in ("won", "winning")
        drawing = _spot(board, spot, start + number * step, y, width, tilt, won=won, names=names, step=step)
        (last if won else drawn).append(drawing)
    if title:
        words = letters.cut(board.reader.plain(zone.title), "sans", 20, max(box.width, 160))
        at = y + width * 1.4 + (76 if names else 32)
        last.append(letters.word(words, box.x + box.width / 2, at, 20, "sans", colours()["on-felt-2"], anchor="middle"))
    return "".join([*drawn, *last])


def _is_titled(board: Board, zone: Zone) -> bool:
    """A trick's title stands above the sentence; a row says what it is."""
    return zone.form != "trick" and zone is not lying(board)[0]


def _spot(
    board: Board, spot: Spot, x: float, y: float, width: float, tilt: float, *, won: bool, names: bool, step: float
) -> str:
    scale = width / 100 * (1.07 if won else 1)
    drawn = _face(board, spot, width, won=won)
    middle_y = y + width * 0.7 - (6 if won else 0)
    moved = f"translate({x:.1f} {middle_y:.1f}) rotate({tilt:.2f}) scale({scale:.3f}) translate(-50 -70)"
    words = [f'<g transform="{moved}">{drawn}</g>']
    below = y + width * 1.4
    if names and spot.seat is not None:
        name = letters.cut(board.reader.seat(spot.seat), "strong" if won else "sans", 21, step - 8)
        colour = colours()["lamp"] if won else colours()["on-felt"]
        words.append(letters.word(name, x, below + 44, 21, "strong" if won else "sans", colour, anchor="middle"))
    if spot.said and not spot.empty:
        words.append(_pill(board.reader.plain(spot.said), x, below + 2, max(step + 36, 90)))
    return "".join(words)


def _face(board: Board, spot: Spot, width: float, *, won: bool) -> str:
    if spot.empty:
        return cards.slot()
    ring = rect(-4, -4, 108, 148, 11, fill=colours()["lamp"]) if won else ""
    if spot.card is None:
        return f"{cards.shadow()}{cards.back()}"
    return f"{cards.shadow()}{ring}{cards.card(board.reader.deck, spot.card, small=width < cards.LEAST)}"


def _pill(text: str, x: float, y: float, room: float) -> str:
    text = letters.cut(text, "strong", 18, room - 20)
    width = letters.width(text, "strong", 18) + 22
    box = rect(x - width / 2, y - 14, width, 28, 14, fill=colours()["lamp"])
    return box + letters.word(text, x, y + 6, 18, "strong", colours()["card-ink"], anchor="middle")


def _grid(board: Board, zone: Zone, box: Box) -> str:
    across = zone.across or len(zone.spots)
    rows = -(-len(zone.spots) // across)
    beside, below = (76 if zone.beside else 0), (30 if zone.below else 0)
    height = min((box.height - below - 8 * (rows - 1)) / rows, 170)
    width = min(height / 1.4, (box.width - beside - 8 * (across - 1)) / across)
    height = width * 1.4
    left = box.x + (box.width - beside - across * width - 8 * (across - 1)) / 2
    top = box.y + max(0, (box.height - below - rows * (height + 8)) / 2)
    drawn = []
    for number, spot in enumerate(zone.spots):
        x, y = left + number % across * (width + 8), top + number // across * (height + 8)
        drawing = _face(board, spot, width, won=spot.mark in ("won", "winning"))
        drawn.append(f'<g transform="translate({x:.1f} {y:.1f}) scale({width / 100:.3f})">{drawing}</g>')
    pale = colours()["on-felt"]
    for number, text in enumerate(zone.beside):
        x, y = left + across * (width + 8) + 6, top + number * (height + 8) + height / 2 + 7
        drawn.append(letters.word(letters.cut(board.reader.plain(text), "strong", 20, 90), x, y, 20, "strong", pale))
    for number, text in enumerate(zone.below):
        x, y = left + number * (width + 8) + width / 2, top + rows * (height + 8) + 16
        words = letters.cut(board.reader.plain(text), "strong", 20, width + 4)
        drawn.append(letters.word(words, x, y, 20, "strong", pale, anchor="middle"))
    return "".join(drawn)


def _piles(board: Board, right: float) -> str:
    """The table's own piles, small, in the corner: how many cards are left."""
    drawn, x = [], right
    edge = rect(0, 0, 100, 140, 10, fill="none", stroke=colours()["back-line"], stroke_width=7)
    for zone in board.picture.zones:
        if zone.form != "pile" or zone.seat is not None or not zone.count:
            continue
        words = letters.cut(board.reader.plain(zone.title), "sans", 19, 220)
        drawn.append(letters.word(str(zone.count), x, 65, 20, "strong", colours()["on-felt"], anchor="end"))
        x -= letters.width(str(zone.count), "strong", 20) + 7
        drawn.append(letters.word(words, x, 65, 19, "sans", colours()["on-felt-2"], anchor="end"))
        x -= letters.width(words, "sans", 19) + 34
        drawn.append(f'<g transform="translate({x:.1f} 43) scale(.22)">{cards.back()}{edge}</g>')
        x -= 22
    return "".join(drawn)
