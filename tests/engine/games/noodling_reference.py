"""Noodling again, as plainly as the rules sheet says it: strings and lists, nothing shared with the engine."""

from collections.abc import Callable, Sequence
from itertools import combinations

SUITS = "MSWLYK"
TABLE = """
AM AS AW AL AY AK
2MK 2SY 2WL
3MW 3SK 3LY
4MS 4WL 4YK
5ML 5SW 5YK
6MW 6SY 6LK
7ML 7SK 7WY
8MS 8WL 8YK
9MS 9WY 9LK
CM CS CW CL CY CK
PMSL PMYK PSWK PWLY
TMWK TMLY TSWY TSLK
X
"""
DECK_ORDER = TABLE.split()

Shuffle = Callable[[str, list[str]], list[str]]
"""Asked for a pile by its name, with its cards in deck order."""


def in_deck_order(cards: Sequence[str]) -> list[str]:
    return [card for card in DECK_ORDER if card in cards]


def pips(card: str) -> list[str]:
    """A number's rank and suits; an ace's, crown's, pawn's or court's suits; the Excuse is a wild one."""
    if card == "X":
        return ["wild"]
    return list(card) if card[0] in "23456789" else list(card[1:])


def measure(bid: Sequence[str], prize: str) -> tuple[int, int]:
    """How many pips, and how many of them are trump."""
    trumps = pips(prize)
    found = [pip for card in bid for pip in pips(card)]
    return len(found), len([pip for pip in found if pip in trumps or pip == "wild"])


def legal_bids(hand: Sequence[str], front: Sequence[str], prize: str, earlier: Sequence[tuple[int, int]]) -> set[str]:
    """*earlier*: pips and trumps of every bid of this auction; the last one stands."""
    moves = set()
    for size in range(1, len(hand) + 1):
        for added in combinations(in_deck_order(hand), size):
            total, trump = measure([*front, *added], prize)
            if total >= 3 and (not earlier or (total >= earlier[-1][0] and trump >= max(t for _, t in earlier))):
                moves.add("bid-" + "-".join(added))
    return moves


def score(pool: Sequence[str], owned: Sequence[str]) -> int:
    """*pool*: what nobody owns at the end."""
    total, best = 0, None
    for card in pool:
        suits = [letter for letter in card[1:] if letter in SUITS]
        n = 0
        for mine in owned:
            if mine[0] in "AC" and mine[1] in suits:
                n += 1
        total += n * n
        if best is None or n > best:
            best = n
    if "X" in owned and best is not None:
        total += (best + 1) ** 2 - best**2
    return total


class Reference:
    """One game. What the shuffles give is asked of *shuffle*."""

    def __init__(self, seats: int, shuffle: Shuffle, *, stages: int = 4, max_rounds: int = 60) -> None:
        self.seats = seats
        self.shuffle = shuffle
        self.stages = stages
        self.max_rounds = max_rounds
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.decks: list[list[str]] = [[] for _ in range(seats)]
        self.discards: list[list[str]] = [[] for _ in range(seats)]
        self.fronts: list[list[str]] = [[] for _ in range(seats)]
        self.shared: list[str] = []
        self.rounds = 0
        self.active = 0
        self.points: list[int] | None = None
        side = [card for card in DECK_ORDER if card[0] in "PTX" and (card != "X" or seats == 3)]
        side = shuffle("side", side)
        for i in range(3 * seats):
            self.hands[i % seats].append(side[i])
        self.stage_decks = [
            shuffle("stage-1", [card for card in DECK_ORDER if card[0] in "2345"]),
            shuffle("stage-2", [card for card in DECK_ORDER if card[0] in "6789"]),
            shuffle("stage-3", [card for card in DECK_ORDER if card[0] in "AC"]),
        ]
        self.stage = 1
        self.stock = self.stage_decks[0]
        self.new_market()

    def new_market(self) -> None:
        self.market = self.stock[:3]
        self.stock = self.stock[3:]
        self.prize: str | None = None
        self.turn = self.active
        self.passed: list[int] = []
        self.standing: int | None = None
        self.bids: list[tuple[int, int]] = []

    def legal(self) -> set[str]:
        if self.points is not None:
            return set()
        if self.prize is None:
            return {"prize-" + card for card in self.market}
        return legal_bids(self.hands[self.turn], self.fronts[self.turn], self.prize, self.bids) | {"pass"}

    def move(self, text: str) -> None:
        verb, *cards = text.split("-")
        if verb == "prize":
            self.prize = cards[0]
            return
        if verb == "bid":
            for card in cards:
                self.hands[self.turn].remove(card)
                self.fronts[self.turn].append(card)
            assert self.prize is not None
            self.bids.append(measure(self.fronts[self.turn], self.prize))
            self.standing = self.turn
        else:
            self.passed.append(self.turn)
            self.new_hand(self.turn)
        if len(self.passed) == self.seats:
            self.resolve()
            return
        self.turn = (self.turn + 1) % self.seats
        while self.turn in self.passed:
            self.turn = (self.turn + 1) % self.seats
        if self.turn == self.standing and len(self.passed) == self.seats - 1:
            self.resolve()

    def new_hand(self, seat: int) -> None:
        self.discards[seat] += self.hands[seat]
        self.hands[seat] = []
        while len(self.hands[seat]) < 3:
            if not self.decks[seat]:
                if not self.discards[seat]:
                    return
                self.decks[seat] = self.shuffle(f"deck-{seat}", in_deck_order(self.discards[seat]))
                self.discards[seat] = []
            self.hands[seat].append(self.decks[seat].pop(0))

    def resolve(self) -> None:
        for card in self.market:
            if self.standing is not None and card == self.prize:
                self.discards[self.standing].append(card)
            else:
                self.shared.append(card)
        self.market = []
        for seat in range(self.seats):
            self.discards[seat] += self.fronts[seat]
            self.fronts[seat] = []
        self.active = ((self.active if self.standing is None else self.standing) + 1) % self.seats
        self.rounds += 1
        if self.rounds == self.max_rounds:
            self.end()
        elif len(self.stock) >= 3:
            self.new_market()
        elif self.stage == self.stages:
            self.end()
        else:
            self.next_stage()

    def next_stage(self) -> None:
        for seat in range(self.seats):
            self.new_hand(seat)
        self.stage += 1
        if self.stage <= 3:
            self.stock = self.stage_decks[self.stage - 1]
        else:
            self.stock = self.shuffle(f"stage-{self.stage}", in_deck_order(self.stock + self.shared))
            self.shared = []
        self.new_market()

    def owned(self, seat: int) -> list[str]:
        return self.hands[seat] + self.decks[seat] + self.discards[seat] + self.fronts[seat]

    def end(self) -> None:
        self.points = [score(self.stock + self.shared, self.owned(seat)) for seat in range(self.seats)]

    def places(self) -> list[int]:
        assert self.points is not None
        return [1 + len([other for other in self.points if other > mine]) for mine in self.points]
