"""Sensible quick play to the end of the auction, of the tricks or of the play-off, then a judgement: what the search
goes by.

An auction ends soon and leaves hands that can be valued; tricks are played out, both hands being known by then; so is
the play-off, whose cards the tricks don't change.
"""

from collections.abc import Sequence
from math import exp, sqrt

from engine.cards import Card, cards, hand
from engine.cards.french import HIGH_RANK_OF
from engine.events import Seat
from engine.game import Rng
from engine.games.galapagos.bots.advice import trump_worth, worth
from engine.games.galapagos.combinations import answers, leads
from engine.games.galapagos.imagining import likely_bid
from engine.games.galapagos.melds import lacking, points
from engine.games.galapagos.model import PLACE, Combination, State
from engine.games.galapagos.moves import BID, CEDE, MELD, MELD_WITH, PASS, PLAY, TAKE, TRUMP, Move, Out
from engine.games.galapagos.scores import PER_CARD_LEFT, TARGET, bonus, ending, trick_points
from engine.games.galapagos.tricks import SUIT_AS, WINS, replies
from engine.pairs import OTHER, Pair, plus
from engine.places import shares

_CARELESS = 0.1
"""How often any card is played."""
_STOCK = 26
_AVERAGE_GAIN = 4.0
"""What an unseen card is worth in a hand, more or less."""
_OTHERS_SHARE = 0.5
_STEEPNESS, _PER_DEAL = 0.02, 130
_CUSHION, _AUCTIONS = 0.4, 0.8
"""How far from decided a deal is at the end of a phase, and how much more before its auctions, in deals to go."""
_PLAY_OFF_PAIR, _PLAY_OFF_RANK = 5.0, 0.5
"""What bid cards are worth: those that go together, and high ones."""


def settled(state: State) -> bool:
    """Whether :func:`judge` can go on from *state*."""
    if state.phase == "auction":
        return state.auction.sealed == (None, None)
    return state.phase in ("play-off", "over") or (state.phase == "tricks" and not state.trick)


def quick_move(state: State, rng: Rng) -> Move:
    """What the first seat that is to act does where :func:`settled` is not yet true."""
    seat = state.acting[0]
    held = state.hands[seat]
    match state.phase:
        case "auction":
            return BID[likely_bid(held, rng)]
        case "choice":
            return TAKE if _takes(state, seat) else CEDE
        case "melds":
            suit = max(lacking(held), key=lambda suit: trump_worth(held, suit) + points(held, suit), default=None)
            return MELD if suit is None else MELD_WITH[suit]
        case "trumps":
            return TRUMP[max(range(4), key=lambda suit: trump_worth(held, suit))]
    trumps = state.court.trumps
    return PLAY[_reply(held, state.trick[0], trumps[OTHER[seat]] or 0, trumps[seat] or 0)]


def _takes(state: State, seat: Seat) -> bool:
    """Whether the card turned up is better in the viewer's hand than in the other's, which then gets an unseen one."""
    left, turned = len(state.auction.stock) / _STOCK, 1 << (state.auction.turned or 0)
    mine, theirs = state.hands[seat], state.hands[OTHER[seat]]
    gain = worth(mine | turned, left) - worth(mine, left) - _AVERAGE_GAIN
    return gain + _OTHERS_SHARE * (worth(theirs | turned, left) - worth(theirs, left) - _AVERAGE_GAIN) > 0


def judge(state: State, rng: Rng) -> Sequence[float]:
    """What each seat may hope for: *state* is :func:`settled`."""
    sheet = state.sheet
    if sheet.outcome is not None:
        return shares(sheet.outcome)
    match state.phase:
        case "auction":
            left = len(state.auction.stock) / _STOCK
            owned = zip(state.hands, map(hand, state.auction.bids), strict=True)
            values = [worth(held, left) + _play_off(bids) for held, bids in owned]
            lead = sheet.scores[0] - sheet.scores[1] + values[0] - values[1]
            return _hopes(state, (0, 0), lead, _CUSHION + _AUCTIONS * left)
        case "tricks":
            return _hopes(state, _played(state, rng), 0.0, _CUSHION)
    return _hopes(state, plus(sheet.scores, _left(state, rng)), 0.0, 0.0, over=True)


