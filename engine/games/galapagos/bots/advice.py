"""How good a move looks at first sight: what the greedy bot plays by.

In points, roughly. A hand is worth its melds, what it may still come to, and the tricks that its cards should win; a
bid is worth the auction it should win, less what the hand loses. From the melds on a player knows both hands, and the
last few tricks are counted out.
"""

from engine.cards import cards, hand
from engine.cards.french import DECK, HIGH_RANK_OF, OF_SUIT, PACK, RANK_OF
from engine.events import Seat
from engine.games.galapagos.bots.endings import LAST_TRICKS, best_difference
from engine.games.galapagos.combinations import answers, is_run
from engine.games.galapagos.melds import points, ranks_by_suit
from engine.games.galapagos.model import PLACE, State, View
from engine.games.galapagos.moves import Bid, Cede, Meld, Move, Out, Pass, Play, Swap, Take, Trump
from engine.games.galapagos.tricks import JOKERS, SUIT_AS, WINS, replies
from engine.games.galapagos.views import known_state
from engine.pairs import OTHER

_WHOLE = (1 << len(PACK)) - 1
_JOKER_RANK = -1
_TRICK = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.3, 0.7, 1.5, 2.5, 4.0, 5.5, 7.0)
"""By high rank: what a card should bring in tricks."""
_PAIR, _TOUCH = 5.0, 3.0
"""What a pair and two in sequence may still come to, while the stock is full."""
_PAIRS = {1: 12.0, 2: 9.0}
"""Twos and threes are worth more."""
_OTHERS_SHARE = 0.5
"""How much of what the opponent gains counts."""
_TRUMP_LENGTH, _TRUMP_RANK = 5.0, 0.4


def appraise(view: View, move: Move) -> float:
    state, seat = known_state(view), view.seat or Seat(0)
    match move:
        case Bid():
            return _of_bid(state, seat, view, move)
        case Take() | Cede():
            return _of_choice(state, seat, view, taken=isinstance(move, Take))
        case Swap(card=card):
            held = state.hands[seat] & ~JOKERS | 1 << card
            return points(held) + _strength(held) + max(trump_worth(held, suit) for suit in range(4)) - 4
        case Meld(trump=trump):
            held = state.hands[seat]
            best = max(trump_worth(held, suit) for suit in range(4)) if trump is None else trump_worth(held, trump)
            return points(held, trump) + _strength(held) + best
        case Trump(suit=suit):
            return trump_worth(state.hands[seat], suit)
        case Play():
            return _of_play(state, seat, _others_hand(state, seat), move)
        case Out() | Pass():
            return _of_play_off(state, seat, DECK.hand(view.known[OTHER[seat]]), move)


# -- auctions


def worth(held: int, left: float) -> float:
    """Of a hand while *left* of the stock, a share, is still to come."""
    return points(held) + left * _hopes(held) + _strength(held)


def _hopes(held: int) -> float:
    """What pairs and cards in sequence may become."""
    low = held & held >> 1 | held >> 2 & held >> 3
    several = (low | (held | held >> 1) & (held >> 2 | held >> 3)) & 0x1111111111111
    hopes = 0.0
    while several:
        rank = (several & -several).bit_length() >> 2
        hopes += _PAIRS.get(rank, _PAIR)
        several &= several - 1
    suits = ranks_by_suit(held)
    within = suits & suits >> 1 & ~_TOPS
    across = suits & suits >> 2 & ~(_TOPS | _TOPS >> 1)
    return hopes + _TOUCH * within.bit_count() + _TOUCH / 2 * across.bit_count()


_TOPS = sum(1 << 13 * suit + 12 for suit in range(4))
"""The aces, as :func:`ranks_by_suit` has them: nothing goes on above."""


def _strength(held: int) -> float:
    """Tricks: high cards, and length in the longest suit."""
    longest = max([(held & of_suit).bit_count() for of_suit in OF_SUIT])
    return sum([_TRICK[HIGH_RANK_OF[card]] for card in cards(held & _WHOLE)]) + 3.0 * max(0, longest - 3)


def _of_bid(state: State, seat: Seat, view: View, bid: Bid) -> float:
    """The auction that it may win, less what the hand loses and with what it adds to the play-off."""
    held, left = state.hands[seat], view.stock / 28
    rest = held & ~(1 << bid.card)
    if 1 << bid.card & JOKERS:
        return worth(rest, left) + _prize(state, view, rest, left) - 12
    chance = (HIGH_RANK_OF[bid.card] + 0.5) / 13
    return worth(rest, left) + chance * _prize(state, view, rest, left) + _later(state, seat, bid)


