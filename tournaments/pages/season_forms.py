"""Forms of a club's seasons."""

from __future__ import annotations

import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.leagues.nights.decisions import TITLE
from tournaments.leagues.seasons.decisions import Draft
from tournaments.tables import catalogue


def _date(**words: Any) -> forms.DateField:
    return forms.DateField(widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), **words)


class SeasonForm(forms.Form):
    title = forms.CharField(label=_("Title"), max_length=TITLE)
    game = forms.ChoiceField(label=_("Game"))
    since = _date(label=_("First day"))
    to = _date(label=_("Last day"))
    unit = forms.ChoiceField(
        label=_("What counts"),
        choices=[("event", _("each tournament of a night")), ("table", _("each table"))],
        widget=forms.RadioSelect,
        initial="event",
    )
    best = forms.IntegerField(
        label=_("The best so many results"), min_value=1, max_value=500, required=False, help_text=_("Empty: all.")
    )
    least = forms.IntegerField(label=_("Results needed for a place"), min_value=0, max_value=500, initial=0)
    down = forms.IntegerField(label=_("Go down from a division"), min_value=0, max_value=50, initial=1)
    pool = forms.BooleanField(label=_("Ratings of its own, from 1500"), required=False)

    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        field = self.fields["game"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101
        field.choices = [(game.key, gettext(game.name)) for game in catalogue.games()]

    def draft(self) -> Draft:
        names = ("title", "game", "since", "to", "unit", "best", "least", "down", "pool")
        return Draft(**{name: self.cleaned_data[name] for name in names})


def usual(today: datetime.date) -> dict[str, Any]:
    """How the form begins: a quarter of a year from today."""
    return {"since": today, "to": today + datetime.timedelta(days=91)}
