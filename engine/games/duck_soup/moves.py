"""What a seat may ask for, each made once, with its notation; and which moves there are."""

from collections.abc import Sequence
from typing import TypeAlias, final

from msgspec import Struct

from engine.cards import Card, cards
from engine.cards.french import OF_RANK, PACK, RANK_OF
from engine.games.duck_soup.model import DuckSoupOptions
from engine.rows import row_of


class Play(Struct, frozen=True, gc=False):
    """A lead, a reply, a third or a fourth card; ``silent``: a match without the Quack."""

    card: Card
    silent: bool = False


@final
class Duck(Struct, frozen=True, gc=False):
    """The leader lets the quacker have the trick."""


Move: TypeAlias = Play | Duck
DUCK = Duck()
PLAY = tuple(Play(Card(card)) for card in range(52))
SILENT = tuple(Play(Card(card), silent=True) for card in range(52))
MOVES: dict[str, Move] = {
    **{PACK[play.card]: play for play in PLAY},
    **{f"{PACK[play.card]}-silent": play for play in SILENT},
    "duck": DUCK,
}
NAMES = {move: name for name, move in MOVES.items()}


plays = row_of(PLAY)
"""A play of each card of a hand, in deck order."""


def answers(hand: int, trick: Sequence[Card], options: DuckSoupOptions) -> tuple[Move, ...]:
    """What may follow the cards of *trick*: any card; to a Quack, a third of the rank or a duck.

    Matches in silence come last.
    """
    if len(trick) == 2:
        return (*plays(hand & OF_RANK[RANK_OF[trick[0]]]), DUCK)
    if options.allow_silent_match and len(trick) == 1:
        return plays(hand) + tuple(SILENT[card] for card in cards(hand & OF_RANK[RANK_OF[trick[0]]]))
    return plays(hand)
