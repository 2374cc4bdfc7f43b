"""What statistics of Dracula count: the way that the first dealer chose, and who won."""

from engine.bids import Bid, Bids, Result
from engine.games.dracula.events import Finished, WayChosen
from engine.games.dracula.model import State
from engine.pairs import SEAT
from engine.text import gettext_noop as _


def _chosen(_state: State, event: WayChosen) -> list[Bid]:
    return [Bid(event.seat, event.way)]


def _won(_state: State, event: Finished) -> tuple[Result, ...]:
    best = min(event.places)
    return tuple([Result(event.places[seat] == best, event.points[seat]) for seat in SEAT])


BIDS = (
    Bids(
        "way",
        _("The first dealer's choice"),
        _("Game won"),
        {"queens": _("Queen's way, across"), "kings": _("King's way, down")},
        WayChosen,
        _chosen,
        Finished,
        _won,
    ),
)
