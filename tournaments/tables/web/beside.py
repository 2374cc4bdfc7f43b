"""Tables that are over next to each other, as everybody may see them: stepped through together, trick by trick."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from django.http import QueryDict
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from tournaments.tables.selectors import Summary
from tournaments.tables.web import felts
from tournaments.tables.web.eyes import SPECTATOR, Eyes
from tournaments.tables.web.shown import of_table

EYES: Final = f"seat={SPECTATOR}"
_NAMES: Final = re.compile(r'\s(?:id|aria-labelledby)="[^"]*"')
_REGIONS: Final = re.compile(r'(<section\b[^>]*?)\saria-label="[^"]*"')


def bare(felt: str) -> SafeString:
    """*felt* without what names a part of a page: there are several. ``beside.js`` does the same to what it draws."""
    return mark_safe(_REGIONS.sub(r"\1", _NAMES.sub("", felt)))  # noqa: S308  # drawn by a template


class Small:
    """A table that is over, on small felt. Raises ``ValueError`` for one that is not."""

    def __init__(self, summary: Summary) -> None:
        shown = of_table(summary, None)
        if not shown.over:
            raise ValueError("hands may still be hidden")
        self.id = summary.id
        self.eyes = Eyes(shown, QueryDict(EYES))
        self.course = self.eyes.course()
        self.last = len(self.course.positions) - 1
        self.names = [each.name for user in shown.users if user and (each := shown.names.get(user))]
        self.positions = f"{reverse('table-positions', args=[self.id])}?{EYES}"

    def ends(self, tricks: int) -> list[int]:
        """The deal and the position at which each of *tricks* lies decided, and where the game is over."""
        units = [unit.position for unit in self.course.units]
        return [0, *units, *[self.last] * (tricks + 1 - len(units))]

    def felt(self, position: int) -> SafeString:
        return bare(felts.felt(self.course, position, self.eyes))

    def link(self, position: int) -> str:
        return f"{reverse('table-replay', args=[self.id])}?move={position}&{EYES}"


class Panel:
    """What one table shows; ``path`` has its position at each step."""

    def __init__(self, table: Small, path: Sequence[int], step: int) -> None:
        self.table = table
        self.path = ",".join(map(str, path))
        self.felt = table.felt(path[step])
        self.link = table.link(path[step])


class Way(NamedTuple):
    """A control: the step to which it leads, what it is called, what is on it."""

    name: str
    step: int
    says: str
    icons: tuple[str, ...]


class Abreast:
    """The tables at *step*, the end of the first trick without one. A table that is done with a trick waits for the
    others; one that is over stays so."""

    def __init__(self, tables: Sequence[Small], step: int | None) -> None:
        self.tricks = [0]
        paths = self._paths(tables)
        self.last = len(paths) - 1
        first = self.tricks[1] if len(self.tricks) > 1 else self.last
        self.step = first if step is None else min(step, self.last)
        self.panels = [Panel(each, [at[n] for at in paths], self.step) for n, each in enumerate(tables)]

    def _paths(self, tables: Sequence[Small]) -> list[tuple[int, ...]]:
        """Where each table is at each step; notes where tricks end."""
        most = max(len(each.course.units) for each in tables)
        ends = [each.ends(most) for each in tables]
        paths: list[tuple[int, ...]] = []
        for trick in range(most + 1):
            spans = [(of_table[trick], of_table[trick + 1]) for of_table in ends]
            longest = max(end - begun for begun, end in spans)
            paths += [tuple([min(begun + n, end) for begun, end in spans]) for n in range(longest)]
            if trick < most:
                self.tricks.append(len(paths))
        return [*paths, tuple([of_table[-1] for of_table in ends])]

    @property
    def marks(self) -> str:
        return ",".join(map(str, self.tricks))

    @property
    def trick(self) -> int:
        """How many tricks lie decided."""
        return len([at for at in self.tricks if 0 < at <= self.step])

    @property
    def tricks_in_all(self) -> int:
        return len(self.tricks) - 1

    @property
    def said(self) -> str:
        return gettext("Trick {n} of {last}").format(n=self.trick, last=self.tricks_in_all)

    @property
    def ways(self) -> list[Way]:
        """Where each control leads."""
        before = max((at for at in self.tricks if at < self.step), default=0)
        after = min((at for at in self.tricks if at > self.step), default=self.last)
        return [
            Way("first", 0, gettext("First"), ("first",)),
            Way("before", before, gettext("One trick back"), ("back", "back")),
            Way("back", max(0, self.step - 1), gettext("Back"), ("back",)),
            Way("next", min(self.last, self.step + 1), gettext("Forward"), ("next",)),
            Way("after", after, gettext("One trick forward"), ("next", "next")),
            Way("last", self.last, gettext("Last"), ("last",)),
        ]
