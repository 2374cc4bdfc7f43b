"""A puzzle as its page draws it: the table to choose at, or what came of a choice."""

from datetime import date
from functools import cached_property
from typing import Literal, NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString

from accounts.models import User
from engine.picture import Choice
from engine.text import Text
from tournaments.kit import faces
from tournaments.kit.words import Reader
from tournaments.learning.puzzles import selectors, showing
from tournaments.learning.puzzles.catalogue import Asked
from tournaments.learning.puzzles.days import How
from tournaments.learning.puzzles.services import Judged
from tournaments.tables import catalogue as games
from tournaments.tables.web.board import Board


class Step(NamedTuple):
    """A move of a line: who, and the card's slip or the words."""

    name: str
    slip: SafeString | None
    words: SafeString | str


class Posed:
    """Before an answer: nothing here follows from what is proven."""

    state: Literal["posed", "wrong", "right"] = "posed"

    def __init__(self, asked: Asked, day: date | None) -> None:
        self.asked = asked
        self.day = day

    @property
    def board(self) -> Board:
        return self._asking

    @property
    def address(self) -> str:
        """Where it is asked again."""
        if self.day is None:
            return reverse("puzzle", args=[self.asked.id])
        return reverse("puzzle-of-day", args=[self.asked.game, self.day.isoformat()])

    @cached_property
    def goal(self) -> SafeString:
        return self._reader.html(self._picture_goal)

    @cached_property
    def may_hold(self) -> list[tuple[str, list[Step]]]:
        """By the name of another seat: the cards that it may hold, where that is not known."""
        reader, held = self._reader, enumerate(self.asked.kept.puzzle.may_hold)
        return [(reader.seat(seat), [_card(reader, code) for code in codes]) for seat, codes in held if codes]

    @cached_property
    def _asking(self) -> Board:
        return Board(showing.posed(self.asked.kept))

    @property
    def _picture_goal(self) -> Text:
        return self._asking.picture.goal

    @property
    def _reader(self) -> Reader:
        return self._asking.reader


class Answered(Posed):
    """After the answer *move*: the trick is played out, by the refutation if it was wrong."""

    def __init__(self, asked: Asked, day: date | None, move: str, judged: Judged) -> None:
        super().__init__(asked, day)
        self.move = move
        self.judged = judged
        self.state = "right" if judged.right else "wrong"

    @cached_property
    def board(self) -> Board:
        view = showing.answered(self.asked.kept, self.move)
        held = view.view is None
        return Board(view, perspective=self.asked.kept.puzzle.seat, still=True, held=held)

    @cached_property
    def _choices(self) -> dict[str, Choice]:
        return showing.choices(self.asked.kept)

    @property
    def gained(self) -> int:
        return self.judged.after - self.judged.before

    @cached_property
    def chosen(self) -> Step:
        return self._step(self.move)

    @cached_property
    def line(self) -> list[Step]:
        """How play goes on after a wrong answer."""
        return self._line(self.move) if self.state == "wrong" else []

    @cached_property
    def at_best(self) -> SafeString | str:
        """What a wrong answer still comes to."""
        found = showing.at_best(self.asked.kept, self.move, self._picture_goal)
        return self._reader.html(found) if found else ""

    @cached_property
    def winners(self) -> list[Step]:
        return [self._step(move) for move in self.asked.kept.puzzle.wins] if self.state == "right" else []

    @cached_property
    def tempting(self) -> Step | None:
        """What looks better at first sight, once it is solved."""
        move = showing.tempting(self.asked.kept) if self.state == "right" else None
        return None if move is None else self._step(move)

    @cached_property
    def tempted(self) -> list[Step]:
        """How play goes on after that."""
        move = showing.tempting(self.asked.kept) if self.state == "right" else None
        return [] if move is None else self._line(move)

    @property
    def source(self) -> str:
        """The game that it comes from: a public table, or bots' as text."""
        return reverse("table-replay", args=[self.asked.table]) if self.asked.table else ""

    def _line(self, move: str) -> list[Step]:
        return [self._said(said) for said in showing.line(self.asked.kept, move)[1:]]

    def _said(self, said: showing.Said) -> Step:
        reader, name = self._reader, self._reader.seat(said.seat)
        return _card(reader, said.card, name) if said.card else Step(name, None, reader.html(said.label))

    def _step(self, move: str) -> Step:
        reader, choice = self._reader, self._choices[move]
        return _card(reader, choice.card) if choice.card else Step("", None, reader.html(choice.label))


class Solved(Answered):
    """For somebody who has solved it already."""

    def __init__(self, asked: Asked, day: date | None) -> None:
        super().__init__(asked, day, asked.kept.puzzle.wins[0], Judged(True))


def _card(reader: Reader, code: str, name: str = "") -> Step:
    return Step(name, faces.slip(reader.deck, code), faces.full_name(reader.deck, code))


class Today(NamedTuple):
    """A puzzle of the day as the list has it."""

    key: str
    name: str
    how: How
    board: Board
    address: str


def page_of(asked: Asked, user: User | None, today: date) -> Today:
    row = selectors.answer_of(user.pk if user else None, asked.id, today)
    board, address = Posed(asked, today).board, reverse("puzzle-today", args=[asked.game])
    return Today(asked.game, games.game(asked.game).name, selectors.how(row), board, address)
