"""HASP again, as plainly as the rules sheet says it: strings and lists, nothing shared with the engine."""

from collections.abc import Sequence

FINDS = ["minor", "great", "all", "none"]
VILLAGE_VALUES = {"h1": [2, 2, 2, 1], "h2": [1, 1, 1, 4], "h3": [1, 1, 2, 3]}


def suit(card: str) -> str:
    return card[0]


def number(card: str) -> int:
    return int(card[1:])


def is_trump(card: str, trump: str) -> bool:
    """*trump* is the letter of the extra suit, or "none"; the village is always trump."""
    return suit(card) == "V" or suit(card) == trump


def may_play(hand: Sequence[str], trick: Sequence[str], trump: str) -> list[str]:
    if not trick:
        return list(hand)
    of_led_suit = [card for card in hand if suit(card) == suit(trick[0])]
    if of_led_suit:
        return of_led_suit
    trumps = [card for card in hand if is_trump(card, trump)]
    if trumps:
        return trumps
    return list(hand)


def won_by(trick: Sequence[str], trump: str) -> str:
    """The card that takes the trick."""
    trumps = [card for card in trick if is_trump(card, trump)]
    contenders = trumps or [card for card in trick if suit(card) == suit(trick[0])]
    return max(contenders, key=number)


def value(card: str, values: str) -> int:
    if suit(card) == "V":
        return VILLAGE_VALUES[values][number(card) - 7]
    return {1: 0, 2: 0, 3: 1, 4: 2, 5: 3, 6: 4}[number(card)]


def pack_for(seats: int) -> list[str]:
    whole = [f"{s}{n}" for s in "FGRC" for n in range(1, 7)] + ["V7", "V8", "V9", "V10"]
    removed = {4: [], 3: [1], 2: [1, 2]}[seats]
    return [card for card in whole if number(card) not in removed]


class Reference:
    """One game. *packs* are the shuffled packs of the rounds, top card first."""

    def __init__(
        self,
        seats: int,
        packs: Sequence[Sequence[str]],
        *,
        values: str = "h1",
        multi_predictions: bool = False,
        target: int = 12,
        max_rounds: int = 60,
    ) -> None:
        self.seats = seats
        self.packs = packs
        self.values = values
        self.multi_predictions = multi_predictions
        self.target = target
        self.max_rounds = max_rounds
        self.totals = [0] * seats
        self.rounds = 0
        self.dealer = seats - 1
        self.places: list[int] | None = None
        self.deal()

    def team(self, seat: int) -> list[int]:
        """The seats that score with *seat*."""
        return [seat, (seat + 2) % 4] if self.seats == 4 else [seat]

    def deal(self) -> None:
        self.pack = list(self.packs[self.rounds])
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.announcer = self.leader = self.turn = (self.dealer + 1) % self.seats
        self.predictions: dict[int, list[str]] = {}
        self.shown: dict[int, list[str]] = {}
        self.pot = 1
        self.trick: list[str] = []
        self.points = [0] * self.seats
        self.tricks_taken = [0] * self.seats
        if self.seats == 3:
            self.deal_cards(7)
            self.turned = self.pack[0]
            self.trump = "none" if suit(self.turned) == "V" else suit(self.turned)
        else:
            self.deal_cards(3)
            self.trump = ""

    def deal_cards(self, each: int) -> None:
        """One at a time, clockwise, from the dealer's left."""
        for _ in range(each):
            for place in range(self.seats):
                self.hands[(self.dealer + 1 + place) % self.seats].append(self.pack.pop(0))

    def claim(self) -> tuple[int, str] | None:
        """Who said Find All or No Find, and which."""
        for seat, finds in self.predictions.items():
            for find in finds:
                if find in ("all", "none"):
                    return seat, find
        return None

    def legal(self) -> set[str]:
        if self.places is not None:
            return set()
        if self.trump == "":
            return {"trump-F", "trump-G", "trump-R", "trump-C", "trump-none"}
        first_trick = sum(self.tricks_taken) == 0
        hand = self.hands[self.turn]
        if first_trick and self.turn not in self.predictions:
            return self.may_predict(hand)
        return set(may_play(hand, self.trick, self.trump))

    def may_predict(self, hand: list[str]) -> set[str]:
        possible = []
        if "V7" in hand and "V8" in hand:
            possible.append("minor")
        if "V9" in hand:
            possible.append("great")
        if self.claim() is None:
            possible += ["all", "none"]
        moves = {"predict-pass"} | {"predict-" + find for find in possible}
        if self.multi_predictions:
            for bits in range(1, 16):
                chosen = [find for i, find in enumerate(FINDS) if bits >> i & 1]
                if all(find in possible for find in chosen) and not ("all" in chosen and "none" in chosen):
                    moves.add("-".join(["predict", *chosen]))
        return moves

    def move(self, text: str) -> None:
        if text.startswith("trump-"):
            self.trump = text.split("-")[1]
            self.deal_cards({2: 5, 4: 4}[self.seats])
        elif text.startswith("predict-"):
            self.predict([find for find in text.split("-")[1:] if find != "pass"])
        else:
            self.play(text)

    def predict(self, finds: list[str]) -> None:
        self.predictions[self.turn] = finds
        self.pot += sum({"minor": 1, "great": 1, "all": 2, "none": 2}[find] for find in finds)
        shows = {"minor": ["V7", "V8"], "great": ["V9"], "all": [], "none": []}
        self.shown[self.turn] = [card for find in finds for card in shows[find]]

    def play(self, card: str) -> None:
        self.hands[self.turn].remove(card)
        self.trick.append(card)
        self.turn = (self.turn + 1) % self.seats
        if len(self.trick) < self.seats:
            return
        winner = (self.leader + self.trick.index(won_by(self.trick, self.trump))) % self.seats
        for seat in self.team(winner):
            self.points[seat] += sum(value(card, self.values) for card in self.trick)
            self.tricks_taken[seat] += 1
        self.trick = []
        self.leader = self.turn = winner
        claim = self.claim()
        if claim is not None:
            claimant, find = claim
            failed = (winner in self.team(claimant)) != (find == "all")
            if failed:
                self.score([seat for seat in range(self.seats) if seat not in self.team(claimant)])
            elif not self.hands[0]:
                self.score(self.team(claimant))
        elif not self.hands[0]:
            self.score(self.best_in_points())

    def best_in_points(self) -> list[int]:
        best = [seat for seat in range(self.seats) if self.points[seat] == max(self.points)]
        if self.seats == 3:
            if len(best) < 3:
                return best
            if not any(self.predictions.values()):
                return []
            return [seat for seat in best if not self.predictions[seat]]
        if len(best) == self.seats:  # a tie of two sides: the announcer's side loses
            return [seat for seat in best if seat not in self.team(self.announcer)]
        return best

    def score(self, winners: list[int]) -> None:
        for seat in winners:
            self.totals[seat] += self.pot
        self.rounds += 1
        most = max(self.totals)
        leaders = [seat for seat in range(self.seats) if self.totals[seat] == most]
        alone = len(leaders) == len(self.team(leaders[0]))
        if (most >= self.target and alone) or self.rounds == self.max_rounds:
            self.finish()
        else:
            self.dealer = self.announcer
            self.deal()

    def finish(self) -> None:
        """Both partners have their team's place."""
        self.places = []
        for seat in range(self.seats):
            sides_above = {tuple(sorted(self.team(s))) for s in range(self.seats) if self.totals[s] > self.totals[seat]}
            self.places.append(1 + len(sides_above))
