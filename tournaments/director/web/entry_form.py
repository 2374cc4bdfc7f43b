"""The form's questions about entries: late and away, who may enter, who waits, who is there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.director.state.events import Settings

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


def number(unless: StrOrPromise) -> forms.NumberInput:
    """A field for a number, with what holds if it stays empty."""
    return forms.NumberInput(attrs={"placeholder": unless})


class EntryFields(forms.Form):
    late_round = forms.IntegerField(
        label=_("Late entries until round"),
        min_value=0,
        max_value=30,
        required=False,
        widget=number(pgettext_lazy("late entry", "none")),
        help_text=_("Late players are drawn from the next round on. Not in a round robin."),
    )
    late_bye = forms.ChoiceField(
        label=_("For the last round that they missed"),
        required=False,
        choices=[("Z", _("No points")), ("H", _("Half a point"))],
    )
    half_byes = forms.IntegerField(
        label=_("Half-point byes on request, per player"),
        min_value=0,
        max_value=30,
        required=False,
        widget=number(pgettext_lazy("late entry", "none")),
        help_text=_("For rounds that a player has to miss. Not in a round robin."),
    )
    waiting_list = forms.BooleanField(label=_("A waiting list when it is full"), required=False)
    check_in_minutes = forms.IntegerField(
        label=_("Minutes to check in before the start"),
        min_value=0,
        max_value=1440,
        required=False,
        widget=number(_("not needed")),
        help_text=_("Players who have not checked in by the start are left out."),
    )
    least_rating = forms.IntegerField(
        label=_("Rating from"), min_value=0, max_value=10_000, required=False, widget=number(_("any"))
    )
    most_rating = forms.IntegerField(
        label=_("Rating up to"), min_value=0, max_value=10_000, required=False, widget=number(_("any"))
    )
    least_games = forms.IntegerField(
        label=_("Rated games played, at least"), min_value=0, max_value=100_000, required=False, widget=number("0")
    )
    least_days = forms.IntegerField(
        label=_("Days since signing up, at least"), min_value=0, max_value=36_500, required=False, widget=number("0")
    )
    entry_code = forms.CharField(
        label=_("Entry code"),
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("Players need it to enter. Only a digest of it is stored."),
    )
    keep_code = forms.BooleanField(label=_("Keep the current entry code"), required=False, initial=True)
    private = forms.BooleanField(
        label=_("Only for people with its address"), required=False, help_text=_("It is not listed anywhere.")
    )
    by_invitation = forms.BooleanField(label=_("By invitation only"), required=False)

    def conditions(self, announced: Settings | None) -> dict[str, Any]:
        """Who may enter; the code that was *announced* stays if it is to be kept."""
        chosen = self.cleaned_data
        kept = announced.entry_code if announced and chosen.get("keep_code") else ""
        return {
            "least_rating": chosen["least_rating"],
            "most_rating": chosen["most_rating"],
            "least_games": chosen["least_games"] or 0,
            "least_days": chosen["least_days"] or 0,
            "entry_code": kept,
            "private": chosen["private"],
            "by_invitation": chosen["by_invitation"],
            "waiting_list": chosen["waiting_list"],
            "check_in_minutes": chosen["check_in_minutes"] or 0,
        }

    def absences(self) -> dict[str, Any]:
        """What only formats can have whose rounds are drawn for those who are there."""
        chosen = self.cleaned_data
        return {
            "late_round": chosen["late_round"] or 0,
            "late_bye": chosen["late_bye"] or "Z",
            "half_byes": chosen["half_byes"] or 0,
        }


UNLESS_NONE = ("late_round", "late_bye", "half_byes", "least_games", "least_days", "check_in_minutes")
AS_THEY_ARE = ("least_rating", "most_rating", "by_invitation", "waiting_list", "private")


def initial(settings: Settings) -> dict[str, Any]:
    """The fields as they were announced."""
    given = {name: getattr(settings, name) or None for name in UNLESS_NONE}
    return given | {name: getattr(settings, name) for name in AS_THEY_ARE} | {"keep_code": True}
