"""Who comes, when: entering before and after the start, staying away for a while. Pure.

Every function gives the events that follow from a request, or raises a ``RoomError``; what is so already gives none.
"""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.director.errors import Refused, WrongStatus
from tournaments.director.policy import conditions, decisions, starting_again
from tournaments.director.policy.conditions import Candidate
from tournaments.director.policy.decisions import Events
from tournaments.director.state.announced import MOST_ROUNDS
from tournaments.director.state.attendance import (
    Admitted,
    Away,
    ByeDropped,
    ByeRequested,
    EnteredLate,
    MovedUp,
    Paused,
    Returned,
    Waitlisted,
)
from tournaments.director.state.events import Entered
from tournaments.director.state.facts import Entry
from tournaments.director.state.folding import fold
from tournaments.director.state.settings import entries_limit
from tournaments.director.state.tournament import Tournament
from tournaments.pairing.registry import FORMATS

ANYBODY = Candidate()

TakenIn: TypeAlias = Entered | EnteredLate | Waitlisted


def enter(tournament: Tournament, user: int, candidate: Candidate = ANYBODY) -> Events:
    """Take *user* in: before the start, on the waiting list if it is full, or late, behind all others."""
    if not is_late(tournament):
        decisions.require(tournament, "announced")
    if tournament.entry_of(user):
        return ()
    decisions.check_alone(tournament)
    if is_late(tournament):
        check_late(tournament, user)
    conditions.check(tournament.id, tournament.settings, candidate)
    return (taken_in(tournament, tournament.next_number, (user,), candidate.rating),)


def taken_in(tournament: Tournament, number: int, users: tuple[int, ...], rating: int | None) -> TakenIn:
    """*users* come into the field or, if it is full, on the waiting list."""
    check_room(tournament)
    if decisions.is_full(tournament):
        return Waitlisted(number, users)
    if is_late(tournament):
        return EnteredLate(number, users, rating, missed(tournament))
    return Entered(number, users)


def check_room(tournament: Tournament) -> None:
    """Raise :class:`WrongStatus` if it is full and nobody may wait."""
    waits = tournament.settings.waiting_list and not is_late(tournament)
    if decisions.is_full(tournament) and not waits:
        raise WrongStatus("full", _("The tournament is full."))


def is_late(tournament: Tournament) -> bool:
    """Whether who enters now does so after the start."""
    return tournament.status == "running" and tournament.settings.late_round > 0


def withdraw(tournament: Tournament, user: int) -> Events:
    """Take *user* out. Before the start the first on the waiting list gets the place."""
    return with_moved_up(tournament, decisions.withdraw(tournament, user))


def with_moved_up(tournament: Tournament, events: Events) -> Events:
    """*events* and those who come in from the waiting list when they have happened."""
    after = fold(((event, 0) for event in events), tournament)
    if after.status != "announced":
        return events
    room = max(0, entries_limit(after.settings) - len(after.present))
    return (*events, *(MovedUp(number, after.entries[number].users) for number in after.waiting[:room]))


def check_late(tournament: Tournament, user: int) -> None:
    if any(user in tournament.entries[number].users for number in tournament.seeds):
        raise WrongStatus("withdrew", _("You have withdrawn from this tournament."))
    if not takes_late(tournament):
        raise WrongStatus("too_late", _("Late entries are over: the last round for them has begun."))


def takes_late(tournament: Tournament) -> bool:
    """Whether somebody who enters now would still be drawn."""
    stage = tournament.current
    return stage.status == "running" and stage.has_more_rounds and len(stage.rounds) < stage.settings.late_round


def admit(tournament: Tournament, number: int, rating: int | None) -> Events:
    """Take entry *number* in after all, which was left out at the start: where rounds are drawn for those who are there
    until round 2, which it is drawn for; elsewhere all is drawn again (:mod:`.starting_again`)."""
    left_out = tournament.entries.get(number)
    if left_out is None or not left_out.left_out:
        raise Refused("not_left_out", _("This entry was not left out at the start."))
    if tournament.entry_of(left_out.users[0]):
        return ()
    if starting_again.is_fixed(tournament):
        starting_again.check(tournament)
        return (Admitted(number, left_out.users),)
    if not takes_left_out(tournament):
        raise WrongStatus("too_late", _("The players who were left out can be taken in until round 2 is drawn."))
    return (EnteredLate(tournament.next_number, left_out.users, rating, missed(tournament)),)


