"""What rooms tell that stands in no log: friends, invitations by name."""

from __future__ import annotations

from accounts.tidings import Ear, Tiding
from tournaments.log import sources
from tournaments.notices import inserting
from tournaments.notices.told import Over, Told
from tournaments.platform.units import DAY


def told(tiding: Tiding) -> None:
    """The same of the same two is sent once a day, however often it is taken back and done again."""
    facts, day = {**tiding.facts, "by": tiding.by}, tiding.at - tiding.at % DAY
    about = Told(kind=tiding.kind, users=(tiding.to,), subject=tiding.subject, facts=facts, due=day)
    if not inserting.write_timed(about, at=tiding.at):
        inserting.again(about, at=tiding.at)


def over(kind: str, subject: str, users: tuple[int, ...] | None) -> None:
    inserting.end([Over((kind,), subject, users)], stream="", seq=0, now=sources.now_ms())


EAR = Ear(told, over)
