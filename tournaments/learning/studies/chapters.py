"""What a chapter shows: a game in text notation that the rules have played, without names and words of anybody.

It comes from a table that is over, from moves tried there or beside a game that came as text, or from such a text.
"""

import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple
from urllib.parse import parse_qs, urlsplit

from django.conf import settings
from django.http.request import validate_host

from engine import notation
from engine.chance import Chance
from engine.notation import BadNotation, Notation, write
from engine.places import Outcome
from engine.text import gettext_noop as _
from tournaments.kit.numbers import number_in
from tournaments.learning.studies.errors import Refused
from tournaments.log.errors import WrongStatus
from tournaments.tables import course, frames, lines, records, selectors
from tournaments.tables.frames import Moment
from tournaments.tables.lines import Line
from tournaments.tables.selectors import Summary
from tournaments.tables.state import deal_is_over

LONGEST_ADDRESS: Final = 20_000


class Source(NamedTuple):
    """Where a chapter comes from: a ``table``, a ``text`` or another ``chapter``, of a ``study``, up to the end of
    ``line`` if there is one. It opens at the position that ``move`` counts, or after event ``seq`` of that game."""

    table: str = ""
    text: str = ""
    chapter: str = ""
    study: str = ""
    line: Line | None = None
    move: int | None = None
    seq: int | None = None


class Game(NamedTuple):
    """See :class:`~tournaments.learning.studies.events.ChapterAdded`; ``names`` by seat, as they were written down."""

    text: str
    seq: int
    names: tuple[str, ...] = ()
    table: str | None = None
    digest: str = ""
    players: tuple[int | None, ...] = ()


def source_of(given: str) -> Source:
    """What somebody has pasted: an address of a replay, or a game as text. Raises :class:`Refused`."""
    given = given.strip()
    if not given or any(sign in given for sign in "[\n ") or len(given) > LONGEST_ADDRESS:
        return Source(text=given)
    return of_address(given) or Source(text=given)


