"""Forms of a club's challenge ladders."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.leagues.ladders.services import LONGEST_RULING, Draft
from tournaments.leagues.nights.decisions import TITLE
from tournaments.tables.catalogue import GameInfo
from tournaments.tables.web.forms import OptionsForm, clock_choices, clock_of

_MOMENT = "%Y-%m-%dT%H:%M"
IN_ROOM = _("With real cards, in one room")
RULES = (
    ("insert", _("the winner takes the place, and everybody between moves down")),
    ("swap", _("the two exchange places")),
    ("table", _("tables of three to five: those seated share out their places")),
)


class LadderForm(OptionsForm):
    title = forms.CharField(label=_("Title"), max_length=TITLE)
    rule = forms.ChoiceField(label=_("Effect of a win"), choices=RULES, widget=forms.RadioSelect, initial="insert")
    seats = forms.TypedChoiceField(label=_("Seats"), coerce=int)
    reach = forms.IntegerField(label=_("Places up that a challenge can reach"), min_value=1, max_value=10, initial=3)
    clock = forms.ChoiceField(label=_("Clock"), required=False, choices=clock_choices, initial="600+5")
    rated = forms.BooleanField(label=_("Rated tables"), required=False, initial=True)

    def __init__(self, *args: Any, game: GameInfo, **given: Any) -> None:
        super().__init__(*args, game=game, **given)
        seats = self.fields["seats"]
        assert isinstance(seats, forms.TypedChoiceField)  # noqa: S101
        seats.choices = [(count, str(count)) for count in sorted(game.sizes) if 2 <= count <= 5]

    def draft(self) -> Draft:
        names = ("title", "rule", "seats", "reach", "rated")
        chosen = {name: self.cleaned_data[name] for name in names}
        clock = clock_of(self.cleaned_data["clock"])
        return Draft(game=self.game.key, options=self.options(), clock=clock, **chosen)


class TimeForm(forms.Form):
    """When one could play, and where."""

    time = forms.DateTimeField(
        label=_("When could you play?"),
        input_formats=[_MOMENT, f"{_MOMENT}:%S"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=_MOMENT),
    )
    in_room = forms.BooleanField(label=IN_ROOM, required=False)


class AwayForm(forms.Form):
    until = forms.DateTimeField(
        label=_("Away until"),
        required=False,
        input_formats=[_MOMENT, f"{_MOMENT}:%S"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=_MOMENT),
        help_text=_("Up to 28 days in half a year keep your place. You can come back at any time."),
    )


class RulingForm(forms.Form):
    """An organiser moves somebody to a place."""

    user = forms.TypedChoiceField(label=_("Who"), coerce=int)
    place = forms.IntegerField(label=_("Place"), min_value=1)
    text = forms.CharField(label=_("Why"), max_length=LONGEST_RULING, widget=forms.Textarea(attrs={"rows": 3}))

    def __init__(self, *args: Any, people: list[tuple[int, str]], **given: Any) -> None:
        super().__init__(*args, **given)
        field = self.fields["user"]
        assert isinstance(field, forms.TypedChoiceField)  # noqa: S101
        field.choices = people
        self.order = [user for user, _name in people]

    def moved(self) -> list[int]:
        """The order with that user at that place."""
        user, place = self.cleaned_data["user"], self.cleaned_data["place"]
        order = [each for each in self.order if each != user]
        return [*order[: place - 1], user, *order[place - 1 :]]

    def clean_place(self) -> int:
        place: int = self.cleaned_data["place"]
        if place > len(self.order):
            raise forms.ValidationError(gettext("The ladder is not that long."))
        return place


class OutcomeForm(forms.Form):
    """An organiser says how a challenge has ended."""

    outcome = forms.ChoiceField(label=_("How it ended"), widget=forms.RadioSelect)
    text = forms.CharField(label=_("Why"), max_length=LONGEST_RULING, widget=forms.Textarea(attrs={"rows": 3}))

    def __init__(self, *args: Any, outcomes: list[tuple[str, str]], **given: Any) -> None:
        super().__init__(*args, **given)
        field = self.fields["outcome"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101
        field.choices = outcomes


class OthersForm(forms.Form):
    """Who sits beside the two at a ladder's table."""

    others = forms.TypedMultipleChoiceField(label=_("Who else?"), coerce=int, widget=forms.CheckboxSelectMultiple)
    in_room = forms.BooleanField(label=IN_ROOM, required=False)

    def __init__(self, *args: Any, people: list[tuple[int, str]], **given: Any) -> None:
        super().__init__(*args, **given)
        field = self.fields["others"]
        assert isinstance(field, forms.TypedMultipleChoiceField)  # noqa: S101
        field.choices = people
