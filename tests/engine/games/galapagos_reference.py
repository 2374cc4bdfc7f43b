"""Galapagos again, as plainly as the rules sheet says it: strings and lists, nothing shared with the engine."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations

RANKS = "23456789TJQKA"
SUITS = "SHDC"
PLACES = "A23456789TJQKA"
"""For sequences of the play-off: the ace low and high."""
TIE_ORDERS = {"S": "SCHD", "H": "HDSC", "D": "DHCS", "C": "CSDH"}
RED = "HD"


def joker(card: str) -> bool:
    return card[0] == "Z"


def rank(card: str) -> int:
    """Jokers are below the Two."""
    return -1 if joker(card) else RANKS.index(card[0])


# -- auctions


def winning_bid(turned: str, one: str, two: str) -> str:
    if joker(one) and joker(two):
        colour = "ZR" if turned[1] in RED else "ZB"
        return one if one == colour else two
    if joker(one) or joker(two):
        return one if joker(one) else two
    if rank(one) != rank(two):
        return one if rank(one) > rank(two) else two
    order = TIE_ORDERS[turned[1]]
    return one if order.index(one[1]) < order.index(two[1]) else two


# -- melds


def sequences(hand: Sequence[str]) -> list[list[str]]:
    """Maximal runs of three or more in a suit, ace high only."""
    found = []
    for suit in SUITS:
        run: list[str] = []
        for figure in RANKS + "-":
            if figure + suit in hand:
                run.append(figure + suit)
                continue
            if len(run) >= 3:
                found.append(run)
            run = []
    return found


def sequence_points(length: int) -> int:
    if length < 3:
        return 0
    if length == 3:
        return 10
    if length == 4:
        return 20
    return 10 * length


def sets(hand: Sequence[str]) -> list[list[str]]:
    found = []
    for figure in RANKS:
        cards = [figure + suit for suit in SUITS if figure + suit in hand]
        if len(cards) >= 3:
            found.append(cards)
    return found


def set_points(cards: Sequence[str], trump: str | None) -> int:
    if len(cards) == 4:
        return {"3": 60, "2": 80}.get(cards[0][0], 40)
    missing = next(suit for suit in SUITS if cards[0][0] + suit not in cards)
    return 30 if missing == trump else 15


def meld_points(hand: Sequence[str], trump: str | None) -> int:
    in_sequence = sum(sequence_points(len(cards)) for cards in sequences(hand))
    return in_sequence + sum(set_points(cards, trump) for cards in sets(hand))


def announceable(hand: Sequence[str]) -> set[str]:
    return {suit for cards in sets(hand) if len(cards) == 3 for suit in SUITS if cards[0][0] + suit not in cards}


# -- tricks


def suit_of(card: str, own_trump: str) -> str:
    return own_trump if joker(card) else card[1]


def may_reply(hand: Sequence[str], led: str, leaders_trump: str, own_trump: str) -> list[str]:
    suit = suit_of(led, leaders_trump)
    following = [card for card in hand if suit_of(card, own_trump) == suit]
    return following if following else list(hand)


def follower_wins(led: str, reply: str, leaders_trump: str, own_trump: str) -> bool:
    suit = suit_of(led, leaders_trump)
    if suit_of(reply, own_trump) == suit:
        return rank(reply) > rank(led)
    if suit_of(reply, own_trump) == own_trump:
        if suit != leaders_trump:
            return True
        return rank(reply) > rank(led)
    return False


# -- the play-off


def place_of_top(cards: Sequence[str]) -> int:
    """Of a combination in its order: jokers at the bottom, aces at the top unless they begin a sequence."""
    return rank(cards[-1])


def kind(cards: Sequence[str]) -> str | None:
    """ "set" (a single card is one), "run", or nothing; *cards* in rising order."""
    if len(cards) == 1:
        return "set"
    if not any(joker(card) for card in cards) and len({card[0] for card in cards}) == 1:
        suits = [SUITS.index(card[1]) for card in cards]
        return "set" if suits == sorted(set(suits)) else None
    if len(cards) >= 3 and len(set(cards)) == len(cards):
        figures = "".join("A" if joker(card) and i == 0 else card[0] for i, card in enumerate(cards))
        if figures in PLACES:
            return "run"
    return None


def combinations_in(hand: Sequence[str]) -> set[str]:
    """Every combination that can be led, by trying every set of cards in every sensible order."""
    found = set()
    for size in range(1, len(hand) + 1):
        for chosen in combinations(hand, size):
            for cards in orders(chosen):
                if kind(cards):
                    found.add("-".join(cards))
    return found


def orders(chosen: Sequence[str]) -> list[list[str]]:
    """By rank with equal ranks as S H D C, and the same with one ace moved to the bottom."""
    usual = sorted(chosen, key=lambda card: (rank(card), "" if joker(card) else SUITS.index(card[1])))
    aces = [card for card in usual if card[0] == "A"]
    return [usual] + [[ace] + [card for card in usual if card != ace] for ace in aces if len(usual) > 2]


def beats(cards: Sequence[str], top: Sequence[str]) -> bool:
    return len(cards) == len(top) and kind(cards) == kind(top) and place_of_top(cards) > place_of_top(top)


@cache
def best_split(length: int) -> int:
    """The most that a run of *length* could score if it might be cut up, by trying all cuts."""
    return max([sequence_points(length)] + [best_split(cut) + best_split(length - cut) for cut in range(1, length)])


# -- scores


def with_bonus(before: Sequence[int], points: Sequence[int], bonus: int) -> list[int]:
    after = [before[0] + points[0], before[1] + points[1]]
    reached = [score >= 100 for score in after]
    had_before = before[0] >= 100 or before[1] >= 100
    if not had_before and reached == [True, False]:
        after[0] += bonus
    if not had_before and reached == [False, True]:
        after[1] += bonus
    return after


class Reference:
    """One game. *packs* are the shuffled packs of the deals, top card first. Moves are made by text."""

    def __init__(
        self, packs: Sequence[Sequence[str]], *, jokers: bool = False, length: str = "1000", max_rounds: int = 60
    ) -> None:
        self.packs = packs
        self.jokers = jokers
        self.length = length
        self.max_rounds = max_rounds
        self.totals = [0, 0]
        self.deals = 0
        self.places: tuple[int, int] | None = None
        self.stake = 1
        self.deal()

    def deal(self) -> None:
        pack = list(self.packs[self.deals])
        dealer = 1 if self.deals % 2 == 0 else 0
        left = 1 - dealer
        self.hands: list[list[str]] = [[], []]
        for i in range(24 if self.jokers else 26):
            self.hands[left if i % 2 == 0 else dealer].append(pack.pop(0))
        if self.jokers:
            self.hands[left].append("ZR")
            self.hands[dealer].append("ZB")
        self.stock = pack
        self.bids: list[list[str]] = [[], []]
        self.scores = [0, 0]
        self.melds: list[int | None] = [None, None]
        self.trumps: list[str | None] = [None, None]
        self.tricks = [0, 0]
        self.table: list[str] = []
        self.turn_up()

    def turn_up(self) -> None:
        self.phase = "bid"
        self.turned = self.stock.pop(0)
        self.sealed: list[str | None] = [None, None]

    def to_act(self) -> list[int]:
        if self.places is not None:
            return []
        if self.phase == "bid":
            return [seat for seat in (0, 1) if self.sealed[seat] is None]
        if self.phase == "trumps":
            return [seat for seat in (0, 1) if self.trumps[seat] is None]
        return [self.turn]

    def legal(self, seat: int) -> set[str]:
        hand = self.hands[seat]
        if self.phase == "bid":
            return {"bid-" + card for card in hand}
        if self.phase == "choice":
            return {"take", "cede"}
        if self.phase == "melds":
            moves = {"meld"} | {"meld-" + suit for suit in announceable(hand)}
            if any(joker(card) for card in hand):
                moves |= {"swap-" + card for card in self.bids[seat]}
            return moves
        if self.phase == "trumps":
            return {"trump-" + suit for suit in SUITS}
        if self.phase == "tricks":
            return set(may_reply(hand, self.led, self.trump(1 - seat), self.trump(seat)) if self.led else hand)
        if self.table:
            answers = [text for text in combinations_in(hand) if beats(text.split("-"), self.table)]
            return {"out-" + text for text in answers} | {"pass"}
        return {"out-" + text for text in combinations_in(hand)}

    def trump(self, seat: int) -> str:
        trump = self.trumps[seat]
        assert trump is not None
        return trump

    def move(self, seat: int, text: str) -> None:
        verb, _, rest = text.partition("-")
        if verb == "bid":
            self.bid(seat, rest)
        elif verb in ("take", "cede"):
            self.choose(seat if verb == "take" else 1 - seat)
        elif verb == "swap":
            self.swap(seat, rest)
        elif verb == "meld":
            self.meld(seat, rest or None)
        elif verb == "trump":
            self.trumps[seat] = rest
            self.begin_tricks()
        elif verb == "out":
            self.out(seat, rest.split("-"))
        elif verb == "pass":
            self.table = []
            self.turn = 1 - seat
        else:
            self.play(seat, text)

    def bid(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.sealed[seat] = card
        one, two = self.sealed
        if one is None or two is None:
            return
        self.turn = 0 if winning_bid(self.turned, one, two) == one else 1
        self.phase = "choice"
        for owner, bid in ((0, one), (1, two)):
            if not joker(bid):
                self.bids[owner].append(bid)

    def choose(self, receiver: int) -> None:
        self.hands[receiver].append(self.turned)
        self.hands[1 - receiver].append(self.stock.pop(0))
        if self.stock:
            self.turn_up()
        else:
            self.phase = "melds"
            self.leader = self.turn = 1 - receiver

    def swap(self, seat: int, card: str) -> None:
        held = next(own for own in self.hands[seat] if joker(own))
        self.hands[seat].remove(held)
        self.hands[seat].append(card)
        self.bids[seat].remove(card)
        self.bids[seat].append(held)

    def meld(self, seat: int, trump: str | None) -> None:
        self.melds[seat] = meld_points(self.hands[seat], trump)
        self.trumps[seat] = trump
        self.turn = 1 - seat
        one, two = self.melds
        if one is None or two is None:
            return
        self.scores = with_bonus(self.scores, [one, two], 100)
        self.phase = "trumps"
        self.begin_tricks()

    def begin_tricks(self) -> None:
        if None not in self.trumps:
            self.phase = "tricks"
            self.turn = self.leader
            self.led = ""

    def play(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.turn = 1 - seat
        if not self.led:
            self.led = card
            return
        won = follower_wins(self.led, card, self.trump(1 - seat), self.trump(seat))
        self.turn = seat if won else 1 - seat
        self.tricks[self.turn] += 1
        self.led = ""
        if not self.hands[0] and not self.hands[1]:
            points = [self.tricks[who] * (10 if who == self.turn else 5) for who in (0, 1)]
            self.scores = with_bonus(self.scores, points, 50)
            self.phase = "play-off"
            self.hands = [list(self.bids[0]), list(self.bids[1])]
            self.table = []

    def out(self, seat: int, cards: list[str]) -> None:
        for card in cards:
            self.hands[seat].remove(card)
        self.table = cards
        self.turn = 1 - seat
        if not self.hands[seat]:
            points = [0, 0]
            points[seat] = 10 * len(self.hands[1 - seat])
            self.scores = with_bonus(self.scores, points, 25)
            self.end_deal()

    def end_deal(self) -> None:
        self.totals = [self.totals[who] + self.scores[who] for who in (0, 1)]
        self.deals += 1
        equal = self.totals[0] == self.totals[1]
        reached = max(self.totals) >= 1000 and not equal
        if not (reached or self.length == "deal" or self.deals == self.max_rounds):
            self.deal()
            return
        self.places = (1, 1) if equal else (1, 2) if self.totals[0] > self.totals[1] else (2, 1)
        loser = min(self.totals)
        if not equal:
            self.stake = 4 if loser < 500 else 3 if loser < 750 else 2 if loser < 1000 else 1