def of_address(address: str) -> Source | None:
    """What a replay shows at *address*; ``None`` if it is that of none. Raises :class:`Refused`."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return None
    asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
    if parts.path == "/replay" and "game" in asked:
        return _with(Source(text=asked["game"]), asked)
    for pattern, source in _PLACES:
        if found := pattern.fullmatch(parts.path):
            own = source(*found.groups())
            if not own.text and parts.hostname and not validate_host(parts.hostname, settings.ALLOWED_HOSTS):
                raise Refused("other_site", _("Paste the game itself: this address is of another site."), field="game")
            return _with(own, asked)
    return None


def _with(source: Source, asked: dict[str, str]) -> Source:
    line = Line.of(asked["after"], asked.get("line", "")) if "after" in asked else None
    move, seq = (number_in(asked.get(name)) for name in ("move", "seq"))
    return source._replace(line=line, move=move, seq=seq)


def _unpacked(code: str) -> str:
    """A game that stands in an address."""
    try:
        return lines.unpacked(code)
    except ValueError:
        raise Refused("bad_game", _("There is no game at this address."), field="game") from None


_PLACES: Final[tuple[tuple[re.Pattern[str], Callable[..., Source]], ...]] = (
    (re.compile(r"/tables/([A-Za-z0-9]{10})(?:/replay)?/?"), lambda table: Source(table=table)),
    (re.compile(r"/replay/([\w-]+)/?"), lambda code: Source(text=_unpacked(code))),
    (
        re.compile(r"/studies/([A-Za-z0-9]{10})/chapters/([A-Za-z0-9]{10})/?"),
        lambda study, chapter: Source(chapter=chapter, study=study),
    ),
)
"""The addresses of replays, and where each leads."""


def game_of(source: Source) -> Game:
    """Raises ``Refused`` for what cannot be read or played, and ``WrongStatus`` for a table that is not over. Whether
    its reader may see the table is for the caller to ask."""
    try:
        return _of_table(source) if source.table else _of_text(source)
    except BadNotation as bad:
        raise Refused(bad.code, bad.reason, field="game") from bad


def check_over(table: Summary) -> None:
    """Raises ``WrongStatus`` for a table of which no game can be taken yet."""
    if not deal_is_over(table) or table.in_room:
        raise _not_over()


def _not_over() -> WrongStatus:
    return WrongStatus("not_finished", _("This table is not finished."))


def _of_table(source: Source) -> Game:
    summary = selectors.summary(source.table)
    check_over(summary)
    moments = frames.commits(source.table)
    if moments[-1][1].state is None:
        raise _not_over()
    shown, whole = _lined(moments, source.line)
    text = _plain(lines.written(whole, [""] * len(summary.seats), {}))
    digest = str(records.head(table_id=source.table)["digest"])
    seq = _opens(source, shown, whole, played(text))
    return Game(text, seq, table=source.table, digest=digest, players=summary.seats)


def _of_text(source: Source) -> Game:
    read, moments = lines.of_text(source.text)
    shown, whole = _lined(moments, source.line, read.chance)
    tried = source.line.turns if source.line else ()
    turns = [*read.turns[: len(whole) - 1 - len(tried)], *tried]
    text = _plain(_written(read, whole, turns))
    return Game(text, _opens(source, shown, whole, played(text)), read.names)


def _lined(
    moments: Sequence[Moment], line: Line | None, chance: Chance | None = None
) -> tuple[Sequence[Moment], Sequence[Moment]]:
    """What a replay with *line* shows, and all of the game that leads there."""
    if line is None:
        return moments, moments
    tried = line.beside(moments, chance)
    return tried, [*(each for each in moments if each[1].seq <= tried[0][1].seq), *tried[1:]]


def _written(read: Notation, moments: Sequence[Moment], turns: Sequence[notation.Turn]) -> str:
    result = moments[-1][1].result
    outcome = Outcome(result.places, result.points, result.stake) if result else None
    return write(read.game, read.options, [""] * len(read.names), lines.log_of(moments), turns, outcome=outcome)


def _plain(text: str) -> str:
    if len(text.encode()) > notation.LONGEST:
        raise Refused("too_long", _("This game is too long for a study."), field="game")
    return text


def key_of(text: str) -> str:
    """Which game a chapter shows, without playing it."""
    return text.partition('[Game "')[2].partition('"')[0]


def seats_of(text: str) -> int:
    """How many play in it, in the same way: the text was written here, and without names."""
    return text.count("[Seat")


def played(text: str) -> Sequence[Moment]:
    """The moments of a chapter's game, played by the rules."""
    return lines.of_text(text)[1]


def _opens(source: Source, shown: Sequence[Moment], whole: Sequence[Moment], own: Sequence[Moment]) -> int:
    """The event of the chapter's *own* game where it opens: at the position that the replay of *shown* was at, else at
    the end of a line, else at the deal. In *own* as in *whole* each commit of the game is a moment."""
    positions = course.course(shown, lambda _mover: None, None).positions
    if not positions:
        raise Refused("no_position", _("No cards had been dealt there."), field="game")
    if source.seq is not None:
        at = next((each for each in positions if each.seq >= source.seq), positions[-1])
    elif source.move is not None:
        at = positions[min(source.move, len(positions) - 1)]
    else:
        at = positions[0 if source.line is None else -1]
    cards = sum(seq <= at.seq for seq in _own(whole))
    return _after(own, cards)


def _own(moments: Sequence[Moment]) -> list[int]:
    """The numbers of the game's own events."""
    return [seq for moment in moments for seq, _ in frames.of_game(moment[3])]


def _after(moments: Sequence[Moment], cards: int) -> int:
    """The number of the event that is the game's own number *cards*, from 1."""
    own = _own(moments)
    return own[min(max(cards, 1), len(own)) - 1]
