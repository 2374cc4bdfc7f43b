"""Records that somebody brings along, from this site or another: checked before anything of them is shown."""

from typing import Final, Literal, NamedTuple

import msgspec

from engine.notation import write
from engine.text import Hole, Text, shortened
from engine.text import gettext_noop as _
from engine.verify import Fault, Record, read_record, verify
from tournaments.platform import signing
from tournaments.tables.errors import Refused
from tournaments.tables.records import signed_bytes

LARGEST: Final = 900_000
"""Bytes of a file that is read: what sends it needs some of the proxy's million."""
_LONGEST_NAME: Final = 40


class Opened(NamedTuple):
    """A record that holds: the game as text, how many events and decisions were checked, and who vouches for it.

    ``signed``: by this site, by another, or by nobody. ``laid``: it begins at a position that the seed did not give.
    """

    text: str
    events: int
    turns: int
    signed: Literal["here", "elsewhere", "nowhere"]
    site: str
    laid: bool


def open_record(data: bytes) -> Opened:
    """The record in the file *data*; raises :class:`Refused` if it is none, or if anything in it does not fit."""
    if len(data) > LARGEST:
        raise Refused("too_long", Text(_("That file is larger than {n} kB."), {"n": LARGEST // 1000}))
    try:
        record = read_record(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise _unreadable(data) from None
    signed = _signed(record)
    try:
        played = verify(record)
    except Fault as fault:
        holes: dict[str, Hole] = {
            "seq": fault.seq,
            "kind": shortened(fault.kind),
            "reason": shortened(fault.reason, 200),
        }
        reason = Text(_("This is not what was recorded: event {seq} ({kind}) does not fit: {reason}."), holes)
        raise Refused("bad_record", reason) from None
    if not played.log:
        raise Refused("no_cards", _("No cards were dealt at that table."))
    fits = len(record.names) == played.seats and all(map(str.isprintable, record.names))
    names = [shortened(name, _LONGEST_NAME) for name in record.names] if fits else [""] * played.seats
    text = write(played.game, played.options, names, played.log, played.turns, outcome=played.outcome)
    return Opened(
        text, len(record.events), len(played.turns), signed, shortened(record.site, 100), played.laid is not None
    )


class _Marked(msgspec.Struct):
    format: str = ""


def _unreadable(data: bytes) -> Refused:
    """The refusal of a file that holds no record, or has a newer format."""
    try:
        named, _slash, number = msgspec.json.decode(data, type=_Marked).format.partition("/")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        named = number = ""
    if named == "cardroom-record" and number not in ("", "1"):
        return Refused("newer_record", _("That file comes from a newer version of this software."))
    return Refused("not_a_record", _("That file is not a record of a table that is over."))


def _signed(record: Record) -> Literal["here", "elsewhere", "nowhere"]:
    if not record.signature:
        return "nowhere"
    data = signed_bytes(record.stream, record.head, record.site, record.names)
    if not signing.fits(data, record.signature, record.key):
        raise Refused("bad_signature", _("The signature does not fit: the file was changed after it was handed out."))
    return "here" if record.key == signing.public() else "elsewhere"
