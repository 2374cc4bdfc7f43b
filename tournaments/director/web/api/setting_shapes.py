"""The settings that are declared, as requests name them and as answers show them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from msgspec import Meta, Struct, defstruct

from tournaments.director.state.announced import DECLARED
from tournaments.director.state.setting import Declared


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
