"""What rooms tell that stands in no log: friends, invitations by name."""

from accounts.social import Listener, SocialEvent
from tournaments.log import sources
from tournaments.notices import inserting
from tournaments.notices.told import Over, Told
from tournaments.platform.units import DAY


def happened(event: SocialEvent) -> None:
    """The same of the same two is sent once a day, however often it is taken back and done again."""
    facts, day = {**event.facts, "by": event.by}, event.at - event.at % DAY
    about = Told(kind=event.kind, users=(event.to,), subject=event.subject, facts=facts, due=day)
    if not inserting.write_timed(about, at=event.at):
        inserting.again(about, at=event.at)


def ended(kind: str, subject: str, users: tuple[int, ...] | None) -> None:
    inserting.end([Over((kind,), subject, users)], stream="", seq=0, now=sources.now_ms())


LISTENER = Listener(happened, ended)
