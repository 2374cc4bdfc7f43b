"""The yardstick of the same kind: Galapagos without jokers as one plain loop over lists, by the rules sheet alone.

It plays what the engine plays (auctions, melds, personal trumps, the play-off with its sets and runs, deals to 1000),
uniformly at random, and nothing else: no objects, no events, no views, nothing refused, nothing to store or show.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, product
from random import Random

SUITS = [card % 4 for card in range(52)]
RANKS = [card // 4 for card in range(52)]
"""Two 0, ... king 11, ace 12: a card is 4 times its rank and its suit, spades, hearts, diamonds, clubs."""
ORDERS = ((0, 3, 1, 2), (1, 2, 0, 3), (2, 1, 3, 0), (3, 0, 2, 1))
"""By the suit turned up: which suit wins a tie."""
TIES = [[4 - order.index(suit) for suit in range(4)] for order in ORDERS]
FOUR = {0: 80, 1: 60}
DEALS = 60

Draw = Callable[[], float]


def play_games(games: int, seed: int) -> int:
    """Play random games to their end; how many moves that took."""
    random = Random(seed).random
    return sum(_game(random) for _ in range(games))


def _game(random: Draw) -> int:
    totals = [0, 0]
    deck = list(range(52))
    moves = 0
    for number in range(DEALS):
        for i in range(51, 0, -1):
            j = int(random() * (i + 1))
            deck[i], deck[j] = deck[j], deck[i]
        moves += _deal(deck, number % 2, totals, random)
        if max(totals) >= 1000 and totals[0] != totals[1]:
            break
    return moves


def _deal(deck: list[int], left: int, totals: list[int], random: Draw) -> int:
    hands: list[list[int]] = [[], []]
    hands[left], hands[1 - left] = deck[0:26:2], deck[1:26:2]
    bids: list[list[int]] = [[], []]
    leader = _auctions(deck[26:], hands, bids, random)
    scores = [0, 0]
    trumps = [-1, -1]
    moves = 39 + 2
    points = [0, 0]
    for seat in (leader, 1 - leader):
        points[seat], trumps[seat] = _melds(hands[seat], random)
    _note(scores, points, 100)
    for seat in (0, 1):
        if trumps[seat] < 0:
            trumps[seat] = int(random() * 4)
            moves += 1
    won = [0, 0]
    while hands[leader]:
        leader = _trick(hands, leader, trumps, random)
        won[leader] += 1
    _note(scores, [won[seat] * (10 if seat == leader else 5) for seat in (0, 1)], 50)
    played = _play_off(bids, leader, random)
    _note(scores, [10 * len(bids[1]), 10 * len(bids[0])], 25)
    totals[0] += scores[0]
    totals[1] += scores[1]
    return moves + 26 + played


def _note(scores: list[int], points: list[int], bonus: int) -> None:
    before = max(scores) >= 100
    scores[0] += points[0]
    scores[1] += points[1]
    if not before and (scores[0] >= 100) != (scores[1] >= 100):
        scores[scores[1] >= 100] += bonus


def _auctions(stock: list[int], hands: list[list[int]], bids: list[list[int]], random: Draw) -> int:
    last = 0
    for place in range(0, 26, 2):
        turned, unseen = stock[place], stock[place + 1]
        one = hands[0].pop(int(random() * len(hands[0])))
        two = hands[1].pop(int(random() * len(hands[1])))
        bids[0].append(one)
        bids[1].append(two)
        if RANKS[one] == RANKS[two]:
            ties = TIES[SUITS[turned]]
            winner = 0 if ties[SUITS[one]] > ties[SUITS[two]] else 1
        else:
            winner = 0 if one > two else 1
        if int(random() * 2):
            last = winner
            hands[1 - winner].append(turned)
            hands[winner].append(unseen)
        else:
            last = 1 - winner
            hands[winner].append(turned)
            hands[1 - winner].append(unseen)
    return last


def _melds(hand: list[int], random: Draw) -> tuple[int, int]:
    """The points of a hand, and the trump announced with a set of three (-1: none)."""
    points = 0
    missing = []
    held = set(hand)
    for rank in range(13):
        suits = [suit for suit in range(4) if 4 * rank + suit in held]
        if len(suits) == 4:
            points += FOUR.get(rank, 40)
        elif len(suits) == 3:
            points += 15
            missing.append(6 - sum(suits))
    for suit in range(4):
        run = 0
        for rank in range(14):
            if rank < 13 and 4 * rank + suit in held:
                run += 1
                continue
            points += 10 * run if run >= 5 else 20 if run == 4 else 10 if run == 3 else 0
            run = 0
    suits = sorted(set(missing))
    choice = int(random() * (1 + len(suits)))
    if choice == 0:
        return points, -1
    return points + 15 * missing.count(suits[choice - 1]), suits[choice - 1]


def _trick(hands: list[list[int]], leader: int, trumps: list[int], random: Draw) -> int:
    led = hands[leader].pop(int(random() * len(hands[leader])))
    hand = hands[1 - leader]
    suit, trump = SUITS[led], trumps[1 - leader]
    legal = [card for card in hand if SUITS[card] == suit] or hand
    card = legal[int(random() * len(legal))]
    hand.remove(card)
    if SUITS[card] == suit:
        won = card > led
    elif SUITS[card] == trump:
        won = suit != trumps[leader] or RANKS[card] > RANKS[led]
    else:
        won = False
    return 1 - leader if won else leader


def _play_off(hands: list[list[int]], leader: int, random: Draw) -> int:
    """Play the bid cards off; how many moves that took."""
    moves, top, turn = 0, None, leader
    while True:
        hand = hands[turn]
        legal = _leads(hand) if top is None else _replies(hand, top)
        choice = int(random() * (len(legal) + (top is not None)))
        moves += 1
        if choice == len(legal):
            top = None
        else:
            top = legal[choice]
            for card in top:
                hand.remove(card)
            if not hand:
                return moves
        turn = 1 - turn


def _leads(hand: list[int]) -> list[tuple[int, ...]]:
    ranks = _by_rank(hand)
    found: list[tuple[int, ...]] = [(card,) for card in hand]
    for cards in ranks[1:]:
        for size in range(2, len(cards) + 1):
            found += combinations(cards, size)
    for start in range(12):
        for end in range(start + 3, 15):
            if not all(ranks[start:end]):
                break
            found += product(*ranks[start:end])
    return found


def _replies(hand: list[int], top: tuple[int, ...]) -> list[tuple[int, ...]]:
    rank, size = RANKS[top[-1]], len(top)
    if size == 1:
        return [(card,) for card in hand if RANKS[card] > rank]
    ranks = _by_rank(hand)
    found: list[tuple[int, ...]] = []
    if size > 2 and RANKS[top[1]] != RANKS[top[2]]:
        for end in range(rank + 3, 15):
            if all(ranks[end - size : end]):
                found += product(*ranks[end - size : end])
    else:
        for cards in ranks[rank + 2 :]:
            found += combinations(cards, size)
    return found


def _by_rank(hand: list[int]) -> list[list[int]]:
    """The cards on each of fourteen places: low aces, twos, ..., kings, high aces."""
    ranks: list[list[int]] = [[] for _ in range(14)]
    for card in hand:
        ranks[RANKS[card] + 1].append(card)
    ranks[0] = ranks[13]
    return ranks
