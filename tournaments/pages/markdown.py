"""Markdown of our own pages (rules, about) as HTML. Raw HTML in it is shown, not obeyed.

A picture whose address is ``card:7S`` is that card, drawn as at a table; its deck is the one that has the code.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from markdown_it import MarkdownIt
from markdown_it.token import Token

from engine.cards import decktet, french
from tournaments.pages import faces

CARD = "card:"
_DECKS = (french.DECK, decktet.DECK)


def html(text: str) -> SafeString:
    return _html(text, get_language())


@lru_cache(maxsize=64)
def _html(text: str, language: str | None) -> SafeString:
    rendered: str = _MARKDOWN.render(text)
    return mark_safe(rendered)  # noqa: S308


def _image(self: Any, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    source = str(tokens[at].attrs["src"])
    if not source.startswith(CARD):
        return str(self.image(tokens, at, options, env))
    code = source.removeprefix(CARD)
    deck = next(deck for deck in _DECKS if code in deck.card)
    return faces.card(deck.key, code, css="w-s")


_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
_MARKDOWN.add_render_rule("image", _image)
