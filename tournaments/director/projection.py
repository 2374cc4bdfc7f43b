"""From the tournaments' events to their rows. The services and ``rebuild`` write by the same functions."""

from collections.abc import Callable, Sequence
from typing import Any

from django.db.models import Case, F, QuerySet, Value, When
from django.db.models.functions import Coalesce, Greatest

from engine.events import Event
from tournaments.director import effective_rows
from tournaments.director.models import Entry, Invitation, Match, Round, TeamAsk, Tournament
from tournaments.director.state.attendance import (
    Admitted,
    ByeDropped,
    ByeRequested,
    CheckedIn,
    EnteredLate,
    MovedUp,
    OrganiserConfirmed,
    OrganiserLeft,
    OrganisersAsked,
    OrganisersNamed,
    Paused,
    Returned,
    Waitlisted,
)
from tournaments.director.state.codec import CODEC
from tournaments.director.state.desk_events import (
    CallAnswered,
    MessageSent,
    MessageWithdrawn,
    OrganiserCalled,
    Ruled,
    RulingReversed,
    Unrated,
)
from tournaments.director.state.drafts import DRAFT_EVENTS
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
    Settings,
    Started,
    StartedAgain,
    StructureDrawn,
    TableRecorded,
    TablesOpened,
    Withdrawn,
)
from tournaments.director.state.folding import fold
from tournaments.director.state.invitations import InvitationDeclined, Invited, KeptApart, SeedsOrdered
from tournaments.director.state.places import MatchPlaced
from tournaments.director.state.substitutes import Substituted, SubstituteDropped, SubstituteNamed
from tournaments.director.state.teams import TeamConfirmed, TeamDropped, TeamNamed
from tournaments.director.state.tournament import Tournament as State
from tournaments.director.state.walk_ins import WALK_IN_EVENTS
from tournaments.log.events import Stored
from tournaments.log.projections import Projection
from tournaments.log.selectors import load

PREFIX = "tournament:"
BATCH = 500


def apply(stream: str, events: Sequence[Stored]) -> None:
    """Write what *events*, the next ones of *stream*, say."""
    tournament = stream.removeprefix(PREFIX)
    for stored in events:
        event = CODEC.decode(stored.kind, stored.version, stored.payload)
        if isinstance(event, Ruled | RulingReversed):
            effective_rows.write(tournament, _state(stream, stored.seq))
            _row(tournament).update(last_result_at=stored.recorded_at)
        elif isinstance(event, FieldFixed) and event.ruling is not None:
            _field_fixed(tournament, event, stored.recorded_at)
            effective_rows.write(tournament, _state(stream, stored.seq))
        elif isinstance(event, StartedAgain):
            started = {"entries": len(event.seeds), "rounds": event.rounds, "started_at": stored.recorded_at}
            _row(tournament).update(**started)
            effective_rows.write(tournament, _state(stream, stored.seq))
        else:
            _APPLY[type(event)](tournament, event, stored.recorded_at)
    if events:
        _row(tournament).update(seq=events[-1].seq)


def _state(stream: str, seq: int) -> State:
    """What the first *seq* events of *stream* come to. Rulings are few, and may change any row."""
    events = load(stream, until=seq)
    return fold((CODEC.decode(each.kind, each.version, each.payload), each.recorded_at) for each in events)


def clear() -> None:
    for model in (Match, Round, Entry, TeamAsk, Invitation, Tournament):
        model.objects.all().delete()


def _row(tournament: str) -> QuerySet[Tournament]:
    return Tournament.objects.filter(pk=tournament)


def _announced(tournament: str, event: Announced, at: int) -> None:
    Tournament.objects.create(
        id=tournament,
        organiser=event.organiser,
        status="announced",
        announced_at=at,
        seq=1,
        **_shown(event.settings),
    )


def _edited(tournament: str, event: Edited, _at: int) -> None:
    """Once it has started, the start says how many rounds there are."""
    shown = _shown(event.settings)
    announced = {"rounds": shown.pop("rounds")}
    _row(tournament).update(**shown)
    _row(tournament).filter(status="announced").update(**announced)


def _shown(settings: Settings) -> dict[str, Any]:
    shown = {name: getattr(settings, name) for name in ("game", "format", "starts_at", "rounds", "private", "club")}
    pause = {"at_once": 0, "after_pause": settings.pause_minutes, "by_hand": None}[settings.draws]
    return shown | {"title_id": settings.words and settings.words.name, "pause": pause}


