"""Which predictions a seat may make, and what they prove. Rules sheet, 5.1."""

from __future__ import annotations

from engine.cards import Hand
from engine.cards.hasp import DECK, HaspCode
from engine.games.hasp.model import State
from engine.games.hasp.moves import PREDICTIONS, Find, Predict
from engine.games.hasp.tricks import CARDS, DECK_MASK

PROOF: dict[Find, tuple[HaspCode, ...]] = {"minor": ("V7", "V8"), "great": ("V9",), "all": (), "none": ()}
"""The cards that a seat must hold, and shows."""
_MINOR, _GREAT = DECK.hand(PROOF["minor"]), DECK.hand(PROOF["great"])


def open_to(held: int, *, claim: bool, several: bool) -> tuple[Predict, ...]:
    """What may be predicted with *held*; *claim*: nobody has yet said Find All or No Find (H9)."""
    return PREDICTIONS[held & _MINOR == _MINOR, bool(held & _GREAT), claim, several]


def allowed(state: State, seat: int) -> tuple[Predict, ...]:
    held = Hand(state.hands >> CARDS * seat & DECK_MASK)
    return open_to(held, claim=state.deal.claim is None, several=state.sheet.options.multi_predictions)


def proof(move: Predict) -> tuple[HaspCode, ...]:
    return tuple(code for find in move.finds for code in PROOF[find])
