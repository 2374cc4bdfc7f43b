"""Gasp! for three to five players, each for themselves. Rules sheet, section 1.

Designer: Greg James. Two tokens of each of the six suits win; a trick is worth one token of the suit it was won in.
"""

from collections.abc import Sequence

from engine.game import Chance
from engine.games.gasp.bots import advice, rollout
from engine.games.gasp.dealing import CLOCKWISE, FORMS, deal
from engine.games.gasp.decisions import paid, raided
from engine.games.gasp.encoding import STANDARD
from engine.games.gasp.events import EVENTS, TAKEN, GaspEvent, Opened
from engine.games.gasp.game import GaspFamily
from engine.games.gasp.menus import DECLARING
from engine.games.gasp.model import GaspOptions, State
from engine.games.gasp.moves import MOVE
from engine.games.gasp.tricks import holder, won_in
from engine.text import gettext_noop as _


class Gasp(GaspFamily[GaspOptions]):
    key = "gasp"
    name = "Gasp!"
    summary = _("Win tricks in the right suits: the first to hold two tokens of each of the six wins.")
    sizes = (4, 3, 5)
    minutes = 30
    counts = _("tokens")
    options = GaspOptions
    events = EVENTS
    moves = MOVE
    encoding = STANDARD
    ways = DECLARING

    def opening(self, seats: int, options: GaspOptions, chance: Chance) -> Sequence[GaspEvent]:
        return (Opened(seats, options), *deal(FORMS[seats, seats], 0, chance))

    def _taken(self, state: State, trick: tuple[int, ...], last: bool, chance: Chance) -> Sequence[GaspEvent]:
        at = holder(trick)
        order = CLOCKWISE[state.seats][(state.turn + 1) % state.seats]
        winner, suit = order[at], won_in(trick, at)
        crown = raided(trick, at) if state.options.ace_raid else None
        robbed = None if crown is None else order[crown]
        return (TAKEN[winner][suit], *paid(state, winner, suit, robbed, last, chance))

    appraise = staticmethod(advice.appraise)
    rollout = staticmethod(rollout.rollout)