def _organisers_named(tournament: str, event: OrganisersNamed, _at: int) -> None:
    _row(tournament).update(organisers=list(event.users))


def _organisers_changed(tournament: str, event: OrganisersAsked | OrganiserConfirmed | OrganiserLeft, _at: int) -> None:
    """Read, changed and written: the command that appends holds the row."""
    row = _row(tournament).get()
    if isinstance(event, OrganisersAsked):
        row.asked = [*row.asked, *event.users]
    else:
        row.asked = [user for user in row.asked if user != event.user]
        row.organisers = [user for user in row.organisers if user != event.user]
        row.organisers += [event.user] if isinstance(event, OrganiserConfirmed) else []
    row.save(update_fields=["asked", "organisers"])


def _cancelled(tournament: str, _event: Cancelled, at: int) -> None:
    _row(tournament).update(status="cancelled", ended_at=at)


def _entered(tournament: str, event: Entered, _at: int) -> None:
    _enter(tournament, event)
    _count_entries(tournament)


def _enter(tournament: str, event: Entered | EnteredLate | MovedUp | Admitted) -> None:
    Entry.objects.create(tournament_id=tournament, number=event.entry, users=list(event.users))
    TeamAsk.objects.filter(tournament_id=tournament, number=event.entry).delete()


def _team_named(tournament: str, event: TeamNamed, _at: int) -> None:
    asked = [user for user in event.users if user not in event.confirmed]
    TeamAsk.objects.bulk_create(TeamAsk(tournament_id=tournament, number=event.entry, user=user) for user in asked)


def _team_confirmed(tournament: str, event: TeamConfirmed, _at: int) -> None:
    TeamAsk.objects.filter(tournament_id=tournament, number=event.entry, user=event.user).delete()


def _team_dropped(tournament: str, event: TeamDropped | SubstituteDropped, _at: int) -> None:
    TeamAsk.objects.filter(tournament_id=tournament, number=event.entry).delete()


def _substitute_named(tournament: str, event: SubstituteNamed, _at: int) -> None:
    TeamAsk.objects.filter(tournament_id=tournament, number=event.entry).delete()
    TeamAsk.objects.create(tournament_id=tournament, number=event.entry, user=event.comes)


def _substituted(tournament: str, event: Substituted, _at: int) -> None:
    TeamAsk.objects.filter(tournament_id=tournament, number=event.entry).delete()
    for entry in Entry.objects.filter(tournament_id=tournament, number=event.entry):  # who waits has no row
        entry.users = [event.comes if user == event.leaves else user for user in entry.users]
        Entry.objects.filter(tournament_id=tournament, number=event.entry).update(users=entry.users)


def _withdrawn(tournament: str, event: Withdrawn, _at: int) -> None:
    Entry.objects.filter(tournament_id=tournament, number=event.entry).update(withdrawn=True)
    _count_entries(tournament)


def _invited(tournament: str, event: Invited, _at: int) -> None:
    rows = [Invitation(tournament_id=tournament, user=user) for user in event.users]
    Invitation.objects.bulk_create(rows, batch_size=BATCH, ignore_conflicts=True)


def _invitation_declined(tournament: str, event: InvitationDeclined, _at: int) -> None:
    Invitation.objects.filter(tournament_id=tournament, user=event.user).delete()


def _entered_late(tournament: str, event: EnteredLate, _at: int) -> None:
    _enter(tournament, event)
    _row(tournament).update(entries=F("entries") + 1)


def _moved_up(tournament: str, event: MovedUp, _at: int) -> None:
    """Who waits has no row: lists show who takes part."""
    _enter(tournament, event)
    _count_entries(tournament)


def _admitted(tournament: str, event: Admitted, _at: int) -> None:
    """Who waited at the start has no row."""
    if not Entry.objects.filter(tournament_id=tournament, number=event.entry).update(withdrawn=False):
        _enter(tournament, event)


def _count_entries(tournament: str) -> None:
    """Note how many will start; an entry that withdraws later has played."""
    present = Entry.objects.filter(tournament_id=tournament, withdrawn=False).count()
    _row(tournament).filter(status="announced").update(entries=present)


def _started(tournament: str, event: Started, at: int) -> None:
    Entry.objects.filter(tournament_id=tournament, number__in=event.left_out).update(withdrawn=True)
    _count_entries(tournament)
    _row(tournament).update(status="running", started_at=at, rounds=event.rounds)


