"""Tags of clubs: their emblems, and what they write of themselves."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tournaments.clubs.choices import ROLES, Role
from tournaments.kit import markdown

register = template.Library()


@register.simple_tag
def emblem(name: str, palette: str, css: str = "") -> SafeString:
    """A club's emblem in its colours; for show, its name stands beside it."""
    return format_html('<span class="emblem p-{} {}" aria-hidden="true">{}</span>', palette, css, _use(f"e-{name}", ""))


@register.simple_tag
def club_icon(name: str) -> SafeString:
    return _use(f"i-{name}", "ico")


def _use(symbol: str, css: str) -> SafeString:
    drawn = '<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>'
    return format_html(drawn, css, static("emblems.svg"), symbol)


@register.filter
def role_title(role: Role) -> str:
    return gettext(ROLES[role].title)


@register.filter
def own_role(role: Role | None) -> str:
    """What a list of clubs says of the reader's own; nothing of a plain member."""
    return gettext(ROLES[role].own) if role and ROLES[role].own else ""


@register.filter
def from_club(text: str) -> SafeString:
    """What somebody wrote for a club, as safe HTML."""
    return markdown.club(text)
