"""Forms of tournaments."""

import datetime
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.director.selectors import Detail
from tournaments.director.state.announced import SECTIONS, Settings
from tournaments.director.web import match_form, setting_fields, stage_form, team_form, tie_break_form
from tournaments.director.web.setting_fields import number
from tournaments.pairing.registry import FORMATS
from tournaments.tables import catalogue
from tournaments.tables.catalogue import USUAL_CLOCK, USUAL_CLOCKS, GameInfo
from tournaments.tables.web.forms import OptionsForm, clock_choices, clock_of, level_choices

_MOMENT = "%Y-%m-%dT%H:%M"


class TournamentForm(OptionsForm):
    """What the organiser announces."""

    name = forms.CharField(label=_("Name"), max_length=80)
    description = forms.CharField(
        label=_("Description"), max_length=4000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    starts_at = forms.DateTimeField(
        label=_("Start"),
        input_formats=[_MOMENT, f"{_MOMENT}:%S"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=_MOMENT),
    )
    team_size = team_form.size_field()
    format = forms.ChoiceField(label=_("Format"))
    clock = forms.ChoiceField(label=_("Clock"), required=False)
    cycles = stage_form.cycles_field()
    final = stage_form.final_field()
    each = stage_form.each_field()
    best = stage_form.best_field()
    top = stage_form.top_field()
    final_tables = stage_form.final_tables_field()
    carries = stage_form.carries_field()
    ties = stage_form.ties_field()
    tie_breaks = tie_break_form.order_field()
    own_order = tie_break_form.OwnOrder()
    tables = match_form.tables_field()
    level = match_form.level_field()
    table_points = match_form.points_field()
    place_points = match_form.worth_field()
    entry_code = forms.CharField(
        label=_("Entry code"),
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("Players need it to enter. Only a digest of it is stored."),
    )
    keep_code = forms.BooleanField(label=_("Keep the current entry code"), required=False, initial=True)
    expected = forms.IntegerField(
        label=_("How many do you expect?"),
        min_value=1,
        max_value=2000,
        required=False,
        widget=number("16"),
        help_text=_("Only for the plan; more may come."),
    )

    def __init__(self, *args: Any, game: GameInfo, settings: Settings | None = None, **kwargs: Any) -> None:
        """*settings*: as it was announced, or as it is to begin with."""
        kwargs.setdefault("initial", _initial(settings))
        super().__init__(*args, game=game, **kwargs)
        self.announced = settings
        self.fields |= setting_fields.fields()
        self.order_fields([name for names in SECTIONS.values() for name in names])
        playable = [each for each in FORMATS.values() if each.table_sizes(game.sizes)]
        if teams := team_form.formats(game.key):
            playable += [each for each in teams if each not in playable]
        else:
            del self.fields["team_size"]
        if not (settings and settings.entry_code):
            del self.fields["keep_code"]
        self._choose("format", [(each.key, gettext(each.title)) for each in playable])
        self._choose("tables", match_form.tables_choices(settings))
        self._choose("final", stage_form.final_choices(game, settings))
        self._choose("final_tables", stage_form.tables_choices(settings))
        self._choose("clock", [*clock_choices(), *_own_clock(settings)])

    def _choose(self, name: str, choices: list[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101
        field.choices = choices

    def clean(self) -> dict[str, Any]:
        """Refuse an own order without a tie-break: it would become the usual one unseen."""
        chosen: dict[str, Any] = super().clean() or self.cleaned_data
        if chosen.get("tie_breaks") == tie_break_form.OWN and not chosen.get("own_order", True):
            self.add_error("own_order", gettext("Choose at least one tie-break."))
        return chosen

    @property
    def main(self) -> list[forms.BoundField]:
        """What everybody is asked."""
        folded = {name for title, names in SECTIONS.items() if title for name in names}
        return [field for field in self.visible_fields() if field.name not in folded]

    @property
    def folded(self) -> list[tuple[str, list[forms.BoundField], bool]]:
        """The rest by title, and whether something in it is wrong."""
        parts = {title: [self[name] for name in names if name in self.fields] for title, names in SECTIONS.items()}
        del parts[""]
        return [(gettext(title), fields, any(field.errors for field in fields)) for title, fields in parts.items()]

    def settings(self) -> Settings:
        """The settings as entered; what the form does not ask stays as it was announced."""
        chosen = self.cleaned_data
        return Settings(
            name=chosen["name"],
            description=chosen["description"],
            game=self.game.key,
            starts_at=int(chosen["starts_at"].timestamp() * 1000),
            team_size=2 if chosen.get("team_size") == 2 else 1,
            format=chosen["format"],
            options=self.options(),
            clock=clock_of(chosen["clock"]),
            series=match_form.chosen_series(chosen["tables"], chosen["level"], chosen["format"], self.announced),
            tie_breaks=tie_break_form.chosen(chosen) if FORMATS[chosen["format"]].codes else (),
            entry_code=self.announced.entry_code if self.announced and chosen.get("keep_code") else "",
            **match_form.chosen_points(chosen["table_points"], chosen["place_points"], chosen["format"]),
            **stage_form.chosen(chosen, self.announced),
            **setting_fields.chosen(chosen, self.announced),
        )


class BotsForm(forms.Form):
    """The organiser enters bots."""

    level = forms.ChoiceField(label=_("Level"), choices=level_choices)
    count = forms.IntegerField(label=_("How many"), min_value=1, max_value=32, initial=4)


def options_chosen(detail: Detail) -> list[tuple[str, str]]:
    """The house rules and variants of a tournament in words."""
    chosen = detail.settings.options
    game = catalogue.game(detail.settings.game)
    return [(gettext(option.title), _option_value(chosen.get(option.name, option.default))) for option in game.options]


def _option_value(value: object) -> str:
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return gettext(value.replace("_", " ")) if isinstance(value, str) else str(value)


def _initial(settings: Settings | None) -> dict[str, Any]:
    if settings is None:
        soon = timezone.localtime() + datetime.timedelta(minutes=30)
        return {"starts_at": soon.replace(minute=soon.minute // 5 * 5, second=0, microsecond=0), "clock": USUAL_CLOCK}
    given = {name: getattr(settings, name) for name in ("name", "description", "format", "team_size", "table_points")}
    given |= setting_fields.initial(settings) | {"keep_code": True}
    given["starts_at"] = datetime.datetime.fromtimestamp(settings.starts_at / 1000, tz=datetime.UTC)
    given["clock"] = settings.clock.text if settings.clock else ""
    given |= tie_break_form.initial(settings)
    given |= match_form.initial(settings)
    given |= stage_form.initial(settings)
    return given | {f"option-{name}": value for name, value in settings.options.items()}


def _own_clock(settings: Settings | None) -> list[tuple[str, str]]:
    """A clock that was announced by the API and is not among the usual ones."""
    text = settings.clock.text if settings and settings.clock else ""
    return [(text, text)] if text and text not in USUAL_CLOCKS else []
