"""What may be played next in a line beside a game."""

from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from django.utils.safestring import SafeString

from engine.events import Seat
from engine.notation import Turn
from engine.picture import Choice
from tournaments.kit import faces
from tournaments.kit.words import Reader
from tournaments.tables.course import Course
from tournaments.tables.lines import Line
from tournaments.tables.web.eyes import Eyes


class Move(NamedTuple):
    """One that may be made: where it leads, its cards, its words. *bare*: the cards say it all."""

    href: str
    codes: str
    slips: list[SafeString]
    words: SafeString
    bare: bool


class Trying:
    """A line as it stands at its end."""

    def __init__(self, eyes: Eyes, course: Course, reader: Reader) -> None:
        self._eyes = eyes
        self._reader = reader
        self._last = course.positions[-1]
        self.line = eyes.shown.line or Line(0, ())
        self.begins = eyes.begins()
        self.back = f"?seq={self.line.after}&seat=all"

    @property
    def undone(self) -> str:
        return self._to(replace(self.line, turns=self.line.turns[:-1]))

    def _to(self, line: Line) -> str:
        """The address of the end of *line*, through the same eyes."""
        shown = replace(self._eyes.shown, line=line)
        return f"?seat={self._eyes.chosen}&front={self._eyes.front}{shown.query}"

    @cached_property
    def seats(self) -> list[tuple[str, list[Move]]]:
        """Whose turn it is, each with the moves that the rules allow."""
        after = self._last.moment[1]
        ended = replace(self._last, seq=after.seq, held=False)
        found = [(seat, self._eyes.view(ended, seat).picture) for seat in after.to_act]
        return [
            (self._reader.seat(seat), [self._move(seat, choice) for choice in picture.choices])
            for seat, picture in found
            if picture is not None
        ]

    def _move(self, seat: Seat, choice: Choice) -> Move:
        codes = choice.cards or tuple(filter(None, [choice.card]))
        line = replace(self.line, turns=(*self.line.turns, Turn(seat, choice.move)))
        bare = bool(codes) and choice.move in codes
        slips = [faces.slip(self._reader.deck, code) for code in codes]
        return Move(self._to(line), " ".join(codes), slips, self._reader.html(choice.label), bare)
