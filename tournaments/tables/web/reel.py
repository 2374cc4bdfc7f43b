"""A replay's course as it is drawn: a grid of all tricks, a timeline, the points as they grew, moments to go to."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from tournaments.kit import faces
from tournaments.kit.words import Reader
from tournaments.tables import frames
from tournaments.tables.course import Course, Part, Play, Unit, course
from tournaments.tables.highlights import highlights

HEIGHT = 100
"""Of the plot, in its own units; a unit of the game is one wide."""


class Slip(NamedTuple):
    """A card of the grid, with the position at which it had just been played."""

    position: int
    face: SafeString
    name: str
    css: str


class Cell(NamedTuple):
    """What one seat did in one trick."""

    slips: list[Slip]
    words: list[tuple[int, str]]


class Mark(NamedTuple):
    """A cell of the timeline, or a sign between two of them; *title* says what it stands for."""

    position: int
    css: str
    href: str
    title: str
    sign: str


class Row:
    """A trick, or what else was decided at once."""

    def __init__(self, reel: "Reel", number: int, unit: Unit) -> None:
        self._reel = reel
        self._unit = unit
        self.number = number
        self.position = unit.position
        self.href = reel.address(unit.position)
        self.ahead = unit.position > reel.until
        self.form = unit.form
        self.winner = unit.winner
        self.name = reel.names[unit.winner] if unit.winner is not None else ""

    @cached_property
    def title(self) -> str:
        return self._reel.reader.plain(self._unit.title) if self._unit.title else ""

    @cached_property
    def plain(self) -> str:
        return self._reel.reader.plain(self._unit.line) if self._unit.line else self.title

    def mark(self, title: str = "", css: str = "") -> Mark:
        """Its cell of the timeline; *title* is of the part that it begins."""
        trouble = next((self._reel.names[play.seat] for play in self._unit.plays if play.trouble), "")
        said = gettext("{name} has little time left").format(name=trouble) if trouble else ""
        named = (("trouble", trouble), ("ahead", self.ahead), (css, css))
        seat = "none" if self.winner is None else self.winner
        return Mark(
            self.position,
            " ".join([self.form, f"of-{seat}", *(name for name, so in named if so)]),
            self.href,
            " · ".join(filter(None, [title, self.plain, said])),
            "·" if self.winner is None else self._reel.initials[self.winner],
        )

    @cached_property
    def cells(self) -> list[Cell]:
        plays = self._unit.plays
        led = plays[0] if self.form == "trick" and plays else None
        return [self._reel.cell(self._unit, seat, led) for seat in range(len(self._reel.names))]

    @cached_property
    def beside(self) -> list[Slip]:
        return [self._reel.slip(self.position, card, "") for card in self._unit.beside]

    @cached_property
    def line(self) -> SafeString | str:
        return self._reel.reader.html(self._unit.line) if self._unit.line else ""

    @cached_property
    def bare(self) -> bool:
        """Whether there are only words of it."""
        return bool(self.line) and not any(cell.slips for cell in self.cells) and not self.beside


class Section:
    """A deal or a round, with its rows."""

    def __init__(self, reel: "Reel", part: Part) -> None:
        self.position = part.position
        self.ahead = part.position > reel.until
        self.title = reel.reader.html(part.title).rstrip(".") if part.title else ""
        self.title = mark_safe(self.title)  # noqa: S308  # made by the reader, which escapes
        self.plain = reel.reader.plain(part.title).rstrip(".") if part.title else ""
        self.rows = [Row(reel, number, unit) for number, unit in enumerate(part.units, start=1)]
        self.points = "–".join(map(str, part.units[-1].points)) if reel.counted else ""


class Curve(NamedTuple):
    """The points of a seat as they grew: a path of the plot."""

    seat: int
    name: str
    path: str
    last: int


class Reel:
    """What stands below and beside the felt of a replay; *names* by seat, the *address* of each position."""

    def __init__(
        self,
        course: Course,
        reader: Reader,
        names: Sequence[str],
        address: Callable[[int], str],
        *,
        over: bool,
        until: int,
    ) -> None:
        self.course = course
        self.reader = reader
        self.names = names
        self.initials = faces.initials(names)
        self.address = address
        self.over = over
        self.until = until
        """What is decided after that position is not shown yet."""
        self._told = {number: each.told for number, each in enumerate(course.positions)}

    @property
    def counted(self) -> bool:
        """Whether points are shown: of a table that runs they might tell what is hidden."""
        return self.over and len({unit.points for unit in self.course.units}) > 1

    @cached_property
    def sections(self) -> list[Section]:
        return [Section(self, part) for part in self.course.parts]

    @cached_property
    def rows(self) -> list[Row]:
        return [row for section in self.sections for row in section.rows]

    @cached_property
    def marks(self) -> list[Mark]:
        """The timeline: a cell for each unit, and signs for what happened beside the game."""
        cells = [
            row.mark(*([section.plain, "begins"] if row is section.rows[0] else []))
            for section in self.sections
            for row in section.rows
        ]
        return sorted([*cells, *map(self._beside, self.course.beside)], key=lambda mark: mark.position)

    def _beside(self, position: int) -> Mark:
        title = " ".join(self.reader.plain(told.text) for told in self._told[position])
        css = "beside ahead" if position > self.until else "beside"
        return Mark(position, css, self.address(position), title, "⚑" if position in self.course.left else "◷")

    def cell(self, unit: Unit, seat: int, led: Play | None) -> Cell:
        slips: list[Slip] = []
        words: list[tuple[int, str]] = []
        for play in unit.plays:
            if play.seat != seat:
                continue
            if not play.cards:
                words.append((play.position, self._words(play)))
            for card in play.cards:
                css = " ".join(name for name, so in (("won", card in unit.won), ("lead", play is led)) if so)
                slips.append(self.slip(play.position, card, css))
        return Cell(slips, words)

    def _words(self, play: Play) -> str:
        told = self._told.get(play.position, ())
        return self.reader.plain(told[0].text) if told else ""

    def slip(self, position: int, card: str | None, css: str) -> Slip:
        if card is None:
            return Slip(position, mark_safe("?"), gettext("Face-down card"), css)
        return Slip(position, faces.slip(self.reader.deck, card), faces.full_name(self.reader.deck, card), css)

    @cached_property
    def curves(self) -> list[Curve]:
        """By seat; none where nothing is counted."""
        if not self.counted:
            return []
        points = [unit.points for unit in self.course.units]
        made = enumerate(zip(self.names, paths(points), points[-1], strict=True))
        return [Curve(seat, name, path, last) for seat, (name, path, last) in made]

    @cached_property
    def moments(self) -> list["Moment"]:
        """Those to go to, of a table that is over."""
        found = highlights(self.course) if self.over else []
        return [
            Moment(each.position, self.address(each.position), self._drawn(each.card), self.reader.html(each.line))
            for each in found
        ]

    def _drawn(self, card: str | None) -> SafeString | str:
        return faces.slip(self.reader.deck, card) if card else ""


class Moment(NamedTuple):
    """A key moment: a card and a few words."""

    position: int
    href: str
    card: SafeString | str
    line: SafeString


def at_a_glance(moments: Sequence[frames.Moment], table: str, reader: Reader, names: Sequence[str]) -> Reel | None:
    """How a *table* that is over went, as everybody may know it; ``None`` if nothing was decided there."""
    whole = course(moments, lambda _mover: None, None)
    if all(unit.line is None for unit in whole.units):
        return None

    def address(position: int) -> str:
        asked = urlencode({"seq": whole.positions[position].seq})
        return f"{reverse('table-replay', args=[table])}?{asked}"

    return Reel(whole, reader, names, address, over=True, until=len(whole.positions))


def paths(points: Sequence[Sequence[int]]) -> list[str]:
    """The points as they grew, by seat: each of *points* is one wide."""
    every = [own for each in points for own in each]
    low, high = min(0, *every), max(every)
    return [_path([each[seat] for each in points], low, max(1, high - low)) for seat in range(len(points[0]))]


def _path(points: Sequence[int], low: int, span: int) -> str:
    heights = [round(HEIGHT - (own - low) / span * HEIGHT, 1) for own in points]
    start = round(HEIGHT + low / span * HEIGHT, 1)
    steps = "".join(f"H{at + 0.5:g}V{height:g}" for at, height in enumerate(heights))
    return f"M0 {start:g}{steps}H{len(points)}"