def _prize(state: State, view: View, rest: int, left: float) -> float:
    """How much it matters who chooses: the difference that the card turned up makes."""
    unseen = _WHOLE & ~_seen(state, view)
    turned = 1 << (state.auction.turned or 0)
    average = _average(rest, unseen, left)
    return abs(worth(rest | turned, left) - average) + 2


def _average(held: int, unseen: int, left: float) -> float:
    """Of the hand with one of the *unseen* cards: of every third, to be quick."""
    sample = list(cards(unseen))[::3]
    return sum([worth(held | 1 << card, left) for card in sample]) / len(sample) if sample else worth(held, left)


def _later(state: State, seat: Seat, bid: Bid) -> float:
    """What the card will do in the play-off: go with other bids, or be high."""
    mine = hand(card for card in state.auction.bids[seat] if card < len(PACK))
    same = (mine >> 4 * RANK_OF[bid.card] & 15).bit_count()
    return 3.0 * same + 0.25 * HIGH_RANK_OF[bid.card]


def _seen(state: State, view: View) -> int:
    auction = state.auction
    seen = state.hands[0] | state.hands[1] | auction.shown[0] | auction.shown[1]
    for sale in auction.past:
        seen |= hand(sale.bids)
    return seen | hand(card for card in (auction.turned, *auction.sealed) if card is not None)


def _of_choice(state: State, seat: Seat, view: View, *, taken: bool) -> float:
    left, turned = view.stock / 28, 1 << (state.auction.turned or 0)
    mine, theirs = state.hands[seat], state.auction.shown[OTHER[seat]]
    unseen = _WHOLE & ~_seen(state, view)
    one, two = (mine, theirs) if taken else (theirs, mine)
    faced, drawn = worth(one | turned, left), _average(two, unseen, left)
    return faced - _OTHERS_SHARE * drawn if taken else drawn - _OTHERS_SHARE * faced


# -- trumps and tricks


def trump_worth(held: int, suit: int) -> float:
    own = held & OF_SUIT[suit]
    joker = _TRUMP_LENGTH if held & JOKERS else 0.0
    return _TRUMP_LENGTH * own.bit_count() + _TRUMP_RANK * sum([HIGH_RANK_OF[card] for card in cards(own)]) + joker


def _others_hand(state: State, seat: Seat) -> int:
    """What the opponent holds: the cards that are nowhere else."""
    auction, other = state.auction, OTHER[seat]
    gone = state.hands[seat] | hand(state.trick) | hand(auction.bids[0]) | hand(auction.bids[1])
    for trick in state.court.taken:
        gone |= hand(trick.cards)
    return _WHOLE & ~gone | auction.shown[other] & JOKERS


def _of_play(state: State, seat: Seat, theirs: int, move: Play) -> float:
    card, mine = move.card, state.hands[seat]
    trumps = state.court.trumps[0] or 0, state.court.trumps[1] or 0
    own, other = trumps[seat], trumps[OTHER[seat]]
    if mine.bit_count() <= LAST_TRICKS:
        led = state.trick[0] if state.trick else None
        taken = [sum(trick.winner == one for trick in state.court.taken) for one in (seat, OTHER[seat])]
        return float(best_difference(mine, theirs, (own, other), (taken[0], taken[1]), led, card))
    cost = (HIGH_RANK_OF[card] if card < len(PACK) else _JOKER_RANK) / 26 + 0.3 * (SUIT_AS[own][card] == own)
    if state.trick:
        won = WINS[other][own][state.trick[0]] >> card & 1
        return won - cost
    beaten = replies(theirs, card, own, other) & WINS[own][other][card]
    return -cost if beaten else 1 - cost / 2


# -- the play-off


def _of_play_off(state: State, seat: Seat, theirs: int, move: Out | Pass) -> float:
    if isinstance(move, Pass):
        return 0.0
    mine = state.hands[seat] & ~hand(move.cards)
    if not mine:
        return 1000.0
    table, size, place = state.play_off.table, len(move.cards), PLACE[move.cards[-1]]
    free = len(answers(theirs, move.cards)) == 1
    broken = _groups(mine) - _groups(state.hands[seat])
    if table:
        return 2.0 + 3.0 * free - 0.15 * place + 2.0 * broken
    return 1.5 * size + (2.0 if is_run(move.cards) else 0.0) + 2.0 * free - 0.3 * place + 2.0 * broken


def _groups(held: int) -> int:
    """In how few combinations a hand goes out, counted down from 0: sets alone."""
    return -sum(1 for rank in range(13) if held >> 4 * rank & 15) - (held >> len(PACK)).bit_count()
