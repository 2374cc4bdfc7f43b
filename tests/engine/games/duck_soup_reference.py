"""Duck Soup again, as plainly as the rules sheet says it: strings and lists, nothing shared with the engine."""

from collections.abc import Sequence

DUCK_RANKS = "A23456789TJQK"
SOUP_RANKS = "23456789TJQKA"


class Reference:
    """One game. *packs* are the shuffled packs of the deals, top card first."""

    def __init__(
        self,
        packs: Sequence[Sequence[str]],
        *,
        length: str = "250",
        allow_silent_match: bool = False,
        duck_double: bool = False,
        max_rounds: int = 60,
    ) -> None:
        self.packs = packs
        self.length = length
        self.allow_silent_match = allow_silent_match
        self.duck_double = duck_double
        self.max_rounds = max_rounds
        self.totals = [0, 0]
        self.deals = 0
        self.places: tuple[int, int] | None = None
        self.stake = 1
        self.deal()

    def deal(self) -> None:
        pack = self.packs[self.deals]
        dealer = 1 if self.deals % 2 == 0 else 0
        self.hands: list[list[str]] = [[], []]
        for i in range(26):
            left_of_dealer = 1 - dealer
            receiver = left_of_dealer if i % 2 == 0 else dealer
            self.hands[receiver].append(pack[i])
        self.stock = list(pack[26:])
        self.points = [0, 0]
        self.duck_points = [0, 0]
        self.leader = 1 - dealer
        self.turn = self.leader
        self.trick: list[str] = []

    def legal(self) -> set[str]:
        """The moves of the player whose turn it is, in no order."""
        if self.places is not None:
            return set()
        hand = self.hands[self.turn]
        if len(self.trick) == 2:
            return {"duck"} | {card for card in hand if card[0] == self.trick[0][0]}
        moves = set(hand)
        if len(self.trick) == 1 and self.allow_silent_match:
            moves |= {card + "-silent" for card in hand if card[0] == self.trick[0][0]}
        return moves

    def move(self, text: str) -> None:
        follower = 1 - self.leader
        if text == "duck":
            self.take(follower, 2 if self.duck_double else 1)
            return
        card = text[:2]
        self.hands[self.turn].remove(card)
        self.trick.append(card)
        self.turn = 1 - self.turn
        led = self.trick[0]
        if len(self.trick) == 2:
            if text.endswith("-silent"):
                self.take(self.leader, 2)
            elif card[0] == led[0]:
                pass  # Quack: the leader ducks or plays a third
            elif card[1] != led[1]:
                self.take(self.leader, 2)
            elif self.stock:
                self.take(follower if DUCK_RANKS.index(card[0]) < DUCK_RANKS.index(led[0]) else self.leader, 1)
            else:
                self.take(follower if SOUP_RANKS.index(card[0]) > SOUP_RANKS.index(led[0]) else self.leader, 1)
        elif len(self.trick) == 4:
            self.take(follower if card[0] == led[0] else self.leader, 4)

    def take(self, winner: int, points: int) -> None:
        self.points[winner] += points
        self.trick = []
        self.leader = self.turn = winner
        if self.stock:
            self.hands[winner].append(self.stock.pop(0))
            self.hands[1 - winner].append(self.stock.pop(0))
            if not self.stock:
                self.duck_points = self.points
                self.points = [0, 0]
        elif not self.hands[0] and not self.hands[1]:
            self.score()

    def score(self) -> None:
        scores = [self.duck_points[seat] * self.points[seat] for seat in (0, 1)]
        self.totals = [self.totals[seat] + scores[seat] for seat in (0, 1)]
        self.deals += 1
        outright = max(scores) >= 125 and scores[0] != scores[1]
        reached_250 = max(self.totals) >= 250 and self.totals[0] != self.totals[1]
        last_deal = self.length == "deal" or self.deals == self.max_rounds
        if outright:
            self.win(0 if scores[0] > scores[1] else 1)
        elif reached_250 or last_deal:
            self.win_by_totals()
        else:
            self.deal()

    def win_by_totals(self) -> None:
        if self.totals[0] == self.totals[1]:
            self.places = (1, 1)
        else:
            self.win(0 if self.totals[0] > self.totals[1] else 1)

    def win(self, winner: int) -> None:
        self.places = (1, 2) if winner == 0 else (2, 1)
        self.stake = 2 if self.totals[1 - winner] < 125 else 1
