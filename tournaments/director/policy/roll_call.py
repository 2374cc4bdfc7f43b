"""Who is there at the start: checking in, and who is left out. Pure."""

from collections.abc import Collection, Mapping

from msgspec.structs import replace

from engine.events import Event
from engine.text import gettext_noop as _
from tournaments.director.errors import Refused, WrongStatus
from tournaments.director.policy import decisions
from tournaments.director.policy.decisions import Events
from tournaments.director.state.attendance import CheckedIn, MovedUp
from tournaments.director.state.events import Settings, Started
from tournaments.director.state.folding import fold
from tournaments.director.state.settings import entries_limit
from tournaments.director.state.tournament import Tournament
from tournaments.platform.units import MINUTE


def opens_at(settings: Settings) -> int | None:
    """From when on (epoch ms) one can say that one is there; ``None``: nobody is asked."""
    return settings.starts_at - settings.check_in_minutes * MINUTE if settings.check_in_minutes else None


def check_in(tournament: Tournament, user: int, now: int, *, early: bool = False) -> Events:
    """*user* is there; before the window only those who may be *early*, as the organiser says of them."""
    decisions.require(tournament, "announced")
    opens = opens_at(tournament.settings)
    if opens is None:
        raise Refused("no_check_in", _("This tournament has no check-in."))
    entry = tournament.entry_of(user)
    if entry is None:
        raise Refused("not_entered", _("You have not entered this tournament."))
    if entry.checked_in:
        return ()
    if now < opens and not early:
        raise WrongStatus("too_early", _("Check-in has not opened yet."))
    return (CheckedIn(entry.number),)


def start(
    tournament: Tournament,
    ratings: Mapping[int, float],
    seed: str,
    *,
    now: int,
    bots: Collection[int] = (),
    on_time: bool = False,
) -> Events:
    """Close the entries: who has not checked in is left out, and who waits and has takes the place.

    Before check-in opens nobody could have, and everybody counts as there; *bots* always are. *on_time*: at the
    announced moment, which calls it off when hardly anybody is there.
    """
    moved, out = _called(tournament, now, bots)
    ready = fold(((event, 0) for event in moved), tournament)
    gone = {number: replace(ready.entered[number], withdrawn=True) for number in out}
    ready = replace(ready, entered={**ready.entered, **gone})
    begin = decisions.start_on_time if on_time else decisions.start
    events = tuple(_leaving_out(event, out) for event in begin(ready, ratings, seed))
    return (*moved, *events) if any(isinstance(event, Started) for event in events) else events


def left_out(tournament: Tournament, now: int, bots: Collection[int]) -> tuple[int, ...]:
    """The entries that a start *now* would leave out."""
    return _called(tournament, now, bots)[1]


def _leaving_out(event: Event, out: tuple[int, ...]) -> Event:
    return replace(event, left_out=out) if isinstance(event, Started) else event


def _called(tournament: Tournament, now: int, bots: Collection[int]) -> tuple[tuple[MovedUp, ...], tuple[int, ...]]:
    """Who moves up, and who is left out."""
    if tournament.status != "announced":
        return (), ()
    opens = opens_at(tournament.settings)
    there = {
        entry.number
        for entry in tournament.entries.values()
        if opens is None or now < opens or entry.checked_in or set(entry.users) <= set(bots)
    }
    staying = [number for number in tournament.present if number in there]
    room = max(0, entries_limit(tournament.settings) - len(staying))
    up = [number for number in tournament.waiting if number in there][:room]
    out = {*tournament.present, *tournament.waiting} - {*staying, *up}
    return tuple(MovedUp(number, tournament.entries[number].users) for number in up), tuple(sorted(out))
