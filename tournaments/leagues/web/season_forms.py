"""Forms of a club's seasons."""

import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import selectors as accounts
from tournaments.leagues.nights.decisions import TITLE
from tournaments.leagues.rules.divisions import Division
from tournaments.leagues.rules.points import Scale
from tournaments.leagues.seasons.decisions import Draft
from tournaments.tables import catalogue


def _date(**words: Any) -> forms.DateField:
    return forms.DateField(widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), **words)


class EditSeasonForm(forms.Form):
    """What can be changed of a season: its title, and before its first result its days."""

    title = forms.CharField(label=_("Title"), max_length=TITLE)
    since = _date(label=_("First day"))
    to = _date(label=_("Last day"))

    def __init__(self, *args: Any, fixed: bool, **given: Any) -> None:
        super().__init__(*args, **given)
        for name in ("since", "to"):
            self.fields[name].disabled = fixed


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
        label=_("Number of best results"),
        min_value=1,
        max_value=500,
        required=False,
        help_text=_("Leave empty for all."),
    )
    least = forms.IntegerField(label=_("Results needed for a place"), min_value=0, max_value=500, initial=0)
    down = forms.IntegerField(label=_("Go down from a division"), min_value=0, max_value=50, initial=1)
    points = forms.CharField(
        label=_("Points for the places"),
        required=False,
        max_length=2_000,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_(
            "One line such as 25 18 15 12; for tables one line per size, such as 5 3 1 0. Leave empty for the "
            "usual ones."
        ),
    )
    divisions = forms.CharField(
        label=_("Divisions"),
        required=False,
        max_length=100_000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_(
            "One line per division, the highest first, with names separated by commas. Leave empty to "
            "continue from the previous season."
        ),
    )
    pool = forms.BooleanField(label=_("Ratings of its own, from 1500"), required=False)

    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        field = self.fields["game"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101
        field.choices = [(game.key, gettext(game.name)) for game in catalogue.games()]

    def clean_points(self) -> tuple[Scale, ...]:
        lines = filter(str.split, self.cleaned_data["points"].splitlines())
        try:
            return tuple(tuple(int(part) for part in line.replace(",", " ").split()) for line in lines)
        except ValueError as error:
            raise forms.ValidationError(gettext("Points must be whole numbers, separated by spaces.")) from error

    def clean_divisions(self) -> tuple[Division, ...]:
        lines = filter(str.strip, self.cleaned_data["divisions"].splitlines())
        return tuple(tuple(map(_player, filter(None, map(str.strip, line.split(","))))) for line in lines)

    def draft(self) -> Draft:
        names = ("title", "game", "since", "to", "unit", "points", "best", "least", "divisions", "down", "pool")
        return Draft(**{name: self.cleaned_data[name] for name in names})


def _player(name: str) -> int:
    user = accounts.by_name(name)
    if user is None:
        raise forms.ValidationError(gettext("There is no player with the name {name}.").format(name=name))
    return user.pk


def usual(today: datetime.date) -> dict[str, Any]:
    """How the form begins: a quarter of a year from today."""
    return {"since": today, "to": today + datetime.timedelta(days=91)}
