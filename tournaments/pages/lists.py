"""Lists that grow: one page at a time, and what a reader may narrow them by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from django import forms
from django.http import Http404, HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import selectors as accounts
from accounts.models import User
from tournaments.tables import catalogue

T = TypeVar("T")

SIZE = 25
LAST = 10_000
"""No reader turns this many pages; a program that wants everything asks the API."""


class Page(Generic[T]):
    """One page of a list, with the addresses of its neighbours.

    *read* gets ``limit`` and ``offset``. One line more than is shown tells whether there is another page, so nothing
    has to be counted. Raises ``Http404`` for a page number that is none.
    """

    def __init__(self, request: HttpRequest, read: Callable[[int, int], Sequence[T]], *, size: int = SIZE) -> None:
        self.number = number_of(request)
        self.offset = size * (self.number - 1)
        found = read(size + 1, self.offset)
        self.items = found[:size]
        self.past_end = not self.items and self.number > 1
        query = request.GET.copy()
        self.first = self._address(query, 1)
        self.newer = self._address(query, self.number - 1) if self.number > 1 else ""
        self.older = self._address(query, self.number + 1) if len(found) > size and self.number < LAST else ""

    @staticmethod
    def _address(query: Any, number: int) -> str:
        query.pop("page", None)
        if number > 1:
            query["page"] = str(number)
        return f"?{query.urlencode()}"


def number_of(request: HttpRequest) -> int:
    """The page asked for, from 1; raises ``Http404`` for anything else than such a number."""
    asked = request.GET.get("page", "1")
    if not (asked.isascii() and asked.isdecimal() and len(asked) < 6 and 1 <= int(asked) <= LAST):
        raise Http404
    return int(asked)


class Narrowing(forms.Form):
    """What a list of tables or tournaments is narrowed by. Empty fields narrow nothing."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    player = forms.CharField(label=_("Player"), required=False, max_length=150)

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(request.GET, auto_id="by-%s")
        choices = [("", _("All games")), *((game.key, gettext(game.name)) for game in catalogue.games())]
        game_field = self.fields["game"]
        assert isinstance(game_field, forms.ChoiceField)  # noqa: S101  declared above
        game_field.choices = choices

    def clean_player(self) -> User | None:
        name = self.cleaned_data["player"]
        if not name:
            return None
        user = accounts.by_name(name)
        if user is None:
            raise forms.ValidationError(_("There is no player with that name."))
        return user

    @property
    def narrows(self) -> bool:
        """Whether the reader has asked for less than everything."""
        return any(self.data.get(name) for name in self.fields)

    def by(self) -> dict[str, Any]:
        """What a selector takes: the game and the user asked for."""
        player = self.cleaned_data["player"]
        return {"game": self.cleaned_data["game"] or None, "user": player.pk if player else None}


class NarrowingByName(Narrowing):
    """Tournaments are looked for by their names too."""

    name = forms.CharField(label=_("Name"), required=False, max_length=80)
    field_order = ("name", "game", "player")

    def by(self) -> dict[str, Any]:
        return super().by() | {"name": self.cleaned_data["name"]}
