"""German Whist as plainly as it can be written, from its rules page alone: what the engine is compared with.

Cards are codes; hands are sets of them. Nothing here is shared with ``engine.games.german_whist``.
"""

from collections.abc import Sequence

RANKS = "23456789TJQKA"
DECK = [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"]


def wins(led: str, card: str, trump: str) -> bool:
    """Whether *card* takes the trick from *led*."""
    if card[1] == led[1]:
        return RANKS.index(card[0]) > RANKS.index(led[0])
    return card[1] == trump


class Reference:
    """A table, from the orders in which the packs lie."""

    def __init__(self, packs: Sequence[Sequence[str]]) -> None:
        self.packs = packs
        self.deal = -1
        self.totals = [0, 0]
        self.over = False
        self._deal()

    def _deal(self) -> None:
        self.deal += 1
        pack = list(self.packs[self.deal])
        self.turn = self.deal % 2
        self.hands: list[set[str]] = [set(), set()]
        for at in range(26):
            self.hands[(self.turn + at) % 2].add(pack[at])
        self.stock = pack[26:]
        self.trump = self.stock[0][1]
        self.led: str | None = None
        self.tricks = [0, 0]

    def legal(self) -> list[str]:
        if self.over:
            return []
        hand = self.hands[self.turn]
        following = [card for card in hand if self.led and card[1] == self.led[1]]
        return sorted(following or hand, key=DECK.index)

    def play(self, card: str) -> None:
        self.hands[self.turn].remove(card)
        if self.led is None:
            self.led, self.turn = card, 1 - self.turn
            return
        winner = self.turn if wins(self.led, card, self.trump) else 1 - self.turn
        self.led, self.turn = None, winner
        if self.stock:
            self.hands[winner].add(self.stock.pop(0))
            self.hands[1 - winner].add(self.stock.pop(0))
        else:
            self.tricks[winner] += 1
        if not self.hands[0] and not self.hands[1]:
            self.totals = [total + won for total, won in zip(self.totals, self.tricks, strict=True)]
            if self.deal + 1 == len(self.packs):
                self.over = True
            else:
                self._deal()
