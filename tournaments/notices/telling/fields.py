"""Who comes into a tournament or drops out of it by what others do, or because they did not come. Pure."""

from collections.abc import Iterable, Mapping

from engine.events import Event
from tournaments.director.state import events as e
from tournaments.director.state.attendance import Admitted, EnteredLate
from tournaments.director.state.tournament import Tournament
from tournaments.director.state.walk_ins import WalkInClaimed, WalkInConfirmed, WalkInRefused
from tournaments.notices.told import Over, Telling, Told, to
from tournaments.pairing.record import Marks


def of_field(event: Event, tournament: Tournament, *, actor: int | None, directors: tuple[int, ...]) -> Telling:
    """What *event*, done by *actor*, tells the players it brings in or puts out, and the *directors* who confirm it."""
    match event:
        case WalkInClaimed(entry=entry):
            return _claimed(entry, tournament, directors)
        case WalkInConfirmed(entry=entry) | WalkInRefused(entry=entry):
            return Telling(over=(_seen_to(entry, tournament),))
        case e.Finished() | e.Cancelled():
            return Telling(over=tuple(_seen_to(entry, tournament) for entry in tournament.walk_ins))
        case Admitted(entry=entry) | EnteredLate(entry=entry):
            return _taken_in(entry, event.users, tournament, actor)
        case e.EntriesMissed(match=match, entries=entries):
            return _missed(match, entries, tournament)
        case e.ResultRecorded(match=match, marks=marks) | e.TableRecorded(match=match, marks=marks):
            return _missed(match, _absent(match, marks, tournament), tournament)
        case e.Withdrawn(entry=entry):
            return _taken_out(entry, tournament, actor) + Telling(over=(_seen_to(entry, tournament),))
        case e.FieldFixed(ruling=None):
            return _not_through(event, tournament)
    return Telling()


def _claimed(entry: int, tournament: Tournament, directors: tuple[int, ...]) -> Telling:
    facts = {"tournament": tournament.id, "user": tournament.walk_ins[entry].user}
    subject = _seen_to(entry, tournament).subject
    return Telling((Told(kind="desk_called", users=to(*directors), subject=subject, facts=facts),))


def _seen_to(entry: int, tournament: Tournament) -> Over:
    """That *entry* is claimed waits for nobody any more."""
    return Over(("desk_called",), f"{tournament.id}/walk-in-{entry}")


def _taken_in(entry: int, users: tuple[int, ...], tournament: Tournament, actor: int | None) -> Telling:
    """By an organiser: who comes late without one knows it, and who walks in stands before one."""
    over = (Over(("left_out",), tournament.id, users),)
    if actor in users or entry in tournament.walk_ins:
        return Telling(over=over)
    facts = {"tournament": tournament.id, "by": actor}
    return Telling((Told(kind="moved_up", users=users, subject=tournament.id, facts=facts),), over)


def _absent(match: str, marks: Marks, tournament: Tournament) -> list[int]:
    """Those who lost *match* because they did not come; who has left, or was told before, knows."""
    paired = tournament.round_of(match)
    if paired is None:
        return []
    marked = zip(paired.entries_of(match), marks, strict=True)
    lost = {entry for entry, mark in marked if mark.code == "-"}.difference(paired.missed.get(match, ()))
    return sorted(entry for entry in lost if not tournament.entries[entry].withdrawn)


def _missed(match: str, entries: Iterable[int], tournament: Tournament) -> Telling:
    paired = tournament.round_of(match)
    facts = {"round": paired.drawn.round if paired else 0}
    return _out("missed", entries, tournament, f"{tournament.id}/{match}", facts)


def _taken_out(entry: int, tournament: Tournament, actor: int | None) -> Telling:
    """By others than *actor* themselves; a club that puts somebody out says that itself, but not to their partner."""
    if actor is None and len(tournament.entries[entry].users) == 1:
        return Telling()
    return _out("taken_out", (entry,), tournament, tournament.id, {"by": actor})


def _not_through(event: e.FieldFixed, tournament: Tournament) -> Telling:
    before = tournament.fields[event.stage - 3].fixed if event.stage > 2 else None
    there = {each.entry for each in before.entries} if before else set(tournament.seeds)
    out = there - {each.entry for each in event.entries}
    still = (entry for entry in sorted(out) if not tournament.entries[entry].withdrawn)
    return _out("cut", still, tournament, f"{tournament.id}/stage-{event.stage}", {})


def _out(
    why: str, entries: Iterable[int], tournament: Tournament, subject: str, facts: Mapping[str, int | None]
) -> Telling:
    users = to(*(user for entry in entries for user in tournament.entries[entry].users), apart_from=facts.get("by"))
    told = Told(kind="out", users=users, subject=subject, facts={"tournament": tournament.id, "why": why, **facts})
    return Telling((told,))
