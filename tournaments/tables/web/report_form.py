"""The form in which a player reports the result of a table in the room: a place, and if they like points, by seat."""

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext

from tournaments.tables.reports import MOST_POINTS


class ReportForm(forms.Form):
    """Fields ``place-0``, ``points-0`` and so on; *seats* are the names of those who sit there."""

    def __init__(self, data: Any = None, *, seats: Sequence[str]) -> None:
        super().__init__(data, auto_id="report-%s")
        self.seats = range(len(seats))
        places = [(str(place), str(place)) for place in range(1, len(seats) + 1)]
        for seat, name in enumerate(seats):
            self.fields[f"place-{seat}"] = forms.TypedChoiceField(
                label=gettext("Place of {name}").format(name=name), coerce=int, choices=[("", "–"), *places]
            )
            self.fields[f"points-{seat}"] = forms.IntegerField(
                label=gettext("Points of {name}").format(name=name),
                required=False,
                min_value=-MOST_POINTS,
                max_value=MOST_POINTS,
            )

    def rows(self) -> Iterator[tuple[forms.BoundField, forms.BoundField]]:
        return ((self[f"place-{seat}"], self[f"points-{seat}"]) for seat in self.seats)

    def clean(self) -> dict[str, Any]:
        """Points are told of everybody, or of nobody."""
        given = super().clean() or self.cleaned_data
        points = [given.get(f"points-{seat}") for seat in self.seats]
        if any(each is not None for each in points) and None in points:
            self.add_error(None, gettext("Write the points of everybody, or of nobody."))
        return given

    def result(self) -> tuple[list[int], list[int]]:
        """Places and points by seat; no points if none were told."""
        places = [self.cleaned_data[f"place-{seat}"] for seat in self.seats]
        points = [self.cleaned_data[f"points-{seat}"] for seat in self.seats]
        return places, [] if None in points else points
