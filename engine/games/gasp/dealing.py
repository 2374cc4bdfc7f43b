"""The forms of the game, the deal of a round, and the draw after a trick. Rules sheet, "Deal" and sections 1 to 3."""

from collections.abc import Sequence

from msgspec import Struct

from engine.cards.decktet import BASIC
from engine.events import Seat
from engine.game import Chance
from engine.games.gasp.events import DREW, CardDrawn, GaspEvent, HandDealt, PackShuffled, RoundStarted, StockLaid
from engine.games.gasp.model import State, View
from engine.games.gasp.moves import MOST_SEATS

PILE = "pack"


class Form(Struct, frozen=True, kw_only=True):
    """What a game of the family is in numbers: who sits, who holds tokens, what is dealt."""

    seats: int
    sides: int
    """Who holds tokens. Two sides add up the two cards that each plays to a trick; more compare single cards."""
    hand: int
    aside: int
    """Cards set aside unseen for the whole round."""
    own_crown: bool = True
    """Whether an Ace counts 11 also beside a crown of its own side."""

    @property
    def trick(self) -> int:
        """Cards in a trick."""
        return TRICK[self.sides]

    @property
    def stock(self) -> int:
        return len(BASIC) - self.hand * self.seats - self.aside

    @property
    def tricks(self) -> int:
        """Tricks in a round."""
        return (len(BASIC) - self.aside) // self.trick

    @property
    def partners(self) -> bool:
        return self.sides < self.seats


TRICK = (0, 0, 4, 3, 4, 5)
"""By sides: the cards in a trick. Each of two sides plays two."""
PAIRS = Form(seats=4, sides=2, hand=5, aside=4)
DUEL = Form(seats=2, sides=2, hand=10, aside=4, own_crown=False)
FORMS: dict[tuple[int, int], Form] = {
    (form.seats, form.sides): form
    for form in (
        Form(seats=3, sides=3, hand=5, aside=3),
        Form(seats=4, sides=4, hand=5, aside=4),
        Form(seats=5, sides=5, hand=5, aside=1),
        PAIRS,
        DUEL,
    )
}
"""By seats and sides."""

CLOCKWISE: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(tuple((first + i) % seats for i in range(seats)) for first in range(seats)) for seats in range(MOST_SEATS + 1)
)
"""By seats, then by the first of them."""


def deal(form: Form, number: int, chance: Chance) -> tuple[GaspEvent, ...]:
    """Round *number* (from 0): the last seat deals the first, and the deal moves on by one."""
    seats, leader = form.seats, number % form.seats
    pack = chance.shuffled(PILE, number, BASIC)
    dealt = pack[: form.hand * seats]
    return (
        RoundStarted(number, Seat((leader - 1) % seats), Seat(leader)),
        PackShuffled(PILE, pack),
        *(HandDealt(Seat(seat), dealt[i::seats]) for i, seat in enumerate(CLOCKWISE[seats][leader])),
        StockLaid(form.aside, form.stock),
    )


def draw(state: State, first: int) -> Sequence[CardDrawn]:
    """One card each, clockwise from *first*; the pile never ends in between (fact)."""
    if not state.stock:
        return ()
    return [DREW[seat][card] for seat, card in zip(CLOCKWISE[state.seats][first], state.stock)]  # noqa: B905


def form_of(view: View) -> Form:
    return FORMS[len(view.counts), len(view.tokens)]
