"""Substitutes before the start: who names whom, and who confirms. Pure. Afterwards it takes a ruling."""

from msgspec.structs import replace

from engine.text import gettext_noop as _
from tournaments.director.errors import Refused, WrongStatus
from tournaments.director.policy import conditions, decisions
from tournaments.director.policy.conditions import Candidate
from tournaments.director.policy.decisions import Events
from tournaments.director.state.facts import Entry
from tournaments.director.state.substitutes import Substituted, SubstituteDropped, SubstituteNamed
from tournaments.director.state.tournament import Tournament


def name(tournament: Tournament, leaves: int, comes: int, candidate: Candidate, *, directs: bool) -> Events:
    """Ask *comes* to play instead of *leaves*, as somebody who *directs* it asks, or their entry; a bot need not be
    asked."""
    decisions.require(tournament, "announced")
    entry = _entry_of(tournament, leaves)
    _check_free(tournament, comes)
    named = SubstituteNamed(entry.number, leaves, comes, directs)
    if candidate.is_bot:
        _check(tournament, named, candidate)
        return (named, Substituted(entry.number, leaves, comes))
    return () if tournament.substitutes.get(entry.number) == named else (named,)


def confirm(tournament: Tournament, number: int, user: int, candidate: Candidate) -> Events:
    """*user* plays in the entry from now on."""
    decisions.require(tournament, "announced")
    if number in tournament.entries and user in tournament.entries[number].users:
        return ()
    named = tournament.substitutes.get(number)
    if named is None or named.comes != user or named.leaves not in tournament.entries[number].users:
        raise Refused("not_asked", _("You have no open request to play there."))
    _entry_of(tournament, named.leaves)
    _check_free(tournament, user)
    _check(tournament, named, candidate)
    return (Substituted(number, named.leaves, user),)


def drop(tournament: Tournament, number: int, user: int, *, directs: bool = False) -> Events:
    """*user* declines, or takes it back."""
    decisions.require(tournament, "announced")
    named = tournament.substitutes.get(number)
    if named is None:
        return ()
    if not directs and user not in (named.comes, *tournament.entries[number].users):
        raise Refused("not_asked", _("You have no open request to play there."))
    return (SubstituteDropped(number, user),)


def _check(tournament: Tournament, named: SubstituteNamed, candidate: Candidate) -> None:
    """The conditions that everybody meets who enters; an organiser who asks has consented."""
    invited = candidate.is_invited or named.invited
    conditions.check(tournament.id, tournament.settings, replace(candidate, is_invited=invited))


def _entry_of(tournament: Tournament, user: int) -> Entry:
    entry = tournament.entry_of(user)
    if entry is None:
        raise Refused("not_entered", _("That player does not take part."), field="player")
    return entry


def _check_free(tournament: Tournament, user: int) -> None:
    if tournament.entry_of(user):
        raise WrongStatus("in_another_team", _("That player already takes part."))
