"""What a start would bring, told before it is asked for; and who can be taken in after it."""

from accounts.selectors import by_ids
from tournaments.director.display import members
from tournaments.director.policy import entries, roll_call
from tournaments.director.streams import TOURNAMENTS
from tournaments.log import sources


def left_out(tournament_id: str) -> frozenset[int]:
    """The entries that would be left out now, since they have not checked in."""
    tournament = TOURNAMENTS.current(tournament_id).state
    users = (user for entry in tournament.entries.values() for user in entry.users)
    bots = {user.pk for user in by_ids(users).values() if user.is_bot}
    return frozenset(roll_call.left_out(tournament, sources.now_ms(), bots))


def to_admit(tournament_id: str) -> tuple[tuple[int, str], ...]:
    """The entries that were left out and can still be taken in: number and name."""
    tournament = TOURNAMENTS.current(tournament_id).state
    if not entries.takes_left_out(tournament):
        return ()
    out = [each for each in tournament.entries.values() if each.left_out and not tournament.entry_of(each.users[0])]
    names = members.names(out)
    return tuple((entry.number, names.of(entry)) for entry in out)
