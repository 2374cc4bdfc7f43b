"""What a reader may narrow a list of tables or tournaments by."""

from datetime import date, datetime, time
from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import selectors as accounts
from accounts.models import User
from tournaments.tables import catalogue
from tournaments.tables.models import Result


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
        return _called(self.cleaned_data["player"])

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
    mine = forms.BooleanField(label=_("Only mine: entered, or directed by me"), required=False)
    field_order = ("name", "game", "player", "mine")

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(request)
        self.reader = request.user.pk
        if self.reader is None:
            del self.fields["mine"]

    def by(self) -> dict[str, Any]:
        own = self.reader if self.cleaned_data.get("mine") else None
        return super().by() | {"name": self.cleaned_data["name"], "mine": own}


class Results(Narrowing):
    """What one player's finished games are narrowed by. Days are those of the reader."""

    player = None  # type: ignore[assignment]  # so Django takes a field out
    opponent = forms.CharField(label=_("Opponent"), required=False, max_length=150)
    result = forms.ChoiceField(label=_("Result"), required=False, choices=[("", _("All results")), *Result.choices])
    since = forms.DateField(label=_("From"), required=False, widget=forms.DateInput({"type": "date"}))
    until = forms.DateField(label=_("To"), required=False, widget=forms.DateInput({"type": "date"}))

    def clean_opponent(self) -> User | None:
        return _called(self.cleaned_data["opponent"])

    def by(self) -> dict[str, Any]:
        """What :func:`tournaments.tables.results.listed` takes."""
        given = self.cleaned_data
        return {
            "game": given["game"],
            "opponent": given["opponent"].pk if given["opponent"] else None,
            "result": given["result"],
            "since": _moment(given["since"], time.min) if given["since"] else None,
            "until": _moment(given["until"], time.max) + 1 if given["until"] else None,
        }


def _moment(day: date, at: time) -> int:
    """Epoch ms."""
    return int(timezone.make_aware(datetime.combine(day, at)).timestamp() * 1_000)


def _called(name: str) -> User | None:
    user = accounts.by_name(name) if name else None
    if name and user is None:
        raise forms.ValidationError(_("There is no player with that name."))
    return user
