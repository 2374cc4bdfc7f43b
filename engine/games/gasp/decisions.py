"""What follows when a trick is won: what becomes of its token, and of the round; how the sides stand. Rules sheet, 1.

Tokens belong to sides: those of seats, or of teams. The side of a seat is the seat modulo the number of sides.
"""

from collections.abc import Sequence

from engine.events import Seat
from engine.game import Chance
from engine.games.gasp.dealing import FORMS, deal, draw
from engine.games.gasp.events import RETURNED, TOOK, GameEnded, GaspEvent, TokenGiven, TokenReturned, TokenTaken
from engine.games.gasp.evolution import moved
from engine.games.gasp.model import EITHER, SUIT_CODES, GaspOptions, State
from engine.games.gasp.moves import SUIT_CHOICES, Give, Move
from engine.games.gasp.tokens import CAP, EACH_TWICE, FULL, PER_SIDE, SIDE, count, gifts
from engine.games.gasp.tricks import CARD, FIRST_CROWN, RAISED, on_table, value
from engine.places import ranked

TokenEvent = TokenTaken | TokenGiven | TokenReturned


def settled(
    tokens: int, sides: int, winner: int, suit: int, raided: int | None, options: GaspOptions
) -> TokenEvent | None:
    """What follows for the seat *winner* of a trick, who may have *raided* a side; ``None``: it has to choose."""
    if raided is not None:
        return raid(tokens, sides, winner, raided, suit, own_token=options.ace_raid_own_token)
    return settle(tokens, sides, winner, suit)


def settle(tokens: int, sides: int, winner: int, suit: int) -> TokenEvent | None:
    """Take a token; with two of them already hand it on (``None``: the winner has to choose), or else lose one."""
    if not tokens >> (PER_SIDE * (winner % sides) + 2 * suit) & CAP:
        return TOOK[winner][suit]
    return RETURNED[winner][suit] if tokens & (twice := EACH_TWICE[sides][suit]) == twice else None


def given(winner: int, suit: int, gift: Give) -> TokenGiven:
    return TokenGiven(Seat(winner), gift.to, SUIT_CODES[suit], None if gift.suit is None else SUIT_CODES[gift.suit])


def raided(trick: Sequence[int], at: int) -> int | None:
    """The place in *trick* of the crown that made the Ace at *at* win, if so it won."""
    card = CARD[trick[at]]
    if card >= 6 or value(card, on_table(trick)) < RAISED:
        return None
    return next(place for place, play in enumerate(trick) if CARD[play] == card + FIRST_CROWN)


def raid(tokens: int, sides: int, winner: int, owner: int, suit: int, *, own_token: bool) -> TokenEvent:
    """Option ``ace_raid``: the token is the business of the winner and of the side that owns the crown alone."""
    code, robbed = SUIT_CODES[suit], count(tokens, owner, suit)
    if count(tokens, winner % sides, suit) < CAP:
        return TokenTaken(Seat(winner), code, Seat(owner) if robbed else None)
    if robbed < CAP:
        return TokenGiven(Seat(winner), Seat(owner), code, own=own_token)
    return RETURNED[winner][suit]


def complete(tokens: int, sides: int, event: TokenEvent) -> bool:
    """Whether *event* has just given somebody two of each suit; *tokens* are those after it."""
    if tokens >> PER_SIDE * (event.seat % sides) & SIDE == FULL:
        return True
    return type(event) is TokenGiven and tokens >> PER_SIDE * event.to & SIDE == FULL


TOTAL = bytes((bits & 0x555).bit_count() + 2 * (bits & 0xAAA).bit_count() for bits in range(SIDE + 1))
_PAIRS = bytes((bits & 0xAAA).bit_count() for bits in range(SIDE + 1))


def standing(tokens: int, seats: int, sides: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Places and points by seat: by tokens, then by suits held twice, then equal. Twelve tokens are a win (G15)."""
    held = [tokens >> PER_SIDE * side & SIDE for side in range(sides)]
    ranks = [8 * TOTAL[bits] + _PAIRS[bits] for bits in held]
    places = ranked(ranks)
    at = [seat % sides for seat in range(seats)]
    return tuple([places[side] for side in at]), tuple([TOTAL[held[side]] for side in at])


def choices(state: State) -> tuple[Move, ...]:
    """What must be chosen once a trick is won: a suit for it, or whom to hand its token."""
    if state.won == EITHER:
        return SUIT_CHOICES[CARD[state.last.plays[0]]] if state.last else ()
    return gifts(state.tokens, state.sides, state.turn % state.sides, state.won)


def with_suit(state: State, suit: int, chance: Chance) -> Sequence[GaspEvent]:
    """The *suit* of a trick is chosen. No Ace has won it: its cards carry both suits (fact)."""
    if state.last is None:
        raise AssertionError("no trick was taken")
    winner = state.last.seat
    return paid(state, winner, suit, None, not state.hand(winner), chance)


def paid(state: State, winner: int, suit: int, raided: int | None, last: bool, chance: Chance) -> Sequence[GaspEvent]:
    """The token of a trick, and what comes after it; nothing yet if *winner* has to choose."""
    event = settled(state.tokens, state.sides, winner, suit, raided, state.options)
    return () if event is None else (event, *onward(state, event, winner, last, chance))


def onward(state: State, event: TokenEvent, leader: int, last: bool, chance: Chance) -> Sequence[GaspEvent]:
    """After the token *event*: the end, the draw, or when the *last* card is played the next round."""
    tokens = moved(state.tokens, state.sides, event)
    if complete(tokens, state.sides, event) or (last and state.round + 1 >= state.options.max_rounds):
        return (GameEnded(*standing(tokens, state.seats, state.sides)),)
    return deal(FORMS[state.seats, state.sides], state.round + 1, chance) if last else draw(state, leader)