def _round_paired(tournament: str, event: RoundPaired, at: int) -> None:
    Round.objects.create(
        tournament_id=tournament, number=event.round, deadline=event.deadline, grace=event.grace, paired_at=at
    )
    matches = (
        Match(id=match.match, tournament_id=tournament, round=event.round, key=match.key, entries=list(match.entries))
        for match in event.matches
    )
    Match.objects.bulk_create(matches, batch_size=BATCH)
    _row(tournament).update(round=event.round, rounds=Greatest("rounds", event.round))


def _field_fixed(tournament: str, event: FieldFixed, _at: int) -> None:
    _row(tournament).update(rounds=event.planned)


def _unlisted(_tournament: str, _event: Event, _at: int) -> None:
    """No list asks for it."""


def _tables_opened(_tournament: str, event: TablesOpened, _at: int) -> None:
    for start in range(0, len(event.tables), BATCH):
        tables = dict(event.tables[start : start + BATCH])
        cases = [When(pk=match, then=Value(table)) for match, table in tables.items()]
        times = {"deadline": event.deadline, "grace": event.grace} if event.grace else {}
        open_again = {"places": None, "ruling": None}  # it is played (on)
        Match.objects.filter(pk__in=tables).update(table=Case(*cases), **open_again, **times)


def _result_recorded(tournament: str, event: ResultRecorded, at: int) -> None:
    """Only where it counts: not if a ruling has been quicker, nor from a table that was replaced."""
    rows = Match.objects.filter(pk=event.match, places__isnull=True)
    if event.table is not None:
        rows = rows.filter(table=event.table)
    rows.update(places=[mark.place for mark in event.marks])
    _row(tournament).update(last_result_at=at)


def _entries_missed(_tournament: str, _event: EntriesMissed, _at: int) -> None:
    """The rows keep everybody who was paired."""


def _finished(tournament: str, event: Finished, at: int) -> None:
    Entry.objects.filter(tournament_id=tournament, place__isnull=False).update(place=None)  # by a ruling, again
    for start in range(0, len(event.places), BATCH):
        places = {each.entry: each.place for each in event.places[start : start + BATCH]}
        cases = [When(number=entry, then=Value(place)) for entry, place in places.items()]
        Entry.objects.filter(tournament_id=tournament, number__in=places).update(place=Case(*cases))
    _row(tournament).update(status="finished", ended_at=Coalesce("ended_at", at))


_APPLY: dict[type[Event], Callable[[str, Any, int], None]] = {
    Announced: _announced,
    Edited: _edited,
    Cancelled: _cancelled,
    Entered: _entered,
    Withdrawn: _withdrawn,
    Started: _started,
    StructureDrawn: _unlisted,
    GroupsDrawn: _unlisted,
    FieldFixed: _field_fixed,
    RoundPaired: _round_paired,
    PairingRefused: _unlisted,
    TablesOpened: _tables_opened,
    EntriesMissed: _entries_missed,
    TableRecorded: _unlisted,
    ResultRecorded: _result_recorded,
    Finished: _finished,
    Invited: _invited,
    InvitationDeclined: _invitation_declined,
    SeedsOrdered: _unlisted,
    TeamNamed: _team_named,
    TeamConfirmed: _team_confirmed,
    TeamDropped: _team_dropped,
    SubstituteNamed: _substitute_named,
    SubstituteDropped: _team_dropped,
    Substituted: _substituted,
    KeptApart: _unlisted,
    EnteredLate: _entered_late,
    Waitlisted: _unlisted,
    MovedUp: _moved_up,
    CheckedIn: _unlisted,
    Admitted: _admitted,
    OrganisersNamed: _organisers_named,
    OrganisersAsked: _organisers_changed,
    OrganiserConfirmed: _organisers_changed,
    OrganiserLeft: _organisers_changed,
    Paused: _unlisted,
    Returned: _unlisted,
    ByeRequested: _unlisted,
    ByeDropped: _unlisted,
    MessageSent: _unlisted,
    MessageWithdrawn: _unlisted,
    OrganiserCalled: _unlisted,
    CallAnswered: _unlisted,
    Unrated: _unlisted,
    **dict.fromkeys((*DRAFT_EVENTS, *WALK_IN_EVENTS, MatchPlaced), _unlisted),
}

TOURNAMENTS = Projection(
    name="tournaments",
    prefix=PREFIX,
    tables=(
        "director_tournament",
        "director_entry",
        "director_invitation",
        "director_teamask",
        "director_round",
        "director_match",
    ),
    clear=clear,
    apply=apply,
)
