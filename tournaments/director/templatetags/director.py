"""Tags about tournaments."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _gettext

from tournaments.director.state.events import Settings
from tournaments.director.web.crosstable import UNPLAYED
from tournaments.pairing.registry import FORMATS

register = template.Library()


@register.filter
def scoreline(codes: tuple[str, ...]) -> str:
    """ "1 : 0": what each of a match has, in its order."""
    return " : ".join({"=": "½", "-": "\N{MINUS SIGN}"}.get(code, code) for code in codes)


@register.simple_tag
def tournament_format(settings: Settings) -> str:
    """ "Swiss"; "Groups · Knock-out" of what goes on in stages."""
    first = _gettext("Groups") if settings.groups > 1 else _gettext(FORMATS[settings.format].title)
    return " · ".join([first, *(_gettext(FORMATS[stage.format].title) for stage in settings.stages)])


@register.filter
def unplayed(code: str) -> str:
    """The code of a round that was not played in words."""
    return _gettext(UNPLAYED[code])
