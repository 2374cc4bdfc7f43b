"""Markdown as HTML: of our own pages (rules, about), and of what people write. Raw HTML in it is shown, not obeyed.

A picture whose address is ``card:7S`` is that card, drawn as on a table.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import nh3
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tournaments.kit import faces

_CARD = "card:"
_TITLE = re.compile(r"\A\s*# .*\n")


def html(text: str, deck: str = "french") -> SafeString:
    """*text* as HTML in the reader's language, with the cards of *deck*."""
    return _rendered(text, deck, get_language() or "en")


def untitled(text: str) -> str:
    """*text* with its title left out and its headings one level lower, for a page that has a title of its own."""
    return re.sub(r"^#", "##", _TITLE.sub("", text, count=1), flags=re.MULTILINE)


@lru_cache(maxsize=64)
def _rendered(text: str, deck: str, language: str) -> SafeString:
    rendered: str = _MARKDOWN.render(text, {"deck": deck})
    return mark_safe(rendered)  # noqa: S308


def _picture(renderer: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    source = str(tokens[index].attrGet("src") or "")
    code = source.removeprefix(_CARD)
    if not source.startswith(_CARD) or not faces.known(env["deck"], code):
        return str(renderer.image(tokens, index, options, env))
    return faces.card(env["deck"], code, css="inline")


@lru_cache(maxsize=256)
def written(text: str) -> SafeString:
    """What a person wrote, as HTML: no raw HTML, no pictures, and links that vouch for nobody."""
    rendered: str = _PEOPLES.render(text)
    return mark_safe(rendered)  # noqa: S308


@lru_cache(maxsize=256)
def club(text: str) -> SafeString:
    """What somebody wrote for a club: paragraphs, headings of one kind, emphasis, lists, quotes, code, links to the
    web. What comes out is looked through again, by what may be in it."""
    rendered = nh3.clean(
        _CLUBS.render(text),
        tags=_CLUB_TAGS,
        attributes={"a": {"href"}, "ol": {"start"}},
        url_schemes={"http", "https"},
        link_rel="nofollow ugc noopener",
    )
    return mark_safe(rendered)  # noqa: S308


_CLUB_TAGS = {"p", "br", "h3", "em", "strong", "ul", "ol", "li", "blockquote", "code", "pre", "a", "hr"}


def _to_the_web(link: str) -> bool:
    return link.lower().startswith(("http://", "https://"))


def _third(self: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    """All headings are of one kind: below those of the page's sections."""
    tokens[index].tag = "h3"
    return str(self.renderToken(tokens, index, options, env))


def _foreign(self: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    """The link that *tokens* opens, as one of a stranger."""
    tokens[index].attrSet("rel", "nofollow ugc noopener")
    return str(self.renderToken(tokens, index, options, env))


def _lowered(self: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    """Headings below those of the page."""
    tokens[index].tag = f"h{min(6, int(tokens[index].tag[1]) + 2)}"
    return str(self.renderToken(tokens, index, options, env))


def _reached(self: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    """A table that may be wider than the screen can be scrolled by keyboard too."""
    tokens[index].attrSet("tabindex", "0")
    return str(self.renderToken(tokens, index, options, env))


# The preset's maxNesting (20) keeps brackets that nest and never close linear; what nests deeper is not looked into.
_PEOPLES = MarkdownIt("commonmark", {"html": False, "breaks": True}).disable("image")
_PEOPLES.add_render_rule("link_open", _foreign)
_PEOPLES.add_render_rule("heading_open", _lowered)
_PEOPLES.add_render_rule("heading_close", _lowered)
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
_MARKDOWN.add_render_rule("image", _picture)
_MARKDOWN.add_render_rule("table_open", _reached)
_CLUBS = MarkdownIt("commonmark", {"html": False, "breaks": True}).disable("image")
_CLUBS.validateLink = _to_the_web  # type: ignore[method-assign, assignment]
_CLUBS.add_render_rule("heading_open", _third)
_CLUBS.add_render_rule("heading_close", _third)
