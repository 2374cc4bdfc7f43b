"""What a start would bring, told before it is asked for; and who can be taken in after it."""

from collections.abc import Collection

import msgspec

from accounts.selectors import by_ids
from engine.text import Text
from tournaments.director.commands import holds
from tournaments.director.display import members
from tournaments.director.errors import RoomError
from tournaments.director.policy import entries, roll_call, starting_again
from tournaments.director.state.tournament import Tournament
from tournaments.director.streams import TOURNAMENTS
from tournaments.log import sources
from tournaments.tables import selectors as tables


class Again(msgspec.Struct, frozen=True):
    """What follows if somebody comes in where all is drawn again for that."""

    tables: int
    """Those that end without a result."""
    held: bool
    """Whether the new round waits until it is published."""


class Outlook(msgspec.Struct, frozen=True):
    """What a start now would bring."""

    out: tuple[str, ...]
    """Who would be left out, since they have not checked in, by name."""
    refused: Text | None
    """Why it cannot start yet."""


def outlook(tournament_id: str) -> Outlook:
    tournament = TOURNAMENTS.current(tournament_id).state
    users = (user for entry in tournament.entries.values() for user in entry.users)
    bots = {user.pk for user in by_ids(users).values() if user.house_level}
    out = roll_call.left_out(tournament, sources.now_ms(), bots)
    left = [tournament.entries[number] for number in out]
    names = members.names(left)
    return Outlook(tuple(map(names.of, left)), _refusal(tournament, bots))


def _refusal(tournament: Tournament, bots: Collection[int]) -> Text | None:
    try:
        roll_call.start(tournament, {}, "", now=sources.now_ms(), bots=bots)
    except RoomError as refused:
        return refused.reason
    return None


def to_admit(tournament_id: str) -> tuple[tuple[int, str], ...]:
    """The entries that were left out and can still be taken in: number and name."""
    tournament = TOURNAMENTS.current(tournament_id).state
    out = [each for each in tournament.entries.values() if each.left_out and not tournament.entry_of(each.users[0])]
    if not out or not entries.takes_left_out(tournament):
        return ()
    if starting_again.is_fixed(tournament) and again(tournament_id) is None:
        return ()
    names = members.names(out)
    return tuple((entry.number, names.of(entry)) for entry in out)


def again(tournament_id: str) -> Again | None:
    """What follows if somebody comes in now; nothing where that draws nothing again, or where it is too late."""
    tournament = TOURNAMENTS.current(tournament_id).state
    if not (starting_again.is_fixed(tournament) and starting_again.is_untouched(tournament)):
        return None
    matches = [match for paired in tournament.rounds for match in paired.tables]
    if tables.begun(matches):
        return None
    return Again(len(matches), tournament.settings.draws == "by_hand" or holds.holds(tournament))
