"""Who may write, and who moderates: pure."""

from typing import Final

import msgspec

from accounts import naming
from engine.text import gettext_noop as _
from tournaments.people.errors import NotAllowed, Refused, RoomError, WrongStatus

LONGEST: Final = 300
"""Characters of a line."""
AFTERWARDS: Final = 24 * 60 * 60 * 1000
"""The ms after its end in which people may still write at a table."""


class Standing(msgspec.Struct, frozen=True):
    """Somebody at a place where people write. Times are epoch ms."""

    belongs: bool = False
    """Whether they sit at the table, are members of the club, have joined the review."""
    moderates: bool = False
    muted_until: int | None = None
    ended_at: int | None = None
    """When the table ended, if it has."""
    closed: bool = False
    """Whether the club has closed, or the review is over."""
    banned: bool = False
    """Whether the club has banned them."""
    together: bool = False
    """Whether it is a review, which anybody may join who sees the table."""


def refusal(standing: Standing, body: str, *, now: int) -> RoomError | None:
    """Why *body* may not be written; ``None`` if it may.

    >>> refusal(Standing(belongs=True), "Well played!", now=0) is None
    True
    >>> refusal(Standing(), "Play the nine!", now=0).code
    'not_seated'
    >>> refusal(Standing(belongs=True, muted_until=10), "But!", now=5).code
    'muted'
    """
    if standing.closed:
        return WrongStatus("over", _("The talk here is over."))
    if standing.banned:
        return NotAllowed("banned", _("The club has banned you: you may not write here."))
    if standing.together and not standing.belongs:
        return NotAllowed("not_joined", _("Join first."))
    if not (standing.belongs or standing.moderates):
        return NotAllowed("not_seated", _("Only players at this table can write here."))
    if standing.muted_until is not None and now < standing.muted_until and not standing.moderates:
        return NotAllowed("muted", _("You may not write here for a while."))
    if standing.ended_at is not None and now >= standing.ended_at + AFTERWARDS:
        return WrongStatus("over", _("The talk here is over."))
    if not naming.is_seen(body):
        return Refused("empty", _("Write something first."), field="text")
    if not naming.is_readable(body):
        return Refused("bad_text", _("The text contains invisible characters."), field="text")
    if len(body) > LONGEST:
        return Refused("too_long", _("A line can have at most 300 characters."), field="text")
    return None


def plain(text: str) -> str:
    """*text* as one line without what cannot be seen.

    >>> plain("  well\\n  played \\u202e "), plain("\\u3164 \\u2800")
    ('well played', '')
    """
    seen = "".join(letter if letter.isspace() else naming.visible(letter) for letter in text)
    return " ".join(seen.split())
