"""What statistics of HASP count: the trump named, the predictions, and whether the round was won after them.

How strong a hand was is the bots' judgement.
"""

from engine.bids import Bid, Bids, Result
from engine.cards import Card, Hand, cards
from engine.games.hasp.bots.advice import POWER
from engine.games.hasp.events import PredictionMade, RoundScored, TrumpAnnounced
from engine.games.hasp.model import State
from engine.games.hasp.moves import NO_TRUMP
from engine.games.hasp.tricks import CARDS, DECK_MASK
from engine.text import gettext_noop as _

_TENTHS = 10


def _strength(state: State, seat: int, trump: int) -> int:
    """The tricks that a hand should take, in tenths."""
    held = Hand(state.hands >> CARDS * seat & DECK_MASK)
    return round(_TENTHS * sum(POWER[trump][Card(card)] for card in cards(held)))


def _named(state: State, event: TrumpAnnounced) -> list[Bid]:
    choice = "none" if event.trump == "none" else "suit"
    return [Bid(event.seat, choice, _strength(state, event.seat, NO_TRUMP))]


def _predicted(state: State, event: PredictionMade) -> list[Bid]:
    if state.sheet.options.multi_predictions:
        return []  # what one says is another choice there
    trump = state.deal.trump
    known = "none" if trump == NO_TRUMP else "suit"
    return [Bid(event.seat, "-".join(event.finds) or "pass", _strength(state, event.seat, trump), known)]


def _won(_state: State, event: RoundScored) -> tuple[Result, ...]:
    return tuple([Result(points > 0, points) for points in event.gained])


BIDS = (
    Bids(
        "prediction",
        _("Predictions"),
        _("Round won"),
        {
            "pass": _("No prediction"),
            "minor": _("Minor Find"),
            "great": _("Great Find"),
            "all": _("Find All"),
            "none": _("No Find"),
        },
        PredictionMade,
        _predicted,
        RoundScored,
        _won,
        {"suit": _("A suit is trump"), "none": _("The village alone is trump")},
    ),
    Bids(
        "trump",
        _("Trump announced"),
        _("Round won"),
        {"suit": _("A suit"), "none": _("No trump")},
        TrumpAnnounced,
        _named,
        RoundScored,
        _won,
    ),
)