def takes_left_out(tournament: Tournament) -> bool:
    """Whether somebody who was left out at the start can still be drawn: where a schedule is fixed, as long as nothing
    is decided; elsewhere until round 2."""
    if starting_again.is_fixed(tournament):
        return starting_again.is_untouched(tournament) and not decisions.is_full(tournament)
    drawn_freely = FORMATS[tournament.settings.format].open_field
    more = tournament.has_more_rounds and len(tournament.rounds) < 2
    return tournament.status == "running" and drawn_freely and more


def missed(tournament: Tournament) -> tuple[Away, ...]:
    """What the rounds so far count for who comes now: half for the last of them, where the setting gives it."""
    rounds = len(tournament.rounds)
    codes: list[Away] = ["Z"] * rounds
    if rounds and tournament.settings.late_bye == "H":  # never the tournament's last: somebody late is still drawn
        codes[-1] = "H"
    return tuple(codes)


# -- staying away


def pause(tournament: Tournament, user: int) -> Events:
    """Keep *user* out of the rounds to come, until they return. Their open match goes on."""
    entry = _staying(tournament, user)
    if tournament.status != "running":
        raise WrongStatus("not_started", _("The tournament has not started yet."))
    return () if entry.paused else (Paused(entry.number),)


def come_back(tournament: Tournament, user: int) -> Events:
    """Draw *user* again, from the next round on."""
    entry = _staying(tournament, user)
    return (Returned(entry.number),) if entry.paused else ()


def ask_byes(tournament: Tournament, user: int, wanted: Mapping[int, Away | None]) -> Events:
    """Have *user* miss the rounds *wanted*, for half a point or none; ``None``: play that round after all."""
    entry = _staying(tournament, user)
    changes = {number: code for number, code in wanted.items() if entry.byes.get(number) != code}
    for number, code in sorted(changes.items()):
        _check_round(tournament, number)
        if code == "H" and number == last_round(tournament):
            raise Refused("no_bye_last", _("No half-point bye is possible in the last round."), field="byes")
    halves = sum(code == "H" for code in {**entry.byes, **changes}.values())
    if "H" in changes.values() and halves > (most := tournament.settings.half_byes):
        raise Refused(
            "too_many_byes",
            Text(_("Each player can take at most {most} half-point byes."), {"most": most}),
            field="byes",
        )
    return tuple(_asked(entry, changes))


def _asked(entry: Entry, changes: Mapping[int, Away | None]) -> Iterator[ByeRequested | ByeDropped]:
    for number, code in sorted(changes.items()):
        yield ByeRequested(entry.number, number, code) if code else ByeDropped(entry.number, number)


def last_round(tournament: Tournament) -> int | None:
    """``None`` while the number of entries is to say it."""
    if tournament.ended_early:
        return tournament.reached
    return (tournament.first_rounds or tournament.planned) or tournament.settings.rounds


def _check_round(tournament: Tournament, number: int) -> None:
    if number <= len(tournament.rounds):
        raise WrongStatus("round_made", Text(_("Round {round} has already been drawn."), {"round": number}))
    if not 1 <= number <= (last_round(tournament) or MOST_ROUNDS):
        raise Refused("unknown_round", Text(_("There will be no round {round}."), {"round": number}), field="byes")


def _staying(tournament: Tournament, user: int) -> Entry:
    """The entry of *user*, who may stay away for a while."""
    decisions.require(tournament, "announced", "running")
    if not FORMATS[tournament.current.settings.format].open_field:
        raise Refused("fixed_schedule", _("In this format everybody’s rounds are fixed: nobody can miss one."))
    entry = tournament.entry_of(user)
    if entry is None:
        raise Refused("not_entered", _("You have not entered this tournament."))
    return entry
