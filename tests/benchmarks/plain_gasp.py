"""The yardstick of the same kind: Gasp! for four, written as one plain loop over lists, by the rules sheet alone.

It plays what the engine plays (declared suits, usurping, raised Aces, tokens, draws, rounds), uniformly at random, and
nothing else: no objects, no events, no views, nothing refused, nothing that could be stored or shown.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

SEATS, HAND, ASIDE, ACE, CROWN = 4, 5, 4, 1, 10
_PAIRS = ("MK SY WL", "MW SK LY", "MS WL YK", "ML SW YK", "MW SY LK", "ML SK WY", "MS WL YK", "MS WY LK")
_NUMBERS = [f"{value}{pair}" for value, pairs in enumerate(_PAIRS, 2) for pair in pairs.split()]
_CODES = [f"A{suit}" for suit in "MSWLYK"] + _NUMBERS + [f"C{suit}" for suit in "MSWLYK"]
VALUE = [{"A": ACE, "C": CROWN}.get(code[0]) or int(code[0]) for code in _CODES]
SUITS = [tuple("MSWLYK".index(letter) for letter in code[1:]) for code in _CODES]
SHARED = [[[suit for suit in SUITS[card] if suit in SUITS[led]] for card in range(36)] for led in range(36)]
ROUNDS = 60

Draw = Callable[[], float]


def play_games(games: int, seed: int) -> int:
    """Play random games to their end; how many moves (cards and gifts) that took."""
    random = Random(seed).random
    return sum(_game(random) for _ in range(games))


def _game(random: Draw) -> int:
    tokens = [[0] * 6 for _ in range(SEATS)]
    deck = list(range(36))
    moves = 0
    for number in range(ROUNDS):
        for i in range(35, 0, -1):
            j = int(random() * (i + 1))
            deck[i], deck[j] = deck[j], deck[i]
        leader = number % SEATS
        hands: list[list[int]] = [[] for _ in range(SEATS)]
        for place in range(HAND * SEATS):
            hands[(leader + place) % SEATS].append(deck[place])
        stock = deck[: HAND * SEATS + ASIDE - 1 : -1]
        while hands[leader]:
            leader, suit = _trick(hands, leader, random)
            moves += SEATS + settle(tokens, leader, suit, random)
            if tokens[leader] == [2] * 6:
                return moves
            if stock:
                for turn in range(leader, leader + SEATS):
                    hands[turn % SEATS].append(stock.pop())
    return moves


def _trick(hands: list[list[int]], leader: int, random: Draw) -> tuple[int, int]:
    """Play a trick: its winner, and the suit it was won in."""
    hand = hands[leader]
    ways = [(card, suit) for card in hand for suit in SUITS[card]]
    led, declared = ways[int(random() * len(ways))]
    hand.remove(led)
    shared = SHARED[led]
    plays: list[tuple[int, int | None]] = [(led, declared)]
    for turn in range(leader + 1, leader + SEATS):
        hand = hands[turn % SEATS]
        may: list[tuple[int, int | None]] = [(card, suit) for card in hand for suit in shared[card]]
        if not may:
            may = [(card, None) for card in hand]
        play = may[int(random() * len(may))]
        hand.remove(play[0])
        plays.append(play)
    crowns = [SUITS[card] for card, _ in plays if VALUE[card] == CROWN]
    best, winner, won = 0, 0, 0
    for place, (card, suit) in enumerate(plays):
        value = VALUE[card]
        if value == ACE and SUITS[card] in crowns:
            value = 11
        if suit is not None and value >= best:
            best, winner, won = value, place, suit
    return (leader + winner) % SEATS, won


def settle(tokens: list[list[int]], winner: int, suit: int, random: Draw) -> int:
    """Pay the side that has won a trick; how many moves that took: one if a token is handed on."""
    mine = tokens[winner]
    if mine[suit] < 2:
        mine[suit] += 1
        return 0
    gifts: list[tuple[int, int | None]] = []
    for seat, theirs in enumerate(tokens):
        if theirs[suit] < 2:
            wanted = [s for s in range(6) if theirs[s] and mine[s] < 2]
            gifts += [(seat, s) for s in wanted] or [(seat, None)]
    if not gifts:
        mine[suit] -= 1
        return 0
    seat, taken = gifts[int(random() * len(gifts))]
    tokens[seat][suit] += 1
    if taken is not None:
        tokens[seat][taken] -= 1
        mine[taken] += 1
    return 1
