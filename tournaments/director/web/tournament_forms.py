"""Forms of tournaments."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.director.selectors import Detail
from tournaments.director.state.events import Settings
from tournaments.director.state.settings import USUAL_GRACE, usual_codes
from tournaments.director.web import entry_form, match_form, stage_form, team_form
from tournaments.director.web.entry_form import EntryFields, number
from tournaments.pairing.registry import FORMATS
from tournaments.tables import catalogue
from tournaments.tables.catalogue import GameInfo
from tournaments.tables.web.forms import USUAL_CLOCK, USUAL_CLOCKS, OptionsForm, clock_choices, clock_of, level_choices

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

_MOMENT = "%Y-%m-%dT%H:%M"


class TournamentForm(EntryFields, OptionsForm):
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
    rounds = forms.IntegerField(
        label=_("Rounds"), min_value=1, max_value=30, required=False, widget=number(_("as many as needed"))
    )
    clock = forms.ChoiceField(label=_("Clock"), required=False)
    round_minutes = forms.IntegerField(
        label=_("Minutes a round"),
        min_value=1,
        max_value=44640,
        required=False,
        widget=number(_("no deadline")),
        help_text=_("At the end of that time the player whose turn it is runs out of time. Needed without a clock."),
    )
    grace_minutes = forms.IntegerField(
        label=_("Minutes to wait for players"),
        min_value=1,
        max_value=44640,
        required=False,
        widget=number(str(USUAL_GRACE)),
        help_text=_(
            "Players who have not come by then have missed the match. Without a clock players have the whole round."
        ),
    )
    groups = stage_form.groups_field()
    cycles = stage_form.cycles_field()
    final = stage_form.final_field()
    each = stage_form.each_field()
    best = stage_form.best_field()
    top = stage_form.top_field()
    final_tables = stage_form.final_tables_field()
    carries = stage_form.carries_field()
    ties = stage_form.ties_field()
    tie_breaks = forms.ChoiceField(label=_("Among equal points"), required=False)
    tables = match_form.tables_field()
    level = match_form.level_field()
    third_place = match_form.third_place_field()
    advance = match_form.advance_field()
    table_points = match_form.points_field()
    place_points = match_form.worth_field()
    max_entries = forms.IntegerField(
        label=_("Most entries"), min_value=2, max_value=2000, required=False, widget=number(_("as many as fit"))
    )
    acceleration = forms.ChoiceField(
        label=_("First rounds of a Swiss"),
        required=False,
        choices=[("none", _("as all others")), ("baku", _("accelerated (Baku): for large fields"))],
    )
    apart_rounds = forms.IntegerField(
        label=_("Rounds in which club-mates are kept apart"),
        min_value=0,
        max_value=30,
        required=False,
        widget=number(pgettext_lazy("late entry", "none")),
        help_text=_("In a Swiss, where possible. You name the club-mates once it is announced."),
    )
    neighbours = forms.BooleanField(label=_("Neighbours meet in the last round of a Swiss"), required=False)
    rematches = forms.BooleanField(label=_("A Swiss may have more rounds than everybody has opponents"), required=False)
    rated = forms.BooleanField(label=pgettext_lazy("of a tournament", "Rated"), required=False, initial=True)
    bots = forms.BooleanField(label=_("Bots may enter"), required=False, initial=True)

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
        playable = [each for each in FORMATS.values() if each.table_sizes(game.sizes)]
        if teams := team_form.formats(game.key):
            playable += [each for each in teams if each not in playable]
        else:
            del self.fields["team_size"]
        if not (settings and settings.entry_code):
            del self.fields["keep_code"]
        self._choose("format", [(each.key, gettext(each.title)) for each in playable])
        self._choose("tie_breaks", tie_break_choices(settings))
        self._choose("tables", match_form.tables_choices(settings))
        self._choose("final", stage_form.final_choices(game, settings))
        self._choose("final_tables", stage_form.tables_choices(settings))
        self._choose("clock", [*clock_choices(), *_own_clock(settings)])

    def _choose(self, name: str, choices: list[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101
        field.choices = choices

    @property
    def main(self) -> list[forms.BoundField]:
        """What everybody is asked."""
        folded = {name for _title, names in FOLDED for name in names}
        return [field for field in self.visible_fields() if field.name not in folded]

    @property
    def folded(self) -> list[tuple[str, list[forms.BoundField], bool]]:
        """The rest by title, and whether something in it is wrong or has been set."""
        return [(gettext(title), fields, any(field.errors for field in fields)) for title, fields in self._folded()]

    def _folded(self) -> Iterator[tuple[str, list[forms.BoundField]]]:
        for title, names in FOLDED:
            yield title, [self[name] for name in names if name in self.fields]

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
            team_size=2 if chosen.get("team_size") == 2 else 1,
            bots=chosen["bots"],
            tie_breaks=tuple(chosen["tie_breaks"].split()) if FORMATS[chosen["format"]].codes else (),
            **self.conditions(self.announced),
            series=match_form.chosen_series(chosen["tables"], chosen["level"], chosen["format"], self.announced),
            third_place=chosen["third_place"],
            advance=chosen["advance"] or 2,
            **match_form.chosen_points(chosen["table_points"], chosen["place_points"], chosen["format"]),
            **(self.absences() if FORMATS[chosen["format"]].open_field else {}),
            acceleration=chosen["acceleration"] or "none",
            neighbours=chosen["neighbours"],
            apart_rounds=chosen["apart_rounds"] or 0,
            rematches=chosen["rematches"],
            **stage_form.chosen(chosen, self.announced),
            **kept,
        )


FOLDED: tuple[tuple[str, tuple[str, ...]], ...] = (
    (gettext_noop("Groups, and who goes on"), stage_form.FIELDS),
    (
        gettext_noop("Matches and ties"),
        (
            *("tables", "level", "third_place", "advance", "table_points", "place_points"),
            *("tie_breaks", "grace_minutes"),
        ),
    ),
    (gettext_noop("How a Swiss is paired"), ("acceleration", "apart_rounds", "neighbours", "rematches")),
    (gettext_noop("Late, or away for a round"), ("late_round", "late_bye", "half_byes")),
    (
        gettext_noop("Who may enter, and who is there"),
        (
            *("max_entries", "waiting_list", "check_in_minutes", "private", "by_invitation", "entry_code", "keep_code"),
            *("least_rating", "most_rating", "least_games", "least_days", "bots"),
        ),
    ),
)
"""What a preset or the usual answers, by title."""


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
    return "" if settings.tie_breaks == usual_codes(settings) else " ".join(settings.tie_breaks)


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
    given |= {name: getattr(settings, name) for name in ("acceleration", "neighbours", "rematches")}
    given["team_size"] = settings.team_size
    given["apart_rounds"] = settings.apart_rounds or None
    given |= entry_form.initial(settings)
    given["starts_at"] = datetime.datetime.fromtimestamp(settings.starts_at / 1000, tz=datetime.UTC)
    given["clock"] = settings.clock.text if settings.clock else ""
    given["tie_breaks"] = _own_order(settings)
    given |= match_form.initial(settings)
    given |= stage_form.initial(settings)
    return given | {f"option-{name}": value for name, value in settings.options.items()}


def _own_clock(settings: Settings | None) -> list[tuple[str, str]]:
    """A clock that was announced by the API and is not among the usual ones."""
    text = settings.clock.text if settings and settings.clock else ""
    return [(text, text)] if text and text not in USUAL_CLOCKS else []
