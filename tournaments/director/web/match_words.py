"""The matches of a tournament in words: how many tables they have, and what a level one is."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from tournaments.director.state.events import Settings
from tournaments.pairing.format import Options
from tournaments.pairing.registry import FORMATS


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


def third_place(settings: Settings) -> bool | None:
    """Whether there is a match for third place; ``None`` in a format that has none."""
    kind = FORMATS[settings.format]
    return settings.third_place if kind.structure(4, Options()) != kind.structure(4, _WITHOUT) else None


def advance(settings: Settings) -> int | None:
    """How many of each table go on; ``None`` in a format where nobody does."""
    return settings.advance if FORMATS[settings.format].pods(4, Options()) else None


_WITHOUT = Options(third_place=False)
