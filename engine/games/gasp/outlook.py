"""What a trick would bring as it lies, as far as a seat can see."""

from collections.abc import Sequence

from engine.games.gasp import sums
from engine.games.gasp.dealing import form_of
from engine.games.gasp.decisions import TokenEvent, raided, settled
from engine.games.gasp.model import View
from engine.games.gasp.sums import Command, command
from engine.games.gasp.tokens import packed as packed_tokens
from engine.games.gasp.tricks import won_in


def event_of(view: View, trick: Sequence[int], at: int) -> TokenEvent | None:
    """What becomes of the token if *trick* is won by its card at *at*; ``None``: its winner hands one on."""
    seats = len(view.counts)
    first = view.trick[0].seat if view.trick else view.turn or 0
    crown = raided(trick, at) if view.options.ace_raid else None
    robbed = None if crown is None else (first + crown) % seats
    winner = (first + at) % seats
    return settled(packed_tokens(view.tokens), seats, winner, won_in(trick, at), robbed, view.options)


def command_of(view: View, trick: Sequence[int]) -> Command:
    return command(trick, own_crown=form_of(view).own_crown)


def side_event_of(view: View, trick: Sequence[int], won: Command, suit: int) -> TokenEvent | None:
    """What becomes of the token if *trick* ends like this, in *suit*; ``None``: its winner hands one on."""
    seats, sides = len(view.counts), len(view.tokens)
    first = view.trick[0].seat if view.trick else view.turn or 0
    crown = sums.raided(trick, won.place, suit) if view.options.ace_raid else None
    robbed = None if crown is None else (first + crown) % sides
    return settled(packed_tokens(view.tokens), sides, (first + won.place) % seats, suit, robbed, view.options)
