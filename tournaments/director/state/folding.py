"""A tournament as a fold of its stream."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from engine.events import Event
from tournaments.director.state import drafts, invitations, roster, substitutes, teams, walk_ins
from tournaments.director.state.attendance import (
    EnteredLate,
    OrganiserConfirmed,
    OrganiserLeft,
    OrganisersAsked,
    OrganisersNamed,
    Waitlisted,
)
from tournaments.director.state.desk_events import (
    CallAnswered,
    MessageSent,
    MessageWithdrawn,
    OrganiserCalled,
    Ruled,
    RulingReversed,
    Unrated,
)
from tournaments.director.state.events import (
    Announced,
    Cancelled,
    Edited,
    Entered,
    EntriesMissed,
    FieldFixed,
    Finished,
    GroupsDrawn,
    PairingRefused,
    ResultRecorded,
    RoundPaired,
    Started,
    StartedAgain,
    StructureDrawn,
    TableRecorded,
    TablesOpened,
    Withdrawn,
)
from tournaments.director.state.facts import Entry, Field, Message, Round, Until
from tournaments.director.state.places import MatchPlaced
from tournaments.director.state.rulings import signed, without
from tournaments.director.state.tournament import Tournament
from tournaments.pairing import record


def evolve(tournament: Tournament, event: Event, at: int) -> Tournament:
    """The tournament after *event*, recorded *at* epoch ms."""
    tournament = replace(tournament, refused=None, seq=tournament.seq + 1)
    return _ended(_EVOLVE[type(event)](tournament, event, at))


def _ended(tournament: Tournament) -> Tournament:
    """Note the rounds that are over now, once each. Rulings are applied only where a round may be."""
    if not any(_may_be_over(tournament, paired) for paired in tournament.facts):
        return tournament
    over = (paired.drawn.round for paired in tournament.rounds if paired.played.complete)
    new = {number: tournament.seq for number in over if number not in tournament.ends}
    return replace(tournament, ends={**tournament.ends, **new}) if new else tournament


def _may_be_over(tournament: Tournament, paired: Round) -> bool:
    """Whether so much of a round has been recorded that rulings may have decided the rest: one for each match, unless
    they pair it otherwise, or a bracket leads others there."""
    if paired.drawn.round in tournament.ends:
        return False
    if tournament.repaired or tournament.structure or tournament.pods is not None:
        return bool(tournament.rulings) or paired.played.complete
    return len(paired.played.matches) <= len(paired.played.results) + len(tournament.rulings)


def fold(events: Iterable[tuple[Event, int]], start: Tournament | None = None) -> Tournament:
    tournament = start or Tournament()
    for event, at in events:
        tournament = evolve(tournament, event, at)
    if start is not None and tournament is not start:
        tournament.remember(start)
    return tournament


def _announced(tournament: Tournament, event: Announced, at: int) -> Tournament:
    made = Tournament(id=event.tournament, organiser=event.organiser, announced=event.settings, announced_at=at)
    return replace(made, seq=tournament.seq)


def _edited(tournament: Tournament, event: Edited, _at: int) -> Tournament:
    return replace(tournament, announced=event.settings, earlier=(*tournament.earlier, tournament.settings))


def _cancelled(tournament: Tournament, event: Cancelled, at: int) -> Tournament:
    return replace(tournament, status="cancelled", cancelled=event.reason, ended_at=at)


def _entered(tournament: Tournament, event: Entered, _at: int) -> Tournament:
    return _with_entry(tournament, Entry(event.entry, event.users))


def _with_entry(tournament: Tournament, entry: Entry) -> Tournament:
    """With a new *entry*; a team is called as it was named."""
    named = tournament.proposals.get(entry.number)
    entry = replace(entry, name=named.name) if named else entry
    left = teams.without(tournament.proposals, entry.number) if named else tournament.proposals
    return replace(tournament, entered={**tournament.entered, entry.number: entry}, proposals=left)


def _team(tournament: Tournament, event: teams.TeamEvent, _at: int) -> Tournament:
    last = max(tournament.last_team, event.entry)
    return replace(tournament, proposals=teams.after(tournament.proposals, event), last_team=last)


def _substitute(tournament: Tournament, event: substitutes.SubstituteEvent, _at: int) -> Tournament:
    asked = substitutes.after(tournament.substitutes, event)
    if not isinstance(event, substitutes.Substituted):
        return replace(tournament, substitutes=asked)
    entry = tournament.entered[event.entry].with_substitute(event.leaves, event.comes)
    entered = {**tournament.entered, event.entry: replace(entry, checked_in=False)}
    return replace(tournament, substitutes=asked, entered=entered)


def _organisers_named(tournament: Tournament, event: OrganisersNamed, _at: int) -> Tournament:
    return replace(tournament, organisers=event.users)


def _organisers_asked(tournament: Tournament, event: OrganisersAsked, _at: int) -> Tournament:
    return replace(tournament, asked=(*tournament.asked, *event.users))


def _organiser_confirmed(tournament: Tournament, event: OrganiserConfirmed, _at: int) -> Tournament:
    known = _organiser_left(tournament, event, _at)
    return replace(known, organisers=(*known.organisers, event.user))


def _organiser_left(tournament: Tournament, event: OrganiserConfirmed | OrganiserLeft, _at: int) -> Tournament:
    organisers, asked = (
        tuple(user for user in users if user != event.user) for users in (tournament.organisers, tournament.asked)
    )
    return replace(tournament, organisers=organisers, asked=asked)


def _waitlisted(tournament: Tournament, event: Waitlisted, _at: int) -> Tournament:
    return _with_entry(tournament, Entry(event.entry, event.users, waiting=True))


def _entered_late(tournament: Tournament, event: EnteredLate, _at: int) -> Tournament:
    """The rounds that it missed are among what has been played; one that was undone is none of them."""
    missed = dict(zip((paired.seq for paired in tournament.rounds), event.missed, strict=True))
    rounds = (
        replace(paired, played=paired.played.without(event.entry, missed.get(paired.seq, "Z")))
        for paired in tournament.facts
    )
    known = _with_entry(tournament, Entry(event.entry, event.users, rating=event.rating))
    return replace(known, seeds=(*tournament.seeds, event.entry), facts=tuple(rounds))


def _walk_in(tournament: Tournament, event: walk_ins.WalkInEvent, _at: int) -> Tournament:
    return replace(tournament, walk_ins=walk_ins.after(tournament.walk_ins, event))


def _changed(tournament: Tournament, event: Event, _at: int) -> Tournament:
    return replace(tournament, entered=roster.after(tournament.entered, event))


def _withdrawn(tournament: Tournament, event: Withdrawn, _at: int) -> Tournament:
    entry = replace(tournament.entered[event.entry], withdrawn=True, left=tournament.seq)
    return replace(tournament, entered={**tournament.entered, event.entry: entry})


def _started(tournament: Tournament, event: Started, at: int) -> Tournament:
    entries = {**tournament.entered}
    for number, rating in zip(event.seeds, event.ratings, strict=False):
        entries[number] = replace(entries[number], rating=rating)
    for number in event.left_out:
        entries[number] = replace(entries[number], withdrawn=True, left_out=True)
    begun = replace(tournament, status="running", entered=entries, started_at=at)
    return replace(begun, seeds=event.seeds, starters=len(event.seeds), planned=event.rounds)


def _started_again(tournament: Tournament, event: StartedAgain, at: int) -> Tournament:
    return _started(tournament.taken_back, event, at)


def _structure_drawn(tournament: Tournament, event: StructureDrawn, _at: int) -> Tournament:
    return replace(tournament, structure=event.matches, pods=event.pods)


def _round_paired(tournament: Tournament, event: RoundPaired, at: int) -> Tournament:
    matches = tuple(record.Match(match.match, match.entries, match.teams, match.key) for match in event.matches)
    absences = {each.entry: record.Absence(each.code) for each in event.absences}
    played = record.Round(event.round, matches, tuple(bye.entry for bye in event.byes), absences=absences)
    names = frozenset(match.match for match in matches)
    made = Round(event, played, at, seq=tournament.seq, names=names, stage=len(tournament.fields))
    return replace(tournament, facts=(*tournament.facts, made), drafts=drafts.published(tournament.drafts, event.round))


def _drafted(tournament: Tournament, event: drafts.DraftEvent, _at: int) -> Tournament:
    return replace(tournament, drafts=drafts.after(tournament.drafts, event))


def _groups_drawn(tournament: Tournament, event: GroupsDrawn, _at: int) -> Tournament:
    groups = event.groups if len(event.groups) > 1 else ()
    return replace(tournament, groups=groups, first_rounds=event.rounds)


def _field_fixed(tournament: Tournament, event: FieldFixed, _at: int) -> Tournament:
    """What was drawn for a former field of the same stage counts no more."""
    former = tournament.fields[event.stage - 2 : event.stage - 1]
    by = (*(former[0].by if former else ()), *((event.ruling,) if event.ruling else ()))
    fields = (*tournament.fields[: event.stage - 2], Field(event, tournament.seq, by))
    return replace(tournament, fields=fields, planned=event.planned, structure=(), pods=None)


def _pairing_refused(tournament: Tournament, event: PairingRefused, _at: int) -> Tournament:
    return replace(tournament, refused=event.code)


def _tables_opened(tournament: Tournament, event: TablesOpened, _at: int) -> Tournament:
    def opened(paired: Round) -> Round:
        new = dict(event.tables)
        until = {match: Until(event.deadline, event.grace) for match in new} if event.grace else {}
        former = ((match, table) for match, table in paired.tables.items() if match in new)
        opened = replace(paired, tables={**paired.tables, **new}, until={**paired.until, **until})
        opened = replace(opened, timed={**paired.timed, **dict.fromkeys(until, tournament.seq)})
        return replace(opened, former=paired.former.union(former))

    return _with_match(tournament, event.tables[0][0], opened)


def _entries_missed(tournament: Tournament, event: EntriesMissed, _at: int) -> Tournament:
    def missed(paired: Round) -> Round:
        entries = (*paired.missed.get(event.match, ()), *event.entries)
        return replace(paired, missed={**paired.missed, event.match: entries})

    return _with_match(tournament, event.match, missed)


def _table_recorded(tournament: Tournament, event: TableRecorded, _at: int) -> Tournament:
    def recorded(paired: Round) -> Round:
        tables = (*paired.over.get(event.match, ()), event)
        return replace(paired, over={**paired.over, event.match: tables})

    return _with_match(tournament, event.match, recorded)


def _result_recorded(tournament: Tournament, event: ResultRecorded, at: int) -> Tournament:
    def recorded(paired: Round) -> Round:
        kept = replace(paired, recorded=(*paired.recorded, event), ended={**paired.ended, event.match: at})
        first = event.match in paired.names and event.match not in paired.played.results
        return kept.with_result(event.match, event.marks) if first else kept

    return _with_match(tournament, event.match, recorded)


def _ruled(tournament: Tournament, event: Ruled, at: int) -> Tournament:
    facts = tuple(event.act.change_facts(paired, tournament.seq) for paired in tournament.facts)
    return replace(tournament, rulings=(*tournament.rulings, signed(event, tournament.seq, at)), facts=facts)


def _ruling_reversed(tournament: Tournament, event: RulingReversed, at: int) -> Tournament:
    return replace(tournament, rulings=without(tournament.rulings, event, tournament.seq, at))


def _message_sent(tournament: Tournament, event: MessageSent, at: int) -> Tournament:
    message = Message(event.text, at, event.by, event.to, tournament.seq)
    return replace(tournament, messages=(*tournament.messages, message))


def _organiser_called(tournament: Tournament, event: OrganiserCalled, _at: int) -> Tournament:
    return replace(tournament, calls={**tournament.calls, event.match: event.by})


def _call_answered(tournament: Tournament, event: CallAnswered, _at: int) -> Tournament:
    return replace(tournament, calls={match: by for match, by in tournament.calls.items() if match != event.match})


def _message_withdrawn(tournament: Tournament, event: MessageWithdrawn, _at: int) -> Tournament:
    return replace(tournament, messages=tuple(each for each in tournament.messages if each.text != event.text))


def _match_placed(tournament: Tournament, event: MatchPlaced, _at: int) -> Tournament:
    return replace(tournament, placed={**tournament.placed, event.match: event.in_room})


def _unrated(tournament: Tournament, _event: Unrated, _at: int) -> Tournament:
    return replace(tournament, unrated=True)


def _finished(tournament: Tournament, event: Finished, at: int) -> Tournament:
    places = {each.entry: each.place for each in event.places}
    return replace(tournament, status="finished", places=places, ended_at=tournament.ended_at or at)


def _with_match(tournament: Tournament, match: str, change: Callable[[Round], Round]) -> Tournament:
    facts = list(tournament.facts)
    for at in reversed(range(len(facts))):  # nearly always the last
        if facts[at].knows(match):
            facts[at] = change(facts[at])
            return replace(tournament, facts=tuple(facts))
    raise LookupError(f"{match} is not a match of {tournament.id}")


_EVOLVE: dict[type[Event], Callable[[Tournament, Any, int], Tournament]] = {
    Announced: _announced,
    Edited: _edited,
    Cancelled: _cancelled,
    Entered: _entered,
    Withdrawn: _withdrawn,
    Started: _started,
    StartedAgain: _started_again,
    StructureDrawn: _structure_drawn,
    RoundPaired: _round_paired,
    PairingRefused: _pairing_refused,
    TablesOpened: _tables_opened,
    EntriesMissed: _entries_missed,
    TableRecorded: _table_recorded,
    ResultRecorded: _result_recorded,
    Ruled: _ruled,
    RulingReversed: _ruling_reversed,
    MessageSent: _message_sent,
    MessageWithdrawn: _message_withdrawn,
    OrganiserCalled: _organiser_called,
    CallAnswered: _call_answered,
    Unrated: _unrated,
    MatchPlaced: _match_placed,
    Finished: _finished,
    **invitations.EVOLVE,
    GroupsDrawn: _groups_drawn,
    FieldFixed: _field_fixed,
    EnteredLate: _entered_late,
    Waitlisted: _waitlisted,
    OrganisersNamed: _organisers_named,
    OrganisersAsked: _organisers_asked,
    OrganiserConfirmed: _organiser_confirmed,
    OrganiserLeft: _organiser_left,
    **dict.fromkeys(roster.EVOLVE, _changed),
    **dict.fromkeys(teams.TEAM_EVENTS, _team),
    **dict.fromkeys(substitutes.SUBSTITUTE_EVENTS, _substitute),
    **dict.fromkeys(drafts.DRAFT_EVENTS, _drafted),
    **dict.fromkeys(walk_ins.WALK_IN_EVENTS, _walk_in),
}
