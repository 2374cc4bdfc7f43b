"""A table as an aggregate of the library ``eventsourcing``, in the way its own documentation writes one."""

# The library is there for make bench alone, so that mypy sees no types of it.
# mypy: disable-error-code="misc, untyped-decorator"

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from eventsourcing.application import Application, Repository
from eventsourcing.domain import Aggregate, event


class CardTable(Aggregate):
    @event("Started")
    def __init__(self) -> None:
        self.hands: dict[int, set[str]] = {}
        self.trick: list[str] = []
        self.taken = [0] * 5
        self.leader = 0
        self.others = 0

    @event("HandDealt")
    def deal(self, seat: int, cards: list[str]) -> None:
        self.hands[seat] = set(cards)

    @event("CardPlayed")
    def play(self, seat: int, card: str) -> None:
        self.hands[seat].discard(card)
        self.trick.append(card)

    @event("CardDrawn")
    def draw(self, seat: int, card: str) -> None:
        self.hands[seat].add(card)

    @event("TrickTaken")
    def take(self, seat: int) -> None:
        self.leader = seat
        self.taken[seat] += 1
        self.trick = []

    @event("Noted")
    def note(self, fields: dict[str, Any]) -> None:
        self.others += 1


def stored_tables(logs: Iterable[Iterable[tuple[str, Mapping[str, Any]]]]) -> tuple[Repository[UUID], list[UUID]]:
    """Tables that were given *logs* (kind and fields), in the library's store in memory."""
    app: Application[UUID] = Application()
    ids = []
    for log in logs:
        table = CardTable()
        for kind, fields in log:
            _tell(table, kind.partition(".")[2], fields)
        app.save(table)
        ids.append(table.id)
    return app.repository, ids


def _tell(table: CardTable, kind: str, fields: Mapping[str, Any]) -> None:
    match kind:
        case "hand_dealt":
            table.deal(fields["seat"], fields["cards"])
        case "card_played":
            table.play(fields["seat"], fields["card"])
        case "card_drawn":
            table.draw(fields["seat"], fields["card"])
        case "trick_taken":
            table.take(fields["seat"])
        case _:
            table.note(dict(fields))
