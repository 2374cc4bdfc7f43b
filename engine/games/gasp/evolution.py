"""The state after each event. Facts only: the only rules known here are what a trick, a hand and a void are."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engine.cards.decktet import BASIC, DECK, SUIT_BITS, Suit
from engine.events import Event, Seat
from engine.game import Outcome
from engine.games.gasp.events import (
    CardDrawn,
    CardPlayed,
    DuelOpened,
    GameEnded,
    HandDealt,
    Opened,
    PackShuffled,
    PairsOpened,
    RoundStarted,
    StockLaid,
    SuitChosen,
    SuitsTied,
    TokenGiven,
    TokenReturned,
    TokenTaken,
    TrickTaken,
)
from engine.games.gasp.model import EITHER, NOBODY, SUIT_CODES, GaspOptions, State, Taken
from engine.games.gasp.moves import MOST_SEATS
from engine.games.gasp.tokens import ONE
from engine.games.gasp.tricks import CARD, CARDS, FOLLOWS, packed

SUIT: dict[str, Suit] = {code: Suit(suit) for suit, code in enumerate(SUIT_CODES)}
_CARD = DECK.card
_SEATS = tuple(Seat(seat) for seat in range(MOST_SEATS))
_BIT: tuple[dict[str, int], ...] = tuple(
    {code: 1 << CARDS * seat + card for card, code in enumerate(BASIC)} for seat in range(MOST_SEATS)
)
"""By seat, then by code: the card's bit in ``State.cards``."""
_PLAY: tuple[dict[str, int], ...] = tuple(
    {code: bit | 1 << CARDS * MOST_SEATS + _CARD[code] for code, bit in bits.items()} for bits in _BIT
)
"""The same with its bit among the cards played."""
_PACKED: dict[str | None, dict[str, tuple[int]]] = {
    code: {card: (packed(_CARD[card], None if code is None else SUIT[code]),) for card in BASIC}
    for code in (None, *SUIT_CODES)
}
"""A play by its suit and card, in a row of its own: the next in a trick."""
_TOKEN: tuple[dict[str, int], ...] = tuple(dict(zip(SUIT_CODES, row, strict=True)) for row in ONE)
_NEXT: tuple[tuple[int, ...], ...] = tuple(
    tuple((seat + 1) % seats if seats else 0 for seat in range(MOST_SEATS)) for seats in range(MOST_SEATS + 1)
)
_STRAYS: tuple[frozenset[str], ...] = tuple(
    frozenset(code for card, code in enumerate(BASIC) if not FOLLOWS[led] >> card & 1) for led in CARD
)
"""By play led: the cards that do not follow it."""
_VOID: tuple[tuple[int, ...], ...] = tuple(
    tuple(SUIT_BITS[led] << 6 * seat for led in CARD) for seat in range(MOST_SEATS)
)
"""By seat, then by play led: its suits, as bits in ``State.voids``."""
_KEEP: tuple[int, ...] = tuple(~(0b111111 << 6 * seat) for seat in range(MOST_SEATS))


def _card_played(state: State, event: CardPlayed) -> State:
    seat, code, trick, voids = event.seat, event.card, state.trick, state.voids
    if trick and code in _STRAYS[trick[0]]:
        voids |= _VOID[seat][trick[0]]
    return replace(
        state,
        turn=_NEXT[state.seats][seat],
        trick=trick + _PACKED[event.suit][code],
        cards=state.cards ^ _PLAY[seat][code],
        voids=voids,
    )


def _card_drawn(state: State, event: CardDrawn) -> State:
    seat = event.seat
    return replace(
        state,
        cards=state.cards | _BIT[seat][event.card or ""],
        stock=state.stock[1:],
        voids=state.voids & _KEEP[seat],
    )


def _trick_taken(state: State, event: TrickTaken) -> State:
    plays, seat, suit = state.trick, event.seat, SUIT[event.suit]
    leader = _SEATS[(state.turn - len(plays)) % state.seats]
    return replace(state, turn=seat, trick=(), won=suit, last=Taken(leader, plays, seat, suit))


def _suits_tied(state: State, event: SuitsTied) -> State:
    plays = state.trick
    leader = _SEATS[(state.turn - len(plays)) % state.seats]
    return replace(state, turn=event.chooser, trick=(), won=EITHER, last=Taken(leader, plays, event.seat, None))


def _suit_chosen(state: State, event: SuitChosen) -> State:
    suit, last = SUIT[event.suit], state.last
    if last is None:
        raise ValueError("no trick was taken")
    return replace(state, turn=last.seat, won=suit, last=replace(last, suit=suit))


def moved(tokens: int, sides: int, event: TokenTaken | TokenGiven | TokenReturned) -> int:
    """The *tokens* after *event*."""
    one = _TOKEN[event.seat % sides]
    if isinstance(event, TokenTaken):
        source = event.source
        tokens += one[event.suit]
        return tokens if source is None else tokens - _TOKEN[source][event.suit]
    if isinstance(event, TokenReturned):
        return tokens - one[event.suit]
    theirs, taken = _TOKEN[event.to], event.taken
    tokens += theirs[event.suit] - (one[event.suit] if event.own else 0)
    return tokens if taken is None else tokens + one[taken] - theirs[taken]


def _token_moved(state: State, event: TokenTaken | TokenGiven | TokenReturned) -> State:
    return replace(state, tokens=moved(state.tokens, state.sides, event), won=NOBODY)


def _opened(state: State, event: Opened) -> State:
    return replace(state, seats=event.seats, sides=event.seats, options=event.options)


def _pairs_opened(state: State, event: PairsOpened) -> State:
    options = GaspOptions(ace_raid=event.options.ace_raid, max_rounds=event.options.max_rounds)
    return replace(state, seats=event.seats, sides=event.seats // 2, options=options)


def _duel_opened(state: State, event: DuelOpened) -> State:
    options = GaspOptions(max_rounds=event.options.max_rounds)
    return replace(state, seats=event.seats, sides=event.seats, options=options)


def _round_started(state: State, event: RoundStarted) -> State:
    return replace(state, round=event.round, dealer=event.dealer, turn=event.leader, cards=0, voids=0)


def _pack_shuffled(state: State, event: PackShuffled) -> State:
    return replace(state, stock=bytes(map(_CARD.__getitem__, event.order)))


def _hand_dealt(state: State, event: HandDealt) -> State:
    bits = map(_BIT[event.seat].__getitem__, event.cards or ())
    return replace(state, cards=sum(bits, state.cards))


def _stock_laid(state: State, event: StockLaid) -> State:
    return replace(state, stock=state.stock[len(state.stock) - event.stock :])


def _game_ended(state: State, event: GameEnded) -> State:
    return replace(state, turn=NOBODY, outcome=Outcome(event.places, event.points))


AFTER: dict[type[Event], Callable[[State, Any], State]] = {
    CardPlayed: _card_played,
    CardDrawn: _card_drawn,
    TrickTaken: _trick_taken,
    SuitsTied: _suits_tied,
    SuitChosen: _suit_chosen,
    TokenTaken: _token_moved,
    TokenGiven: _token_moved,
    TokenReturned: _token_moved,
    Opened: _opened,
    PairsOpened: _pairs_opened,
    DuelOpened: _duel_opened,
    RoundStarted: _round_started,
    PackShuffled: _pack_shuffled,
    HandDealt: _hand_dealt,
    StockLaid: _stock_laid,
    GameEnded: _game_ended,
}
"""By type of event: its effect."""
