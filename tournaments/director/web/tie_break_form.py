"""The form's question about tie-breaks: a usual order, or one's own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.choices import CallableChoiceIterator
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.director.state.announced import Settings
from tournaments.director.state.settings import usual_codes
from tournaments.kit.words import translated
from tournaments.pairing.tiebreaks.codes import POINTS, TIE_BREAKS

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

OWN = "own"
ORDERS: dict[str, StrOrPromise] = {
    "": _("Usual for the format"),
    "DE BH-C1 BH SB WON": _("Direct encounter first, then Buchholz"),
    "SB DE WON": _("Sonneborn-Berger first, then direct encounter"),
    "SB BH WON": _("Sonneborn-Berger first, then Buchholz"),
    "PS BH SB WON": _("Progressive score first, then Buchholz"),
    "OMW GW OGW": _("As at card games: the opponents’ share of wins first"),
    OWN: _("In an order of your own"),
}
PLACES = 10
"""As many as the API accepts, so that saving the form drops none."""
COMMON = (
    *(POINTS, "BH-C1", "BH", "BH-M1", "SB", "SB-C1", "DE", "PS", "KS"),
    *("WIN", "WON", "GP", "MW", "OMW", "GW", "OGW", "ARO"),
)


def order_field() -> forms.ChoiceField:
    return forms.ChoiceField(label=_("Among equal points"), required=False, choices=list(ORDERS.items()))


class Places(forms.MultiWidget):
    """A list to choose from for each place."""

    use_fieldset = True

    def __init__(self) -> None:
        label = _("Tie-break {place}")
        super().__init__(
            [
                forms.Select({"aria-label": format_lazy(label, place=place)}, CallableChoiceIterator(_choices))
                for place in range(1, PLACES + 1)
            ]
        )

    def decompress(self, value: Iterable[str] | None) -> list[str]:
        return [*(value or ()), *[""] * PLACES][:PLACES]


class OwnOrder(forms.MultiValueField):
    """Tie-breaks one after the other: cleaned to their codes."""

    def __init__(self) -> None:
        super().__init__(
            [forms.ChoiceField(choices=_choices, required=False) for _place in range(PLACES)],
            widget=Places(),
            required=False,
            require_all_fields=False,
            label=_("Your own order"),
            help_text=_("What decides first comes first. It holds if “In an order of your own” is chosen."),
        )

    def compress(self, data_list: Iterable[str]) -> tuple[str, ...]:
        return tuple(code for code in data_list if code)


def _choices() -> list[Any]:
    """The common ones first, the rest of FIDE's behind them."""
    words = {code: f"{translated(each.title)} ({code})" for code, each in TIE_BREAKS.items()}
    rest = [code for code in TIE_BREAKS if code not in COMMON]
    named = [(_("Common"), COMMON), (_("FIDE, and others"), rest)]
    return [("", "–"), *((title, [(code, words[code]) for code in codes]) for title, codes in named)]


def initial(settings: Settings) -> dict[str, Any]:
    codes, named = settings.tie_breaks, " ".join(settings.tie_breaks)
    if codes == usual_codes(settings):
        return {"tie_breaks": ""}
    return {"tie_breaks": named if named in ORDERS else OWN, "own_order": codes}


def chosen(cleaned: dict[str, Any]) -> tuple[str, ...]:
    """The codes; none: what is usual in the format."""
    order: str = cleaned["tie_breaks"]
    return tuple(cleaned["own_order"]) if order == OWN else tuple(order.split())
