"""A chapter of a study as the viewer of replays shows it, with what is said of it beside."""

import json
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext

from engine.text import gettext_noop as _
from tournaments.kit.numbers import number_in
from tournaments.learning.studies.errors import Refused
from tournaments.learning.studies.selectors import Part, Said, Seen
from tournaments.tables import catalogue
from tournaments.tables.web.eyes import Eyes
from tournaments.tables.web.marked import markable
from tournaments.tables.web.shown import Shown, written_down


class Remark(NamedTuple):
    """A comment with the position that it is about, its marks in words and as scripts read them."""

    said: Said
    position: int
    rings: list[str]
    arrows: list[tuple[str, str]]
    marks: str

    @property
    def codes(self) -> dict[str, str]:
        """Its marks as forms write them."""
        arrows = ",".join("-".join(arrow) for arrow in self.said.arrows)
        return {"rings": ",".join(self.said.rings), "arrows": arrows}


class Neighbour(NamedTuple):
    """Another chapter, or this one, in the list of all."""

    number: int
    title: str
    href: str
    current: bool


def shown_of(study: str, part: Part) -> Shown:
    """The game of a chapter. Nothing of a table here is asked for: a study shows its own copy."""
    return written_down(part.game, reverse("study-chapter", args=[study, part.id]), part.names)


def title_of(part: Part, number: int) -> str:
    """A chapter whose author has gone has a number alone."""
    return part.title or gettext("Chapter {n}").format(n=number)


class Reading:
    """Chapter *part* of *study*, through the eyes and with the line that the address asks for."""

    def __init__(self, study: Seen, part: Part, asked: QueryDict) -> None:
        self.study = study
        self.part = part
        self.shown = shown_of(study.id, part)
        self.asked = asked if asked.keys() & {"move", "seq", "after", "seat", "on"} else self._opening()
        self._numbers = {each.id: number for number, each in enumerate(study.parts, start=1)}

    def _opening(self) -> QueryDict:
        return asked_for(seq=str(self.part.seq), seat="all")

    @property
    def number(self) -> int:
        return self._numbers[self.part.id]

    @property
    def title(self) -> str:
        return title_of(self.part, self.number)

    @cached_property
    def neighbours(self) -> list[Neighbour]:
        return [self._neighbour(number, each) for number, each in enumerate(self.study.parts, start=1)]

    def _neighbour(self, number: int, each: Part) -> Neighbour:
        href = reverse("study-chapter", args=[self.study.id, each.id])
        return Neighbour(number, title_of(each, number), href, each is self.part)

    @property
    def before(self) -> Neighbour | None:
        return self.neighbours[self.number - 2] if self.number > 1 else None

    @property
    def after(self) -> Neighbour | None:
        return self.neighbours[self.number] if self.number < len(self.neighbours) else None

    # -- what is said

    @cached_property
    def _seqs(self) -> Sequence[int]:
        """The event that each position follows, through these eyes, without a line."""
        return [each.seq for each in Eyes(self.shown, self.asked).course().positions]

    def position_of(self, seq: int) -> int:
        """The first position that shows event *seq*."""
        last = max(0, len(self._seqs) - 1)
        return next((number for number, each in enumerate(self._seqs) if each >= seq), last)

    def seq_of(self, position: int) -> int:
        return self._seqs[min(position, len(self._seqs) - 1)]

    @property
    def deck(self) -> str:
        return catalogue.game(self.shown.game).deck

    @cached_property
    def markable(self) -> dict[str, str]:
        return markable(self.deck, self.part.names)

    @cached_property
    def remarks(self) -> list[Remark]:
        return [self._remark(said) for said in self.part.comments]

    def _remark(self, said: Said) -> Remark:
        called = self.markable
        return Remark(
            said=said,
            position=self.position_of(said.seq),
            rings=[called.get(mark, mark) for mark in said.rings],
            arrows=[(called.get(start, start), called.get(end, end)) for start, end in said.arrows],
            marks=json.dumps({"rings": said.rings, "arrows": said.arrows}),
        )

    def remark(self, comment: str) -> Remark | None:
        return next((each for each in self.remarks if each.said.id == comment), None)


def asked_for(**asked: str) -> QueryDict:
    """What an address asks for, whatever signs there are in it."""
    query = QueryDict(mutable=True)
    query.update(asked)
    return query


def moment_of(reading: Reading, move: str, eyes: str) -> int:
    """The event of the game behind which a form's position is; with a line beside it, where that begins. Raises
    ``Refused`` for what is none."""
    asked = QueryDict(eyes[:8_000])
    number = number_in(asked.get("after", move))
    if number is None:
        raise Refused("bad_moment", _("This game has no such moment."), field="seq")
    if "after" in asked:
        return number
    here = Reading(reading.study, reading.part, asked_for(move="0", seat=str(asked.get("seat", "all"))))
    return here.seq_of(number)
