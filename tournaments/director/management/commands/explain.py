"""``manage.py explain TOURNAMENT ROUND``: draw a round again from the log, and say what comes of it."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.core.management.base import CommandError, CommandParser

from tournaments.director.display.reasons import points, say
from tournaments.director.display.reviews import Review, review
from tournaments.director.errors import RoomError
from tournaments.director.selectors import at
from tournaments.director.state.events import Match, RoundPaired
from tournaments.pairing.draw import Reason
from tournaments.platform.commands import OperatorCommand

VERDICTS = {
    "equal": "Drawn again from the log it is the same: pairings, byes and reasons.",
    "reworded": "Drawn again from the log it is the same; reasons were told otherwise then.",
    "former": "A former algorithm drew it. It is not drawn again, but checked: it keeps the rules of every round.",
    "other": "DRAWN AGAIN IT IS ANOTHER ROUND.",
    "invalid": "IT BREAKS THE RULES OF EVERY ROUND: somebody sits twice, not at all, or at a table that there is not.",
}


class Command(OperatorCommand):
    help = "Draw a round again from the log, and say whether it is the same, and why it is as it is."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tournament")
        parser.add_argument("round", type=int)

    def handle(self, *_args: Any, tournament: str, round: int, **_options: Any) -> None:  # noqa: A002
        try:
            found = review(tournament, round)
        except RoomError as refused:
            raise CommandError(str(refused.reason)) from refused
        for line in (*_field(tournament, round), *_lines(found)):
            self.stdout.write(line)
        if found.redrawn.verdict in ("other", "invalid"):
            raise CommandError(VERDICTS[found.redrawn.verdict])


def _field(tournament: str, round: int) -> Iterator[str]:  # noqa: A002
    """Who plays the stage that begins with *round*, and why."""
    for stage in at(tournament).stages:
        if stage.field is not None and stage.field.fixed and stage.first_round + 1 == round:
            yield f"Stage {stage.number} was filled by event {stage.field.seq}:"
            yield from (f"{each.seed}. {each.entry.name}: {each.why}" for each in stage.field.entries)
            yield from (f"- {note}" for note in stage.field.notes)


def _lines(found: Review) -> Iterator[str]:
    stored = found.redrawn.stored
    yield f"Round {stored.round}, drawn by {stored.algorithm} ({stored.preference}), seed {stored.seed}"
    scores = (f"{_name(found, each.entry)} {points(each.score)}" for each in stored.inputs)
    yield f"It was drawn for: {', '.join(scores)}"
    yield from _drawn(found, stored.matches)
    for bye in stored.byes:
        yield f"- {_name(found, bye.entry)} has a bye"
        yield from _said(found, bye.reasons)
    for reason in stored.compromises:
        yield f"Could not be kept: {say(reason, found.names)}"
    if found.ruled:
        yield "A ruling has paired it otherwise since."
    yield VERDICTS[found.redrawn.verdict]
    if found.redrawn.verdict == "other":
        yield from _otherwise(found, found.redrawn.again)


def _drawn(found: Review, matches: Iterable[Match]) -> Iterator[str]:
    for table, match in enumerate(matches, start=1):
        yield f"{table}. {', '.join(_name(found, entry) for entry in match.entries)}"
        yield from _said(found, match.reasons)


def _otherwise(found: Review, again: RoundPaired | None) -> Iterator[str]:
    yield "Now there would be:" if again else "Now no round could be drawn."
    yield from _drawn(found, found.redrawn.changed)


def _said(found: Review, reasons: Iterable[Reason]) -> Iterator[str]:
    return (f"     {say(reason, found.names)}" for reason in reasons)


def _name(found: Review, entry: int) -> str:
    return found.names.get(entry) or f"#{entry}"
