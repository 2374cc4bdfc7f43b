"""The form's questions about stages: groups, who goes on, and what they play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.director.state.events import Settings
from tournaments.director.state.stage_settings import Stage
from tournaments.director.web import match_form
from tournaments.director.web.setting_fields import number
from tournaments.pairing.qualification import Best, Place, Take, Top
from tournaments.pairing.registry import FORMATS
from tournaments.tables.catalogue import GameInfo

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

USUAL_EACH = 2

CARRIES: list[tuple[str, StrOrPromise]] = [
    ("none", _("none")),
    ("co-qualifiers", _("those against others who go on")),
    ("all", _("all")),
]
TIES: list[tuple[str, StrOrPromise]] = [
    ("lot", _("the lot")),
    ("table", _("a tie-break table, at which they play for it")),
]
AS_ANNOUNCED = "announced"
"""Stages that this form cannot ask about: they came by the API, and stay."""


def _most(label: StrOrPromise, most: int, placeholder: str, help_text: StrOrPromise = "") -> forms.IntegerField:
    return forms.IntegerField(
        label=label, min_value=1, max_value=most, required=False, widget=number(placeholder), help_text=help_text
    )


def cycles_field() -> forms.BooleanField:
    return forms.BooleanField(label=_("In a round robin everybody meets everybody twice"), required=False)


def final_field() -> forms.ChoiceField:
    return forms.ChoiceField(label=_("The next stage is played as"), required=False)


def each_field() -> forms.IntegerField:
    return _most(_("Players advancing per group"), 100, str(USUAL_EACH))


def best_field() -> forms.IntegerField:
    return _most(_("Best of the rest who also advance"), 500, "0", _("By points per game, then tie-breaks."))


def top_field() -> forms.IntegerField:
    return _most(_("Or the best overall"), 500, "", _("Instead of places of the groups."))


def final_tables_field() -> forms.ChoiceField:
    return forms.ChoiceField(label=_("Tables a match in the next stage"), required=False)


def carries_field() -> forms.ChoiceField:
    return forms.ChoiceField(
        label=_("Points carried over"),
        choices=CARRIES,
        required=False,
        help_text=_("Not into a knock-out: there are no points."),
    )


def ties_field() -> forms.ChoiceField:
    return forms.ChoiceField(
        label=_("If players are equal on the qualifying line after all tie-breaks"), choices=TIES, required=False
    )


def final_choices(game: GameInfo, settings: Settings | None) -> list[tuple[str, Any]]:
    playable = [(each.key, gettext(each.title)) for each in FORMATS.values() if each.table_sizes(game.sizes)]
    kept = [(AS_ANNOUNCED, gettext("As it was announced"))] if settings and not _is_simple(settings) else []
    return [("", gettext("nothing: the tournament ends there")), *kept, *playable]


def tables_choices(settings: Settings | None) -> list[tuple[str, Any]]:
    own = _asked(settings).get("final_tables", "") if settings else ""
    known = any(own == value for value, _words in match_form.TABLES)
    return [*match_form.TABLES, *([] if known else [(own, own)])]


def _is_simple(settings: Settings) -> bool:
    """Whether the form can ask all that was announced of the stages."""
    if not settings.stages:
        return True
    stage = settings.stages[0]
    return len(settings.stages) == 1 and stage == _stage(_asked(settings), None, stage)


def initial(settings: Settings) -> dict[str, Any]:
    return _asked(settings) | ({} if _is_simple(settings) else {"final": AS_ANNOUNCED})


def _asked(settings: Settings) -> dict[str, Any]:
    """What the form would ask, as far as it can."""
    given: dict[str, Any] = {"cycles": settings.cycles == 2}
    if not settings.stages:
        return given
    stage = settings.stages[0]
    series = stage.series if stage.series != FORMATS[stage.format].series else None
    return given | {
        "final": stage.format,
        "each": sum(isinstance(take, Place) for take in stage.takes) or None,
        "best": next((take.count for take in stage.takes if isinstance(take, Best)), None),
        "top": next((take.count for take in stage.takes if isinstance(take, Top)), None),
        "final_tables": f"{series.kind} {series.tables}" if series else "",
        "carries": stage.carries,
        "ties": stage.ties,
    }


def chosen(cleaned: dict[str, Any], announced: Settings | None) -> dict[str, Any]:
    """The settings as entered; what the form does not ask of a stage stays as it was announced."""
    given = {"cycles": 2 if cleaned["cycles"] else 1}
    kept = announced.stages if announced else ()
    if cleaned["final"] == AS_ANNOUNCED:
        return given | {"stages": kept}
    former = kept[0] if kept and kept[0].format == cleaned["final"] else None
    return given | {"stages": (_stage(cleaned, cleaned, former),) if cleaned["final"] else ()}


def _stage(asked: dict[str, Any], matches: dict[str, Any] | None, former: Stage | None) -> Stage:
    kind = asked["final"]
    level = former.series.level if former and former.series else ""
    tables = asked.get("final_tables") or ""
    own = former.series if former and matches is None else None
    series = own or match_form.chosen_series(tables, level if tables else "", kind, None)
    return Stage(
        format=kind,
        takes=_takes(asked),
        carries=asked.get("carries") or "none",
        ties=asked.get("ties") or "lot",
        series=series,
        rounds=former.rounds if former else None,
        cycles=former.cycles if former else 1,
        tie_breaks=former.tie_breaks if former else (),
        third_place=matches["third_place"] if matches else former.third_place if former else True,
        advance=(matches["advance"] or 2) if matches else former.advance if former else 2,
    )


def _takes(asked: dict[str, Any]) -> tuple[Take, ...]:
    """The best of all if that is said; else places of the groups, the usual ones if nothing is said."""
    each, best, top = (asked.get(name) or 0 for name in ("each", "best", "top"))
    if top:
        return (Top(top), *((Place(1),) if each else ()))  # both is refused, with the reason
    places = each or (0 if best else USUAL_EACH)
    return (*(Place(place) for place in range(1, places + 1)), *((Best(best),) if best else ()))
