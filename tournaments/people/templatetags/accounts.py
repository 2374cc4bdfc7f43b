"""For the pages about one's own account."""

import json
import re
from typing import Any, Final

from django import template
from django.core.serializers.json import DjangoJSONEncoder
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import elsewhere
from tournaments.people.models import Cause

register = template.Library()

_MEASURES: Final = {
    "removed": gettext_lazy("a line was taken out"),
    "muted": gettext_lazy("may not write for a while"),
    "unmuted": gettext_lazy("may write again"),
    "dismissed": gettext_lazy("a report was looked at, and the line stands"),
}
_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("Firefox", "Firefox"),
    ("Chrom", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("Linux", "Linux"),
)


@register.filter
def as_json(options: Any) -> str:
    """What the script of the passkeys is told, as an attribute: the policy allows no script in a page."""
    return json.dumps(options, cls=DjangoJSONEncoder) if options else ""


register.simple_tag(elsewhere.providers, name="providers")


@register.filter
def device(agent: str) -> str:
    """What a browser says it is, in two words."""
    browser = next((name for mark, name in _BROWSERS if mark in agent), "")
    system = next((name for mark, name in _SYSTEMS if mark in agent), "")
    if browser and system:
        return _("{browser} on {system}").format(browser=browser, system=system)
    return browser or system or re.split(r"[/ ]", agent, maxsplit=1)[0] or _("Unknown device")


@register.filter
def measure(kind: str) -> str:
    """What somebody did who moderates, in words."""
    return str(_MEASURES[kind])


@register.filter
def cause(key: str) -> str:
    return str(Cause(key).label)
