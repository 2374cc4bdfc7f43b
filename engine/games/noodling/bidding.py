"""Which bids are legal, and why a move is refused."""

from __future__ import annotations

from engine.cards.decktet import CODES
from engine.events import Seat
from engine.game import Rejected
from engine.games.noodling.model import NOBODY, State
from engine.games.noodling.moves import MENU, PASS, PRIZES, Bid, Move, Prize
from engine.games.noodling.pips import CLAIM, GUARD, claim, margin, spelt
from engine.text import Text, card
from engine.text import gettext_noop as _

_ONLY_PASS: tuple[Move, ...] = (PASS,)


def choices(hand: int, front: int, prize: int, need: int) -> tuple[Move, ...]:
    """Every bid that equals what stands, smaller ones first, and last the pass."""
    held, bids = MENU[hand]
    worth = CLAIM[prize]
    above = margin(claim(prize, front) if front else 0, need)
    if len(held) == 3:
        a, b, c = worth[held[0]], worth[held[1]], worth[held[2]]
        if above + a + b + c & GUARD != GUARD:
            return _ONLY_PASS
        sums: tuple[int, ...] = (a, b, c, a + b, a + c, b + c, a + b + c)
    elif len(held) == 2:
        a, b = worth[held[0]], worth[held[1]]
        sums = (a, b, a + b)
    else:
        sums = (worth[held[0]],) if held else ()
    return (*[bid for bid, more in zip(bids, sums, strict=True) if above + more & GUARD == GUARD], PASS)


def prizes(market: tuple[int, ...]) -> tuple[Prize, ...]:
    return tuple([PRIZES[card] for card in market])


# -- refusals


def refusal(state: State, by: Seat, move: Move) -> Rejected:
    """What is wrong with *move*, which is not among the legal ones."""
    if state.outcome is not None:
        return Rejected("game_over", Text(_("The game is over.")))
    if by != state.turn:
        return Rejected("not_your_turn", Text(_("It is not your turn.")))
    if isinstance(move, Prize):
        return _of_prize(state, move)
    if state.prize == NOBODY:
        return Rejected("prize_first", Text(_("Choose the prize first.")))
    return _of_bid(state, by, move) if isinstance(move, Bid) else unknown("pass")


def _of_prize(state: State, move: Prize) -> Rejected:
    if state.prize != NOBODY:
        return Rejected(
            "prize_is_chosen", Text(_("The prize of this auction is {card}."), {"card": card(CODES[state.prize])})
        )
    return Rejected("not_in_market", Text(_("{card} is not in the market."), {"card": card(CODES[move.card])}))


def _of_bid(state: State, by: Seat, move: Bid) -> Rejected:
    held = state.holdings[by]
    if move.cards & ~held.hand:
        return Rejected("not_in_hand", Text(_("You do not hold all of these cards.")))
    pips, trumps = spelt(claim(state.prize, move.cards | held.front))
    least, most = spelt(state.need)
    numbers = {"pips": pips, "trumps": trumps, "least": least, "most": most}
    if pips < least:
        return Rejected("too_few_pips", Text(_("That comes to {pips} pips; a bid needs {least}."), dict(numbers)))
    return Rejected("too_few_trumps", Text(_("That comes to {trumps} trumps; a bid needs {most}."), dict(numbers)))


def unknown(text: str) -> Rejected:
    return Rejected("unknown_move", Text(_("“{text}” is no move of this game."), {"text": text}))
