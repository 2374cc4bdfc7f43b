"""The matches of a tournament in words: how many tables they have, and what a level one is."""

from django.utils.translation import gettext, ngettext

from tournaments.director.state.events import Settings
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


def format_words(settings: Settings) -> str:
    """ "Swiss"; "Groups · Knock-out" of what goes on in stages."""
    first = gettext("Groups") if settings.groups > 1 else gettext(FORMATS[settings.format].title)
    return " · ".join([first, *(gettext(FORMATS[stage.format].title) for stage in settings.stages)])
