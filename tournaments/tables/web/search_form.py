"""The form that looks for finished games; what it asks for stands in the address, and in a search that is kept."""

from collections.abc import Callable, Collection
from datetime import date
from typing import Any, Final, NamedTuple, cast
from urllib.parse import urlencode

from django import forms
from django.contrib.auth.models import AnonymousUser
from django.http import QueryDict
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from engine.options import written
from tournaments.clubs import access
from tournaments.clubs import selectors as clubs
from tournaments.clubs.errors import UnknownClub
from tournaments.clubs.selectors import Listed
from tournaments.director import read as tournaments
from tournaments.tables import catalogue
from tournaments.tables.catalogue import Option
from tournaments.tables.models import Result
from tournaments.tables.search import PEOPLE, Wanted
from tournaments.tables.web.narrowing import Narrowing, called, day_begins, day_ends

MOST: Final = 100_000
"""Moves or points: more than any game has."""
SUGGESTED: Final = 30
"""Names that are offered for a field."""
WORDS: Final = {
    "player": "{value}",
    "opponent": _("with {value}"),
    "place": _("place {value}"),
    "margin_from": _("won by {value} or more"),
    "margin_to": _("won by {value} or less"),
    "moves_from": _("{value} moves or more"),
    "moves_to": _("{value} moves or fewer"),
    "since": _("since {value}"),
    "until": _("until {value}"),
    "club": "{value}",
    "tournament": "{value}",
}
"""How a filter is said; of others their label or choice is enough."""


class Word(NamedTuple):
    """A filter in words, and the query without it."""

    said: str
    without: str


def _number(label: Any, **given: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=0, max_value=MOST, **given)


def _day(label: Any) -> forms.DateField:
    return forms.DateField(label=label, required=False, widget=forms.DateInput({"type": "date"}))


class NameField(forms.CharField):
    """The name of something, of which some are suggested; an address has its id, where one is meant."""

    def __init__(self, *, label: Any, suggested: Callable[..., list[str]]) -> None:
        super().__init__(label=label, required=False, max_length=80)
        self._suggested = suggested
        self.name = ""
        """What the id that is asked for is called."""

    def bound_data(self, data: Any, initial: Any) -> Any:
        return self.name or super().bound_data(data, initial)

    def suggest(self, own: str, reader: int | None) -> None:
        """Offer names that *reader* may know; *own* is what the page calls the list."""
        self.widget.attrs["list"] = f"{own}-names"
        self.names = self._suggested(reader, limit=SUGGESTED)


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
    club = NameField(label=_("Club"), suggested=clubs.suggested)
    tournament = NameField(label=_("Tournament"), suggested=tournaments.suggested)

    def __init__(self, reader: User | AnonymousUser, asked: QueryDict) -> None:
        super().__init__(asked)
        self.reader = reader
        known = {game.key: game for game in catalogue.games()}
        self.ids: dict[str, str] = {}
        """Of the fields that name something."""
        self.played = known.get(asked.get("game", ""))
        self.own = {f"option-{option.name}": option for option in (self.played.options if self.played else ())}
        self.fields |= {name: _option_field(option) for name, option in self.own.items()}
        self.order_fields(["player", "opponent", "game", *self.own])
        if not reader.is_authenticated:
            del self.fields["noted"]

    def suggest(self) -> None:
        """Offer names of clubs and tournaments."""
        for field in self.named:
            cast(NameField, field.field).suggest(field.auto_id, self.reader.pk)

    @property
    def named(self) -> list[forms.BoundField]:
        return [self["club"], self["tournament"]]

    def clean_opponent(self) -> list[User]:
        names = [name for part in self.cleaned_data["opponent"].split(",") if (name := part.strip())]
        if len(names) > PEOPLE:
            raise forms.ValidationError(_("Name at most %(most)s players."), params={"most": PEOPLE})
        return [called(name) for name in names]

    def clean_club(self) -> str | None:
        """A club that the reader may not know of is none."""
        text = self.cleaned_data["club"].strip()
        found = self._clubs(text) if text else []
        if text and not found:
            raise forms.ValidationError(_("There is no such club."))
        if len(found) > 1:
            addresses = ", ".join(each.slug for each in found[:SUGGESTED])
            reason = _("Several clubs are called so. Write the address of one: %(addresses)s.")
            raise forms.ValidationError(reason, params={"addresses": addresses})
        return self._meant("club", found[0].id, found[0].name) if found else None

    def _clubs(self, text: str) -> list[Listed]:
        """The one with that address, or those with that name."""
        try:
            club = access.seen(self.reader, clubs.address(text)[0]).id
        except UnknownClub:
            return clubs.named(text, self.reader.pk)
        return list(clubs.by_ids([club]).values())

    def clean_tournament(self) -> tuple[str, ...] | None:
        """The matches of all that are called so; a tournament that the reader may not know of is none."""
        text = self.cleaned_data["tournament"].strip()
        found = tournaments.called(text, self.reader.pk) if text else []
        if text and not found:
            raise forms.ValidationError(_("There is no such tournament."))
        if len(found) == 1:
            self._meant("tournament", found[0].id, found[0].name)
        return tournaments.matches_in(found) if found else None

    def _meant(self, field: str, ident: str, name: str) -> str:
        """Note that *field* asks for *ident*, which is called *name*."""
        self.ids[field] = ident
        cast(NameField, self.fields[field]).name = name
        return ident

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
        return self._without(())

    def _without(self, left_out: Collection[str]) -> str:
        asked = {name: self.ids.get(name) or self.data.get(name) for name in self.fields if name not in left_out}
        return urlencode({name: text for name, text in asked.items() if text})

    @property
    def asked(self) -> int:
        """How many fields say something."""
        return sum(bool(self.data.get(name)) for name in self.fields)

    @property
    def words(self) -> list[Word]:
        """What is asked for, a word or two each; only of a form that is valid."""
        asked = [name for name in self.fields if self.data.get(name)]
        return [Word(self._said(name), self._without({name, *self._with(name)})) for name in asked]

    def _with(self, name: str) -> Collection[str]:
        """The fields that say nothing without that one."""
        return {"game": self.own, "player": ("result", "place")}.get(name, ())

    def _said(self, name: str) -> str:
        field, value = self[name], self.cleaned_data[name]
        if name in WORDS:
            shown = date_format(value, gettext("j M Y")) if isinstance(value, date) else field.value()
            return str(WORDS[name]).format(value=shown)
        if isinstance(field.field, forms.ChoiceField):
            chosen = next(str(choice.choice_label) for choice in field if choice.data["selected"])
            return f"{field.label}: {chosen}" if name in self.own else chosen
        if isinstance(field.field, forms.BooleanField):
            return str(field.label)
        return f"{field.label}: {field.value()}"


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
