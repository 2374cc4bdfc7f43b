"""Taking in who was left out at the start; where the schedule was fixed by it, all is drawn again for that."""

from collections.abc import Collection, Sequence

from django.db import transaction

from accounts.models import User
from engine.events import Event
from engine.text import gettext_noop as _
from tournaments.director.commands import callers, clubs, progress, rounds
from tournaments.director.errors import NotAllowed, Refused
from tournaments.director.policy import entries, starting_again
from tournaments.director.policy.decisions import rating_of
from tournaments.director.state.tournament import Tournament
from tournaments.director.streams import TOURNAMENTS
from tournaments.log.commands import command_for
from tournaments.ratings import selectors as ratings
from tournaments.tables import selectors as table_selectors
from tournaments.tables import services as tables
from tournaments.tables.errors import WrongStatus


def admit(*, tournament_id: str, by: int, entry: int, command: str | None = None) -> None:
    """Take *entry* in after all, which was left out at the start."""
    callers.count(by)

    def decide(tournament: Tournament) -> Sequence[Event]:
        callers.check_directs(tournament, by)
        users = tournament.entries[entry].users if entry in tournament.entries else ()
        rating = rating_of(users, ratings.entry_ratings(tournament.settings.game, users)) if users else None
        coming = entries.admit(tournament, entry, rating)
        if coming and entry not in tournament.walk_ins:
            _check_may_play(tournament, users)
        return with_start(tournament, coming)

    def attempt() -> None:
        with transaction.atomic():
            asked = command_for(command, "admit", entry)
            follow(TOURNAMENTS.carry_out(tournament_id, decide, actor=by, command=asked))

    TOURNAMENTS.repeat(attempt)


def _check_may_play(tournament: Tournament, users: Collection[int]) -> None:
    """Conditions are held once, when somebody enters; but nobody is taken in who has closed their account, or has left
    the club meanwhile, as who is banned has."""
    found = User.objects.filter(pk__in=users, is_active=True)
    if len(found) < len(users):
        raise Refused("unknown_user", _("There is no such player."))
    if not all(user.house_level or clubs.is_member(tournament.settings.club, user.pk) for user in found):
        raise NotAllowed("not_member", _("They are not a member of the club."))


def with_start(tournament: Tournament, coming: Sequence[Event]) -> Sequence[Event]:
    """*coming*, by which somebody comes in; where the schedule is fixed, with another start."""
    if not coming or not starting_again.is_fixed(tournament):
        return coming
    users = [user for number in tournament.present for user in tournament.entries[number].users]
    users += [user for event in coming for user in getattr(event, "users", ())]
    known = ratings.ratings_of(tournament.settings.game, users)
    return starting_again.start_again(tournament, tuple(coming), known, rounds.new_seed())


def follow(tournament: Tournament) -> None:
    """End the tables of what was drawn before, and draw the first round again. Part of the caller's transaction; raises
    :class:`~tournaments.director.errors.WrongStatus` if a card has been played at one of them."""
    if tournament.rounds or not starting_again.is_fixed(tournament):
        return
    for table in table_selectors.of_matches(undone(tournament)):
        if table.status != "aborted":
            _end(table.id)
    progress.first_round(tournament)


def undone(tournament: Tournament) -> list[str]:
    """The matches of what was drawn before."""
    return [match for paired in tournament.undone for match in paired.tables]


def _end(table: str) -> None:
    try:
        tables.abort(table_id=table, user_id=None, reason="redrawn")
    except WrongStatus as begun:
        raise starting_again.too_late() from begun
