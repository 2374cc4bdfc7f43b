"""The yardstick of the same kind: HASP for four, written as one plain loop over lists, by the rules sheet alone.

It plays what the engine plays (the announcement, predictions, following and trumping, points, the pot, rounds to 12),
uniformly at random, and nothing else: no objects, no events, no views, nothing refused, nothing stored or shown.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

SEATS, FIRST, TRICKS, TARGET, ROUNDS = 4, 3, 7, 12, 60
VILLAGE = 4
CODES = [f"{suit}{number}" for suit in "FGRC" for number in range(1, 7)] + [f"V{number}" for number in range(7, 11)]
SUIT = ["FGRCV".index(code[0]) for code in CODES]
NUMBER = [int(code[1:]) for code in CODES]
VALUE = [(0, 0, 0, 1, 2, 3, 4, 2, 2, 2, 1)[number] for number in NUMBER]
V7, V8, V9 = 24, 25, 26

Draw = Callable[[], float]


def play_games(games: int, seed: int) -> int:
    """Play random games to their end; how many moves (announcements, predictions, cards) that took."""
    random = Random(seed).random
    return sum(_game(random) for _ in range(games))


def _game(random: Draw) -> int:
    totals = [0, 0]
    deck = list(range(len(CODES)))
    moves = 0
    for number in range(ROUNDS):
        for i in range(len(deck) - 1, 0, -1):
            j = int(random() * (i + 1))
            deck[i], deck[j] = deck[j], deck[i]
        leader = number % SEATS
        hands: list[list[int]] = [[] for _ in range(SEATS)]
        for place, card in enumerate(deck):
            hands[(leader + place) % SEATS].append(card)
        trump = int(random() * 5)  # of the suits of children, or none: the village is trump in any case
        winner, pot, made = _round(hands, leader, trump, random)
        moves += 1 + made
        totals[winner] += pot
        if totals[winner] >= TARGET:
            break
    return moves


def _round(hands: list[list[int]], leader: int, trump: int, random: Draw) -> tuple[int, int, int]:
    """Play a round: the team that wins it, the pot, and how many moves that took."""
    points = [0, 0]
    pot, claim, claimant, moves = 1, "", 0, 0
    for trick in range(TRICKS):
        led, winner, power, worth = VILLAGE, leader, -1, 0
        for turn in range(leader, leader + SEATS):
            seat = turn % SEATS
            hand = hands[seat]
            if not trick:
                ways = [""]
                if V7 in hand and V8 in hand:
                    ways.append("minor")
                if V9 in hand:
                    ways.append("great")
                if not claim:
                    ways += ["all", "none"]
                said = ways[int(random() * len(ways))]
                moves += 1
                if said in ("all", "none"):
                    pot, claim, claimant = pot + 2, said, seat % 2
                elif said:
                    pot += 1
            may = hand
            if power >= 0:
                may = [card for card in hand if SUIT[card] == led]
                if not may:
                    may = [card for card in hand if SUIT[card] in (trump, VILLAGE)] or hand
            card = may[int(random() * len(may))]
            hand.remove(card)
            moves += 1
            suit = SUIT[card]
            if power < 0:
                led = suit
            strength = 10 + NUMBER[card] if suit in (trump, VILLAGE) else NUMBER[card] if suit == led else 0
            if strength > power:
                power, winner = strength, seat
            worth += VALUE[card]
        leader = winner
        points[winner % 2] += worth
        if claim and (claim == "all") != (winner % 2 == claimant):
            return 1 - claimant, pot, moves
    return (claimant if claim else int(points[1] > points[0])), pot, moves
