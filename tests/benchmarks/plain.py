"""The yardsticks: what a tight loop of plain Python does with a trick game of 36 cards, and with its events.

No moves, events or states as objects, no views, nothing refused: the least that a Python program can do for a game of
this kind. Four suits of nine, four seats, nine tricks, follow suit if you can, the highest card of the led suit wins.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

SEATS = 4
SUITS = tuple(card // 9 for card in range(36))


def play_games(games: int, seed: int) -> int:
    """Play random games to their end; how many moves that took."""
    random = Random(seed).random
    suits = SUITS
    deck = list(range(36))
    moves = 0
    for _ in range(games):
        for i in range(35, 0, -1):
            j = int(random() * (i + 1))
            deck[i], deck[j] = deck[j], deck[i]
        hands = [deck[0:9], deck[9:18], deck[18:27], deck[27:36]]
        taken = [0] * SEATS
        leader = 0
        for _ in range(9):
            hand = hands[leader]
            card = hand.pop(int(random() * len(hand)))
            best, winner, led = card, leader, suits[card]
            for turn in range(leader + 1, leader + SEATS):
                seat = turn % SEATS
                hand = hands[seat]
                legal = [card for card in hand if suits[card] == led] or hand
                card = legal[int(random() * len(legal))]
                hand.remove(card)
                if suits[card] == led and card > best:
                    best, winner = card, seat
            taken[winner] += 1
            leader = winner
        moves += 36
    return moves


@dataclass(slots=True)
class Table:
    """A state that events change in place."""

    hands: list[set[str]] = field(default_factory=lambda: [set() for _ in range(5)])
    trick: list[str] = field(default_factory=list)
    taken: list[int] = field(default_factory=lambda: [0] * 5)
    leader: int = 0
    others: int = 0


def _dealt(table: Table, event: dict[str, Any]) -> None:
    table.hands[event["seat"]] = set(event["cards"])


def _played(table: Table, event: dict[str, Any]) -> None:
    table.hands[event["seat"]].discard(event["card"])
    table.trick.append(event["card"])


def _drawn(table: Table, event: dict[str, Any]) -> None:
    table.hands[event["seat"]].add(event["card"])


def _taken(table: Table, event: dict[str, Any]) -> None:
    table.leader = seat = event["seat"]
    table.taken[seat] += 1
    table.trick = []


def _other(table: Table, event: dict[str, Any]) -> None:
    table.others += 1


HANDLERS: dict[str, Callable[[Table, dict[str, Any]], None]] = {
    "hand_dealt": _dealt,
    "card_played": _played,
    "card_drawn": _drawn,
    "trick_taken": _taken,
}


def fold(stored: Sequence[tuple[str, bytes]]) -> Table:
    """Replay *stored* events (kind, JSON): decoded to dictionaries, applied to a table that they change."""
    handlers = {kind: HANDLERS.get(kind.partition(".")[2], _other) for kind, _ in stored}
    decode = msgspec.json.decode
    table = Table()
    for kind, payload in stored:
        handlers[kind](table, decode(payload))
    return table
