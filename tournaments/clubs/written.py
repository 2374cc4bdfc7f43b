"""What people write about and to clubs: kept beside the log, where it can be erased."""

import unicodedata
from collections.abc import Iterable
from itertools import count

from accounts import naming
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.clubs.errors import Refused
from tournaments.log import sources, texts


def normalised(body: str) -> str:
    """*body* in its one form (NFC), with one kind of line break, and without space around it."""
    return unicodedata.normalize("NFC", body.replace("\r\n", "\n").replace("\r", "\n")).strip()


def text_id(place: str, author: int, body: str) -> str | None:
    """The id that *body* goes by, written by *author* at *place*; ``None`` if nothing was written.

    The same words have the same id, so that a repeated request decides the same; erased ones get another.
    """
    if not body:
        return None
    ids = (sources.id_for(author, f"club text {time}/{place}/{body}") for time in count())
    return next(each for each in ids if not texts.is_erased(each))


def keep(text: str | None, author: int, body: str) -> None:
    if text is not None:
        texts.keep(text, author=author, body=body)


def read(ids: Iterable[str | None]) -> dict[str, str]:
    return texts.read({each for each in ids if each is not None})


def check(body: str, longest: int, field: str) -> None:
    """Raise :class:`Refused` for what is too long, or holds what nobody can see."""
    if len(body) > longest:
        raise Refused("too_long", Text(_("At most {most} characters."), {"most": longest}), field=field)
    if not naming.is_readable(body) or (body and not naming.is_seen(body)):
        raise Refused("bad_text", _("The text contains invisible characters."), field=field)
