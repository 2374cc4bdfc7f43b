"""Histories in words: a stream's events as lines for people, in rooms that have words for them."""

from collections.abc import Collection, Sequence

from accounts import selectors as accounts
from engine.codec import Codec
from engine.events import Event
from engine.text import Hole
from tournaments.log import selectors, texts
from tournaments.log.lines import FORMER, NOBODY, Happening, History, Line, Words


def happened(stream: str, codec: Codec[Event]) -> list[Happening]:
    """Everything in *stream*, the oldest first."""
    return [
        Happening(each.seq, each.recorded_at, each.actor, codec.decode(each.kind, each.version, each.payload))
        for each in selectors.load(stream)
    ]


def part(
    found: Sequence[Happening],
    words: Words,
    *,
    seq: int,
    as_of: int | None = None,
    categories: Collection[str] = (),
    limit: int = 50,
    offset: int = 0,
) -> History:
    """The lines of *found* up to event *as_of*, of some *categories*, the newest first; *seq* is the stream's last."""
    shown = [
        each
        for each in reversed(found)
        if (as_of is None or each.seq <= as_of) and (not categories or words.category(each.event) in categories)
    ]
    return History(_lines(shown[offset : offset + limit], words), len(shown), seq)


def _lines(found: Sequence[Happening], words: Words) -> tuple[Line, ...]:
    called = accounts.called({user for each in found for user in (each.by, *words.people(each.event)) if user})

    def name(user: int | None) -> Hole:
        if user is None:
            return NOBODY
        return called[user].name if user in called else FORMER

    bodies = texts.read(text for each in found if (text := words.written(each.event)))
    return tuple(
        Line(
            each.seq,
            each.at,
            each.event.kind,
            words.category(each.event),
            each.by,
            words.told(each.event, each.by, name),
            bodies.get(words.written(each.event) or "", ""),
        )
        for each in found
    )
