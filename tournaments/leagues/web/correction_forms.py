"""Forms of a correction of ratings by hand."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.ratings.correcting import LONGEST
from tournaments.ratings.facts import Places
from tournaments.ratings.selectors import RatedAt


class CorrectionForm(forms.Form):
    """How a table counts: with a place for each seat, as it was played, or not at all."""

    counts = forms.ChoiceField(
        label=_("The table"),
        choices=[
            ("void", _("does not count")),
            ("places", _("counts with these places")),
            ("played", _("counts as it was played")),
        ],
        widget=forms.RadioSelect,
        initial="void",
    )

    def __init__(self, *args: Any, seats: Sequence[str], table: RatedAt, **given: Any) -> None:
        super().__init__(*args, **given)
        self.seats = [f"place-{seat}" for seat in range(len(seats))]
        for name, player, place in zip(self.seats, seats, table.places or table.played, strict=True):
            self.fields[name] = forms.IntegerField(
                label=format_lazy(_("Place of {player}"), player=player),
                min_value=1,
                max_value=len(seats),
                initial=place,
                required=False,
            )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("counts") == "places":
            for name in self.seats:
                if cleaned.get(name) is None and name not in self.errors:
                    self.add_error(name, gettext("Give a place for each seat, from 1 to their number."))
        return cleaned

    def places(self) -> Places:
        counts = self.cleaned_data["counts"]
        if counts == "void":
            return None
        return () if counts == "played" else tuple(self.cleaned_data[name] for name in self.seats)


class WhyForm(forms.Form):
    text = forms.CharField(label=_("Why"), max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 3}))
