"""What was announced, line by line: the "Conditions" on a tournament's page."""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from django.utils.translation import gettext, pgettext

from tournaments.director.policy.conditions import Candidate, verdicts
from tournaments.director.selectors import Detail
from tournaments.director.state.announced import DECLARED, Settings
from tournaments.director.state.setting import Declared
from tournaments.director.state.settings import grace_minutes
from tournaments.director.web.match_form import format_words, points_words, series_words
from tournaments.director.web.tournament_forms import options_chosen
from tournaments.kit.words import sentence, span_words, translated
from tournaments.pairing.registry import FORMATS
from tournaments.pairing.tiebreaks.codes import find
from tournaments.tables.web.forms import clock_words

Lines: TypeAlias = Iterator[tuple[str, str]]

SAID = ("no_bots", "guests_unrated")
"""Conditions that stand among the facts anyway."""
SWITCH = {True: "yes", False: "no"}


def lines(detail: Detail) -> Lines:
    """What each setting is called, and what it says, in the order of the settings."""
    for name in Settings.__struct_fields__:
        if name in _OWN:
            yield from _OWN[name](detail)
        elif name in DECLARED and DECLARED[name].setting.title:
            yield from _declared(DECLARED[name], detail.settings)


def _declared(each: Declared, settings: Settings) -> Lines:
    setting, value = each.setting, getattr(settings, each.name)
    if not setting.where(FORMATS[settings.format]):
        return
    if each.is_number:
        words = translated(setting.value).format(value=value) if value else ""
    else:
        words = translated((setting.told or setting.words or SWITCH).get(value, ""))
    if words:
        yield translated(setting.title), words


def _rounds(detail: Detail) -> Lines:
    planned = detail.planned or detail.settings.rounds
    yield gettext("Rounds"), str(planned) if planned else gettext("as many as it needs")


def _teams(detail: Detail) -> Lines:
    if detail.settings.team_size > 1:
        yield gettext("Who enters"), gettext("fixed teams of two")


def _round_minutes(detail: Detail) -> Lines:
    minutes = detail.settings.round_minutes
    yield gettext("Time for a round"), span_words(minutes) if minutes else "–"


def _rated(detail: Detail) -> Lines:
    taken_out = gettext("taken out of the site’s ratings by the organiser")
    yield gettext("Rated"), taken_out if detail.unrated else gettext(SWITCH[detail.settings.rated])


def _waiting_list(detail: Detail) -> Lines:
    if detail.settings.waiting_list:
        yield gettext("Waiting list"), str(len(detail.waiting))


def _entry(detail: Detail) -> Lines:
    """All conditions of entering, under a title."""
    title = gettext("Who may enter")
    for each in verdicts(detail.id, detail.settings, Candidate()):
        if each.code not in SAID:
            yield title, sentence(each.condition)
            title = ""


def _late(detail: Detail) -> Lines:
    settings = detail.settings
    if not detail.may_rest:
        return
    words = [gettext("until round {value} is drawn").format(value=settings.late_round)]
    if settings.late_bye == "H":
        words.append(gettext("with half a point for the last round missed"))
    yield gettext("Late entry"), ", ".join(words) if settings.late_round else pgettext("late entry", "none")


def _if_any(title: Callable[[], str], words: Callable[[Settings], str]) -> Callable[[Detail], Lines]:
    def line(detail: Detail) -> Lines:
        if found := words(detail.settings):
            yield title(), found

    return line


def _tie_breaks(settings: Settings) -> str:
    return ", ".join(translated(find(code).title) for code in settings.tie_breaks)


_OWN: dict[str, Callable[[Detail], Any]] = {
    "team_size": _teams,
    "format": _if_any(lambda: gettext("Format"), format_words),
    "options": options_chosen,
    "rounds": _rounds,
    "clock": _if_any(lambda: gettext("Clock"), lambda settings: clock_words(settings.clock)),
    "round_minutes": _round_minutes,
    "rated": _rated,
    "series": _if_any(lambda: gettext("Tables a match"), series_words),
    "table_points": _if_any(lambda: gettext("A table counts"), points_words),
    "tie_breaks": _if_any(lambda: gettext("Among equal points"), _tie_breaks),
    "grace_minutes": _if_any(lambda: gettext("Wait for players"), lambda settings: span_words(grace_minutes(settings))),
    "late_round": _late,
    "waiting_list": _waiting_list,
    "by_invitation": _entry,
}
"""The lines that say more than their setting."""
