"""The yardstick of the same kind: Noodling for three, written as one plain loop over lists, by the rules sheet alone.

It plays what the engine plays (markets, bids, passes, new hands, four stages, the score), uniformly at random, and
nothing else: no objects, no events, no views, nothing refused, nothing that could be stored or shown.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from random import Random

SEATS, HAND, MARKET, STAGES = 3, 3, 3, 4
_PAIRS = ("MK SY WL", "MW SK LY", "MS WL YK", "ML SW YK", "MW SY LK", "ML SK WY", "MS WL YK", "MS WY LK")
_NUMBERS = [f"{value}{pair}" for value, pairs in enumerate(_PAIRS, 2) for pair in pairs.split()]
_SIDE = ["PMSL", "PMYK", "PSWK", "PWLY", "TMWK", "TMLY", "TSWY", "TSLK", "X"]
_CODES = [f"A{suit}" for suit in "MSWLYK"] + _NUMBERS + [f"C{suit}" for suit in "MSWLYK"] + _SIDE
EXCUSE = 44
KINDS = [code if code[0] in "23456789" else code[1:] for code in _CODES]
PIPS = [len(kinds) or 1 for kinds in KINDS]
TRUMPS = [[sum(kind in KINDS[prize] for kind in kinds) or int(kinds == "") for kinds in KINDS] for prize in range(36)]
MAJOR = [code[0] in "AC" for code in _CODES]
SUITS = [code[1:] for code in _CODES]
FIRST, SECOND, THIRD = ([card for card in range(36) if _CODES[card][0] in ranks] for ranks in ("2345", "6789", "AC"))

Draw = Callable[[], float]


def play_games(games: int, seed: int) -> int:
    """Play random games to their end; how many moves (prizes, bids and passes) that took."""
    random = Random(seed).random
    return sum(_game(random) for _ in range(games))


def _shuffle(pile: list[int], random: Draw) -> None:
    for i in range(len(pile) - 1, 0, -1):
        j = int(random() * (i + 1))
        pile[i], pile[j] = pile[j], pile[i]


def _game(random: Draw) -> int:
    side = list(range(36, 45))
    _shuffle(side, random)
    hands = [side[seat::SEATS] for seat in range(SEATS)]
    decks: list[list[int]] = [[], [], []]
    discards: list[list[int]] = [[], [], []]
    shared: list[int] = []
    moves = active = 0
    for stage in range(STAGES):
        if stage:
            for seat in range(SEATS):
                _new_hand(hands[seat], decks[seat], discards[seat], random)
        stock = [FIRST, SECOND, THIRD, shared][stage].copy()
        _shuffle(stock, random)
        if stage == 3:
            shared.clear()
        while len(stock) >= MARKET:
            market = [stock.pop() for _ in range(MARKET)]
            prize = market.pop(int(random() * MARKET))
            fronts: list[list[int]] = [[], [], []]
            winner, made = _auction(prize, active, hands, decks, discards, fronts, random)
            moves += 1 + made
            for seat in range(SEATS):
                discards[seat] += fronts[seat]
            if winner < 0:
                market.append(prize)
                winner = active
            else:
                discards[winner].append(prize)
            shared += market
            active = (winner + 1) % SEATS
    for seat in range(SEATS):
        _score(stock + shared, hands[seat] + decks[seat] + discards[seat])
    return moves


def _auction(
    prize: int,
    turn: int,
    hands: list[list[int]],
    decks: list[list[int]],
    discards: list[list[int]],
    fronts: list[list[int]],
    random: Draw,
) -> tuple[int, int]:
    """Bid until all but one have passed: who has won (-1: nobody), and how many moves that took."""
    trumps = TRUMPS[prize]
    least, most, standing, passed, moves = 3, 0, -1, [False] * SEATS, 0
    while True:
        moves += 1
        hand, front = hands[turn], fronts[turn]
        ways: list[tuple[int, ...]] = []
        for size in range(1, len(hand) + 1):
            for added in combinations(hand, size):
                bid = [*front, *added]
                if sum(PIPS[card] for card in bid) >= least and sum(trumps[card] for card in bid) >= most:
                    ways.append(added)
        choice = int(random() * (len(ways) + 1))
        if choice < len(ways):
            for card in ways[choice]:
                hand.remove(card)
                front.append(card)
            least, most, standing = sum(PIPS[card] for card in front), sum(trumps[card] for card in front), turn
        else:
            passed[turn] = True
            _new_hand(hand, decks[turn], discards[turn], random)
        if passed.count(False) == (standing >= 0):
            return standing, moves
        turn = (turn + 1) % SEATS
        while passed[turn]:
            turn = (turn + 1) % SEATS


def _new_hand(hand: list[int], deck: list[int], discards: list[int], random: Draw) -> None:
    discards += hand
    hand.clear()
    while len(hand) < HAND:
        if not deck:
            if not discards:
                return
            deck += discards
            discards.clear()
            _shuffle(deck, random)
        hand.append(deck.pop())


def _score(pool: list[int], owned: list[int]) -> int:
    majors = [SUITS[card] for card in owned if MAJOR[card]]
    total = best = 0
    for card in pool:
        n = sum(suit in SUITS[card] for suit in majors)
        total += n * n
        best = max(best, n)
    return total + 2 * best + 1 if EXCUSE in owned else total
