"""Who sits at the table, with what each has: plates in a row, hands above them."""

from collections.abc import Mapping, Sequence

from engine.picture import Tally
from tournaments.tables.web.board import Board
from tournaments.tables.web.drawing import cards, letters
from tournaments.tables.web.drawing.sprite import colours, rect, shape, use
from tournaments.tables.web.pieces import Seat

TOP, HEIGHT, GAP = 476, 84, 14
_HAND = 62
"""The width of a card of a hand."""
_AVATARS = (
    ("#fdeecb", "#7c5606"),
    ("#dcebe4", "#1c5a4b"),
    ("#fbe4df", "#9c2f26"),
    ("#e0ecf4", "#24597f"),
    ("#efe2f3", "#644277"),
)


def hands(board: Board) -> dict[int, list[str]]:
    """The cards of each hand that these eyes see, by seat."""
    found: dict[int, list[str]] = {info.seat: [] for info in board.view.seats}
    for zone in board.picture.zones:
        if zone.form == "hand":
            seat = board.front if zone.seat is None else zone.seat
            found[seat] = [spot.card for spot in zone.spots if spot.card]
    return found


def row(board: Board, held: Mapping[int, Sequence[str]], left: float, room: float) -> str:
    seats = [board.mine, *board.others]
    width = min((room - GAP * (len(seats) - 1)) / len(seats), 420)
    start = left + (room - width * len(seats) - GAP * (len(seats) - 1)) / 2
    first = _first(board)
    drawn = []
    for number, seat in enumerate(seats):
        x = start + number * (width + GAP)
        drawn.append(_hand(board.reader.deck, held[seat.number], x, width))
        drawn.append(_plate(seat, x, width, first=seat.number in first))
    return "".join(drawn)


def _first(board: Board) -> set[int]:
    """Whose plate is ringed: who won what is held, or the game."""
    outcome = board.view.outcome
    if outcome is not None:
        return {seat for seat, place in enumerate(outcome.places) if place == 1}
    return set() if board.winner is None else {board.winner}


def _hand(deck: str, codes: Sequence[str], x: float, room: float) -> str:
    """Cards that stand behind the plate."""
    if not codes:
        return ""
    lap = min(_HAND + 6, (room - 16 - _HAND) / max(1, len(codes) - 1))
    left = x + (room - lap * (len(codes) - 1) - _HAND) / 2
    drawn = []
    for number, code in enumerate(codes):
        face = cards.card(deck, code, small=True, seen=min(1.0, lap / _HAND))
        moved = f"translate({left + number * lap:.1f} {TOP - 78:.1f}) scale({_HAND / 100:g})"
        drawn.append(f'<g transform="{moved}">{cards.shadow()}{face}</g>')
    return "".join(drawn)


def _plate(seat: Seat, x: float, width: float, *, first: bool) -> str:
    edge: dict[str, float | str] = {"stroke": colours()["lamp"], "stroke_width": 4} if first else {}
    paper, ink = colours()["surface"], colours()["ink"]
    soft, strong = _AVATARS[seat.number % len(_AVATARS)]
    name = letters.cut(seat.name, "strong", 23, width - 68)
    return "".join(
        (
            rect(x, TOP + 3, width, HEIGHT, 14, fill="#000", opacity=0.18),
            rect(x, TOP, width, HEIGHT, 14, fill=paper, **edge),
            shape("circle", cx=x + 28, cy=TOP + 25, r=16, fill=soft),
            letters.word(seat.initial, x + 28, TOP + 31, 18, "serif", strong, anchor="middle"),
            letters.word(name, x + 54, TOP + 33, 23, "strong", ink),
            _tokens(seat, x, width) if seat.tokens else _counts(seat, x, width),
        )
    )


def _tokens(seat: Seat, x: float, width: float) -> str:
    """One cell for each suit: its symbol, and a dot for each token."""
    cell = (width - 16) / len(seat.tokens)
    middles = (x + 8 + (number + 0.5) * cell for number in range(len(seat.tokens)))
    return "".join(_token(tally, at) for tally, at in zip(seat.tokens, middles, strict=True))


def _token(tally: Tally, at: float) -> str:
    suit = tally.suit or ""
    colour = colours()[suit]
    drawn = use(suit, at - 14, TOP + 53, 19, 19, colour)
    if tally.of == 2:
        for dot in range(2):
            fill = colour if dot < tally.n else "none"
            drawn += shape(
                "circle", cx=at + 10.5, cy=TOP + 58 + 10 * dot, r=3.2, fill=fill, stroke=colour, stroke_width=1.2
            )
    else:
        drawn += letters.word(str(tally.n), at + 8, TOP + 69, 19, "strong", colours()["ink"])
    return f'<g opacity="{1 if tally.n else 0.35}">{drawn}</g>'


def _counts(seat: Seat, x: float, width: float) -> str:
    """What is counted, as far as there is room; else what the seat is."""
    drawn, at, end = [], x + 14, x + width - 14
    for count in reversed(seat.counts):
        label, number = letters.plain(count.label), f"{count.n}/{count.of}" if count.of else str(count.n)
        wide = letters.width(label, "sans", 19) + 6
        whole = wide + letters.width(number, "strong", 20)
        if at + whole > end:
            break
        drawn.append(letters.word(label, at, TOP + 68, 19, "sans", colours()["ink-2"]))
        drawn.append(letters.word(number, at + wide, TOP + 68, 20, "strong", colours()["ink"]))
        at += whole + 20
    for fact in map(letters.plain, seat.facts):
        if at + letters.width(fact, "sans", 19) <= end:
            drawn.append(letters.word(fact, end, TOP + 68, 19, "sans", colours()["ink-2"], anchor="end"))
            break
    return "".join(drawn)
