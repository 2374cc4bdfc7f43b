"""What was found of a table, as its page shows it: who decided what, in cards, and what else there was."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Final, NamedTuple
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from accounts.selectors import Called
from engine.analysis.decisions import Decision
from engine.picture import Choice
from engine.text import gettext_noop as _
from tournaments.kit import faces
from tournaments.kit.words import Reader, translated
from tournaments.learning.analysis.findings import Findings, Found, Tally
from tournaments.tables.frames import Moment
from tournaments.tables.seen import seat_view
from tournaments.tables.web.reel import HEIGHT, Curve, Mark, Reel, Row

MOST: Final = 3
"""Decisions that mattered; the others are folded."""
SURE: Final = 2
"""Standard errors of a margin."""

LUCK: Final = (
    _("Much worse cards than usual."),
    _("Worse cards than usual."),
    _("Cards as they usually are."),
    _("Better cards than usual."),
    _("Much better cards than usual."),
)


class Move(NamedTuple):
    """A move that was possible: its cards, its words, what it brings; ``value`` and ``margin`` in games of 100."""

    slips: list[SafeString]
    words: SafeString | str
    note: SafeString | str
    """What it does, in words about cards, as the table said it beside the choice."""
    bare: bool
    """The cards say it all."""
    value: int | None
    """``None``: it was looked at and not found better; or it is solved."""
    margin: int
    gain: int | None
    made: bool
    best: bool
    advised: bool
    sure: bool
    """Whether it is proved to win the game."""


@dataclass(frozen=True)
class AnalysedDecision:
    """A decision: whose, where, how it turned out. ``kind`` is a proved ``mistake``, ``preferred`` or neither."""

    seq: int
    seat: int
    name: str
    where: str
    decision: Decision
    draw: Callable[[], Sequence[Move]]
    replay: str
    play_on: str

    @cached_property
    def moves(self) -> Sequence[Move]:
        """Drawn for the few decisions that are shown whole; of the others there is a square."""
        return self.draw()

    @property
    def kind(self) -> str:
        if self.decision.mistaken:
            return "mistake"
        return "preferred" if self.decision.preferred else ""

    @property
    def weight(self) -> tuple[float, ...]:
        """By which they are put in order: what is proved first, by what it did to the result."""
        thrown = 1.0 if self.decision.missed else self.decision.thrown
        return thrown, self.decision.lost, self.decision.loss if self.decision.preferred else 0.0

    @cached_property
    def made(self) -> Move:
        return next(move for move in self.moves if move.made)

    @cached_property
    def best(self) -> Move:
        return next(move for move in self.moves if move.best)

    @property
    def noted(self) -> bool:
        return any(move.note for move in self.moves)

    @property
    def searched(self) -> list[int]:
        """What the search says of the best and of the one that was made, of 100; nothing where it was not kept."""
        return [round(100 * share) for share in self.decision.searched or ()]

    @property
    def said(self) -> str:
        """What happened, in words for a label."""
        if self.decision.missed:
            return gettext("Let a certain win go")
        if self.decision.thrown:
            return gettext("Threw the result away")
        if self.decision.lost:
            return gettext("Gave something away")
        if self.decision.preferred:
            return gettext("The computer prefers another")
        return gettext("As good as any") if self.decision.proved else gettext("No clearly better one found")


class Side(NamedTuple):
    """A seat: all that it decided, how many of these turned out how, and its luck in words."""

    seat: int
    name: str
    place: int
    points: int
    shown: list[AnalysedDecision]
    tally: Tally
    luck: str


class Analysed:
    """All of it, for the table of *moments*; *reel* is how it went, as everybody saw it."""

    def __init__(
        self,
        table: str,
        findings: Findings,
        moments: Sequence[Moment],
        reader: Reader,
        reel: Reel | None,
        users: Mapping[int, Called],
    ) -> None:
        self._table = table
        self._findings = findings
        self._before = {moment[0].seq: moment[0] for moment in moments}
        self._last = moments[-1][1]
        self._reader = reader
        self._reel = reel
        self._users = users
        self.left_out = findings.left_out
        self.unproved = len(findings.unproved)

    @cached_property
    def decisions(self) -> list[AnalysedDecision]:
        return [self._shown(found) for found in self._findings.decisions]

    @cached_property
    def mattered(self) -> list[AnalysedDecision]:
        """What is said to have mattered, most first."""
        return sorted([each for each in self.decisions if each.kind], key=lambda each: each.weight, reverse=True)

    @property
    def first(self) -> list[AnalysedDecision]:
        return self.mattered[:MOST]

    @property
    def others(self) -> list[AnalysedDecision]:
        return self.mattered[MOST:]

    def at(self, seq: str) -> AnalysedDecision | None:
        return next((each for each in self.decisions if str(each.seq) == seq), None)

    @property
    def versus(self) -> bool:
        """Whether a value is a chance to win."""
        return len(self._last.teams) == 2

    @property
    def judged(self) -> bool:
        return self._last.game.judges

    @property
    def forgets(self) -> bool:
        return self._last.game.forgets

    @property
    def gains(self) -> str:
        return translated(self._last.game.ending.gains)

    # -- seats

    @property
    def sides(self) -> list[Side]:
        return [self._side(seat) for seat in range(len(self._last.chairs))]

    def _side(self, seat: int) -> Side:
        result = self._last.result
        return Side(
            seat=seat,
            name=self._reader.seat(seat),
            place=result.places[seat] if result else 0,
            points=result.points[seat] if result else 0,
            shown=[each for each in self.decisions if each.seat == seat],
            tally=self._findings.tally(seat),
            luck=self._luck(seat),
        )

    def _luck(self, seat: int) -> str:
        steps = self._findings.luck_at(self._last.game.key)
        return gettext(LUCK[steps[seat] + 2]) if steps else ""

    # -- chances

    @property
    def rows(self) -> list[Row]:
        return self._reel.rows if self._reel else []

    @property
    def marks(self) -> list[Mark]:
        return self._reel.marks if self._reel else []

    @cached_property
    def curves(self) -> list[Curve]:
        """By seat what it could hope for after each trick, in the place of the points of a strip."""
        points = self._findings.chances
        if not points or len(points) > len(self.rows):
            return []
        by_seat = zip(*[each.by_seat for each in points], strict=True)
        means = [[estimate.mean for estimate in own] for own in by_seat]
        return [
            Curve(seat, self._reader.seat(seat), _line(own), round(100 * own[-1])) for seat, own in enumerate(means)
        ]

    @property
    def course(self) -> Iterator[tuple[int, list[int]]]:
        """The position at the end of each trick, and what each seat could hope for there, of 100."""
        for row, each in zip(self.rows, self._findings.chances, strict=False):
            yield row.position, [round(100 * estimate.mean) for estimate in each.by_seat]

    @property
    def margin(self) -> int:
        """Of the least certain point of the curve, in games of 100."""
        errors = [estimate.error for each in self._findings.chances for estimate in each.by_seat]
        return round(100 * SURE * max(errors, default=0.0))

    # -- decisions

    @property
    def by_position(self) -> list[tuple[int, AnalysedDecision]]:
        """Each decision, and the position of the replay in which it was made."""
        at = self._positions
        return [(at[each.seq], each) for each in self.decisions if each.seq in at]

    def _shown(self, found: Found) -> AnalysedDecision:
        decision, seat = found.decision, found.decision.seat
        asked = urlencode({"seq": found.seq, "seat": seat})
        return AnalysedDecision(
            seq=found.seq,
            seat=seat,
            name=self._reader.seat(seat),
            where=self._where(found.seq),
            decision=decision,
            draw=partial(self._moves, found),
            replay=f"{reverse('table-replay', args=[self._table])}?{asked}",
            play_on=f"{reverse('table-play-on', args=[self._table])}?{asked}",
        )

    def _moves(self, found: Found) -> list[Move]:
        """Best first, as the seat could make them."""
        before, decision = self._before[found.seq], found.decision
        picture = seat_view(before, decision.seat, names=self._users).picture
        choices = {choice.move: choice for choice in picture.choices} if picture else {}
        exact = sorted(decision.solved, key=lambda move: (-decision.solved[move].gain, move != decision.best))
        order = exact or [*decision.values, *decision.others]
        return [self._move(decision, move, choices.get(move)) for move in order]

    def _move(self, decision: Decision, move: str, choice: Choice | None) -> Move:
        codes = (choice.cards or tuple(filter(None, [choice.card]))) if choice else ()
        bare = bool(codes) and move in codes
        value, solved = decision.values.get(move), decision.solved.get(move)
        return Move(
            slips=[faces.slip(self._reader.deck, code) for code in codes],
            words="" if choice is None else self._reader.html(choice.label),
            note=self._reader.html(choice.note) if choice and choice.note else "",
            bare=bare,
            value=round(100 * value.mean) if value else None,
            margin=round(100 * SURE * value.error) if value else 0,
            gain=solved.gain if solved else None,
            made=move == decision.made,
            best=move == decision.best,
            advised=move == decision.advised,
            sure=move in decision.sure,
        )

    @cached_property
    def _positions(self) -> dict[int, int]:
        """The position of the replay after each event."""
        return {each.seq: number for number, each in enumerate(self._reel.course.positions)} if self._reel else {}

    def _where(self, seq: int) -> str:
        move = self._positions.get(seq)
        return "" if move is None else gettext("Move %(move)s") % {"move": move}


def _line(values: Sequence[float]) -> str:
    """A value for each unit, at its end: straight from one to the next."""
    points = [f"{at + 0.5:g} {HEIGHT - value * HEIGHT:.1f}" for at, value in enumerate(values)]
    return f"M{'L'.join(points)}"
