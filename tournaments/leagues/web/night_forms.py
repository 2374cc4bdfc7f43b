"""Forms of a club's nights: schedules, presets, a night by hand."""

import datetime
from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.director.policy.presets import PRESETS, suiting
from tournaments.director.state.events import Settings
from tournaments.director.web import setting_fields
from tournaments.leagues.nights.calendar import Calendar, Schedule
from tournaments.leagues.nights.decisions import TITLE, Draft
from tournaments.leagues.nights.events import Use
from tournaments.leagues.rules.recurrence import Monthly, Rule, Weekly
from tournaments.tables.web.forms import OptionsForm, clock_choices, clock_of

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


PRESET_FIELDS: Final = (
    ("preset", "after", _("Tournament")),
    ("preset_2", "after_2", _("Second tournament")),
    ("preset_3", "after_3", _("Third tournament")),
    ("preset_4", "after_4", _("Fourth tournament")),
    ("preset_5", "after_5", _("Fifth tournament")),
)


class WithPresets(forms.Form):
    """A night has up to five tournaments, by the club's presets; without presets nothing is asked about them."""

    def __init__(self, *args: Any, calendar: Calendar, **given: Any) -> None:
        super().__init__(*args, **given)
        choices = [("", gettext("none")), *((each.id, each.name) for each in calendar.presets.values())]
        for preset, after, label in PRESET_FIELDS if calendar.presets else ():
            self.fields[preset] = forms.ChoiceField(label=label, required=False, choices=choices)
            self.fields[after] = forms.IntegerField(
                label=_("begins after minutes"), min_value=0, max_value=1440, required=False
            )

    def uses(self) -> tuple[Use, ...]:
        chosen = (
            (self.cleaned_data.get(preset), self.cleaned_data.get(after)) for preset, after, _label in PRESET_FIELDS
        )
        return tuple(Use(preset, after or 0) for preset, after in chosen if preset)


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
    every = forms.TypedChoiceField(label=_("Weeks from one night to the next"), choices=EVERY, coerce=int, initial="1")
    nth = forms.ChoiceField(label=_("By months: on the"), choices=NTHS, required=False)
    weekday = forms.ChoiceField(label=_("of which day"), choices=DAYS, required=False)
    at = _time(label=_("Begins at"), initial=datetime.time(19, 30))
    minutes = _minutes()
    since = _date(label=_("First day"))
    until = _date(label=_("Last day"), required=False)
    skip = forms.CharField(
        label=_("Days left out"),
        required=False,
        max_length=1_200,
        help_text=_("Written like 2027-12-24, separated by commas."),
    )
    ahead_days = forms.IntegerField(label=_("Days announced ahead"), min_value=1, max_value=60, initial=7)
    host = forms.TypedChoiceField(label=_("Who directs its tournaments"), coerce=int)

    field_order = ("title", "repeats", "weekdays", "every", "nth", "weekday", "at", "minutes", "since", "until", "skip")

    def __init__(self, *args: Any, hosts: Sequence[tuple[int, str]], **given: Any) -> None:
        super().__init__(*args, **given)
        field = self.fields["host"]
        assert isinstance(field, forms.TypedChoiceField)  # noqa: S101
        field.choices = hosts

    def clean_skip(self) -> tuple[datetime.date, ...]:
        try:
            parts = filter(None, (part.strip() for part in self.cleaned_data["skip"].split(",")))
            return tuple(datetime.date.fromisoformat(part) for part in parts)
        except ValueError as error:
            raise forms.ValidationError(gettext("Write days like 2027-12-24.")) from error

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("repeats") == "weekly" and not cleaned.get("weekdays"):
            self.add_error("weekdays", gettext("Choose a day."))
        return cleaned

    def draft(self) -> Draft:
        chosen = self.cleaned_data
        names = ("title", "minutes", "since", "until", "skip", "ahead_days", "host")
        given = {name: chosen[name] for name in names}
        at = f"{chosen['at']:%H:%M}"
        return Draft(rule=self._rule(), at=at, presets=self.uses(), **given)

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
        "host": schedule.host,
    }
    if isinstance(rule, Weekly):
        values |= {"repeats": "weekly", "weekdays": list(rule.weekdays), "every": rule.every}
    else:
        values |= {"repeats": "monthly", "nth": str(rule.nth), "weekday": rule.weekday}
    for use, (preset, after, _label) in zip(schedule.presets, PRESET_FIELDS, strict=False):
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


AS_USUAL: Final = "usual"
OTHERWISE: Final = (
    *("rounds", "round_minutes", "grace_minutes", "check_in_minutes"),
    *("max_entries", "late_round", "half_byes", "table_size"),
)
"""Numbers which the kind of evening gives if their fields stay empty."""
SWITCHES: Final = ("bots", "rated")


class PresetForm(OptionsForm):
    """A kind of evening for a game, and what is otherwise in it."""

    name = forms.CharField(label=_("Name"), max_length=TITLE)
    evening = forms.ChoiceField(label=_("Kind of evening"))
    clock = forms.ChoiceField(label=_("Clock"), required=False)

    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        evening, clock = self.fields["evening"], self.fields["clock"]
        assert isinstance(evening, forms.ChoiceField)  # noqa: S101
        assert isinstance(clock, forms.ChoiceField)  # noqa: S101
        evening.choices = [(each.key, gettext(each.title)) for each in suiting(self.game.key)]
        clock.choices = [(AS_USUAL, gettext("as in that kind of evening")), *clock_choices()]
        declared = setting_fields.fields()
        self.fields |= {name: declared[name] for name in (*OTHERWISE, *SWITCHES)}
        for name in OTHERWISE:
            self.fields[name].help_text = gettext("Leave empty to use the value of that kind.")
            self.fields[name].widget.attrs.pop("placeholder")
        self.order_fields(["name", "evening", "rounds", "clock", *OTHERWISE, *SWITCHES])

    def settings(self) -> Settings:
        chosen = self.cleaned_data
        given = PRESETS[chosen["evening"]].settings | {name: chosen[name] for name in SWITCHES}
        given |= {name: chosen[name] for name in OTHERWISE if chosen[name] is not None}
        if chosen["clock"] != AS_USUAL:
            given["clock"] = clock_of(chosen["clock"])
        return Settings(name="", game=self.game.key, starts_at=0, options=self.options(), **given)
