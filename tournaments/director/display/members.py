"""Entries by name: one player's, a team's own, or those of its members."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from accounts.selectors import Called, called
from tournaments.director.display.shapes import JOINED, Member, Substitute, Team
from tournaments.director.state.facts import Entry
from tournaments.director.state.teams import Proposal
from tournaments.director.state.tournament import Tournament
from tournaments.log import texts

Named: TypeAlias = Entry | Proposal

NOBODY = Called("", "")


class Names:
    """How entries are called: accounts and texts that are still there."""

    def __init__(self, users: Mapping[int, Called], bodies: Mapping[str, str]) -> None:
        self._users = users
        self._bodies = bodies

    def of(self, entry: Named) -> str:
        own = self._bodies.get(entry.name) if entry.name else None
        return own or JOINED.join([name for user in entry.users if (name := self._called(user).name)])

    def level(self, entry: Named) -> str:
        """The first bot's; empty if a person plays in it."""
        levels = [self._called(user).level for user in entry.users]
        return levels[0] if all(levels) else ""

    def members(self, entry: Named) -> tuple[Member, ...]:
        return tuple(self.member(user) for user in entry.users)

    def member(self, user: int) -> Member:
        return Member(user, *self._called(user))

    def _called(self, user: int) -> Called:
        return self._users.get(user, NOBODY)


def names(entries: Iterable[Named]) -> Names:
    listed = tuple(entries)
    own = [entry.name for entry in listed if entry.name]
    former = [user for entry in listed if isinstance(entry, Entry) for user in entry.former]
    users = called([*former, *(user for entry in listed for user in entry.users)])
    return Names(users, texts.read(own) if own else {})


def substitutes(tournament: Tournament) -> tuple[Substitute, ...]:
    """Those who are asked and have not answered."""
    asked = tournament.substitutes.values() if tournament.status == "announced" else ()
    known = Names(called(user for each in asked for user in (each.leaves, each.comes)), {})
    return tuple(Substitute(each.entry, known.member(each.leaves), known.member(each.comes)) for each in asked)


def teams(tournament: Tournament) -> tuple[Team, ...]:
    """The teams that wait for somebody to confirm, while one may enter."""
    listed = tuple(tournament.proposals.values())
    known = names(listed)
    return tuple(
        Team(each.number, known.of(each), known.members(each), tuple(map(known.member, each.awaited)))
        for each in listed
    )
