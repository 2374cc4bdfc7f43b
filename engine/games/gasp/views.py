"""What a seat may know, and whole tables that it cannot tell from the real one."""

from collections.abc import Sequence

from engine.cards import Card, Hand, cards
from engine.cards.decktet import BASIC, DECK, SUIT_BITS, DecktetCode
from engine.events import Seat
from engine.game import Rng
from engine.games.gasp import tokens
from engine.games.gasp.evolution import SUIT
from engine.games.gasp.model import EITHER, NOBODY, SUIT_CODES, LastTrick, Played, State, SuitCode, Taken, View
from engine.games.gasp.moves import MOST_SEATS
from engine.games.gasp.tricks import CARD, CARDS, PACK, SAID, packed
from engine.imagine import deal_around

_VOID_CODES: tuple[tuple[SuitCode, ...], ...] = tuple(
    tuple(code for suit, code in enumerate(SUIT_CODES) if bits >> suit & 1) for bits in range(64)
)
_NONE_OF: tuple[Hand, ...] = tuple(
    Hand(sum(1 << card for card in range(CARDS) if SUIT_BITS[card] & bits)) for bits in range(64)
)
"""By void suits as bits: the cards that are not held."""


def view(state: State, seat: Seat | None) -> View:
    everyone = range(state.seats)
    first = (state.turn - len(state.trick)) % state.seats if state.seats else 0
    return View(
        seat=seat,
        options=state.options,
        round=state.round,
        dealer=state.dealer,
        turn=None if state.turn == NOBODY else Seat(state.turn),
        giving=SUIT_CODES[state.won] if 0 <= state.won < EITHER else None,
        hand=() if seat is None else _codes(state.hand(seat)),
        counts=tuple([state.hand(s).bit_count() for s in everyone]),
        tokens=tuple([tokens.row(state.tokens, side) for side in range(state.sides)]),
        trick=_shown(first, state.trick, state.seats),
        last=_last(state),
        stock=len(state.stock),
        seen=_codes(state.seen),
        voids=tuple([_VOID_CODES[state.voids >> 6 * s & 63] for s in everyone]),
        outcome=state.outcome,
    )


def imagine(view: View, rng: Rng) -> State:
    hands, stock = _dealt(view, rng)
    return State(
        seats=len(view.counts),
        sides=len(view.tokens),
        turn=NOBODY if view.turn is None else view.turn,
        trick=packed_trick(view.trick),
        won=_won(view),
        tokens=tokens.packed(view.tokens),
        cards=sum(hand << CARDS * seat for seat, hand in enumerate(hands)) | DECK.hand(view.seen) << CARDS * MOST_SEATS,
        voids=sum(_bits(codes) << 6 * seat for seat, codes in enumerate(view.voids)),
        stock=stock,
        last=None if view.last is None else _taken(view.last),
        round=view.round,
        dealer=view.dealer,
        options=view.options,
        outcome=view.outcome,
    )


def _won(view: View) -> int:
    if view.giving is not None:
        return SUIT[view.giving]
    return EITHER if view.last is not None and view.last.suit is None else NOBODY


def _dealt(view: View, rng: Rng) -> tuple[Sequence[Hand], bytes]:
    """Every hand, and the draw pile; the cards left over were set aside and never come back in this round."""
    mine = DECK.hand(view.hand)
    unseen = rng.shuffled("imagined", 0, [Card(c) for c in cards(PACK & ~(mine | DECK.hand(view.seen)))])
    sizes = [0 if seat == view.seat else n for seat, n in enumerate(view.counts)]
    if any(view.voids):
        barred = [_NONE_OF[_bits(codes)] for codes in view.voids]
        hands = list(deal_around(unseen, [*sizes, len(unseen) - sum(sizes)], [*barred, 0], rng))
        rest = hands.pop()
    else:
        hands, at = [], 0
        for size in sizes:
            hands.append(_hand(unseen[at : at + size]))
            at += size
        rest = _hand(unseen[at:])
    if view.seat is not None:
        hands[view.seat] = mine
    return hands, bytes([card for card in unseen if rest >> card & 1][: view.stock])


def _hand(held: Sequence[Card]) -> Hand:
    bits = 0
    for card in held:
        bits |= 1 << card
    return Hand(bits)


def _codes(held: int) -> tuple[DecktetCode, ...]:
    return tuple([BASIC[card] for card in cards(held)])


def _bits(codes: Sequence[SuitCode]) -> int:
    return sum(1 << SUIT[code] for code in codes)


def _shown(first: int, plays: Sequence[int], seats: int) -> tuple[Played, ...]:
    return tuple([_played((first + i) % seats, play) for i, play in enumerate(plays)])


def _played(seat: int, play: int) -> Played:
    said = SAID[play]
    return Played(Seat(seat), BASIC[CARD[play]], None if said is None else SUIT_CODES[said])


def packed_trick(trick: Sequence[Played]) -> tuple[int, ...]:
    return tuple([packed(DECK.card[p.card], None if p.suit is None else SUIT[p.suit]) for p in trick])


def _last(state: State) -> LastTrick | None:
    last = state.last
    if last is None:
        return None
    suit = None if last.suit is None else SUIT_CODES[last.suit]
    return LastTrick(_shown(last.leader, last.plays, state.seats), last.seat, suit)


def _taken(last: LastTrick) -> Taken:
    suit = None if last.suit is None else SUIT[last.suit]
    return Taken(last.cards[0].seat, packed_trick(last.cards), last.seat, suit)
