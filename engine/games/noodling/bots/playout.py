"""Uniformly random play to the end on plain lists: no moves, no events, no states.

Draw for draw what play through the contract takes: ``rng.random()`` once a move, and the same shuffles.
"""

from __future__ import annotations

from engine.game import Outcome, Rng
from engine.games.noodling.bidding import fitting
from engine.games.noodling.decisions import DECKS, MARKET
from engine.games.noodling.model import State
from engine.games.noodling.moves import HAND
from engine.games.noodling.pips import CLAIM, EXCUSE, GUARD, LEAST, score
from engine.games.noodling.rows import row
from engine.games.noodling.seating import EVERYBODY, NEXT
from engine.places import ranked


def play_out(state: State, rng: Rng) -> Outcome:
    if state.outcome is not None:
        return state.outcome
    points = Table(state, rng).play_on()
    return Outcome(ranked(points), points)


class Table:
    """What a state holds, in a form that changes in place. Hands are kept in deck order, as legal moves are."""

    def __init__(self, state: State, rng: Rng) -> None:
        self.seats, self.options, self.rng, self.random = state.seats, state.options, rng, rng.random
        held = state.holdings
        self.hands: list[list[int]] = [list(row(each.hand)) for each in held]
        self.decks: list[tuple[int, ...]] = [each.deck for each in held]
        self.discards: list[list[int]] = [list(row(each.discards)) for each in held]
        self.fronts: list[list[int]] = [list(row(each.front)) for each in held]
        self.shuffles = [each.shuffles for each in held]
        self.stock: list[int] = list(state.stock[::-1])
        self.shared: list[int] = list(row(state.shared))
        self.later: list[list[int]] = [list(deck[::-1]) for deck in reversed(state.later)]
        self.stage, self.round, self.active = state.stage, state.round, state.active
        self.market: list[int] = list(state.market)
        self.prize = state.prize
        self.turn, self.bidder, self.need, self.out = state.turn, state.bidder, state.need, state.out

    def play_on(self) -> tuple[int, ...]:
        """The points at the end."""
        while True:
            self.auction()
            self.round += 1
            last = self.round == self.options.max_rounds
            stock = self.stock
            if last or len(stock) < MARKET:
                if last or self.stage == self.options.stages:
                    return self.points()
                self.next_stage()
                stock = self.stock
            self.market = [stock.pop(), stock.pop(), stock.pop()]
            self.turn, self.prize, self.bidder, self.need, self.out = self.active, -1, -1, LEAST, 0

    def auction(self) -> None:
        """From where it stands to its end; the next active player is then set."""
        random, hands, fronts = self.random, self.hands, self.fronts
        if self.prize < 0:
            self.prize = self.market[int(random() * MARKET)]
        worth = CLAIM[self.prize]
        claims = [0] * self.seats if self.bidder < 0 else [sum([worth[card] for card in front]) for front in fronts]
        turn, out, everybody, after = self.turn, self.out, EVERYBODY[self.seats], NEXT[self.seats]
        bidder, stands, short = self.bidder, 1 << self.bidder if self.bidder >= 0 else 0, GUARD - self.need
        while out | stands != everybody:
            hand, above = hands[turn], short + claims[turn]
            if len(hand) == HAND:  # nearly always
                a, b, c = hand
                found = fitting(above, worth[a], worth[b], worth[c])
            else:
                found = fitting(above, *[worth[card] for card in hand])
            way = found[int(random() * len(found))]
            if way:
                for place in way:
                    card = hand.pop(place)
                    fronts[turn].append(card)
                    claims[turn] += worth[card]
                bidder, stands, short = turn, 1 << turn, GUARD - claims[turn]
            else:
                out |= 1 << turn
                self.draw(turn)
            turn = after[turn][out]
        self.resolve(bidder)

    def resolve(self, bidder: int) -> None:
        for seat, front in enumerate(self.fronts):
            if front:
                self.discards[seat] += front
                front.clear()
        if bidder >= 0:
            self.discards[bidder].append(self.prize)
            self.market.remove(self.prize)
            self.active = bidder
        self.shared += self.market
        self.active = (self.active + 1) % self.seats

    def draw(self, seat: int) -> None:
        """A new hand for the old one."""
        deck, discards = self.decks[seat], self.discards[seat]
        discards += self.hands[seat]
        missing = HAND - len(deck)
        if missing > 0 and discards:
            discards.sort()
            order = self.rng.shuffled(DECKS[seat], self.shuffles[seat], discards)
            self.shuffles[seat] += 1
            hand, deck = [*deck, *order[:missing]], order[missing:]
            discards.clear()
        else:
            hand, deck = [*deck[:HAND]], deck[HAND:]
        hand.sort()
        self.hands[seat], self.decks[seat] = hand, deck

    def next_stage(self) -> None:
        for seat in range(self.seats):
            self.draw(seat)
        self.stage += 1
        if self.later:
            self.stock = self.later.pop()
        else:
            order = self.rng.shuffled(f"stage-{self.stage}", 0, sorted(self.stock + self.shared))
            self.stock, self.shared = list(order[::-1]), []

    def points(self) -> tuple[int, ...]:
        pool = sum([1 << card for card in self.stock + self.shared])
        owned = [
            sum([1 << card for card in (*hand, *deck, *discards)])
            for hand, deck, discards in zip(self.hands, self.decks, self.discards, strict=True)
        ]
        return tuple([score(pool, cards, excuse=bool(cards >> EXCUSE & 1)) for cards in owned])
