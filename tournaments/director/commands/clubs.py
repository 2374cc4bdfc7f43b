"""Tournaments of clubs: who may know of them and direct them, and which entries are club-mates."""

from collections.abc import Sequence

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from engine.events import Event
from tournaments.clubs import access
from tournaments.clubs import selectors as clubs
from tournaments.director.errors import Refused, UnknownTournament
from tournaments.director.policy import apart
from tournaments.director.state.tournament import Tournament
from tournaments.director.streams import TOURNAMENTS


def check_seen(tournament_id: str, user: User | AnonymousUser | None) -> None:
    """Raise ``UnknownTournament`` for one that is not there, and for one of a club that *user* may not know of; who has
    entered always may."""
    tournament = TOURNAMENTS.recent(tournament_id).state
    club = tournament.settings.club
    if club is None or (user is not None and user.pk is not None and tournament.entry_of(user.pk)):
        return
    if not access.can(user, "see", clubs.club(club)):
        raise UnknownTournament()


def check_announces(club_id: str, user: User) -> None:
    """Raise what the gate refuses somebody who would announce a tournament of a club."""
    access.check(user, "tournaments", clubs.club(club_id))


def directs(club_id: str, user: int) -> bool:
    """Whether the club lets *user* direct its tournaments: the owner, and organisers for events."""
    return clubs.club(club_id).has_duty(user, "events")


def directors(tournament: Tournament) -> tuple[int, ...]:
    """Who directs *tournament*, beside the staff. In a club: the members with the duty "events". Elsewhere: its
    organiser, and the organisers whom that one named."""
    club = tournament.settings.club
    return tournament.directors if club is None else clubs.club(club).with_duty("events")


def is_trusted(club_id: str | None) -> bool:
    """Whether the service's staff trust the club that a tournament belongs to."""
    return clubs.is_trusted(club_id)


def is_member(club_id: str | None, user: int) -> bool:
    """Whether *user* is in the club that a tournament belongs to; of one that belongs to none everybody is."""
    return club_id is None or user in clubs.club(club_id).members


def fellows(tournament: Tournament, user: int) -> frozenset[int]:
    """The members of the club that *tournament* belongs to, if *user* is one of them."""
    members = clubs.club(tournament.settings.club).members if tournament.settings.club is not None else {}
    return frozenset(members) if user in members else frozenset()


def apart_from_mates(tournament: Tournament) -> Sequence[Event]:
    """Club-mates of public clubs are kept apart, where rounds for that were set and not all are of one club."""
    settings = tournament.settings
    if not settings.apart_rounds or settings.club is not None or tournament.status != "announced":
        return ()
    users = [user for number in tournament.present for user in tournament.entries[number].users]
    groups = [group for group in clubs.mates(users) if len(group) < len(users)]
    try:
        return apart.keep_apart(tournament, tournament.forbidden, sorted({*tournament.mates, *groups}))
    except Refused:  # too many to keep apart
        return ()
