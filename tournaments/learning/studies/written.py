"""The words of studies: kept beside the log, where they can be erased."""

import unicodedata
from collections.abc import Iterable
from typing import Final

from accounts import naming
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.learning.studies.errors import Refused
from tournaments.log import sources, texts

LONGEST: Final = 2_000
"""Characters of a comment."""
LONGEST_NAME: Final = 80
"""Of the name of a study, of the title of a chapter."""


def checked(body: str, longest: int, field: str, *, optional: bool = False) -> str:
    """*body* in its one form (NFC), with one kind of line break. Raises :class:`Refused` for none that is not
    *optional*, for what is too long, and for what holds what nobody can see."""
    body = unicodedata.normalize("NFC", body.replace("\r\n", "\n").replace("\r", "\n")).strip()
    if longest == LONGEST_NAME:
        body = " ".join(body.split())
    if optional and not body:
        return ""
    if not body:
        raise Refused("no_text", _("Write something."), field=field)
    if len(body) > longest:
        raise Refused("too_long", Text(_("At most {most} characters."), {"most": longest}), field=field)
    if not naming.is_readable(body) or not naming.is_seen(body):
        raise Refused("bad_text", _("The text contains invisible characters."), field=field)
    return body


def text_id(study: str, author: int, command: str | None, what: str, body: str) -> str:
    """The id that *body* goes by. A repeated request finds the same; the same words written again get another one, so
    that each can be erased without the others."""
    if command is None:
        return sources.new_id()
    return sources.id_for(author, f"study text/{study}/{command}/{what}/{body}")


def read(ids: Iterable[str | None]) -> dict[str, str]:
    return texts.read({each for each in ids if each})
