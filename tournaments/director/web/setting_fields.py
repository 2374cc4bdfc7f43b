"""What a form asks of the settings that are declared: fields, what they begin with, and the way back."""

from typing import Any

from django import forms

from tournaments.director.state.announced import DECLARED, Settings
from tournaments.director.state.setting import Declared
from tournaments.kit.words import translated
from tournaments.pairing.registry import FORMATS

ASKED = {name: each for name, each in DECLARED.items() if each.setting.label}


def fields() -> dict[str, forms.Field]:
    """In the reader's language."""
    return {name: _field(each) for name, each in ASKED.items()}


def initial(settings: Settings) -> dict[str, Any]:
    """As it was announced; a number that says nothing else than an empty field leaves it empty."""
    values = {name: getattr(settings, name) for name in ASKED}
    empty = {name for name, each in ASKED.items() if each.is_number and values[name] == each.default}
    return values | dict.fromkeys(empty)


def chosen(cleaned: dict[str, Any], announced: Settings | None) -> dict[str, Any]:
    """The settings as entered; what is not asked stays as *announced*, what the format cannot have is left out."""
    kept = {name: getattr(announced, name) for name in DECLARED if announced and name not in ASKED}
    kind = FORMATS[cleaned["format"]]
    possible = [each for each in ASKED.values() if not each.setting.elsewhere or each.setting.where(kind)]
    given = {each.name: cleaned[each.name] for each in possible}
    return kept | {name: ASKED[name].default if value in (None, "") else value for name, value in given.items()}


def number(empty: str) -> forms.NumberInput:
    """A field for a number, with what holds if it stays empty."""
    return forms.NumberInput(attrs={"placeholder": empty})


def _field(each: Declared) -> forms.Field:
    setting = each.setting
    given: dict[str, Any] = {"label": translated(setting.label), "help_text": translated(setting.help)}
    if each.type is bool:
        return forms.BooleanField(**given, required=False, initial=each.default)
    if not each.is_number:
        choices = [(value, translated(words)) for value, words in setting.words.items()]
        return forms.ChoiceField(**given, required=False, choices=choices)
    least, most = setting.between or (None, None)
    widget = number(translated(setting.empty))
    return forms.IntegerField(**given, required=False, min_value=least, max_value=most, widget=widget)
