"""Text for people, marked here and translated where it is shown.

The engine never translates: it names a message in English and what goes into it. The code that shows the text looks the
message up in the reader's language and writes cards, suits and seats as that reader should see them ("you").
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec


def gettext_noop(message: str) -> str:
    """Mark *message* for the catalogue and hand it back unchanged."""
    return message


def pgettext_noop(context: str, message: str) -> str:
    """The same for a *message* that means something else elsewhere. Used by the name of ``pgettext``, which is looked
    for when messages are collected."""
    return f"{context}{CONTEXT}{message}"


CONTEXT = "\x04"
"""Between a context and its message, as in catalogues."""


class Ref(msgspec.Struct, frozen=True, gc=False, tag_field="is", tag="ref"):
    """Something that the page draws or names itself: a card code, a suit name, a seat number."""

    to: Literal["card", "suit", "seat"]
    value: str | int


class Text(msgspec.Struct, frozen=True, tag_field="is", tag="text"):
    """A message with ``{named}`` holes; a hole takes a word, a number, a :class:`Ref` or another text."""

    message: str
    args: dict[str, Hole] = {}

    def __str__(self) -> str:
        """Plain English, with cards in notation: for the command line, errors and tests."""
        return self.message.format(**{name: _plain(hole) for name, hole in self.args.items()})


Hole: TypeAlias = str | int | Ref | Text


def _plain(hole: Hole) -> str:
    if isinstance(hole, Ref):
        return f"seat {hole.value}" if hole.to == "seat" else str(hole.value)
    return str(hole)


def card(code: str) -> Ref:
    return Ref("card", code)


def suit(name: str) -> Ref:
    """*name* is the sprite's name of the suit: ``"waves"``, ``"spades"``."""
    return Ref("suit", name)


def seat(number: int) -> Ref:
    return Ref("seat", number)


def shortened(text: str, most: int = 40) -> str:
    """*text* in at most *most* characters, to be repeated in another."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
