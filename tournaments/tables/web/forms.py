"""Forms of pages: built from what a game says about itself."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tournaments.tables import catalogue
from tournaments.tables.catalogue import USUAL_CLOCKS, GameInfo, Option
from tournaments.tables.events import Clock
from tournaments.tables.vacations import DAYS


class VacationForm(forms.Form):
    """For how long somebody is away."""

    days = forms.IntegerField(label=_("For how many days"), min_value=1, max_value=DAYS, initial=7)


def clock_words(clock: Clock | None) -> str:
    """ "10 min + 5 s a move", "3 days a move"."""
    if clock is None:
        return gettext("no clock")
    if clock.per_move:
        return _per_move(clock.base)
    words = {"minutes": clock.base // 60, "seconds": clock.base % 60, "increment": clock.increment}
    if clock.base % 60:
        base = gettext("{minutes}:{seconds:02} min").format(**words)
    else:
        base = gettext("{minutes} min").format(**words)
    return gettext("{base} + {increment} s a move").format(base=base, increment=clock.increment)


def _per_move(seconds: int) -> str:
    hours, rest = divmod(seconds, 3600)
    if rest:
        return gettext("{minutes}:{seconds:02} min a move").format(minutes=seconds // 60, seconds=seconds % 60)
    if hours % 24:
        return ngettext("{count} hour a move", "{count} hours a move", hours).format(count=hours)
    return ngettext("{count} day a move", "{count} days a move", hours // 24).format(count=hours // 24)


def clock_choices() -> list[tuple[str, str]]:
    """No clock, and the usual ones."""
    return [(text, clock_words(clock_of(text)).capitalize()) for text in ("", *USUAL_CLOCKS)]


def clock_of(chosen: str) -> Clock | None:
    return Clock.of(chosen) if chosen else None


def level_choices() -> list[tuple[str, str]]:
    """The levels of bots by name, weakest first."""
    return [(level, gettext(catalogue.level_name(level))) for level in catalogue.levels()]


PEOPLE = "people"


def against_choices() -> list[tuple[str, str]]:
    """Who may sit in the other seats."""
    levels = [(level, gettext("Bots: {level}").format(level=name)) for level, name in level_choices()]
    return [(PEOPLE, gettext("People: share a link, or wait for somebody to join")), *levels]


def level_of(chosen: str) -> str | None:
    """The level of bots of a choice of :func:`against_choices`; ``None``: people."""
    return None if chosen == PEOPLE else chosen


def option_field(option: Option) -> forms.Field:
    """The control for a house rule or variant."""
    words: dict[str, Any] = {
        "label": gettext(option.title),
        "help_text": gettext(option.description) if option.description else "",
        "initial": option.default,
        "required": False,
    }
    if option.kind == "switch":
        return forms.BooleanField(**words)
    if option.kind == "choice":
        choices = [(value, gettext(value.replace("_", " "))) for value in map(str, option.values)]
        return forms.ChoiceField(**words, choices=choices)
    return forms.IntegerField(**words, min_value=option.low, max_value=option.high)


class OptionsForm(forms.Form):
    """A form with a control ``option-NAME`` for each option of *game*."""

    def __init__(self, *args: Any, game: GameInfo, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        for option in game.options:
            self.fields[f"option-{option.name}"] = option_field(option)

    def options(self) -> dict[str, Any]:
        """What was chosen; what was left empty has its default."""
        chosen = {option.name: self.cleaned_data.get(f"option-{option.name}") for option in self.game.options}
        return {name: value for name, value in chosen.items() if value not in (None, "")}


class TableForm(OptionsForm):
    """Open a table: how many seats, against whom, which clock, which house rules."""

    seats = forms.TypedChoiceField(label=_("Seats"), coerce=int, widget=forms.RadioSelect)
    against = forms.ChoiceField(label=_("Who plays"), choices=against_choices)
    clock = forms.ChoiceField(label=_("Clock"), required=False, choices=clock_choices)
    rated = forms.BooleanField(
        label=_("Rated"), required=False, help_text=_("Counts for the ladder. Guests cannot play rated tables.")
    )

    programs = forms.BooleanField(
        label=_("Open to programs"),
        required=False,
        help_text=_("Bots that others wrote may sit down, and programs may move for people."),
    )

    def __init__(self, *args: Any, user: User | AnonymousUser, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seats = self.fields["seats"]
        assert isinstance(seats, forms.TypedChoiceField)  # noqa: S101
        seats.choices = [(count, str(count)) for count in sorted(self.game.sizes)]
        seats.initial = self.game.sizes[0]
        if not user.is_authenticated or user.is_guest:
            del self.fields["rated"]

    def table(self) -> dict[str, Any]:
        """What :func:`tournaments.tables.web.lobby.open_for` wants to know."""
        chosen = self.cleaned_data
        return {
            "seats": chosen["seats"],
            "options": self.options(),
            "level": level_of(chosen["against"]),
            "clock": clock_of(chosen["clock"]),
            "rated": chosen.get("rated", False),
            "people_only": not chosen["programs"],
        }


class PlayOnForm(forms.Form):
    """Play on from a position: in which seat, against whom, with which cards."""

    seat = forms.TypedChoiceField(label=_("You play"), coerce=int)
    against = forms.ChoiceField(label=_("Who plays"), choices=against_choices)
    cards = forms.ChoiceField(
        label=_("The cards that this seat did not know"),
        choices=[("dealt_again", _("Dealt again")), ("as_was", _("As they were"))],
        widget=forms.RadioSelect,
        initial="dealt_again",
    )

    def __init__(self, *args: Any, names: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seat = self.fields["seat"]
        assert isinstance(seat, forms.TypedChoiceField)  # noqa: S101
        seat.choices = list(enumerate(names))

    def wanted(self) -> dict[str, Any]:
        """What :func:`tournaments.tables.web.lobby.play_on` wants to know."""
        chosen = self.cleaned_data
        return {
            "seat": chosen["seat"],
            "level": level_of(chosen["against"]),
            "as_it_was": chosen["cards"] == "as_was",
        }
