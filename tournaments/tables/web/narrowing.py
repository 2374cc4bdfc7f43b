"""What a reader may narrow a list of tables or tournaments by."""

from datetime import date, datetime, time
from typing import Any

from django import forms
from django.http import HttpRequest, QueryDict
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import selectors as accounts
from accounts.models import User
from tournaments.tables import catalogue


class Narrowing(forms.Form):
    """What a list of tables or tournaments is narrowed by. Empty fields narrow nothing."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    player = forms.CharField(label=_("Player"), required=False, max_length=150)

    def __init__(self, asked: QueryDict) -> None:
        super().__init__(asked, auto_id="by-%s")
        choices = [("", _("All games")), *((game.key, gettext(game.name)) for game in catalogue.games())]
        game_field = self.fields["game"]
        assert isinstance(game_field, forms.ChoiceField)  # noqa: S101  declared above
        game_field.choices = choices

    def clean_player(self) -> User | None:
        name = self.cleaned_data["player"]
        return called(name) if name else None

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
        super().__init__(request.GET)
        self.reader = request.user.pk
        if self.reader is None:
            del self.fields["mine"]

    def by(self) -> dict[str, Any]:
        own = self.reader if self.cleaned_data.get("mine") else None
        return super().by() | {"name": self.cleaned_data["name"], "mine": own}


def day_begins(day: date | None) -> int | None:
    """Epoch ms, where the reader is."""
    return _moment(day, time.min) if day else None


def day_ends(day: date | None) -> int | None:
    """The moment after it."""
    return _moment(day, time.max) + 1 if day else None


def _moment(day: date, at: time) -> int:
    return int(timezone.make_aware(datetime.combine(day, at)).timestamp() * 1_000)


def called(name: str) -> User:
    """Raises ``ValidationError``."""
    user = accounts.by_name(name)
    if user is None:
        raise forms.ValidationError(_("There is no player with that name."))
    return user
