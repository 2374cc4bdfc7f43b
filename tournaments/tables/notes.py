"""Private notes: what a user writes down at a moment of a table, while it is played or looked at again, and games that
they mark. Nobody else reads them."""

from typing import Any, Final

import msgspec
from django.db import transaction

from accounts.holdings import Holding
from accounts.models import User
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.log import sources
from tournaments.platform import limits
from tournaments.tables import selectors
from tournaments.tables.errors import Refused
from tournaments.tables.models import Note

LONGEST: Final = 500
"""Characters of a note."""
MOST: Final = 100
"""Of one user at one table."""
MOST_OF_ALL: Final = 5_000
"""Of one user."""
WHOLE: Final = 0
"""The ``seq`` of what is said of the game as a whole."""


class Noted(msgspec.Struct, frozen=True):
    """``text`` was written at ``at`` (epoch ms) about the position after event ``seq``, or about the whole game."""

    seq: int
    text: str
    at: int


def of(user: int, table: str) -> list[Noted]:
    """In the order of the game; the mark of the whole game first."""
    rows = Note.objects.filter(user=user, table=table).order_by("seq")
    return [Noted(row.seq, row.text, row.at) for row in rows]


def marked(user: int, tables: list[str]) -> frozenset[str]:
    """Those of *tables* that *user* has marked, or noted something about."""
    return frozenset(Note.objects.filter(user=user, table__in=tables).values_list("table", flat=True))


def write(*, user: User, table: str, seq: int | None, text: str) -> int:
    """Keep *text* for the position after event *seq*, in place of what stood there; without any text nothing stands
    there. Without *seq* it is the present position, which is answered. Raises ``Refused``.
    """
    limits.count("notes", user=user.pk, guest=user.is_guest)
    head = selectors.summary(table).seq
    seq = head if seq is None else seq
    text = _checked(text)
    if not 0 < seq <= head:
        raise Refused("bad_moment", _("This table has no such moment."), field="text")
    if text:
        _keep(user, table, seq, text)
    else:
        Note.objects.filter(user=user.pk, table=table, seq=seq).delete()
    return seq


def mark(*, user: User, table: str, on: bool) -> None:
    """Mark the game, or no longer. Raises ``Refused``."""
    limits.count("notes", user=user.pk, guest=user.is_guest)
    selectors.summary(table)
    if on:
        _keep(user, table, WHOLE, "")
    else:
        Note.objects.filter(user=user.pk, table=table, seq=WHOLE).delete()


def _keep(user: User, table: str, seq: int, text: str) -> None:
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)  # one at a time, so that two are not both the last one
        others = Note.objects.filter(user=user.pk).exclude(table=table, seq=seq)
        if others.filter(table=table).count() >= MOST:
            reason = Text(_("You can keep {most} notes about a game. Delete one first."), {"most": MOST})
            raise Refused("too_many_notes", reason, field="text")
        if others.count() >= MOST_OF_ALL:
            reason = Text(_("You can keep {most} notes. Delete some first."), {"most": MOST_OF_ALL})
            raise Refused("too_many_notes", reason, field="text")
        kept = {"text": text, "at": sources.now_ms()}
        Note.objects.update_or_create(user=user.pk, table=table, seq=seq, defaults=kept)


def _checked(text: str) -> str:
    """With plain line breaks."""
    text = "\n".join(text.split("\r\n")).strip()
    if len(text) > LONGEST or not text.replace("\n", "").isprintable():
        reason = Text(_("A note has at most {most} characters that can be printed."), {"most": LONGEST})
        raise Refused("bad_note", reason, field="text")
    return text


def _kept(user: User) -> list[dict[str, Any]]:
    rows = Note.objects.filter(user=user.pk).order_by("table", "seq")
    return [{"table": row.table, "seq": row.seq, "text": row.text, "at": row.at} for row in rows]


def _forget(user: int) -> None:
    Note.objects.filter(user=user).delete()


HOLDING: Final = Holding("notes", _kept, _forget)
