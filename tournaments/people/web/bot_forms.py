"""Forms of the page about bots."""

from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import bots
from tournaments.people.bots.acceptance import NO_CLOCK, Rules
from tournaments.tables import catalogue
from tournaments.tables.web.forms import clock_choices

_RATED = (("any", _("Rated and casual ones")), ("rated", _("Rated ones only")), ("casual", _("Casual ones only")))
_OPPONENTS = (("anyone", _("People and bots")), ("people", _("People only")), ("bots", _("Bots only")))


class UpgradeForm(forms.Form):
    """Whose bot the account would be."""

    owner = forms.CharField(
        label=_("Owner"), max_length=150, help_text=_("Another account on this site, which answers for the bot.")
    )
    name = forms.CharField(label=_("To confirm, enter your own name"), max_length=150)


class VersionForm(forms.Form):
    version = forms.CharField(label=_("Version"), max_length=bots.LONGEST)


class SmokeForm(forms.Form):
    game = forms.ChoiceField(label=_("Game"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["game"].choices = _games()  # type: ignore[attr-defined]


class RulesForm(forms.Form):
    """Which invitations a bot accepts."""

    games = forms.MultipleChoiceField(
        label=_("Games"), required=False, widget=forms.CheckboxSelectMultiple, help_text=_("None chosen: every game.")
    )
    clocks = forms.MultipleChoiceField(
        label=_("Clocks"), required=False, widget=forms.CheckboxSelectMultiple, help_text=_("None chosen: any clock.")
    )
    rated = forms.ChoiceField(label=_("Tables"), choices=_RATED)
    opponents = forms.ChoiceField(label=_("Who may invite it"), choices=_OPPONENTS)
    least_rating = forms.IntegerField(label=_("Rating from"), required=False, min_value=0, max_value=10_000)
    most_rating = forms.IntegerField(label=_("Rating up to"), required=False, min_value=0, max_value=10_000)

    def __init__(self, *args: Any, rules: Rules | None = None, **kwargs: Any) -> None:
        kwargs |= {"initial": msgspec.structs.asdict(rules)} if rules else {}
        super().__init__(*args, **kwargs)
        self.fields["games"].choices = _games()  # type: ignore[attr-defined]
        clocks = [(text or NO_CLOCK, words) for text, words in clock_choices()]
        own = [(text, text) for text in (rules.clocks if rules else ()) if text not in dict(clocks)]
        self.fields["clocks"].choices = clocks + own  # type: ignore[attr-defined]

    def rules(self) -> Rules:
        chosen = self.cleaned_data
        return Rules(**chosen | {"games": tuple(chosen["games"]), "clocks": tuple(chosen["clocks"])})


def _games() -> list[tuple[str, str]]:
    return [(game.key, gettext(game.name)) for game in catalogue.games()]
