"""Forms of tournaments."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.director.events import Settings
from tournaments.director.formats.registry import FORMATS
from tournaments.director.selectors import Detail
from tournaments.director.settings import USUAL_GRACE
from tournaments.pages import match_form
from tournaments.pages.forms import USUAL_CLOCK, USUAL_CLOCKS, OptionsForm, clock_choices, clock_of, level_choices
from tournaments.tables import catalogue
from tournaments.tables.catalogue import GameInfo

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

_MOMENT = "%Y-%m-%dT%H:%M"


def _number(unless: StrOrPromise) -> forms.NumberInput:
    """A field for a number, with what holds if it stays empty."""
    return forms.NumberInput(attrs={"placeholder": unless})


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
    format = forms.ChoiceField(label=_("Format"))
    rounds = forms.IntegerField(
        label=_("Rounds"), min_value=1, max_value=30, required=False, widget=_number(_("as many as needed"))
    )
    clock = forms.ChoiceField(label=_("Clock"), required=False)
    round_minutes = forms.IntegerField(
        label=_("Minutes a round"),
        min_value=1,
        max_value=44640,
        required=False,
        widget=_number(_("no deadline")),
        help_text=_("At the end of that time the player whose turn it is runs out of time. Needed without a clock."),
    )
    grace_minutes = forms.IntegerField(
        label=_("Minutes to wait for players"),
        min_value=1,
        max_value=44640,
        required=False,
        widget=_number(str(USUAL_GRACE)),
        help_text=_("Who has not come by then has missed the match. Without a clock players have the whole round."),
    )
    tie_breaks = forms.ChoiceField(label=_("Among equal points"), required=False)
    tables = match_form.tables_field()
    level = match_form.level_field()
    third_place = match_form.third_place_field()
    max_entries = forms.IntegerField(
        label=_("Most entries"), min_value=2, max_value=2000, required=False, widget=_number(_("as many as fit"))
    )
    late_round = forms.IntegerField(
        label=_("Late entries until round"),
        min_value=0,
        max_value=30,
        required=False,
        widget=_number(pgettext_lazy("late entry", "none")),
        help_text=_("Who comes late is drawn from the next round on. Not in a round robin."),
    )
    late_bye = forms.ChoiceField(
        label=_("For the last round that they missed"),
        required=False,
        choices=[("Z", _("No points")), ("H", _("Half a point"))],
    )
    half_byes = forms.IntegerField(
        label=_("Half-point byes on request, each"),
        min_value=0,
        max_value=30,
        required=False,
        widget=_number(pgettext_lazy("late entry", "none")),
        help_text=_("For rounds that somebody has to miss. Not in a round robin."),
    )
    rated = forms.BooleanField(label=pgettext_lazy("of a tournament", "Rated"), required=False, initial=True)
    bots = forms.BooleanField(label=_("Bots may enter"), required=False, initial=True)

    def __init__(self, *args: Any, game: GameInfo, settings: Settings | None = None, **kwargs: Any) -> None:
        kwargs.setdefault("initial", _initial(settings))
        super().__init__(*args, game=game, **kwargs)
        self.announced = settings
        playable = (each for each in FORMATS.values() if each.table_sizes(game.sizes))
        self._choose("format", [(each.key, gettext(each.title)) for each in playable])
        self._choose("tie_breaks", tie_break_choices(settings))
        self._choose("tables", match_form.tables_choices(settings))
        self._choose("clock", [*clock_choices(), *_own_clock(settings)])

    def _choose(self, name: str, choices: list[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101
        field.choices = choices

    def settings(self) -> Settings:
        """The settings as entered; what the form does not ask stays as it was announced."""
        chosen = self.cleaned_data
        kept = {
            name: getattr(self.announced, name)
            for name in ("table_size", "odd_tables", "bye", "unplayed")
            if self.announced
        }
        return Settings(
            name=chosen["name"],
            game=self.game.key,
            format=chosen["format"],
            starts_at=int(chosen["starts_at"].timestamp() * 1000),
            options=self.options(),
            rounds=chosen["rounds"],
            clock=clock_of(chosen["clock"]),
            rated=chosen["rated"],
            round_minutes=chosen["round_minutes"],
            grace_minutes=chosen["grace_minutes"],
            max_entries=chosen["max_entries"],
            description=chosen["description"],
            bots=chosen["bots"],
            tie_breaks=tuple(chosen["tie_breaks"].split()) if FORMATS[chosen["format"]].codes else (),
            series=match_form.chosen_series(chosen["tables"], chosen["level"], chosen["format"], self.announced),
            third_place=chosen["third_place"],
            **(_absences(chosen) if FORMATS[chosen["format"]].open_field else {}),
            **kept,
        )


def _absences(chosen: dict[str, Any]) -> dict[str, Any]:
    """What only formats can have whose rounds are drawn for those who are there."""
    return {
        "late_round": chosen["late_round"] or 0,
        "late_bye": chosen["late_bye"] or "Z",
        "half_byes": chosen["half_byes"] or 0,
    }


ORDERS = {
    "": _("Usual for the format"),
    "DE BH-C1 BH SB WON": _("Direct encounter first, then Buchholz"),
    "SB DE WON": _("Sonneborn-Berger first, then direct encounter"),
    "SB BH WON": _("Sonneborn-Berger first, then Buchholz"),
    "PS BH SB WON": _("Progressive score first, then Buchholz"),
    "OMW GW OGW": _("As at card games: the opponents’ share of wins first"),
}


def tie_break_choices(settings: Settings | None) -> list[tuple[str, StrOrPromise]]:
    """Orders to choose from, with the one that was announced if it is another."""
    own = _own_order(settings) if settings else ""
    return [*ORDERS.items(), *([] if own in ORDERS else [(own, own)])]


def _own_order(settings: Settings) -> str:
    return "" if settings.tie_breaks == FORMATS[settings.format].codes else " ".join(settings.tie_breaks)


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


ODD_TABLES = {
    "lowest": _("the lowest in the standings"),
    "highest": _("the highest in the standings"),
    "spread": _("all over the standings"),
}
BYES = {"1": _("a win"), "1/2": _("half a win"), "0": _("nothing")}


def _initial(settings: Settings | None) -> dict[str, Any]:
    if settings is None:
        soon = timezone.localtime() + datetime.timedelta(minutes=30)
        return {"starts_at": soon.replace(minute=soon.minute // 5 * 5, second=0, microsecond=0), "clock": USUAL_CLOCK}
    given = {name: getattr(settings, name) for name in ("name", "description", "format", "rounds", "round_minutes")}
    given |= {name: getattr(settings, name) for name in ("grace_minutes", "max_entries", "rated", "bots")}
    given |= {name: getattr(settings, name) or None for name in ("late_round", "late_bye", "half_byes")}
    given["starts_at"] = datetime.datetime.fromtimestamp(settings.starts_at / 1000, tz=datetime.UTC)
    given["clock"] = settings.clock.text if settings.clock else ""
    given["tie_breaks"] = _own_order(settings)
    given |= match_form.initial(settings)
    return given | {f"option-{name}": value for name, value in settings.options.items()}


def _own_clock(settings: Settings | None) -> list[tuple[str, str]]:
    """A clock that was announced by the API and is not among the usual ones."""
    text = settings.clock.text if settings and settings.clock else ""
    return [(text, text)] if text and text not in USUAL_CLOCKS else []
