"""Walk-ins as their organisers see them, with what their links need."""

import msgspec

from accounts.selectors import called
from tournaments.director.commands.walk_ins import secret
from tournaments.director.display.shapes import Detail
from tournaments.director.streams import TOURNAMENTS


class WalkInInfo(msgspec.Struct, frozen=True, kw_only=True):
    entry: int
    user: int
    player: str
    secret: str
    """The last part of its link, which is used once."""
    number: int | None
    """What the person shows who has used the link."""
    claimed_by: str | None
    """Their account, if they have one."""
    confirmed: bool
    withdrawn: bool

    @property
    def waits(self) -> bool:
        """Whether somebody has used the link, and an organiser is to confirm them."""
        return self.number is not None and not self.confirmed


def walk_ins(tournament_id: str) -> tuple[WalkInInfo, ...]:
    """Those first who wait for a confirmation, then those whose link nobody has used; without those who left before the
    start, and those whom a substitute replaced."""
    tournament = TOURNAMENTS.current(tournament_id).state
    there = {*tournament.present, *tournament.waiting, *tournament.seeds}
    users = {number: tournament.entries[number].users for number in tournament.walk_ins if number in there}
    listed = ((number, tournament.walk_ins[number]) for number in users)
    found = [(number, each) for number, each in listed if each.standing(users[number]) != "gone"]
    claims = [each.claim.user for _number, each in found if each.claim and each.claim.user]
    names = called([*(each.user for _number, each in found), *claims])
    infos = (
        WalkInInfo(
            entry=number,
            user=users[number][0],
            player=names[each.user].name,
            secret=secret(tournament_id, number, each.links),
            number=each.claim.number if each.claim else None,
            claimed_by=names[each.claim.user].name if each.claim and each.claim.user else None,
            confirmed=each.standing(users[number]) == "in",
            withdrawn=tournament.entries[number].withdrawn,
        )
        for number, each in found
    )
    return tuple(sorted(infos, key=lambda info: (not info.waits, info.confirmed, info.entry)))


def claims(detail: Detail) -> tuple[WalkInInfo, ...]:
    """Those who show a number and wait for an organiser."""
    if detail.status not in ("announced", "running"):
        return ()
    return tuple(info for info in walk_ins(detail.id) if info.waits and not info.withdrawn)
