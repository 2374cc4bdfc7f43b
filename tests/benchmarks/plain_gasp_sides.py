"""The yardstick for two sides: Gasp! in pairs and for two as one plain loop, by the rules sheet alone.

It plays what the engine plays (sums in a suit, raised Aces, ties, the choice of a suit, tokens, draws, rounds) and
nothing else, like :mod:`tests.benchmarks.plain_gasp`, whose cards and tokens it shares.
"""

from __future__ import annotations

from random import Random

from tests.benchmarks.plain_gasp import ACE, CROWN, ROUNDS, SHARED, SUITS, VALUE, Draw, settle


def play_pairs(games: int, seed: int) -> int:
    """Play random games to their end; how many moves (cards, suits and gifts) that took."""
    random = Random(seed).random
    return sum(_game(4, random) for _ in range(games))


def play_duels(games: int, seed: int) -> int:
    random = Random(seed).random
    return sum(_game(2, random) for _ in range(games))


def _game(seats: int, random: Draw) -> int:
    tokens = [[0] * 6, [0] * 6]
    deck = list(range(36))
    moves = 0
    for number in range(ROUNDS):
        for i in range(35, 0, -1):
            j = int(random() * (i + 1))
            deck[i], deck[j] = deck[j], deck[i]
        leader = number % seats
        hands: list[list[int]] = [[] for _ in range(seats)]
        for place in range(20):
            hands[(leader + place) % seats].append(deck[place])
        stock = deck[:23:-1]
        while hands[leader]:
            place, suits = _trick(hands, leader, seats, random)
            leader = (leader + place) % seats
            suit = suits[0]
            moves += 4
            if len(suits) == 2:
                suit = suits[int(random() * 2)]
                moves += 1
            moves += settle(tokens, leader % 2, suit, random)
            if tokens[leader % 2] == [2] * 6:
                return moves
            if stock:
                for turn in range(leader, leader + seats):
                    hands[turn % seats].append(stock.pop())
    return moves


def _trick(hands: list[list[int]], leader: int, seats: int, random: Draw) -> tuple[int, list[int]]:
    """Play a trick: the place of the card that leads next, and the suits it was won in."""
    hand = hands[leader]
    led = hand[int(random() * len(hand))]
    hand.remove(led)
    shared = SHARED[led]
    cards = [led]
    for turn in range(leader + 1, leader + 4):
        hand = hands[turn % seats]
        may = [card for card in hand if shared[card]] or hand
        card = may[int(random() * len(may))]
        hand.remove(card)
        cards.append(card)
    worth = [VALUE[card] for card in cards]
    if ACE in worth and CROWN in worth:
        _raise_aces(cards, worth, pairs=seats == 4)
    best, place, won = worth[0], 0, shared[led]
    for at in (1, 2, 3):
        mine = shared[cards[at]]
        if mine:
            theirs = shared[cards[at - 2]] if at > 1 else []
            both = [suit for suit in mine if suit in theirs]
            score = worth[at] + worth[at - 2] if both else worth[at]
            if score >= best:
                best, won = score, both or mine
                place = at - 2 if both and worth[at - 2] > worth[at] else at
    return place, won


def _raise_aces(cards: list[int], worth: list[int], *, pairs: bool) -> None:
    for at, card in enumerate(cards):
        if worth[at] == ACE:
            for other, crown in enumerate(cards):
                if VALUE[crown] == CROWN and SUITS[crown] == SUITS[card] and (pairs or other % 2 != at % 2):
                    worth[at] = 11
