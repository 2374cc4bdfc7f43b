"""What becomes of the token when a trick is won, and how the players stand. Rules sheet, section 1."""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import Seat
from engine.games.gasp.events import RETURNED, SUIT_CODES, TOOK, TokenGiven, TokenReturned, TokenTaken
from engine.games.gasp.moves import Give
from engine.games.gasp.tokens import CAP, EACH_TWICE, FULL, PER_SIDE, SIDE, count
from engine.games.gasp.tricks import CARD, FIRST_CROWN, RAISED, on_table, value

TokenEvent = TokenTaken | TokenGiven | TokenReturned


def settle(tokens: int, seats: int, winner: int, suit: int) -> TokenEvent | None:
    """Take a token; with two of them already hand it on (``None``: the winner has to choose), or else lose one."""
    if not tokens >> (PER_SIDE * winner + 2 * suit) & CAP:
        return TOOK[winner][suit]
    return RETURNED[winner][suit] if tokens & (twice := EACH_TWICE[seats][suit]) == twice else None


def given(winner: int, suit: int, gift: Give) -> TokenGiven:
    return TokenGiven(Seat(winner), gift.to, SUIT_CODES[suit], None if gift.suit is None else SUIT_CODES[gift.suit])


def raided(trick: Sequence[int], at: int) -> int | None:
    """The place in *trick* of the crown that made the Ace at *at* win, if so it won."""
    card = CARD[trick[at]]
    if card >= 6 or value(card, on_table(trick)) < RAISED:
        return None
    return next(place for place, play in enumerate(trick) if CARD[play] == card + FIRST_CROWN)


def raid(tokens: int, winner: int, owner: int, suit: int, *, own_token: bool) -> TokenEvent:
    """Option ``ace_raid``: the token is the business of the winner and of the crown's *owner* alone."""
    code, robbed = SUIT_CODES[suit], count(tokens, owner, suit)
    if count(tokens, winner, suit) < CAP:
        return TokenTaken(Seat(winner), code, Seat(owner) if robbed else None)
    if robbed < CAP:
        return TokenGiven(Seat(winner), Seat(owner), code, own=own_token)
    return RETURNED[winner][suit]


def complete(tokens: int, event: TokenEvent) -> bool:
    """Whether *event* has just given somebody two of each suit; *tokens* are those after it."""
    if tokens >> PER_SIDE * event.seat & SIDE == FULL:
        return True
    return type(event) is TokenGiven and tokens >> PER_SIDE * event.to & SIDE == FULL


_TOTAL = bytes((bits & 0x555).bit_count() + 2 * (bits & 0xAAA).bit_count() for bits in range(SIDE + 1))
_PAIRS = bytes((bits & 0xAAA).bit_count() for bits in range(SIDE + 1))


def standing(tokens: int, seats: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Places and points: by tokens, then by suits held twice, then equal. Twelve tokens are a win (G15)."""
    held = [tokens >> PER_SIDE * seat & SIDE for seat in range(seats)]
    points = tuple(_TOTAL[bits] for bits in held)
    ranks = [8 * _TOTAL[bits] + _PAIRS[bits] for bits in held]
    return tuple(1 + sum(other > rank for other in ranks) for rank in ranks), points
