"""A round to be paired by hand: who sits at which table, by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from django import forms
from django.core.exceptions import ValidationError
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext

from tournaments.director.selectors import EntryInfo, RoundInfo

Rows: TypeAlias = list[list[str]]
"""Names table by table, in seat order; the last row is who rests."""


class PairingWidget(forms.Widget):
    template_name = "tournaments/pairing_field.html"

    def __init__(self, names: Iterable[str], rows: Rows) -> None:
        super().__init__()
        self.names, self.rows = list(names), rows

    def value_from_datadict(self, data: Any, files: MultiValueDict[str, Any], name: str) -> Rows | None:
        if f"{name}-0-0" not in data:
            return None
        return [
            [data.get(f"{name}-{at}-{seat}", "") for seat, _name in enumerate(row)] for at, row in enumerate(self.rows)
        ]

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        rows = value or self.rows
        context = super().get_context(name, None, attrs)
        return context | {"rows": rows[:-1], "rests": rows[-1], "names": self.names, "last": len(rows) - 1}


class PairingField(forms.Field):
    """Cleans to (tables as entries' numbers in seat order, who rests); empty places are passed over."""

    widget: PairingWidget

    def __init__(self, entries: Iterable[EntryInfo], drawn: RoundInfo | None, most: int) -> None:
        self.names = names = _unique(entries)
        self.numbers = {name.casefold(): number for number, name in names.items()}
        seated = [[entry.number for entry in match.entries] for match in drawn.matches] if drawn else []
        rests = [bye.entry.number for bye in drawn.byes] if drawn else []
        tables = [[names[number] for number in each] + [""] * (most - len(each)) for each in [*seated, []]]
        widget = PairingWidget(names.values(), [*tables, [names[number] for number in rests] + [""] * most])
        super().__init__(label=gettext("Tables"), widget=widget, required=True)

    def clean(self, value: Rows | None) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
        """Raises :class:`ValidationError` for a name that nobody here has, and one that stands there twice."""
        rows = [tuple(self._number(name) for name in row if name.strip()) for row in value or ()]
        self._check_once([number for row in rows for number in row])
        tables, rests = rows[:-1], rows[-1] if rows else ()
        return tuple(row for row in tables if row), rests

    def _number(self, name: str) -> int:
        number = self.numbers.get(name.strip().casefold())
        if number is None:
            raise ValidationError(gettext("“{name}” does not play here.").format(name=name.strip()[:80]))
        return number

    def _check_once(self, numbers: Sequence[int]) -> None:
        twice = [number for number, times in Counter(numbers).items() if times > 1]
        if twice:
            name = self.names[twice[0]]
            raise ValidationError(gettext("{name} is named twice.").format(name=name))


def _unique(entries: Iterable[EntryInfo]) -> dict[int, str]:
    """By number; of several with one name each has the number behind it."""
    entries = list(entries)
    times = Counter(entry.name.casefold() for entry in entries)
    return {
        entry.number: entry.name if times[entry.name.casefold()] == 1 else f"{entry.name} ({entry.number})"
        for entry in entries
    }
