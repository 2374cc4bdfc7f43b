"""Tags about tournaments."""

from collections.abc import Iterable

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _gettext

from tournaments.director.web.crosstable import UNPLAYED
from tournaments.director.web.match_form import format_words

register = template.Library()
register.simple_tag(format_words, name="tournament_format")


@register.filter
def scoreline(codes: tuple[str, ...]) -> str:
    """ "1 : 0": what each of a match has, in its order."""
    return " : ".join({"=": "½", "-": "\N{MINUS SIGN}"}.get(code, code) for code in codes)


@register.filter
def meet(names: Iterable[str], among: frozenset[str]) -> bool:
    """Whether any of *names* is among them."""
    return not among.isdisjoint(names)


@register.filter
def mark_own(html: SafeString, own: int | None) -> SafeString:
    """*html*, which all readers share, with the entry *own* marked as the reader's."""
    entry = f'data-entry="{own}"'
    return mark_safe(html.replace(entry, f"{entry} data-yours"))  # noqa: S308  a name has no quotation marks there


@register.filter
def unplayed(code: str) -> str:
    """The code of a round that was not played in words."""
    return _gettext(UNPLAYED[code])
