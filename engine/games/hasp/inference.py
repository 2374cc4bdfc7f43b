"""What predictions give away about hands. Nothing here is certain: it only makes some imagined deals likelier."""

from collections.abc import Sequence

from engine.cards import Hand
from engine.cards.hasp import CODES, DECK, NUMBER_OF, OF_SUIT, VILLAGE
from engine.games.hasp.model import View
from engine.games.hasp.moves import TRUMP_CODES, Find
from engine.games.hasp.tricks import TRUMPS

_MINOR, _GREAT = DECK.hand(("V7", "V8")), DECK.hand(("V9",))


def strength(held: int, trump: int) -> int:
    """How many tricks *held* promises, in sixths: a village card one and a half, a trump one, a child by its number."""
    children = held & ~TRUMPS[trump]
    high = sum([NUMBER_OF[card] for card in range(len(CODES)) if children >> card & 1 and NUMBER_OF[card] > 4])
    return 9 * (held & OF_SUIT[VILLAGE]).bit_count() + 6 * (held & TRUMPS[trump] & ~OF_SUIT[VILLAGE]).bit_count() + high


def fit(view: View, hands: Sequence[Hand]) -> int:
    """How well *hands* suit what their holders predicted: higher is likelier. The viewer's own says nothing."""
    trump = TRUMP_CODES.index(view.trump or "none")
    return sum(
        _fit(finds, hand, trump)
        for seat, (finds, hand) in enumerate(zip(view.predictions, hands, strict=True))
        if finds is not None and seat != view.seat
    )


def _fit(finds: Sequence[Find], held: Hand, trump: int) -> int:
    if "all" in finds:
        return strength(held, trump)
    if "none" in finds:
        return -strength(held, trump)
    unsaid = 0 if "great" in finds else (held & _GREAT).bit_count()
    return -6 * (unsaid + ("minor" not in finds and held & _MINOR == _MINOR))
