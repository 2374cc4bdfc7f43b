"""Gasp! between two sides: partners who sit opposite, or two players with two cards each. Rules sheet, sections 2, 3.

Nobody declares a suit. Each side plays two cards to a trick; what they count is added up in a suit that both share with
the lead.
"""

from collections.abc import Sequence
from typing import ClassVar

from engine.events import Seat
from engine.game import Chance
from engine.games.gasp.bots import side_advice, side_rollout
from engine.games.gasp.dealing import DUEL, PAIRS, Form, deal
from engine.games.gasp.decisions import paid
from engine.games.gasp.encoding import TWO_SIDED
from engine.games.gasp.events import (
    DUEL_EVENTS,
    PAIRS_EVENTS,
    TAKEN,
    DuelOpened,
    GaspEvent,
    PairsOpened,
    SuitsTied,
    TrickTaken,
)
from engine.games.gasp.game import GaspFamily, Opts
from engine.games.gasp.menus import SILENT
from engine.games.gasp.model import DuelOptions, PairsOptions, State
from engine.games.gasp.moves import TWO_SIDED_MOVE
from engine.games.gasp.sums import ONLY, decided, raided
from engine.games.gasp.tricks import CARD
from engine.text import gettext_noop as _


class TwoSidedGasp(GaspFamily[Opts]):
    form: ClassVar[Form]
    tallied = dict.fromkeys((TrickTaken, SuitsTied), lambda _state, event: (event.seat,))
    moves = TWO_SIDED_MOVE
    encoding = TWO_SIDED
    ways = SILENT
    forgets = True

    def _taken(self, state: State, trick: tuple[int, ...], last: bool, chance: Chance) -> Sequence[GaspEvent]:
        place, suits, _score = decided([CARD[play] for play in trick], self.form.own_crown)
        seats = state.seats
        leader = (state.turn + 1 - len(trick)) % seats
        winner, suit = (leader + place) % seats, ONLY[suits]
        if suit is None:
            chooser = winner if place % 2 else leader
            return (SuitsTied(Seat(winner), Seat(chooser)),)
        crown = raided(trick, place, suit) if state.options.ace_raid else None
        robbed = None if crown is None else (leader + crown) % state.sides
        return (TAKEN[winner][suit], *paid(state, winner, suit, robbed, last, chance))

    appraise = staticmethod(side_advice.appraise)
    rollout = staticmethod(side_rollout.rollout)


class GaspPairs(TwoSidedGasp[PairsOptions]):
    key = "gasp-pairs"
    rules_page = "pairs"
    name = _("Gasp! in pairs")
    summary = _("Partners add up their cards: the first team with two tokens of each of the six suits wins.")
    sizes = (4,)
    minutes = 20
    counts = _("tokens")
    options = PairsOptions
    events = PAIRS_EVENTS
    partners = True
    form = PAIRS

    def opening(self, seats: int, options: PairsOptions, chance: Chance) -> Sequence[GaspEvent]:
        return (PairsOpened(seats, options), *deal(self.form, 0, chance))

    def teams(self, seats: int, options: PairsOptions) -> tuple[tuple[int, ...], ...]:
        return ((0, 2), (1, 3))


class GaspDuel(TwoSidedGasp[DuelOptions]):
    key = "gasp-duel"
    rules_page = "duel"
    name = _("Gasp! for two")
    summary = _("Two cards each to a trick, added up: the first with two tokens of each of the six suits wins.")
    sizes = (2,)
    minutes = 15
    counts = _("tokens")
    options = DuelOptions
    events = DUEL_EVENTS
    form = DUEL

    def opening(self, seats: int, options: DuelOptions, chance: Chance) -> Sequence[GaspEvent]:
        return (DuelOpened(seats, options), *deal(self.form, 0, chance))
