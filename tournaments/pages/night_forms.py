"""Forms of a club's nights: schedules, presets, a night by hand."""

from __future__ import annotations

import datetime
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.director.policy.presets import PRESETS, suiting
from tournaments.director.state.events import Settings
from tournaments.leagues.nights.calendar import Calendar, Schedule
from tournaments.leagues.nights.decisions import TITLE, Draft
from tournaments.leagues.nights.events import Use
from tournaments.leagues.rules.recurrence import Monthly, Rule, Weekly
from tournaments.tables import catalogue

DAYS: Final = (
    ("MO", _("Monday")),
    ("TU", _("Tuesday")),
    ("WE", _("Wednesday")),
    ("TH", _("Thursday")),
    ("FR", _("Friday")),
    ("SA", _("Saturday")),
    ("SU", _("Sunday")),
)
NTHS: Final = (("1", _("first")), ("2", _("second")), ("3", _("third")), ("4", _("fourth")), ("last", _("last")))
EVERY: Final = [("1", _("every week")), ("2", _("every second week")), *((str(n), str(n)) for n in range(3, 9))]


def _date(**words: Any) -> forms.DateField:
    return forms.DateField(widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), **words)


def _time(**words: Any) -> forms.TimeField:
    widget = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    return forms.TimeField(input_formats=["%H:%M"], widget=widget, **words)


def _minutes() -> forms.IntegerField:
    return forms.IntegerField(label=_("Minutes"), min_value=15, max_value=1440, initial=180)


class WithPresets(forms.Form):
    """A night has up to two tournaments, by the club's presets."""

    preset = forms.ChoiceField(label=_("Tournament"), required=False)
    after = forms.IntegerField(label=_("begins after minutes"), min_value=0, max_value=1440, required=False)
    preset_2 = forms.ChoiceField(label=_("Second tournament"), required=False)
    after_2 = forms.IntegerField(label=_("begins after minutes"), min_value=0, max_value=1440, required=False)

    def __init__(self, *args: Any, calendar: Calendar, **given: Any) -> None:
        super().__init__(*args, **given)
        choices = [("", gettext("none")), *((each.id, each.name) for each in calendar.presets.values())]
        for name in ("preset", "preset_2"):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101
            field.choices = choices

    def uses(self) -> tuple[Use, ...]:
        chosen = self.cleaned_data
        pairs = ((chosen["preset"], chosen["after"]), (chosen["preset_2"], chosen["after_2"]))
        return tuple(Use(preset, after or 0) for preset, after in pairs if preset)


class ScheduleForm(WithPresets):
    title = forms.CharField(label=_("Title"), max_length=TITLE)
    repeats = forms.ChoiceField(
        label=_("It repeats"),
        choices=[("weekly", _("by weeks")), ("monthly", _("by months"))],
        widget=forms.RadioSelect,
        initial="weekly",
    )
    weekdays = forms.MultipleChoiceField(
        label=_("By weeks: on these days"), choices=DAYS, widget=forms.CheckboxSelectMultiple, required=False
    )
    every = forms.TypedChoiceField(label=_("Every so many weeks"), choices=EVERY, coerce=int, initial="1")
    nth = forms.ChoiceField(label=_("By months: on the"), choices=NTHS, required=False)
    weekday = forms.ChoiceField(label=_("of which day"), choices=DAYS, required=False)
    at = _time(label=_("Begins at"), initial=datetime.time(19, 30))
    minutes = _minutes()
    since = _date(label=_("First day"))
    until = _date(label=_("Last day"), required=False)
    skip = forms.CharField(
        label=_("Days left out"), required=False, max_length=1_200, help_text=_("As 2027-12-24, parted by commas.")
    )
    ahead_days = forms.IntegerField(label=_("Announced so many days ahead"), min_value=1, max_value=60, initial=7)

    field_order = ("title", "repeats", "weekdays", "every", "nth", "weekday", "at", "minutes", "since", "until", "skip")

    def clean_skip(self) -> tuple[datetime.date, ...]:
        try:
            parts = filter(None, (part.strip() for part in self.cleaned_data["skip"].split(",")))
            return tuple(datetime.date.fromisoformat(part) for part in parts)
        except ValueError as error:
            raise forms.ValidationError(gettext("Days are written like 2027-12-24.")) from error

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("repeats") == "weekly" and not cleaned.get("weekdays"):
            self.add_error("weekdays", gettext("Choose a day."))
        return cleaned

    def draft(self, host: int) -> Draft:
        chosen = self.cleaned_data
        names = ("title", "minutes", "since", "until", "skip", "ahead_days")
        given = {name: chosen[name] for name in names}
        at = f"{chosen['at']:%H:%M}"
        return Draft(rule=self._rule(), at=at, presets=self.uses(), host=host, **given)

    def _rule(self) -> Rule:
        chosen = self.cleaned_data
        if chosen["repeats"] == "weekly":
            return Weekly(tuple(chosen["weekdays"]), chosen["every"])
        return Monthly("last" if chosen["nth"] == "last" else int(chosen["nth"] or 1), chosen["weekday"] or "MO")  # type: ignore[arg-type]


def begun(schedule: Schedule) -> dict[str, Any]:
    """How the form of *schedule* begins."""
    rule, plan = schedule.plan.rule, schedule.plan
    values: dict[str, Any] = {
        "title": schedule.title,
        "at": datetime.time.fromisoformat(plan.at),
        "minutes": schedule.minutes,
        "since": plan.since,
        "until": plan.until,
        "skip": ", ".join(day.isoformat() for day in plan.skip),
        "ahead_days": plan.ahead_days,
    }
    if isinstance(rule, Weekly):
        values |= {"repeats": "weekly", "weekdays": list(rule.weekdays), "every": rule.every}
    else:
        values |= {"repeats": "monthly", "nth": str(rule.nth), "weekday": rule.weekday}
    for use, (preset, after) in zip(schedule.presets, (("preset", "after"), ("preset_2", "after_2")), strict=False):
        values |= {preset: use.preset, after: use.after_minutes}
    return values


class NightForm(WithPresets):
    title = forms.CharField(label=_("Title"), max_length=TITLE)
    day = _date(label=_("Day"))
    at = _time(label=_("Begins at"), initial=datetime.time(19, 30))
    minutes = _minutes()
    field_order = ("title", "day", "at", "minutes")


class MoveForm(forms.Form):
    starts_at = forms.DateTimeField(
        label=_("Begins"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    minutes = _minutes()


class PresetForm(forms.Form):
    """A game, and a kind of evening."""

    name = forms.CharField(label=_("Name"), max_length=TITLE)
    evening = forms.ChoiceField(label=_("Game and kind of evening"))
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=30, required=False)
    rated = forms.BooleanField(label=_("Rated tables"), required=False, initial=True)

    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        field = self.fields["evening"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101
        field.choices = [
            (f"{game.key}/{each.key}", f"{gettext(game.name)}: {gettext(each.title)}")
            for game in catalogue.games()
            for each in suiting(game.key)
        ]

    def settings(self) -> Settings:
        game, _slash, kind = self.cleaned_data["evening"].partition("/")
        chosen = PRESETS[kind].settings | {"rated": self.cleaned_data["rated"]}
        if self.cleaned_data["rounds"] is not None:
            chosen["rounds"] = self.cleaned_data["rounds"]
        return Settings(name="", game=game, starts_at=0, **chosen)