def _play_off(bids: int) -> float:
    """What cards bid are worth for the play-off."""
    pairs = bids & (bids >> 1 | bids >> 2 | bids >> 3) & 0x7777777777777
    ranks = sum([HIGH_RANK_OF[card] for card in cards(bids & (1 << 52) - 1)])
    return _PLAY_OFF_PAIR * pairs.bit_count() + _PLAY_OFF_RANK * ranks


def _hopes(state: State, scored: Pair, lead: float, unsettled: float, *, over: bool = False) -> Sequence[float]:
    sheet = state.sheet
    totals = plus(sheet.totals, scored)
    if over and ending(sheet.options, sheet.deal + 1, totals):
        to_go = 0.0
    else:
        deals = 0 if sheet.options.length == "deal" else sheet.options.max_rounds - sheet.deal - 1
        to_go = min(max(TARGET - max(totals), 0) / _PER_DEAL, deals)
    first = 1 / (1 + exp(-_STEEPNESS * (totals[0] - totals[1] + lead) / sqrt(to_go + unsettled + _CUSHION)))
    return first, 1 - first


# -- tricks


def _played(state: State, rng: Rng) -> Pair:
    """The deal's points at the end of the tricks."""
    hands, leader = [*state.hands], int(state.acting[0])
    trumps = state.court.trumps[0] or 0, state.court.trumps[1] or 0
    tricks = [0, 0]
    for trick in state.court.taken:
        tricks[trick.winner] += 1
    random = rng.random
    while mine := hands[leader]:
        lead, follow, theirs = trumps[leader], trumps[1 - leader], hands[1 - leader]
        held = list(cards(mine))
        led = held[int(random() * len(held))] if random() < _CARELESS else _lead(held, theirs, lead, follow)
        card = _reply(theirs, led, lead, follow)
        hands[leader] ^= 1 << led
        hands[1 - leader] ^= 1 << card
        if WINS[lead][follow][led] >> card & 1:
            leader = 1 - leader
        tricks[leader] += 1
    scores = state.sheet.scores
    after = plus(scores, trick_points((tricks[0], tricks[1]), leader))
    return plus(after, bonus("tricks", scores, after))


def _lead(held: Sequence[Card], theirs: int, own: int, other: int) -> Card:
    """The cheapest card that is not beaten, or else the cheapest of all."""
    wins, low, lowest = WINS[own][other], held[0], 99
    sure: Card | None = None
    cheapest = 99
    for card in held:
        cost = _COST[own][card]
        if cost < lowest:
            low, lowest = card, cost
        if cost < cheapest and not replies(theirs, card, own, other) & wins[card]:
            sure, cheapest = card, cost
    return low if sure is None else sure


def _reply(held: int, led: Card, leader: int, follower: int) -> Card:
    """The cheapest card that takes the trick, or else the cheapest of all."""
    may = replies(held, led, leader, follower)
    return min(cards(may & WINS[leader][follower][led] or may), key=_COST[follower].__getitem__)


_COST = tuple(
    tuple((HIGH_RANK_OF[card] if card < 52 else -1) + 8 * (SUIT_AS[own][card] == own) for card in range(54))
    for own in range(4)
)
"""By own trump, then by card: what it costs to part with it."""


# -- the play-off


def _left(state: State, rng: Rng) -> Pair:
    """What the play-off brings, bonus and all."""
    turn, table = int(state.acting[0]), state.play_off.table
    hands, top = [*state.hands], table[-1] if table else None
    while True:
        move = _put_down(hands[turn], top, rng)
        top = move.cards if isinstance(move, Out) else None
        for card in top or ():
            hands[turn] ^= 1 << card
        if not hands[turn]:
            break
        turn = 1 - turn
    left = PER_CARD_LEFT * hands[1 - turn].bit_count()
    scored, before = ((0, left) if turn else (left, 0)), state.sheet.scores
    return plus(scored, bonus("play-off", before, plus(before, scored)))


def _put_down(held: int, top: Combination | None, rng: Rng) -> Move:
    """The most cards at once, the lowest of them first; to an answer the lowest that will do."""
    if top is not None:
        ways: Sequence[Move] = answers(held, top)
        return ways[0] if len(ways) > 1 and rng.random() > _CARELESS else PASS
    options = leads(held)
    if rng.random() < _CARELESS:
        return options[int(rng.random() * len(options))]
    return max(options, key=lambda out: (len(out.cards), -PLACE[out.cards[-1]]))
