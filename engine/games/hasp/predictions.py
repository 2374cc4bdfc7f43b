"""Which predictions a seat may make, and what they prove. Rules sheet, 5.1."""

from engine.cards.hasp import CODES, HaspCode
from engine.games.hasp.events import PredictionMade, RoundScored
from engine.games.hasp.model import State
from engine.games.hasp.moves import PREDICTIONS, Find, Predict
from engine.games.hasp.scores import BONUS
from engine.games.hasp.tricks import CARDS

PROOF: dict[Find, tuple[HaspCode, ...]] = {"minor": ("V7", "V8"), "great": ("V9",), "all": (), "none": ()}
"""The cards that a seat must hold, and shows."""
VILLAGE = CODES.index("V7")
"""The first village card; a hand shifted so far is its village cards alone: 7 is bit 0, 8 bit 1, 9 bit 2."""
MENUS: tuple[tuple[tuple[tuple[Predict, ...], ...], ...], ...] = tuple(
    tuple(
        tuple(PREDICTIONS[village & 3 == 3, bool(village & 4), claim, several] for village in range(16))
        for several in (False, True)
    )
    for claim in (False, True)
)
"""By whether Find All and No Find are open (H9), then whether several may be made (H4), then the village cards held."""
WORTH: dict[tuple[Find, ...], tuple[tuple[HaspCode, ...], int]] = {
    move.finds: (tuple(code for find in move.finds for code in PROOF[find]), sum(BONUS[find] for find in move.finds))
    for move in PREDICTIONS[True, True, True, True]
}
"""By prediction: the cards shown, and what it adds to the pot."""


def open_to(held: int, *, claim: bool, several: bool) -> tuple[Predict, ...]:
    """What may be predicted with *held*; *claim*: nobody has yet said Find All or No Find."""
    return MENUS[claim][several][held >> VILLAGE]


def allowed(state: State, seat: int) -> tuple[Predict, ...]:
    several = state.sheet.options.multi_predictions
    return MENUS[state.deal.claim is None][several][state.hands >> CARDS * seat + VILLAGE & 15]


def proved(_state: State, event: PredictionMade) -> tuple[int, ...]:
    """The seat, once for each prediction that its cards have proved at once."""
    return (event.seat,) * sum(bool(PROOF[find]) for find in event.finds)


def held(state: State, event: RoundScored) -> tuple[int, ...]:
    """The seat whose Find All or No Find came true with the round."""
    claim = state.deal.claim
    return (claim[0],) if claim and event.held else ()
