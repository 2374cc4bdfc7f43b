"""Fixed teams in forms: whether they play, and with whom one enters."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts import selectors as accounts
from accounts.models import User
from engine.text import Text
from engine.text import gettext_noop as noop
from tournaments.director.errors import Refused
from tournaments.director.policy.teams import NAME_LENGTH
from tournaments.director.state import sides
from tournaments.director.state.events import Settings
from tournaments.pairing.format import Format
from tournaments.pairing.registry import FORMATS


def size_field() -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=_("Who enters"),
        choices=[(1, _("everybody alone: partners are drawn, at tables of the game")), (2, _("fixed teams of two"))],
        coerce=int,
        empty_value="1",
        required=False,
        help_text=_(
            "Fixed partners can play any format for two sides. Single players play in pods, with new partners."
        ),
    )


def formats(game: str) -> list[Format]:
    """Those in which teams of two can play *game*; none if it seats no partners."""
    numbers = sides.numbers(Settings(name="", game=game, format="swiss", starts_at=0, team_size=2))
    return [each for each in FORMATS.values() if each.table_sizes(numbers)]


class SubstituteForm(forms.Form):
    """Somebody plays instead of somebody else."""

    player = forms.TypedChoiceField(label=_("Who leaves"), coerce=int)
    substitute = forms.CharField(
        label=_("Who plays instead"), max_length=150, help_text=_("The name of their account.")
    )

    def __init__(self, *args: Any, players: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["player"]
        assert isinstance(field, forms.TypedChoiceField)  # noqa: S101
        field.choices = players

    def other(self) -> User:
        """Who comes; raises ``Refused`` if there is nobody of that name."""
        return _named(self.cleaned_data["substitute"].strip(), "substitute")


class TeamForm(forms.Form):
    """Somebody enters with a partner."""

    partner = forms.CharField(
        label=_("Your partner"),
        max_length=150,
        help_text=_("The name of their account. A person must confirm; a bot does not have to."),
    )
    name = forms.CharField(
        label=_("Name of the team"),
        max_length=NAME_LENGTH,
        required=False,
        help_text=_("Leave empty to use both names."),
    )
    code = forms.CharField(label=_("Entry code"), max_length=80, required=False)

    def other(self) -> User:
        """The partner; raises ``Refused`` if there is nobody of that name."""
        return _named(self.cleaned_data["partner"].strip(), "partner")


def _named(name: str, field: str) -> User:
    user = accounts.by_name(name)
    if user is None:
        raise Refused("unknown_user", Text(noop("There is no player {name}."), {"name": name}), field=field)
    return user
