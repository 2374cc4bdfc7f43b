"""Dracula again, as plainly as the rules sheet says it: strings and lists, nothing shared with the engine.

``ZR`` and ``ZB`` are the vampires.
"""

from collections.abc import Sequence

RED, BLACK = "HD", "SC"
ROWS = (("a1", "b1", "c1"), ("a2", "b2", "c2"), ("a3", "b3", "c3"))
COLUMNS = (("a1", "a2", "a3"), ("b1", "b2", "b3"), ("c1", "c2", "c3"))
CELLS = [cell for row in ROWS for cell in row]


def value(card: str, *, in_row: bool) -> int:
    if card in ("ZR", "ZB"):
        return 0
    rank = card[0]
    if rank == "A":
        return 1
    if rank == "T":
        return 10
    if rank == "J":
        return 0
    if rank == "Q":
        return 10 if in_row else 0
    if rank == "K":
        return 0 if in_row else 10
    return int(rank)


def multiplier(cards: Sequence[str]) -> int:
    suits = [card[1] for card in cards]
    applicable = [1]
    for suit in "SHDC":
        if suits.count(suit) == 2:
            applicable.append(2)
        if suits.count(suit) == 3:
            applicable.append(4)
    for colour in (RED, BLACK):
        if all(suit in colour for suit in suits) and len(set(suits)) > 1:
            applicable.append(3)
    return max(applicable)


def worth(cards: Sequence[str], *, in_row: bool) -> int:
    if "ZR" in cards or "ZB" in cards:
        return 0
    return sum(value(card, in_row=in_row) for card in cards) * multiplier(cards)


def worths(coffin: dict[str, str]) -> tuple[list[int], list[int]]:
    """Of a full coffin: what its rows are worth from the top, and its columns from the left."""
    rows = [worth([coffin[cell] for cell in row], in_row=True) for row in ROWS]
    columns = [worth([coffin[cell] for cell in column], in_row=False) for column in COLUMNS]
    return rows, columns


def scores(coffin: dict[str, str]) -> tuple[int, int]:
    """What the player of the rows scores, and the player of the columns."""
    rows, columns = worths(coffin)
    rows.sort()
    columns.sort()
    if rows[2] != columns[2]:
        return rows[2], columns[2]
    if rows[1] != columns[1]:
        return rows[1], columns[1]
    return rows[0], columns[0]


def touching(cell: str, other: str) -> bool:
    """Whether two cells have a side in common."""
    across = abs("abc".index(cell[0]) - "abc".index(other[0]))
    down = abs(int(cell[1]) - int(other[1]))
    return across + down == 1


class Reference:
    """One game. *packs* are the shuffled packs of the sets, top card first."""

    def __init__(self, packs: Sequence[Sequence[str]], *, length: str = "1000", max_rounds: int = 20) -> None:
        self.packs = packs
        self.length = length
        self.max_rounds = max_rounds
        self.totals = [0, 0]
        self.of_set = [0, 0]
        self.sets = 0
        self.deals = 0
        self.dealer = 1
        self.turn = 1
        self.rows_player: int | None = None
        self.hands: list[list[str]] = [[], []]
        self.coffin: dict[str, str] = {}
        self.stock = list(packs[0])
        self.places: tuple[int, int] | None = None

    def legal(self) -> set[str]:
        """The moves of the player whose turn it is, in no order."""
        if self.places is not None:
            return set()
        if self.rows_player is None:
            return {"queens", "kings"}
        empty = [cell for cell in CELLS if cell not in self.coffin]
        adjacent = [cell for cell in empty if any(touching(cell, other) for other in self.coffin)]
        return {f"{card}-{cell}" for card in self.hands[self.turn] for cell in adjacent}

    def move(self, text: str) -> None:
        if text in ("queens", "kings"):
            self.rows_player = self.dealer if text == "queens" else 1 - self.dealer
            self.deal()
            return
        card, cell = text.split("-")
        self.hands[self.turn].remove(card)
        self.coffin[cell] = card
        self.turn = 1 - self.turn
        if len(self.coffin) == 9:
            self.score()

    def deal(self) -> None:
        self.hands = [[], []]
        for _ in range(4):
            self.hands[1 - self.dealer].append(self.stock.pop(0))
            self.hands[self.dealer].append(self.stock.pop(0))
        self.coffin = {"b2": self.stock.pop(0)}
        self.turn = 1 - self.dealer

    def score(self) -> None:
        for_rows, for_columns = scores(self.coffin)
        for seat in (0, 1):
            points = for_rows if seat == self.rows_player else for_columns
            self.totals[seat] += points
            self.of_set[seat] += points
        self.deals += 1
        if self.deals == 6:
            self.end_set()
        if self.places is None:
            self.dealer = 1 - self.dealer
            self.deal()

    def end_set(self) -> None:
        first, second = self.of_set
        if first > second:
            self.totals[0] += first - second
        else:
            self.totals[1] += second - first
        self.sets += 1
        reached_1000 = max(self.totals) >= 1000 and self.totals[0] != self.totals[1]
        if reached_1000 or self.length == "set" or self.sets == self.max_rounds:
            first, second = self.totals
            self.places = (1, 1) if first == second else (1, 2) if first > second else (2, 1)
            return
        self.of_set = [0, 0]
        self.deals = 0
        self.stock = list(self.packs[self.sets])
