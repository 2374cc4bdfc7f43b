"""How a reader wants pages and tables to look and sound: kept by their browser, for guests and strangers too.

It is a cookie with a query string of what differs from the usual; each choice stands on ``<html>`` as ``data-NAME``,
where the style sheets and scripts find it.
"""

from collections.abc import Mapping
from urllib.parse import urlencode

from django import forms
from django.forms.utils import flatatt
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext_lazy as _

COOKIE = "display"
YEAR = 365 * 24 * 60 * 60


class DisplayForm(forms.Form):
    """Every choice has the usual as its empty value."""

    theme = forms.ChoiceField(
        label=_("Theme"),
        choices=[("", _("As the device")), ("light", _("Light")), ("dark", _("Dark"))],
        required=False,
    )
    suits = forms.ChoiceField(
        label=_("Colours of French suits"), choices=[("", _("Two")), ("four", _("Four"))], required=False
    )
    letters = forms.ChoiceField(
        label=_("Letters beside French suits"), choices=[("", _("No")), ("on", _("Yes"))], required=False
    )
    cards = forms.ChoiceField(
        label=_("Cards"),
        choices=[("small", _("Smaller")), ("", _("Usual")), ("large", _("Larger"))],
        required=False,
    )
    taps = forms.ChoiceField(
        label=_("To play a card"),
        choices=[("", _("Choose it, then press the button")), ("one", _("One tap"))],
        required=False,
        help_text=_("A card that can be played in several ways always asks."),
    )
    ahead = forms.ChoiceField(
        label=_("Choose a card before your turn"),
        choices=[("", _("Yes")), ("off", _("No"))],
        required=False,
        help_text=_("At friendly tables: it is played when your turn comes, if it may be."),
    )
    pace = forms.ChoiceField(
        label=_("Finished tricks are shown"),
        choices=[("quick", _("Briefly")), ("", _("As usual")), ("slow", _("Longer"))],
        required=False,
    )
    sound = forms.ChoiceField(
        label=_("Sounds: your turn, a trick, the end"),
        choices=[("", _("Off")), ("mine", _("At my tables")), ("all", _("Also when I watch"))],
        required=False,
    )
    vibration = forms.ChoiceField(
        label=_("Vibrate at my turn"), choices=[("", _("No")), ("on", _("Yes"))], required=False
    )


def chosen(request: HttpRequest) -> dict[str, str]:
    """What this browser keeps; nothing of it that the form does not offer."""
    kept = QueryDict(request.COOKIES.get(COOKIE, "")).dict()
    if not kept:
        return {}
    form = DisplayForm(kept)
    form.full_clean()
    return {name: value for name, value in form.cleaned_data.items() if value}


def keep(response: HttpResponse, choices: Mapping[str, str]) -> None:
    """Have the browser keep *choices*; the usual needs no cookie."""
    text = urlencode({name: value for name, value in choices.items() if value})
    if text:
        response.set_cookie(COOKIE, text, max_age=YEAR, httponly=True, samesite="Lax")
    else:
        response.delete_cookie(COOKIE)


def on_page(request: HttpRequest) -> dict[str, object]:
    """A context processor: ``display``, the attributes of the page's root."""
    return {"display": flatatt({f"data-{name}": value for name, value in chosen(request).items()})}
