"""Sensible quick play of a few auctions, then a judgement: what the search goes by.

Seats value prizes as in :mod:`engine.games.noodling.bots.advice`, bid for what they gain by, and with as few cards as
will do.
"""

from collections.abc import Sequence
from math import exp, sqrt

from engine.cards import hand
from engine.game import Rng
from engine.games.noodling.bots.advice import HOPE, KEEPING, LEFT_OF_A_MARKET, NUMBER, TO_COME
from engine.games.noodling.decisions import DECKS, MARKET
from engine.games.noodling.model import State
from engine.games.noodling.moves import HAND, WAYS
from engine.games.noodling.pips import CLAIM, EXCUSE, GUARD, LEAST, MAJORS, MATCHES, row, score
from engine.places import shares

_AUCTIONS = 3
"""How many are played."""
_CARELESS = 0.1
"""How often a seat bids for what it gains nothing by, or lets pass what it would gain."""
_SPITE = 0.5
_HOPE, _NUMBERS, _LATE = 0.9, 1.1, 9
"""By the auctions to come: matching aces and crowns yet to be won, shared out twice over among more seats; and the
points a number card is worth, less and less in the last nine."""
_HELD, _ACTIVE = 4.0, 1.2
"""Points for the cards in hand, shared by the seats, and for choosing the next prize."""
_SCALE, _PER_AUCTION = 3.5, 3.0
"""This many points ahead a seat beats another nearly three times in four: at the end, and by the root of the auctions
to come. All this was fitted to 2,500 games of greedy play for two and for three."""


def rollout(state: State, rng: Rng) -> Sequence[float]:
    if state.outcome is not None:
        return shares(state.outcome)
    return _Table(state, rng).hopes()


class _Table:
    """What a state holds, in a form that changes in place: no moves, no events, no states. Hands are kept in deck
    order, as legal moves are."""

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
        self.majors = [(held.hand | held.discards | held.front | hand(held.deck)) & MAJORS for held in state.holdings]

    def hopes(self) -> Sequence[float]:
        for _ in range(_AUCTIONS):
            self.auction()
            if self.ended():
                return self._judge(self.points(), 0)
        to_come = self._to_come()
        worths = [self._prospect(seat, to_come) for seat in range(self.seats)]
        worths[self.active] += _ACTIVE
        return self._judge(worths, to_come)

    def ended(self) -> bool:
        """After an auction: the next market, the next stage, or the end."""
        self.round += 1
        last = self.round == self.options.max_rounds
        if last or len(self.stock) < MARKET:
            if last or self.stage == self.options.stages:
                return True
            self.next_stage()
        stock = self.stock
        self.market = [stock.pop(), stock.pop(), stock.pop()]
        self.turn, self.prize, self.bidder, self.need, self.out = self.active, -1, -1, LEAST, 0
        return False

    def _to_come(self) -> int:
        """Auctions, more or less."""
        later = max(0, self.options.stages - max(self.stage, 3)) * 7 + max(0, 3 - self.stage) * 4
        return min(later + len(self.stock) // MARKET + 1, self.options.max_rounds - self.round)

    def _judge(self, points: Sequence[float], to_come: int) -> Sequence[float]:
        scale = _SCALE + _PER_AUCTION * sqrt(to_come)
        return [
            (sum([1 / (1 + exp((other - mine) / scale)) for other in points]) - 0.5) / (self.seats - 1)
            for mine in points
        ]

    # -- what prizes are worth

    def _pools(self) -> tuple[tuple[float, int], tuple[float, int]]:
        """The cards that nobody owns, by the chance that they stay so to the end."""
        again = LEFT_OF_A_MARKET ** max(0, self.options.stages - max(self.stage, 3))
        seen, unseen = hand(self.shared) | hand(self.market), hand(self.stock) | TO_COME[min(self.stage, 3)]
        return (again, seen), (again * LEFT_OF_A_MARKET, unseen)

    def _prospect(self, seat: int, to_come: int) -> float:
        """The score to be expected from the aces and crowns owned by now, and what all else may yet win."""
        majors, excuse = self.majors[seat], self._owns_the_excuse(seat)
        hope = _HOPE * to_come / self.seats**2
        total = most = 0.0
        for stays, pool in self._pools():
            for card in row(pool):
                matched = (MATCHES[card] & majors).bit_count()
                total += stays * matched * (matched + hope)
                most = max(most, matched)
        if excuse:
            total += 2 * most + 1
        held = len(self.hands[seat])
        numbers = held + len(self.decks[seat]) + len(self.discards[seat]) - majors.bit_count()
        return total + _NUMBERS * min(1, to_come / _LATE) * numbers + _HELD / self.seats * held

    def _owns_the_excuse(self, seat: int) -> bool:
        return EXCUSE in self.hands[seat] or EXCUSE in self.decks[seat] or EXCUSE in self.discards[seat]

    def _gains(self, prize: int) -> list[float]:
        """By seat: the points that *prize* should bring."""
        if not MAJORS >> prize & 1:
            worth = NUMBER * (1 - self.stage / (self.options.stages + 1))
            return [worth - (MATCHES[prize] & majors).bit_count() ** 2 for majors in self.majors]
        gains = [0.0] * self.seats
        for stays, pool in self._pools():
            matching = [MATCHES[card] for card in row(pool) if MATCHES[card] >> prize & 1 and card != prize]
            for seat, majors in enumerate(self.majors):
                matched = sum([(matches & majors).bit_count() for matches in matching])
                gains[seat] += stays * (2 * matched + (2 * HOPE + 1) * len(matching))
        return gains

    # -- bids

    def auction(self) -> None:
        """From where it stands to its end; the next active player is then set."""
        if self.prize < 0:
            self.prize = max(self.market, key=lambda card: self._gains(card)[self.turn])
        gains = self._gains(self.prize)
        worth, hands, fronts, seats, random = CLAIM[self.prize], self.hands, self.fronts, self.seats, self.random
        turn, out, everybody = self.turn, self.out, (1 << seats) - 1
        bidder, stands = self.bidder, 1 << self.bidder if self.bidder >= 0 else 0
        above = GUARD - self.need
        while out | stands != everybody:
            stake = gains[turn] + _SPITE * max(0.0, *[gain for seat, gain in enumerate(gains) if seat != turn])
            if random() < _CARELESS:
                stake = KEEPING - stake
            bid = _least(hands[turn], worth, above + sum([worth[card] for card in fronts[turn]]), stake)
            if bid:
                bidder, stands = turn, 1 << turn
                fronts[turn] += bid
                hands[turn] = [card for card in hands[turn] if card not in bid]
                above = GUARD - sum([worth[card] for card in fronts[turn]])
            else:
                out |= 1 << turn
                self.draw(turn)
            turn = (turn + 1) % seats
            while out >> turn & 1 and out != everybody:
                turn = (turn + 1) % seats
        if bidder >= 0:
            self.majors[bidder] |= (1 << self.prize) & MAJORS
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


def _least(held: Sequence[int], worth: Sequence[int], above: int, stake: float) -> Sequence[int]:
    """The fewest cards that will do, if the *stake* is worth them; none for a pass."""
    claims = [worth[card] for card in held]
    if above + sum(claims) & GUARD != GUARD:
        return ()
    for way in WAYS[len(held)]:
        if above + sum([claims[place] for place in way]) & GUARD == GUARD:
            return [held[place] for place in way] if stake > KEEPING * len(way) else ()
    return ()
