"""What has happened in a tournament, in a line each, for those who direct it."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from engine.events import Event
from engine.text import Hole, Text
from engine.text import gettext_noop as _
from tournaments.director.display import members
from tournaments.director.state import attendance, desk_events, drafts, places, substitutes, walk_ins
from tournaments.director.state import events as e
from tournaments.director.state.codec import CODEC
from tournaments.director.state.tournament import Tournament
from tournaments.log import selectors as log
from tournaments.log.events import Stored
from tournaments.tables import selectors as tables
from tournaments.tables.events import CODEC as TABLE_EVENTS
from tournaments.tables.events import ReportConfirmed, ReportDisputed, ResultReported

RECENT = 40
"""Events that are looked at."""


class Line(msgspec.Struct, frozen=True):
    """What happened, and when (epoch ms)."""

    at: int
    text: Text


def lines(tournament: Tournament) -> tuple[Line, ...]:
    """The latest events that there is something to say of, the last first."""
    entries = tournament.entries.values()
    called = members.names(entries)
    names = {entry.number: called.of(entry) for entry in entries}
    stored = log.load(f"tournament:{tournament.id}", after=max(0, tournament.seq - RECENT))
    said = ((each.recorded_at, _said(each, tournament, names)) for each in reversed(stored))
    found = [Line(at, text) for at, text in said if text is not None]
    since = stored[0].recorded_at if stored else 0
    found += (line for line in _reports(tournament, names) if line.at >= since)
    return tuple(sorted(found, key=lambda line: -line.at))


def _reports(tournament: Tournament, names: Mapping[int, str]) -> Iterator[Line]:
    """What players, or organisers, say of the last rounds' tables that are played with real cards, the last first."""
    called = {user: names[entry.number] for entry in tournament.entries.values() for user in entry.users}
    matches = [match for paired in tournament.facts[-2:] for match in paired.tables]
    found = {f"table:{table.id}": table for table in tables.of_matches(matches) if table.in_room}
    for stored in reversed(log.of_kinds(found, [kind.kind for kind in _OF_REPORTS])):
        event: Any = TABLE_EVENTS.decode(stored.kind, stored.version, stored.payload)
        seats = [called.get(user or 0, "") for user in found[stored.stream].seats]
        sentence = (
            _OF_REPORTS[type(event)] if event.seat is not None else _("{players}: an organiser confirmed the result.")
        )
        holes: dict[str, Hole] = {"players": " – ".join(seats)}
        if event.seat is not None:
            holes["name"] = seats[event.seat]
        yield Line(stored.recorded_at, Text(sentence, holes))


def _said(stored: Stored, tournament: Tournament, names: Mapping[int, str]) -> Text | None:
    event = CODEC.decode(stored.kind, stored.version, stored.payload)
    sentence = _sentence(event, stored.actor, tournament)
    return Text(sentence, dict(_holes(event, tournament, names))) if sentence else None


def _sentence(event: Event, actor: int | None, tournament: Tournament) -> str | None:
    match event:
        case desk_events.MessageSent(to=to) if to:
            return _("A message was sent to {names}.")
        case e.Withdrawn(entry=number) if actor not in (None, *tournament.entered[number].users):
            return _("{name} was taken out.")
        case substitutes.Substituted(entry=number, leaves=guest) if guest == _walked_in(tournament, number):
            return None  # their place was confirmed, which is said
    return _SAYS.get(type(event))


def _walked_in(tournament: Tournament, number: int) -> int | None:
    """The guest that was made for the entry, if it was entered by name alone."""
    walk_in = tournament.walk_ins.get(number)
    return walk_in.user if walk_in else None


def _holes(event: Any, tournament: Tournament, names: Mapping[int, str]) -> Iterator[tuple[str, Hole]]:
    """What a sentence may name: the entry of *event*, the players of its match, its round, its ruling."""
    if (entry := getattr(event, "entry", None)) is not None:
        yield "name", names.get(entry, f"#{entry}")
    if (match := getattr(event, "match", None)) is not None:
        paired = tournament.fact_of(match)
        entries = paired.entries_of(match) if paired else ()
        yield "players", " – ".join(names.get(each, f"#{each}") for each in entries)
    if isinstance(event, desk_events.MessageSent):
        yield "names", ", ".join(names.get(each, f"#{each}") for each in event.to)
    for hole in ("round", "ruling"):
        if (number := getattr(event, hole, None)) is not None:
            yield hole, number


_OF_REPORTS: dict[type[Event], str] = {
    ResultReported: _("{players}: {name} reported the result."),
    ReportDisputed: _("{players}: {name} says that the reported result is wrong."),
    ReportConfirmed: _("{players}: {name} confirmed the result."),
}
_SAYS: dict[type[Event], str] = {
    e.Entered: _("{name} entered."),
    e.Withdrawn: _("{name} withdrew."),
    attendance.EnteredLate: _("{name} entered late."),
    attendance.CheckedIn: _("{name} checked in."),
    attendance.Paused: _("{name} pauses."),
    attendance.Returned: _("{name} is back."),
    attendance.MovedUp: _("{name} came in from the waiting list."),
    walk_ins.WalkInClaimed: _("The place of {name} was claimed."),
    walk_ins.WalkInRefused: _("The link of {name} was refused. There is another one."),
    walk_ins.WalkInConfirmed: _("The place of {name} was confirmed."),
    substitutes.Substituted: _("{name} came in as a substitute."),
    e.Edited: _("The settings were changed."),
    attendance.Admitted: _("{name} was taken in."),
    e.Started: _("The tournament started."),
    e.StartedAgain: _("All was drawn again."),
    drafts.RoundDrafted: _("Round {round} was drawn, for the organisers alone."),
    drafts.DraftArranged: _("The draft of round {round} was changed by hand."),
    e.RoundPaired: _("Round {round} was published."),
    e.PairingRefused: _("Round {round} could not be paired."),
    e.EntriesMissed: _("{players}: somebody did not come."),
    e.ResultRecorded: _("{players}: the result is in."),
    places.MatchPlaced: _("{players}: the match was moved."),
    desk_events.OrganiserCalled: _("{players}: somebody called the organisers."),
    desk_events.CallAnswered: _("{players}: the call was answered."),
    desk_events.MessageSent: _("A message was sent."),
    desk_events.Ruled: _("Ruling {ruling} was signed."),
    desk_events.RulingReversed: _("Ruling {ruling} was reversed."),
    e.Finished: _("The tournament is over."),
    e.Cancelled: _("The tournament was called off."),
}
