"""What a seat may ask for: to name the trump, to predict, to play a card. Moves are made once, here."""

from collections.abc import Iterable
from itertools import product
from typing import Literal, TypeAlias, TypeVar, final

from msgspec import Struct

from engine.cards import Card
from engine.cards.hasp import CODES
from engine.rows import row_of

T = TypeVar("T")

TrumpCode: TypeAlias = Literal["F", "G", "R", "C", "none"]
"""The suit that is trump beside the village, which always is."""
TRUMP_CODES: tuple[TrumpCode, ...] = ("F", "G", "R", "C", "none")
NO_TRUMP = 4
"""A trump is a number: the four children's suits, or this."""

Find: TypeAlias = Literal["minor", "great", "all", "none"]
"""Minor Find, Great Find, Find All, No Find."""


@final
class Announce(Struct, frozen=True, gc=False):
    trump: int


@final
class Predict(Struct, frozen=True, gc=False):
    """No finds: the seat passes. More than one only with ``multi_predictions``."""

    finds: tuple[Find, ...] = ()


@final
class Play(Struct, frozen=True, gc=False):
    card: Card


Move: TypeAlias = Announce | Predict | Play

ANNOUNCEMENTS: tuple[Announce, ...] = tuple(Announce(trump) for trump in range(len(TRUMP_CODES)))
PLAYS: tuple[Play, ...] = tuple(Play(Card(card)) for card in range(len(CODES)))
PASS = Predict()
_ORDER: tuple[Find, ...] = ("minor", "great", "all", "none")


def _menu(parts: Iterable[tuple[tuple[Find, ...], ...]]) -> tuple[Predict, ...]:
    """One of each part, joined: single ones first, passing last."""
    made = [Predict(tuple(find for part in chosen for find in part)) for chosen in product(*parts)]
    in_order = sorted(made, key=lambda move: (len(move.finds), [_ORDER.index(find) for find in move.finds]))
    return (*in_order[1:], PASS)


def predictions(*, minor: bool, great: bool, claim: bool, several: bool) -> tuple[Predict, ...]:
    """The predictions of a seat that may make these: *claim* is Find All or No Find, *several* more than one (H4)."""
    menu = _menu(
        (
            ((), ("minor",)) if minor else ((),),
            ((), ("great",)) if great else ((),),
            ((), ("all",), ("none",)) if claim else ((),),
        )
    )
    return menu if several else tuple(move for move in menu if len(move.finds) < 2)


PREDICTIONS: dict[tuple[bool, bool, bool, bool], tuple[Predict, ...]] = {
    (minor, great, claim, several): predictions(minor=minor, great=great, claim=claim, several=several)
    for minor, great, claim, several in product((False, True), repeat=4)
}
"""As :func:`predictions`, looked up."""

TEXT: dict[Move, str] = {
    **{move: f"trump-{TRUMP_CODES[move.trump]}" for move in ANNOUNCEMENTS},
    **{move: "-".join(("predict", *(move.finds or ("pass",)))) for move in PREDICTIONS[True, True, True, True]},
    **{move: CODES[move.card] for move in PLAYS},
}
MOVE: dict[str, Move] = {text: move for move, text in TEXT.items()}


plays = row_of(PLAYS)
"""A play of each card of a hand, in deck order."""
