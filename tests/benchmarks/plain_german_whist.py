"""The yardstick of German Whist: a tight loop of plain Python that plays it, with nothing but what makes it what it is.

Card *n* is of suit ``n // 13`` and rank ``n % 13``, aces highest: two hands, a trump, thirteen tricks for the stock.
"""

from __future__ import annotations

from random import Random


def play_games(games: int, seed: int) -> int:
    """Play random games to their end; how many moves that took."""
    random = Random(seed).random
    suits = [card // 13 for card in range(52)]
    deck = list(range(52))
    moves = 0
    for _ in range(games):
        for i in range(51, 0, -1):
            j = int(random() * (i + 1))
            deck[i], deck[j] = deck[j], deck[i]
        hands, stock, trump = [deck[0:26:2], deck[1:26:2]], deck[26:], suits[deck[26]]
        stock.reverse()
        tricks, leader = [0, 0], 0
        for _ in range(26):
            hand, other = hands[leader], hands[1 - leader]
            led = hand.pop(int(random() * len(hand)))
            suit = suits[led]
            legal = [card for card in other if suits[card] == suit] or other
            card = legal[int(random() * len(legal))]
            other.remove(card)
            if card > led if suits[card] == suit else suits[card] == trump:
                leader = 1 - leader
            if stock:
                hands[leader].append(stock.pop())
                hands[1 - leader].append(stock.pop())
            else:
                tricks[leader] += 1
        moves += 52
    return moves
