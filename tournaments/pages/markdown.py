"""Markdown of our own pages (rules, about) as HTML. Raw HTML in it is shown, not obeyed."""

from __future__ import annotations

from functools import lru_cache

from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


@lru_cache(maxsize=64)
def html(text: str) -> SafeString:
    rendered: str = _MARKDOWN.render(text)
    return mark_safe(rendered)  # noqa: S308
