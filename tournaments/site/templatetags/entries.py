"""Tags about entries: what a round without a match was."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext

from tournaments.director.web.crosstable import UNPLAYED

register = template.Library()


@register.filter
def unplayed(code: str) -> str:
    """The code of a round that was not played in words."""
    return gettext(UNPLAYED[code])
