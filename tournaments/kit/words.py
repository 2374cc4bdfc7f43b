"""Texts of the engine in the reader's language: cards by name, suits by symbol, seats by who sits there."""

import html
import re
from collections.abc import Mapping
from functools import lru_cache
from string import Formatter

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext, pgettext

from engine.text import CONTEXT, Hole, Ref, Text
from tournaments.kit import faces

_FORMATTER = Formatter()
_TAG = re.compile("<[^>]*>")
"""In a reader's own markup, where everything else is escaped. A parser of any markup takes thirty times as long."""


class Reader:
    """Who reads: the deck that codes belong to, empty where it is not known, the names at the seats, and which seat is
    the reader's own."""

    def __init__(self, deck: str, names: Mapping[int, str], me: int | None) -> None:
        self.deck = deck
        self.names = names
        self.me = me

    def seat(self, number: int, *, within: bool = False) -> str:
        """ "You" at the reader's own seat, *within* a sentence "you".

        A language whose verbs change with the person translates it by a polite form.
        """
        if number == self.me:
            return pgettext("dealt by you", "you") if within else pgettext("You took the trick", "You")
        return self.names.get(number) or gettext("Seat {number}").format(number=number + 1)

    def html(self, text: Text) -> SafeString:
        """*text* as HTML: every hole is escaped."""
        message = gettext(text.message) if text.message else ""
        try:
            return self._filled(message, text.args)
        except (KeyError, ValueError, IndexError):  # a slip in the catalogue must not break a table
            return self._filled(text.message, text.args)

    def plain(self, text: Text) -> str:
        """*text* without markup: for titles and labels."""
        return re.sub(" +", " ", html.unescape(_TAG.sub("", self.html(text))))  # the symbol of a suit leaves its space

    def _filled(self, message: str, args: Mapping[str, Hole]) -> SafeString:
        parts: list[str] = []
        for literal, field in _parsed(message):
            parts.append(literal)
            if field is not None:
                parts.append(self._hole(args[field], within=bool("".join(parts).strip())))
        return mark_safe("".join(parts))  # noqa: S308

    def _hole(self, hole: Hole, *, within: bool) -> str:
        if isinstance(hole, Text):
            return self.html(hole)
        if isinstance(hole, Ref):
            return self._ref(hole, within=within)
        return escape(str(hole))  # a name or a number: words that want translating come as texts

    def _ref(self, ref: Ref, *, within: bool) -> str:
        if ref.to == "seat":
            return escape(self.seat(int(ref.value), within=within))
        if ref.to == "suit":
            return faces.suit_word(str(ref.value))
        return faces.word(self.deck, str(ref.value)) if self.deck else escape(str(ref.value))


@lru_cache(maxsize=4096)
def _parsed(message: str) -> list[tuple[SafeString, str | None]]:
    """What stands before each hole, escaped, and the hole's name."""
    return [(escape(literal), field) for literal, field, _, _ in _FORMATTER.parse(message)]


def translated(message: str) -> str:
    """*message*, which has been marked where it stands, perhaps with a context; empty if it is."""
    context, _, text = message.rpartition(CONTEXT)
    return pgettext(context, text) if context else message and gettext(message)


def sentence(text: Text) -> str:
    """*text* away from any table: no names, and cards in notation, as no deck is known."""
    return Reader("", {}, None).plain(text)


def plain(text: Text) -> str:
    """*text* for a program: cards and suits in notation, seats by number."""
    return gettext(text.message).format(**{name: _notation(hole) for name, hole in text.args.items()})


def _notation(hole: Hole) -> str:
    match hole:
        case Text():
            return plain(hole)
        case Ref(to="seat", value=seat):
            return gettext("Seat {number}").format(number=seat)
        case Ref(value=value):
            return str(value)
    return str(hole)


def span_words(minutes: int) -> str:
    """ "40 minutes", "3 hours", "3 days": in the largest unit that it is a whole number of."""
    if minutes % 60:
        return ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes)
    if minutes % 1440:
        return ngettext("{count} hour", "{count} hours", minutes // 60).format(count=minutes // 60)
    return ngettext("{count} day", "{count} days", minutes // 1440).format(count=minutes // 1440)


def length_words(minutes: int) -> str:
    """ "2 h 40", "12 days": how long a whole tournament takes, about."""
    if minutes % 60 and minutes > 60:
        return gettext("{hours} h {minutes:02}").format(hours=minutes // 60, minutes=minutes % 60)
    return span_words(minutes)
