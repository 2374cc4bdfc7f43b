"""The form that looks for finished games; what it asks for stands in the address, and in a search that is kept."""

from typing import Any, Final
from urllib.parse import urlencode

from django import forms
from django.contrib.auth.models import AnonymousUser
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from engine.options import written
from tournaments.clubs import access
from tournaments.clubs import selectors as clubs
from tournaments.clubs.errors import UnknownClub
from tournaments.director.read import matches_of
from tournaments.tables import catalogue
from tournaments.tables.catalogue import Option
from tournaments.tables.models import Result
from tournaments.tables.search import PEOPLE, Wanted
from tournaments.tables.web.narrowing import Narrowing, called, day_begins, day_ends

MOST: Final = 100_000
"""Moves or points: more than any game has."""


def _number(label: Any, **given: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=0, max_value=MOST, **given)


def _day(label: Any) -> forms.DateField:
    return forms.DateField(label=label, required=False, widget=forms.DateInput({"type": "date"}))


class SearchForm(Narrowing):
    """What games are looked for by. Days are those of the reader."""

    opponent = forms.CharField(
        label=_("With or against"),
        required=False,
        max_length=600,
        help_text=_("Several names with commas: all of them sat there."),
    )
    result = forms.ChoiceField(label=_("Result"), required=False, choices=[("", _("All results")), *Result.choices])
    place = forms.IntegerField(label=_("Place"), required=False, min_value=1, max_value=10)
    comeback = forms.BooleanField(
        label=_("Comeback"), required=False, help_text=_("The winner was last after three quarters of the moves.")
    )
    noted = forms.BooleanField(label=_("My marked games"), required=False, help_text=_("Those with your notes too."))
    margin_from = _number(_("Won by at least"))
    margin_to = _number(_("Won by at most"))
    moves_from = _number(_("Moves: at least"))
    moves_to = _number(_("Moves: at most"))
    since = _day(_("From"))
    until = _day(_("To"))
    club = forms.CharField(
        label=_("Club"), required=False, max_length=40, help_text=_("The last part of its page's address.")
    )
    tournament = forms.CharField(
        label=_("Tournament"), required=False, max_length=40, help_text=_("The last part of its page's address.")
    )

    def __init__(self, reader: User | AnonymousUser, asked: QueryDict) -> None:
        super().__init__(asked)
        self.reader = reader
        known = {game.key: game for game in catalogue.games()}
        self.played = known.get(asked.get("game", ""))
        self.own = {f"option-{option.name}": option for option in (self.played.options if self.played else ())}
        self.fields |= {name: _option_field(option) for name, option in self.own.items()}
        self.order_fields(["player", "opponent", "game", *self.own])
        if not reader.is_authenticated:
            del self.fields["noted"]

    def clean_opponent(self) -> list[User]:
        names = [name for part in self.cleaned_data["opponent"].split(",") if (name := part.strip())]
        if len(names) > PEOPLE:
            raise forms.ValidationError(_("Name at most %(most)s players."), params={"most": PEOPLE})
        return [called(name) for name in names]

    def clean_club(self) -> str | None:
        """A club that the reader may not know of is none."""
        text = self.cleaned_data["club"].strip()
        try:
            return access.seen(self.reader, clubs.address(text)[0]).id if text else None
        except UnknownClub as unknown:
            raise forms.ValidationError(_("There is no such club.")) from unknown

    def clean_tournament(self) -> tuple[str, ...] | None:
        """Its matches; a tournament that the reader may not know of is none."""
        text = self.cleaned_data["tournament"].strip()
        matches = matches_of(text, self.reader.pk) if text else None
        if text and matches is None:
            raise forms.ValidationError(_("There is no such tournament."))
        return matches

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        for name in ("result", "place"):
            if given.get(name) and not given.get("player") and "player" not in self.errors:
                self.add_error("player", _("Name the player whose result that is."))
                break
        return given

    @property
    def wanted(self) -> Wanted:
        """What :func:`tournaments.tables.search.search` takes; only of a form that is valid."""
        given = self.cleaned_data
        return Wanted(
            player=given["player"].pk if given["player"] else None,
            opponents=tuple(each.pk for each in given["opponent"]),
            options={
                option.name: _read(option, given[name])
                for name, option in self.own.items()
                if given[name] not in ("", None)
            },
            club=given["club"],
            matches=given["tournament"],
            since=day_begins(given["since"]),
            until=day_ends(given["until"]),
            noted=given.get("noted", False),
            **{name: given[name] for name in _PLAIN},
        )

    @property
    def query(self) -> str:
        """What is asked for, as it stands in an address; without empty fields and the place in the list."""
        return urlencode({name: text for name in self.fields if (text := self.data.get(name))})

    @property
    def asked(self) -> int:
        """How many fields say something."""
        return sum(bool(self.data.get(name)) for name in self.fields)


_PLAIN: Final = ("game", "moves_from", "moves_to", "margin_from", "margin_to", "comeback", "result", "place")


def _option_field(option: Option) -> forms.Field:
    """One of the game's options, or any."""
    if option.kind == "number":
        return forms.IntegerField(
            label=gettext(option.title), required=False, min_value=option.low, max_value=option.high
        )
    words = {"on": gettext("Yes"), "off": gettext("No")}
    texts = [written(value) for value in option.values]
    choices = [("", gettext("Any")), *((text, words.get(text) or gettext(text.replace("_", " "))) for text in texts)]
    return forms.ChoiceField(label=gettext(option.title), required=False, choices=choices)


def _read(option: Option, given: Any) -> Any:
    return given == "on" if option.kind == "switch" else given
