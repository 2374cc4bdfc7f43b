"""Tags of the site's look: icons, cards, people, times."""

import datetime
import re
from functools import lru_cache
from typing import Any, Final

import segno
from django import template
from django.conf import settings
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import get_current_timezone
from django.utils.translation import get_language, gettext_noop
from django.utils.translation import gettext as _gettext

from tournaments.kit import faces, markdown, ways_in, words
from tournaments.kit.codes import LOOK
from tournaments.kit.embeds import code_of

register = template.Library()
_PARTS: Final = re.compile(r"[^/.]*[/.]+|[^/.]+")
_TONES = ("", "b", "c", "d")
_SAMPLES = {"decktet": ("9WY", "CM", "5ML"), "french": ("9H", "QS", "AC"), "hasp": ("F6", "R4", "V10")}


@register.simple_tag
def icon(name: str) -> SafeString:
    """``{% icon "eye" %}``: an icon of the sprite."""
    return faces.use(f"i-{name}", "ico")


@register.simple_tag
def symbol(name: str, css: str = "") -> SafeString:
    return faces.use(name, css)


@register.simple_tag(takes_context=True)
def way_in(context: dict[str, Any], name: str) -> str:
    """``{% way_in "account_signup" %}``: there, and back to this page."""
    return ways_in.way_in(context.get("request"), name)


@register.simple_tag
def site_address(path: str) -> str:
    """*path* as it is given to others."""
    return f"{settings.SITE_URL}{path}"


@register.filter
def breakable(address: str) -> SafeString:
    """*address*, which may go on in another line behind its slashes and dots alone."""
    return format_html_join(mark_safe("<wbr>"), "{}", ([part] for part in _PARTS.findall(address)))


@register.simple_tag
def embed_code(address: str) -> str:
    """What shows the page at *address* on another site, as text: a plain string, so that a template escapes it."""
    return str.__str__(code_of(address))


@register.simple_tag
@lru_cache(maxsize=512)
def qr_code(text: str) -> SafeString:
    """*text* as a QR code: dark on light in both themes, as cameras want it."""
    return SafeString(segno.make(text, error="m").svg_inline(**LOOK))


@register.simple_tag
def suit(key: str) -> SafeString:
    return faces.suit(key)


@register.simple_tag
def suit_name(key: str) -> str:
    return _gettext(faces.SUIT_NAMES[key])


@register.simple_tag
def card(deck: str, code: str) -> SafeString:
    return faces.card(deck, code)


@register.simple_tag
def card_back() -> SafeString:
    return faces.back()


@register.simple_tag
@lru_cache(maxsize=4096)
def person(name: str) -> SafeString:
    """``{% person user.username %}``: a link to the player's page; a question mark where nobody is known."""
    if not name:
        return SafeString("?")
    return format_html('<a class="person-link" href="{}">{}</a>', reverse("player", args=[name]), name)


@register.simple_tag
def avatar(name: str, css: str = "") -> SafeString:
    """The first letter on a colour that stays with the name."""
    tone = _TONES[sum(name.encode()) % len(_TONES)]
    return format_html('<span class="avatar {} {}" aria-hidden="true">{}</span>', tone, css, (name or "?")[0].upper())


@register.filter
def translated(text: str) -> str:
    """Words of the engine or of settings, marked there and translated here."""
    return _gettext(text) if text else ""


@register.filter
def clock(ms: int) -> str:
    """``4:12``, ``0:07``, ``1:04:12``, ``2 d 04 h``."""
    seconds = max(0, -(-ms // 1000))
    hours, rest = divmod(seconds, 3600)
    if hours >= 24:  # as in static/js/clocks.js
        return f"{hours // 24} d {hours % 24:02} h"
    minutes, seconds = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


@register.filter
def moment(ms: int | None) -> datetime.datetime | None:
    """Epoch milliseconds as a time, shown in the viewer's zone by ``|date``."""
    return None if ms is None else datetime.datetime.fromtimestamp(ms / 1000, tz=datetime.UTC)


@register.simple_tag
def time(ms: int | None, form: str, css: str = "") -> SafeString | str:
    """``{% time each.at _("j M Y") "small" %}``: epoch milliseconds in the reader's zone, in a *form* of ``|date``."""
    return "" if ms is None else _time(ms, form, css, get_current_timezone(), get_language())


@lru_cache(maxsize=4096)
def _time(ms: int, form: str, css: str, zone: datetime.tzinfo, _language: str | None) -> SafeString:
    shown = datetime.datetime.fromtimestamp(ms / 1000, zone)
    attributes = format_html(' class="{}"', css) if css else ""
    return format_html('<time{} datetime="{}">{}</time>', attributes, shown.isoformat(), date_format(shown, form))


@register.filter
def at(values: Any, key: Any) -> Any:
    """``values[key]``, or nothing."""
    try:
        return values[key]
    except (KeyError, IndexError, TypeError):
        return ""


@register.simple_tag
def game_cards(deck: str) -> SafeString:
    """Three small cards of *deck*, for show."""
    return mark_safe("".join(faces.card(deck, code, css="w-m", hidden=True) for code in _SAMPLES[faces.family(deck)]))  # noqa: S308


@register.filter
def seat_range(seats: tuple[int, ...]) -> str:
    """ "2", "3 to 5", "2 or 4"."""
    low, high = min(seats), max(seats)
    if len(seats) == 1:
        return str(low)
    words = _gettext("{low} to {high}") if len(seats) > 2 else _gettext("{low} or {high}")
    return words.format(low=low, high=high)


@register.filter
def ordinal(place: int) -> str:
    """ "1st", "22nd", "113th"; other languages write them in ways of their own."""
    return _ordinal(place, get_language())


@lru_cache(maxsize=1024)
def _ordinal(place: int, _language: str | None) -> str:
    words = {1: gettext_noop("{n}st"), 2: gettext_noop("{n}nd"), 3: gettext_noop("{n}rd")}
    usual = gettext_noop("{n}th")
    return _gettext(usual if place % 100 in (11, 12, 13) else words.get(place % 10, usual)).format(n=place)


@register.filter
def written(text: str) -> SafeString:
    """What a person wrote in Markdown, as safe HTML."""
    return markdown.written(text)


register.filter("sentence", words.sentence)
register.filter("span", words.span_words)
register.filter("lasting", words.length_words)


@register.filter
def signed(number: int) -> str:
    """A change, with its sign: ``+7``."""
    return f"{number:+d}".replace("-", "\N{MINUS SIGN}") if number else "±0"
