"""The settings that are declared: the fields of a form, what they begin with and the way back; as requests name them
and as answers show them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from django import forms
from msgspec import Meta, Struct, defstruct

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


def _named(each: Declared) -> tuple[str, Any, Any]:
    """What a request can hold; a value past the limits of the setting has a code of its own, and is refused later."""
    kind = each.type
    if each.is_number:
        least = min(each.setting.between or (0,))
        number = Annotated[int, Meta(ge=min(least, 1), le=each.setting.accepts)]
        kind = number | None if each.default is None else number
    if each.setting.about:
        kind = Annotated[kind, Meta(description=each.setting.about)]
    return each.name, kind, each.default


if TYPE_CHECKING:
    NamedSettings: TypeAlias = Struct
    AnnouncedSettings: TypeAlias = Struct
else:
    NamedSettings = defstruct(
        "NamedSettings", map(_named, DECLARED.values()), frozen=True, kw_only=True, forbid_unknown_fields=True
    )
    AnnouncedSettings = defstruct(
        "AnnouncedSettings", [(each.name, each.type) for each in DECLARED.values()], frozen=True, kw_only=True
    )
