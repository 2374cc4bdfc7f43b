"""Uniformly random play to the end on plain lists: no moves, no events, no states.

One ``rng.random()`` a move, an index into the legal moves in their order: draw for draw the twin of
:func:`engine.game.uniform_playout`.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence

from engine.cards import Card, cards, hand
from engine.cards.french import PACK, SUIT_OF
from engine.game import Outcome, Rng
from engine.games.galapagos.auctions import WORTH
from engine.games.galapagos.combinations import answers, leads
from engine.games.galapagos.melds import lacking, points
from engine.games.galapagos.model import Combination, Scored, State
from engine.games.galapagos.moves import Out
from engine.games.galapagos.scores import PER_CARD_LEFT, bonus, ending, stake, trick_points
from engine.games.galapagos.tricks import SUIT_AS, WINS
from engine.pairs import Pair, places, plus

_FIRST_JOKER = len(PACK)
_PACK = tuple(range(_FIRST_JOKER))


def between(state: State) -> bool:
    """Whether :func:`play_out` can go on from *state*: it begins with two bids, a lead, or anywhere in a play-off."""
    match state.phase:
        case "auction":
            return state.auction.sealed == (None, None)
        case "tricks":
            return not state.trick
    return state.phase in ("play-off", "over")


def play_out(state: State, rng: Rng) -> Outcome:
    if state.sheet.outcome is not None:
        return state.sheet.outcome
    deal = _Deal(state, rng)
    deal.finish(state)
    sheet, deals = state.sheet, state.sheet.deal + 1
    totals = plus(sheet.totals, deal.scores)
    while ending(sheet.options, deals, totals) is None:
        deal.begin(deals)
        deal.play()
        totals = plus(totals, deal.scores)
        deals += 1
    return Outcome(places(totals), totals, stake(totals))


class _Deal:
    """What a state holds, in a form that changes in place. Hands are kept in deck order, as legal moves are."""

    def __init__(self, state: State, rng: Rng) -> None:
        self.random, self.shuffled = rng.random, rng.shuffled
        self.jokers = state.sheet.options.jokers
        self.scores = state.sheet.scores
        self.hands = [list(cards(held)) for held in state.hands]
        self.stock = list(state.auction.stock[::-1])
        self.bids = [list(bids) for bids in state.auction.bids]

    def finish(self, state: State) -> None:
        """Play the rest of the deal that *state* is in."""
        if state.phase == "auction":
            if state.auction.turned is not None:
                self.stock.append(state.auction.turned)
            self.play()
        elif state.phase == "tricks":
            trumps = state.court.trumps[0] or 0, state.court.trumps[1] or 0
            tricks = [0, 0]
            for trick in state.court.taken:
                tricks[trick.winner] += 1
            self._play_off(self._tricks(state.acting[0], trumps, tricks))
        else:
            table = state.play_off.table
            self._out(state.hands[0], state.hands[1], state.acting[0], table[-1] if table else None)

    def begin(self, deal: int) -> None:
        left = deal % 2
        dealt = 2 * (12 if self.jokers else 13)
        order = [Card(card) for card in self.shuffled("pack", deal, _PACK)]
        self.hands[left], self.hands[1 - left] = sorted(order[:dealt:2]), sorted(order[1:dealt:2])
        if self.jokers:
            self.hands[left].append(Card(_FIRST_JOKER))
            self.hands[1 - left].append(Card(_FIRST_JOKER + 1))
        self.stock = order[: dealt - 1 : -1]
        self.bids = [[], []]
        self.scores = (0, 0)

    def play(self) -> None:
        leader = self._auctions()
        trumps = self._meld(leader)
        self._play_off(self._tricks(leader, trumps, [0, 0]))

    def _auctions(self) -> int:
        """Auction the stock, its top card being the one turned up; who takes the last card."""
        random, stock, (first, second) = self.random, self.stock, self.hands
        bids, last = self.bids, 0
        while stock:
            turned, unseen = stock.pop(), stock.pop()
            one = first.pop(int(random() * len(first)))
            two = second.pop(int(random() * len(second)))
            if one < _FIRST_JOKER:
                bids[0].append(one)
            if two < _FIRST_JOKER:
                bids[1].append(two)
            worth = WORTH[SUIT_OF[turned]]
            ceded = random() >= 0.5
            if (worth[one] > worth[two]) == ceded:
                insort(first, unseen)
                insort(second, turned)
                last = 0
            else:
                insort(first, turned)
                insort(second, unseen)
                last = 1
        return last

    def _meld(self, first: int) -> Pair:
        """Score the melds and choose trumps; these are the announced or the chosen ones."""
        random = self.random
        melded, trumps = [0, 0], [-1, -1]
        for seat in (first, 1 - first):
            held: int = hand(self.hands[seat])
            announcing = lacking(held)
            options = 1 + len(announcing)
            swaps = sorted(self.bids[seat]) if held >> _FIRST_JOKER else []
            choice = int(random() * (options + len(swaps)))
            if choice >= options:
                held = self._swap(seat, swaps[choice - options])
                announcing = lacking(held)
                choice = int(random() * (1 + len(announcing)))
            if choice:
                trumps[seat] = announcing[choice - 1]
            melded[seat] = points(held, trumps[seat])
        self._score("melds", (melded[0], melded[1]))
        for seat in (0, 1):
            if trumps[seat] < 0:
                trumps[seat] = int(random() * 4)
        return trumps[0], trumps[1]

    def _swap(self, seat: int, card: Card) -> int:
        held, bids = self.hands[seat], self.bids[seat]
        bids[bids.index(card)] = held.pop()
        insort(held, card)
        return hand(held)

    def _tricks(self, leader: int, trumps: Pair, tricks: list[int]) -> int:
        """Play the tricks, *tricks* being those taken already; who takes the last."""
        random, hands = self.random, self.hands
        mine, theirs = hands[leader], hands[1 - leader]
        while mine:
            lead, follow = trumps[leader], trumps[1 - leader]
            led = mine.pop(int(random() * len(mine)))
            suit, suits = SUIT_AS[lead][led], SUIT_AS[follow]
            may = [card for card in theirs if suits[card] == suit] or theirs
            card = may[int(random() * len(may))]
            theirs.remove(card)
            if WINS[lead][follow][led] >> card & 1:
                mine, theirs, leader = theirs, mine, 1 - leader
            tricks[leader] += 1
        self._score("tricks", trick_points((tricks[0], tricks[1]), leader))
        return leader

    def _play_off(self, leader: int) -> None:
        self._out(hand(self.bids[0]), hand(self.bids[1]), leader, None)

    def _out(self, first: int, second: int, turn: int, top: Combination | None) -> None:
        """Play off the hands *first* and *second*, *top* being the combination to beat."""
        random = self.random
        mine, theirs = (second, first) if turn else (first, second)
        while theirs:
            moves: Sequence[object] = leads(mine) if top is None else answers(mine, top)
            move = moves[int(random() * len(moves))]
            if isinstance(move, Out):
                top = move.cards
                for card in top:
                    mine ^= 1 << card
            else:
                top = None
            mine, theirs, turn = theirs, mine, 1 - turn
        left = PER_CARD_LEFT * mine.bit_count()
        self._score("play-off", (left, 0) if turn else (0, left))

    def _score(self, phase: Scored, scored: Pair) -> None:
        after = plus(self.scores, scored)
        self.scores = plus(after, bonus(phase, self.scores, after))
