"""The matches of a tournament, as the form asks about them and in words: their tables, and what a level one is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, cast

from django import forms
from django.utils.translation import gettext, gettext_noop, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.director.display.reasons import points
from tournaments.director.state.events import Settings
from tournaments.director.state.match_settings import series_of
from tournaments.pairing.registry import FORMATS
from tournaments.pairing.series.rules import Level, Series

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

TABLES: list[tuple[str, StrOrPromise]] = [
    ("", _("One")),
    ("best_of 3", _("Best of 3")),
    ("best_of 5", _("Best of 5")),
    ("best_of 7", _("Best of 7")),
    ("fixed 2", _("2, all played")),
    ("fixed 4", _("4, all played")),
]
POINTS: dict[str, str] = {
    "share": gettext_noop("the share of the others beaten"),
    "places": gettext_noop("points by place"),
    "winner": gettext_noop("points for the winner, and for a shared first place"),
    "game": gettext_noop("the game’s own points"),
}
LEVELS: list[tuple[str, StrOrPromise]] = [
    ("", _("usual: a draw; in a knock-out the better seed goes on")),
    ("draw", _("a draw")),
    ("tie_break", _("another table, until it is decided")),
    ("better_seed", _("the better seed’s")),
]


def tables_field() -> forms.ChoiceField:
    return forms.ChoiceField(
        label=_("Tables a match"),
        required=False,
        help_text=_("In a knock-out, and in a best of several, a drawn table is played again, twice at most."),
    )


def level_field() -> forms.ChoiceField:
    return forms.ChoiceField(label=_("A level match is"), choices=LEVELS, required=False)


def points_field() -> forms.ChoiceField:
    return forms.ChoiceField(label=_("A table counts"), choices=_points_choices, required=False)


def _points_choices() -> list[tuple[str, str]]:
    return [(kind, gettext(words)) for kind, words in POINTS.items()]


def worth_field() -> forms.CharField:
    return forms.CharField(
        label=_("Points of a table"),
        max_length=60,
        required=False,
        widget=forms.TextInput(attrs={"placeholder": "4 3 2 1"}),
        help_text=_(
            "At tables of three to five. By place: one number each. For the winner: two, for winning alone and for "
            "sharing the first place (5 1). The game’s own: what a round won without a table counts. Between two, in a "
            "Swiss or a round robin: for the winner, and for a draw (3 1)."
        ),
    )


def points_words(settings: Settings) -> str:
    """What a table counts; empty where there is no choice."""
    kind = FORMATS[settings.format]
    worth = [points(each) for each in settings.place_points]
    if kind.sizes == (2,):
        win, draw = worth or ["", ""]
        return gettext("{win} for winning, {draw} for a draw").format(win=win, draw=draw) if worth else ""
    if kind.countings == ("share",):
        return ""
    return gettext(POINTS[settings.table_points]) + (f" ({' · '.join(worth)})" if worth else "")


def tables_choices(settings: Settings | None) -> list[tuple[str, Any]]:
    """The usual ones, with what was announced if it is another."""
    own = _initial(settings)["tables"] if settings else ""
    known = any(own == value for value, _words in TABLES)
    return [*TABLES, *([] if known else [(own, _own_words(own))])]


def _own_words(own: str) -> str:
    kind, tables = own.split()
    return (gettext("Best of {count}") if kind == "best_of" else gettext("{count}, all played")).format(count=tables)


def initial(settings: Settings) -> dict[str, Any]:
    return {**_initial(settings), "place_points": " ".join(settings.place_points)}


def _initial(settings: Settings) -> dict[str, str]:
    series = settings.series
    if series is None or series == FORMATS[settings.format].series:
        return {"tables": "", "level": ""}
    return {"tables": f"{series.kind} {series.tables}", "level": series.level}


def chosen_series(tables: str, level: str, kind: str, announced: Settings | None) -> Series | None:
    """``None``: what is usual in the format *kind*. What the form does not ask stays as it was announced."""
    if not tables and not level:
        return None
    form, count = tables.split() if tables else ("best_of" if FORMATS[kind].knocks_out else "fixed", "1")
    draws = announced.series.draws if announced and announced.series else "replay"
    named = cast(Level, level) if level else None
    return series_of(kind, int(count), form=cast(Literal["best_of", "fixed"], form), draws=draws, level=named)


def chosen_points(kind: str, worth: str, format_: str) -> dict[str, Any]:
    """What a table counts, where that is a question: numbers with spaces between; no kind: what is usual."""
    if kind not in FORMATS[format_].countings or kind in ("", "share"):
        return {}
    return {"table_points": kind, "place_points": tuple(worth.replace(",", " ").replace(";", " ").split())}


def series_words(settings: Settings) -> str:
    """Empty where a match is a single table that may be level."""
    series = settings.series
    if series is None:
        return ""
    words = {
        "best_of": gettext("Best of {count}.") if series.tables > 1 else gettext("One table."),
        "fixed": ngettext("{count} table, all played.", "{count} tables, all played.", series.tables),
    }
    said = [words[series.kind].format(count=series.tables)]
    if series.kind == "best_of" and series.draws == "replay":
        said.append(gettext("A drawn table is played again, twice at most."))
    if series.level != "draw":
        said.append(_LEVEL[series.level]())
    return " ".join(said)


_LEVEL = {
    "tie_break": lambda: gettext(
        "A level match goes on to tie-break tables, three at most; then the better seed wins."
    ),
    "better_seed": lambda: gettext("If it is still level, the better seed goes on."),
}


def format_words(settings: Settings) -> str:
    """ "Swiss"; "Groups · Knock-out" of what goes on in stages."""
    first = gettext("Groups") if settings.groups > 1 else gettext(FORMATS[settings.format].title)
    return " · ".join([first, *(gettext(FORMATS[stage.format].title) for stage in settings.stages)])
