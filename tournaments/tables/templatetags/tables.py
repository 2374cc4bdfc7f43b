"""Tags about games and tables."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _gettext

from accounts.models import PROGRAM
from engine.text import gettext_noop as _
from tournaments.tables import catalogue
from tournaments.tables.errors import UnknownGame
from tournaments.tables.events import Clock
from tournaments.tables.seen import BY_PROGRAM
from tournaments.tables.selectors import Summary
from tournaments.tables.web import forms
from tournaments.tables.web.my_games import MyGames
from tournaments.tables.web.names import Decided
from tournaments.tables.web.pieces import Seat
from tournaments.tables.web.reel import Slip

register = template.Library()
_SLIP = (
    '<a class="slip {}" href="?move={}&amp;{}" data-go="{}">'
    '<span aria-hidden="true">{}</span><span class="vh">{}</span></a>'
)

_BOT, _PROGRAM = _("bot"), _("program")
_OWN, _PLAYS = _("a program of its owner"), _("A program plays for this person.")


@register.filter
def level(name: str) -> str:
    """What a bot's level is called to people."""
    return _gettext(_OWN) if name == PROGRAM else _gettext(catalogue.level_name(name))


@register.filter
def bot(name: str) -> SafeString:
    """The title that stands wherever a name does: of a bot by its level, of a person for whom a program plays; nothing
    for anybody else."""
    if name == BY_PROGRAM:
        return _title(_gettext(_PLAYS), _gettext(_PROGRAM))
    return _title(level(name), _gettext(_BOT)) if name else SafeString()


def _title(says: str, word: str) -> SafeString:
    return format_html('<span class="bot" title="{}">{}</span>', says, word)


@register.simple_tag
def game_name(key: str) -> str:
    """The name of the game *key* in the reader's language."""
    try:
        return _gettext(catalogue.game(key).name)
    except UnknownGame:
        return key


@register.simple_tag
def rack(seat: Seat, css: str = "") -> SafeString:
    """The tokens of *seat*, by suit."""
    tokens = tuple((tally.suit, tally.n, tally.of) for tally in seat.tokens)
    return _rack(seat.name, tokens, css, get_language() or "en")


@lru_cache(maxsize=2048)
def _rack(name: str, tokens: tuple[tuple[str | None, int, int | None], ...], css: str, language: str) -> SafeString:
    """Drawn once: a table has several of these, and most do not change from one move to the next."""
    count = sum(n for _suit, n, _of in tokens)
    return render_to_string("tables/rack.html", {"name": name, "tokens": tokens, "css": css, "count": count})


@register.simple_tag
def slips(played: Iterable[Slip], eyes: str) -> SafeString:
    """Cards of a course, each a link to where it has just been played, seen by the same *eyes*."""
    return format_html_join(
        "", _SLIP, ((one.css, one.position, eyes, one.position, one.face, one.name) for one in played)
    )


@register.filter
def by_place(table: Summary, decided: Mapping[str, Decided]) -> list[tuple[int | None, int | None]]:
    """(place, user id) of each seat, best first, also as a ruling *decided* that ended the table; in seat order while
    there is no result."""
    places: Sequence[int | None] = [None] * len(table.seats)
    if table.outcome is not None:
        places = table.outcome.places
    elif table.id in decided:
        places = decided[table.id].places
    return sorted(zip(places, table.seats, strict=True), key=lambda each: each[0] or len(places) + 1)


@register.filter
def sits_at(user_id: int | None, table: Summary) -> bool:
    """Whether that user has a seat there. Nobody has where no reader is named, as in what all readers share."""
    return bool(user_id) and user_id in table.seats


@register.filter
def clock_words(clock: Clock | None) -> str:
    return forms.clock_words(clock)


@register.inclusion_tag("tables/my_games_bar.html", takes_context=True)
def my_games_bar(context: dict[str, Any]) -> dict[str, Any]:
    """The viewer's games, as one line."""
    return {"my_games": MyGames(context.get("request"))}


@register.inclusion_tag("tables/my_games.html", takes_context=True)
def my_games_list(context: dict[str, Any]) -> dict[str, Any]:
    """The viewer's games, one below the other."""
    return {"my_games": MyGames(context.get("request"))}
