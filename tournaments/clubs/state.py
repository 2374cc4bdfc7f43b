"""What a club has come to. Pure; times are epoch ms."""

from msgspec import Struct

from tournaments.clubs.choices import ROLES, CloseCause, Duty, LossCause, Role, Way
from tournaments.clubs.events import Founded

FOREVER = 253_402_300_799_000
"""The last second of the year 9999: until then is for good."""


class Member(Struct, frozen=True):
    user: int
    since: int
    role: Role
    role_since: int
    way: Way
    duties: tuple[Duty, ...] = ()
    """Of an organiser; an owner has them all without their being named."""


class Request(Struct, frozen=True):
    """Somebody waits for an answer."""

    user: int
    at: int
    text: str | None
    invitation: str | None


class Invitation(Struct, frozen=True):
    id: str
    user: int | None
    at: int
    expires_at: int
    uses: int | None
    approval: bool
    seq: int = 0
    """The event that made it."""
    used: int = 0
    ended: bool = False
    """Revoked or declined."""

    @property
    def is_used_up(self) -> bool:
        return self.uses is not None and self.used >= self.uses

    def is_open(self, now: int) -> bool:
        return not self.ended and not self.is_used_up and now < self.expires_at


class Ban(Struct, frozen=True):
    user: int
    at: int
    until: int


class Note(Struct, frozen=True):
    """What was written about somebody's removal: the text's id and the event that names it."""

    text: str
    seq: int


class Handover(Struct, frozen=True):
    user: int
    expires_at: int


class Loss(Struct, frozen=True):
    """Since when the club has no owner, and why."""

    cause: LossCause
    at: int


class Closure(Struct, frozen=True):
    cause: CloseCause
    at: int


class News(Struct, frozen=True):
    id: str
    title: str
    text: str | None
    at: int


class Club(Struct, frozen=True):
    """A club as of an event. ``facts`` has what was edited since in it."""

    id: str
    seq: int = 0
    at: int = 0
    facts: Founded | None = None
    founded_at: int = 0
    slugs: tuple[str, ...] = ()
    """All that it ever had, the last one is today's."""
    owner: int | None = None
    members: dict[int, Member] = {}
    requests: dict[int, Request] = {}
    declined: dict[int, int] = {}
    """When a request was declined last, for those who have not joined since."""
    invitations: dict[str, Invitation] = {}
    bans: dict[int, Ban] = {}
    notes: dict[int, Note] = {}
    put_out: frozenset[int] = frozenset()
    """The members who were ever removed. A person who is banned without having been a member is not among them."""
    handover: Handover | None = None
    called: int | None = None
    """Until when the owner, who has been away for long, may still come."""
    lost: Loss | None = None
    claims: dict[int, int] = {}
    closing_at: int | None = None
    closed: Closure | None = None
    news: tuple[News, ...] = ()
    trusted: bool = False
    """Whether rulings in its tournaments move the site's ratings."""
    looks: dict[int, int] = {}
    """When each of the staff has said last why they look into a private club."""

    @property
    def founded(self) -> Founded:
        """Its facts: there is no club without its first event."""
        if self.facts is None:
            raise LookupError("a club begins with its founding")
        return self.facts

    @property
    def organisers(self) -> list[Member]:
        """Those of longest standing first, then the lower id."""
        found = [member for member in self.members.values() if member.role == "organiser"]
        return sorted(found, key=lambda member: (member.role_since, member.user))

    def role_of(self, user: int | None) -> Role | None:
        member = self.members.get(user) if user is not None else None
        return member.role if member else None

    def has_duty(self, user: int | None, duty: Duty) -> bool:
        """Whether it is the owner, or an organiser with *duty*."""
        member = self.members.get(user) if user is not None else None
        return member is not None and (ROLES[member.role].has_all or duty in member.duties)

    def with_duty(self, duty: Duty) -> tuple[int, ...]:
        """The members with *duty*, the owner among them."""
        return tuple(user for user in self.members if self.has_duty(user, duty))

    def is_banned(self, user: int | None, now: int) -> bool:
        ban = self.bans.get(user) if user is not None else None
        return ban is not None and now < ban.until
