"""Taking somebody in after a start that has fixed the schedule: until the first card all is drawn again. Pure."""

from collections.abc import Mapping

from msgspec.structs import asdict, replace

from engine.events import Event
from engine.text import gettext_noop as _
from tournaments.director.errors import WrongStatus
from tournaments.director.policy import decisions
from tournaments.director.policy.decisions import Events
from tournaments.director.state.events import Started, StartedAgain
from tournaments.director.state.folding import fold
from tournaments.director.state.tournament import Tournament
from tournaments.pairing.registry import FORMATS


def is_fixed(tournament: Tournament) -> bool:
    """Whether it has started with a schedule that has a place for nobody else."""
    return tournament.status == "running" and not FORMATS[tournament.settings.format].open_field


def is_untouched(tournament: Tournament) -> bool:
    """Whether nothing of it is decided, as far as it knows itself: its tables know whether a card was played."""
    decided = any(each.recorded or each.over or each.missed for each in tournament.facts)
    ruled = any(each.reversed is None and each.act.round_in(tournament) for each in tournament.rulings)
    return not (decided or ruled or tournament.fields)


def check(tournament: Tournament) -> None:
    """Raise :class:`WrongStatus` where it cannot be drawn again, or has no room."""
    if not is_untouched(tournament):
        raise too_late()
    if decisions.is_full(tournament):
        raise WrongStatus("full", _("The tournament is full."))


def too_late() -> WrongStatus:
    return WrongStatus("too_late", _("Nobody can come in any more: a card has been played, or a match decided."))


def start_again(tournament: Tournament, coming: Events, ratings: Mapping[int, float], seed: str) -> Events:
    """*coming*, by which somebody is in, and the start with them. *ratings* are of users."""
    ready = fold(((event, 0) for event in coming), tournament.taken_back)
    left_out = tuple(entry.number for entry in ready.entries.values() if entry.left_out and entry.withdrawn)
    started = decisions.start(ready, ratings, seed, fit=True)
    return (*coming, *(_again(event, left_out) for event in started))


def _again(event: Event, left_out: tuple[int, ...]) -> Event:
    return StartedAgain(**asdict(replace(event, left_out=left_out))) if isinstance(event, Started) else event
